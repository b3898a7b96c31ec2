"""Movement in meters, against a walker that pays meter by meter."""

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


def test_all_else_can_be_run():
    runs = [row.id for row in authored.rows("terrain-modes") if row.can_run]
    assert runs == [mode for mode in RATES if mode not in HEAVY]


@given(moving, spd, st.integers(-5, 5))
def test_reach_is_as_far_as_a_walker_comes_who_pays_for_every_meter(moving, spd, bonus):
    mode, running = moving
    budget = (10 + spd + bonus) * (2 if running or mode == "run" else 1)
    price = terrain.cost(mode, 1)
    assert terrain.reach(mode, spd, bonus, running) == by_walking(budget, price)


def test_an_unknown_mode_is_refused_with_those_there_are():
    modes = '"walk", "run", "light", "heavy", "swim", "climb", "crawl", "fly" or "ascend"'
    for call in (terrain.rate, lambda mode: terrain.cost(mode, 1), lambda m: terrain.reach(m, 1)):
        with pytest.raises(ValueError, match=f'^mode is "wade"; allowed: {modes}$'):
            call("wade")
    with pytest.raises(ValueError, match="^distance is -1; allowed: a number from 0 up$"):
        terrain.cost("walk", -1)
