"""One-second moves: squares, walks, runs, terrain and paths."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules import seconds

HALF = Fraction(1, 2)


# The same ground in every way that it may be said.
GROUND = {
    "letters": [".~^", "~~."],
    "a text": ".~^\n~~.",
    "an indented text": "\n    .~^\n    ~~.\n",
    "words": [["clear", "difficult", "extreme"], ("difficult", "difficult", "clear")],
    "a mapping": {
        (1, 0): "difficult",
        (2, 0): "extreme",
        (0, 1): "difficult",
        (1, 1): "difficult",
    },
    "a function": lambda square: [
        ["clear", "difficult", "extreme"],
        ["difficult", "difficult", "clear"],
    ][square[1]][square[0]],
}


@pytest.mark.parametrize("ground", GROUND)
@pytest.mark.parametrize(
    ("path", "cost"),
    [
        ([(0, 0)], 0),
        ([(2, 0)], 0),
        ([(0, 0), (1, 0)], 2),
        ([(1, 0), (0, 0)], 1),
        ([(0, 0), (1, 1)], 3),
        ([(0, 0), (1, 1), (2, 0)], Fraction(15, 2)),
        ([(0, 0), (1, 0), (2, 1)], Fraction(7, 2)),
        ([(0, 1), (0, 0), (0, 1)], 3),
        (((0, 0), [1, 0], (2.0, 0)), 5),
    ],
)
def test_a_path_costs_what_each_square_that_it_enters_does(ground, path, cost):
    assert seconds.path_cost(path, GROUND[ground]) == cost


@pytest.mark.parametrize(
    "ground", [["#."], [["wall", "clear"]], {(0, 0): "wall"}, lambda _square: "wall"]
)
def test_a_path_enters_no_wall_and_no_unknown_terrain(ground):
    with pytest.raises(
        ValueError, match='^terrain is "(#|wall)"; allowed: "clear", "difficult" or '
    ):
        seconds.path_cost([(1, 0), (0, 0)], ground)


@given(st.lists(st.sampled_from([(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0)]), max_size=20))
def test_a_path_over_clear_ground_costs_its_straight_steps_and_half_more_for_diagonals(steps):
    path = [(0, 0)]
    for x, y in steps:
        path.append((path[-1][0] + x, path[-1][1] + y))
    diagonals = sum(1 for x, y in steps if x and y)
    assert seconds.path_cost(path, {}) == len(steps) + HALF * diagonals
    assert seconds.path_cost(path, lambda _square: "difficult") == 2 * len(steps) + diagonals
