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


@given(st.integers(-40, 40), st.integers(-40, 40))
def test_the_needed_roll_is_the_lowest_that_succeeds(bonus, target):
    needed = core.needed_roll(bonus, target)
    assert needed + bonus >= target
    assert needed - 1 + bonus < target


@pytest.mark.parametrize("modifier", range(-12, 13))
def test_a_save_is_a_check_against_11(modifier):
    assert core.save_target() == 11
    assert core.save_chance(modifier) == by_counting(modifier, 11)


@given(st.integers(0, 30), st.integers(-12, 12))
def test_saves_within_some_turns_are_all_but_failing_every_time(turns, modifier):
    failing = Fraction(sum(face + modifier < 11 for face in FACES), 20)
    failed = Fraction(1)
    for _ in range(turns):
        failed *= failing
    assert core.chance_to_save_within(turns, modifier) == 1 - failed
