"""Turns, actions, and going down, with figures from the later edition."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import core


def test_a_turn_has_one_of_each_kind_of_action_and_a_round_one_reaction():
    limits = {row.id: (row.limit, row.per, row.own_turn) for row in authored.rows("actions")}
    assert limits == {
        "standard": (1, "turn", True),
        "move": (1, "turn", True),
        "minor": (1, "turn", True),
        "free": (None, "turn", True),
        "reaction": (1, "round", False),
        "free_reaction": (None, "turn", False),
    }


@pytest.mark.parametrize(
    ("action", "maneuvers"),
    [
        ("standard", {"charge", "run", "total_defense", "second_wind", "first_aid", "push"}),
        ("standard", {"skill", "attack", "grab", "hide", "melt_away", "search", "snatch"}),
        ("move", {"walk", "shift", "stand_up", "crawl", "climb", "swim", "escape", "long_jump"}),
        ("move", {"sneak", "drag", "drop"}),
        ("minor", {"quick_draw", "point_blank", "alarm", "spot"}),
        ("free", {"action_point"}),
        ("free_reaction", {"opportunity_attack"}),
    ],
)
def test_each_maneuver_takes_its_action(action, maneuvers):
    assert all(authored.row("maneuvers", one).action == action for one in maneuvers)


def test_these_maneuvers_hinder():
    hindering = {row.id for row in authored.rows("maneuvers") if row.hinders}
    assert hindering == {
        *("charge", "ready_ranged", "stand_up", "escape", "quick_draw", "point_blank", "drag"),
    }


def test_total_defense_and_second_wind_add_4_to_all_defenses():
    bonuses = {row.id: row.defense_bonus for row in authored.rows("maneuvers") if row.defense_bonus}
    assert bonuses == {"total_defense": 4, "second_wind": 4}


def test_modifiers_to_hit():
    names = [row.id for row in authored.rows("hit-modifiers")]
    assert {name: core.hit_modifier(name) for name in names} == {
        "advantage": 2,
        "cover": -2,
        "superior_cover": -3,
        "concealment": -2,
        "superior_concealment": -3,
        "hindered": -2,
        "long_range": -2,
    }


def test_a_basic_attack_rolls_another_die_from_level_21():
    dice = [core.basic_attack_dice("greatsword", level) for level in (1, 20, 21, 30)]
    assert dice == ["d12", "d12", "2d12", "2d12"]


@pytest.mark.parametrize(("left", "down"), [(2, False), (1, False), (0, True), (-1, True)])
def test_who_has_no_hit_points_left_falls_unconscious(left, down):
    assert core.falls_unconscious(left) is down


def test_two_saves_stop_bleeding():
    faces = list(product(range(1, 21), repeat=2))
    both = sum(one >= 11 and other >= 11 for one, other in faces)
    assert core.stabilize_chance() == Fraction(both, len(faces)) == Fraction(1, 4)
    assert core.stabilize_chance(5) == Fraction(9, 16)


def test_bleeding_lasts_four_turns_and_costs_two_surges_on_average():
    turns = [Fraction(3, 4) ** n * Fraction(1, 4) for n in range(400)]
    assert float(sum(n * chance for n, chance in enumerate(turns, 1))) == pytest.approx(4)
    assert core.expected_turns_bleeding() == 4
    assert core.expected_surges_bled() == 2


def test_healing_that_wakes_brings_at_least_the_surge_value():
    assert core.healed_hit_points(-9, 10, 6) == 6
    assert core.healed_hit_points(-9, 20, 6) == 11
    assert core.healed_hit_points(-9, 9, 6) == 0
    assert core.healed_hit_points(0, 1, 6) == 6
    assert core.healed_hit_points(1, 1, 6) == 2


@given(st.integers(1, 60), st.integers(0, 50), st.integers(0, 60))
def test_whoever_stands_gains_what_the_healing_gives(current, healing, value):
    assert core.healed_hit_points(current, healing, value) == current + healing


@given(st.integers(-50, 0), st.integers(-50, 50), st.integers(0, 60))
def test_whoever_is_not_brought_up_to_one_stays_down(current, reached, value):
    assume(reached >= current)
    healed = core.healed_hit_points(current, reached - current, value)
    assert healed == (max(reached, value) if reached >= 1 else reached)


@pytest.mark.parametrize("modifier", range(-9, 16))
def test_bleeding_lasts_a_turn_at_least_and_costs_fewer_surges_than_turns(modifier):
    turns, surges = core.expected_turns_bleeding(modifier), core.expected_surges_bled(modifier)
    assert 0 <= surges < turns >= 1
    assert turns * core.stabilize_chance(modifier) == 1


def test_a_blow_is_massive_at_the_maximum_below_zero():
    assert [core.is_massive(left, 22) for left in (0, -21, -22, -23)] == [False, False, True, True]


@pytest.mark.parametrize("maximum", [1, 22, 200])
def test_no_blow_that_leaves_a_hit_point_is_massive(maximum):
    assert not core.is_massive(1, maximum)
