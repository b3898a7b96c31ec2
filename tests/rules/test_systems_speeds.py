"""One speed for each hero, companion and monster in each movement system."""

from fractions import Fraction

import pytest

from sfrules.rules import impairment, seconds, systems, terrain, yards

HALF = Fraction(1, 2)

# Worked out by hand from the speed in squares, as the chapters say: 4 more yards; 6 less is the
# SPD, which 10 meters are added to; the rung of the ladder at or below; 2.5 meters at 6 squares,
# and half a meter for each square more or fewer.
#     squares, yards, SPD, meters a round, meters per action, meters a move
SPEEDS = {
    "tamsin": (6, 10, 0, 10, 5, 5 * HALF),
    "orrik": (5, 9, -1, 9, 5, 2),
    "pell": (7, 11, 1, 11, 5, 3),
    "ysane": (5, 9, -1, 9, 5, 2),
    "wick": (7, 11, 1, 11, 5, 3),
    "bramble": (9, 13, 3, 13, 5, 4),
    "goblin": (6, 10, 0, 10, 5, 5 * HALF),
    "orc": (5, 9, -1, 9, 5, 2),
    "ogre": (6, 10, 0, 10, 5, 5 * HALF),
    "troll": (6, 10, 0, 10, 5, 5 * HALF),
    "wyrm": (7, 11, 1, 11, 5, 3),
}
ORDER = ("core", "yards", "terrain", "impairment", "seconds")


@pytest.mark.parametrize("creature", SPEEDS)
def test_each_creature_has_one_speed_in_each_system(creature):
    squares, in_yards, spd, *others = SPEEDS[creature]
    found = tuple(systems.speed(system, creature) for system in ORDER)
    assert found == (squares, in_yards, *others)
    assert systems.spd(creature) == spd


def test_six_squares_are_a_typical_turn_of_every_system():
    found = {system: systems.converted_speed(system, 6) for system in ORDER}
    assert found == dict(zip(ORDER, (6, 10, 10, 5, 5 * HALF), strict=True))
    assert impairment.rate_per_round(found["impairment"]) == systems.typical_turn("impairment")
    assert seconds.walk_per_round(found["seconds"]) == systems.typical_turn("seconds")


@pytest.mark.parametrize("squares", [1, 2, 3, 4, 5, 9, 10, 19, 20, 49, 50, 999, 1000])
def test_a_movement_set_goes_down_to_a_number_of_the_ladder(squares):
    ladder = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
    below = max(rung for rung in ladder if rung <= squares)
    assert systems.converted_speed("impairment", squares) == below


def test_the_wyrm_flies_as_its_block_or_the_module_says():
    # In yards half a yard of Speed for each (YD-05), by the meter as on foot (TR-03), on a set of
    # its own with movement sets (IM-27), and by seconds the module says nothing.
    assert [systems.flight(system, "wyrm") for system in ORDER] == [10, 22, 11, 10, None]
    assert yards.cost("fly", 22) == systems.speed("yards", "wyrm")
    assert terrain.cost("fly", 11) == systems.speed("terrain", "wyrm")
