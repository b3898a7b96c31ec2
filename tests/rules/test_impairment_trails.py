"""Trails, crises, dives, height and drift."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import impairment

ALONG = [(1, 0), (-1, 0), (0, 1), (0, -1), (Fraction(3, 5), Fraction(4, 5))]


@pytest.mark.parametrize(("upgrades", "successes"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_a_careful_trail_takes_2_to_5_successes(upgrades, successes):
    assert impairment.trail_successes(upgrades) == successes


def test_a_trail_is_easy_unless_said():
    assert impairment.trail_successes() == 2


@pytest.mark.parametrize("upgrades", [-1, 4])
def test_a_trail_has_up_to_three_upgrades(upgrades):
    message = f"^upgrades is {upgrades}; allowed: a whole number from 0 to 3$"
    with pytest.raises(ValueError, match=message):
        impairment.trail_successes(upgrades)
    assert authored.row("upgrades", "covered_trail").times == 3


@pytest.mark.parametrize(("spaces", "evaded"), [(0, 0), (1, 0), (2, 0), (3, 1), (8, 6), (10, 8)])
def test_a_crisis_counts_two_spaces_lower_with_the_upgrade(spaces, evaded):
    assert impairment.crisis_spaces(spaces) == spaces
    assert impairment.crisis_spaces(spaces, evasive=True) == evaded


@pytest.mark.parametrize(
    ("depth", "rounds", "damage"),
    [(0, 1, 0), (49.9, 9, 0), (50, 1, 0), (50.1, 1, 1), (51, 1, 1), (200, 4, 4), (200, 0, 0)],
)
def test_a_dive_below_50_meters_does_1_damage_a_round(depth, rounds, damage):
    assert impairment.dive_damage(depth, rounds) == damage


@pytest.mark.parametrize(
    ("upgrades", "rate"),
    [
        ([], -1),
        (["Agile", "Hover"], -1),
        (["Powered"], Fraction(1, 10)),
        (["Swoop"], -1),
        (["Powered", "Ascent"], 1),
        (["Ascent"], 1),
        (["Perfect Ascent"], 1),
    ],
)
def test_fliers_lose_height_until_they_have_power(upgrades, rate):
    assert impairment.climb_rate(upgrades) == rate


def test_a_flier_has_no_upgrades_unless_said():
    assert impairment.climb_rate() == -1


@pytest.mark.parametrize(
    ("height", "upgrades", "cost"),
    [
        (1, ["Powered"], 11),
        (5, ["Powered", "Swoop"], 55),
        (5, ["Ascent"], 10),
        (5, ["Perfect Ascent"], 5),
        (0, ["Powered"], 0),
        (Fraction(1, 2), ["Powered"], Fraction(11, 2)),
    ],
)
def test_height_costs_movement_beside_the_way_along(height, upgrades, cost):
    assert impairment.ascent_cost(height, upgrades) == cost


@pytest.mark.parametrize("upgrades", [[], ["Hover"], ["Descent", "Swoop"]])
def test_a_glider_gains_no_height(upgrades):
    with pytest.raises(ValueError, match='allowed: only with the upgrade "Powered"$'):
        impairment.ascent_cost(1, upgrades)


@pytest.mark.parametrize(
    ("actions", "drift"),
    [
        ([], (0, 0)),
        ([(1, 0)], (1, 0)),
        ([(1, 0), (1, 0), (0, 1)], (2, 1)),
        ([(1, 0), (-1, 0)], (0, 0)),
        ([(0, -1)] * 5, (0, -5)),
        ([(0, 0, 1), (1, 0, 0), (0, 0, 1)], (1, 0, 2)),
        ([(0.6, 0.8), (0.6, -0.8)], (Fraction(6, 5), 0)),
        (((1, 0), [0, 1]), (1, 1)),
    ],
)
def test_drift_adds_up(actions, drift):
    assert impairment.drift(actions) == drift


@given(st.lists(st.sampled_from(ALONG), max_size=12), st.randoms())
def test_drift_goes_by_no_order_and_is_never_farther_than_its_actions(actions, random):
    x, y = impairment.drift(actions)
    shuffled = list(actions)
    random.shuffle(shuffled)
    assert impairment.drift(shuffled) == (x, y)
    assert x * x + y * y <= len(actions) ** 2
    assert (x, y) == (sum(a for a, _ in actions), sum(b for _, b in actions))


@pytest.mark.parametrize(
    "actions",
    [
        None,
        3,
        "east",
        [1],
        [(1,)],
        [(1, 1)],
        [(2, 0)],
        [(0, 0)],
        [(0.5, 0.5)],
        [(True, 0)],
        [(1, 0), (0, 0, 1)],
        [(1, 0, 0, 0)],
        [(1, 0)] * 1001,
    ],
)
def test_actions_are_vectors_of_length_1(actions):
    with pytest.raises(
        ValueError, match="^actions is .+; allowed: a list of vectors of length 1, all"
    ):
        impairment.drift(actions)
