"""Movement in meters, against a walker that pays meter by meter."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import terrain

RATES = {
    "walk": 1,
    "run": 1,
    "light": 2,
    "heavy": 4,
    "swim": 4,
    "climb": 4,
    "crawl": 4,
    "fly": 1,
    "ascend": 4,
}

HEAVY = ("heavy", "swim", "climb", "crawl")

mode = st.sampled_from(list(RATES))
# A way to move, and whether at a run: nothing that counts as heavy terrain can be run.
moving = st.tuples(mode, st.booleans()).filter(lambda way: not (way[1] and way[0] in HEAVY))
spd = st.integers(-15, 30)


def by_walking(budget, price):
    """Count the meters that a budget pays for, one after the other."""
    gone = 0
    while budget >= price:
        budget -= price
        gone += 1
    return gone


@pytest.mark.parametrize(
    ("spd", "bonus", "walking", "running"),
    [(0, 0, 10, 20), (3, 0, 13, 26), (3, 2, 15, 30), (-2, 0, 8, 16), (4, -1, 13, 26)],
)
def test_speed_is_10_and_spd_and_a_run_doubles_it(spd, bonus, walking, running):
    assert terrain.speed(spd, bonus) == walking
    assert terrain.running_speed(spd, bonus) == running


def test_every_mode_has_its_rate():
    assert {row.id: terrain.rate(row.id) for row in authored.rows("terrain-modes")} == RATES


@pytest.mark.parametrize(
    ("mode", "distance", "spent"),
    [
        ("walk", 6, 6),
        ("light", 6, 12),
        ("heavy", 6, 24),
        ("swim", 6, 24),
        ("climb", 3, 12),
        ("crawl", 4, 16),
        ("fly", 5, 5),
        ("ascend", 5, 20),
        ("run", 13, 13),
        ("climb", 0, 0),
        ("climb", 2.5, 10),
        ("light", Fraction(1, 3), Fraction(2, 3)),
    ],
)
def test_costs(mode, distance, spent):
    assert terrain.cost(mode, distance) == spent


@pytest.mark.parametrize(
    ("mode", "spd", "farthest"),
    [
        ("walk", 3, 13),
        ("run", 3, 26),
        ("light", 2, 6),
        ("light", 3, 6),
        ("light", 4, 7),
        ("climb", 1, 2),
        ("climb", 2, 3),
        ("climb", 5, 3),
        ("climb", 6, 4),
        ("ascend", 10, 5),
        ("walk", -10, 0),
        ("walk", -11, 0),
    ],
)
def test_reach_on_below_and_above_a_whole_meter(mode, spd, farthest):
    assert terrain.reach(mode, spd) == farthest


def test_a_run_is_one_however_it_is_said():
    assert terrain.reach("run", 3) == terrain.reach("run", 3, running=True) == 26
    assert terrain.reach("walk", 3, running=True) == 26
    assert terrain.reach("light", 3, 2, running=True) == 15


@pytest.mark.parametrize("mode", HEAVY)
def test_nothing_heavy_is_run(mode):
    message = f'^running is True; allowed: false, since nobody runs with mode "{mode}"$'
    with pytest.raises(ValueError, match=message):
        terrain.reach(mode, 3, running=True)
    assert terrain.reach(mode, 3, running=False) == 3


def test_all_else_can_be_run():
    runs = [row.id for row in authored.rows("terrain-modes") if row.can_run]
    assert runs == [mode for mode in RATES if mode not in HEAVY]


@given(moving, spd, st.integers(-5, 5))
def test_reach_is_as_far_as_a_walker_comes_who_pays_for_every_meter(moving, spd, bonus):
    mode, running = moving
    budget = (10 + spd + bonus) * (2 if running or mode == "run" else 1)
    price = terrain.cost(mode, 1)
    assert terrain.reach(mode, spd, bonus, running) == by_walking(budget, price)


@pytest.mark.parametrize(
    ("spd", "metres"), [(0, 5), (1, 5), (2, 6), (3, 6), (4, 7), (-1, 4), (-10, 0)]
)
def test_getting_up_costs_half_of_the_base_speed(spd, metres):
    assert terrain.stand_up_cost(spd) == metres


@pytest.mark.parametrize(("spd", "metres"), [(0, 8), (2, 10), (3, 11), (-2, 6)])
def test_an_ambush_takes_2_from_spd(spd, metres):
    assert terrain.ambushed_speed(spd) == metres


def test_an_unknown_mode_is_refused_with_those_there_are():
    modes = '"walk", "run", "light", "heavy", "swim", "climb", "crawl", "fly" or "ascend"'
    for call in (terrain.rate, lambda mode: terrain.cost(mode, 1), lambda m: terrain.reach(m, 1)):
        with pytest.raises(ValueError, match=f'^mode is "wade"; allowed: {modes}$'):
            call("wade")
    with pytest.raises(ValueError, match="^distance is -1; allowed: a number from 0 up$"):
        terrain.cost("walk", -1)
