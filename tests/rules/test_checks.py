"""Checks and saves, against every face of the die."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules import core

FACES = range(1, 21)


def by_counting(bonus: int, target: int) -> Fraction:
    return Fraction(sum(face + bonus >= target for face in FACES), 20)


@given(st.integers(-60, 60), st.integers(-60, 60))
def test_the_chance_of_a_check_is_the_share_of_faces_that_reach_the_target(bonus, target):
    assert core.check_chance(bonus, target) == by_counting(bonus, target)


@pytest.mark.parametrize(
    ("bonus", "target", "chance"),
    [
        (4, 13, Fraction(12, 20)),  # the typical attack
        (0, 20, Fraction(1, 20)),
        (0, 21, 0),
        (0, 22, 0),
        (0, 2, Fraction(19, 20)),
        (0, 1, 1),
        (0, 0, 1),
        (-3, 11, Fraction(7, 20)),
    ],
)
def test_no_face_is_special(bonus, target, chance):
    assert core.check_chance(bonus, target) == chance


@pytest.mark.parametrize(("modifier", "chance"), [(-12, 0), (-11, 5), (0, 60), (2, 70), (8, 100)])
def test_a_typical_attack_has_four_against_thirteen(modifier, chance):
    assert core.typical_chance(modifier) == Fraction(chance, 100)


@given(st.integers(-40, 40), st.integers(-40, 40))
def test_the_needed_roll_is_the_lowest_that_succeeds(bonus, target):
    needed = core.needed_roll(bonus, target)
    assert needed + bonus >= target
    assert needed - 1 + bonus < target


@pytest.mark.parametrize("modifier", range(-12, 13))
def test_a_save_is_a_check_against_11(modifier):
    assert core.save_target() == 11
    assert core.save_chance(modifier) == by_counting(modifier, 11)


def test_an_unmodified_save_is_even():
    assert core.save_chance() == Fraction(1, 2)
    assert core.expected_turns_to_save() == 2


@pytest.mark.parametrize(
    ("modifier", "turns"),
    [
        (-9, 20),
        (-8, 10),
        (-5, 4),
        (0, 2),
        (2, Fraction(5, 3)),
        (5, Fraction(4, 3)),
        (9, Fraction(20, 19)),
        (10, 1),
        (11, 1),
    ],
)
def test_the_wait_for_a_save_is_one_over_its_chance(modifier, turns):
    assert core.expected_turns_to_save(modifier) == turns


def test_a_save_that_cannot_succeed_has_no_expected_wait():
    assert core.save_chance(-9) == Fraction(1, 20)
    assert core.save_chance(-10) == 0
    with pytest.raises(ValueError, match="^modifier is -10; allowed: a whole number from -9 up$"):
        core.expected_turns_to_save(-10)


@given(st.integers(0, 30), st.integers(-12, 12))
def test_saves_within_some_turns_are_all_but_failing_every_time(turns, modifier):
    failing = Fraction(sum(face + modifier < 11 for face in FACES), 20)
    failed = Fraction(1)
    for _ in range(turns):
        failed *= failing
    assert core.chance_to_save_within(turns, modifier) == 1 - failed


@pytest.mark.parametrize(
    ("attacker", "defender", "modifier"),
    [
        (5, 5, 0),
        (6, 5, 0),
        (7, 5, 1),
        (8, 5, 1),
        (9, 5, 2),
        (4, 5, 0),
        (3, 5, -1),
        (2, 5, -1),
        (1, 5, -2),
        (30, 1, 14),
        (1, 30, -14),
        (1, 35, -17),
        (40, 1, 19),
    ],
)
def test_two_full_levels_are_worth_1_to_hit(attacker, defender, modifier):
    assert core.level_attack_modifier(attacker, defender) == modifier


def test_checks_roll_a_d20_and_those_for_action_points_a_d4():
    assert (core.check_die(), core.action_point_die()) == ("d20", "d4")
