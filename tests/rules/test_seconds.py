"""One-second moves: squares, walks, runs, terrain and paths."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import seconds

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("speed", "square", "squares"),
    [
        (2.5, 1, 3),
        (2.4, 1, 2),
        (2.6, 1, 3),
        (0.5, 1, 1),
        (0.49, 1, 0),
        (1.5, 1, 2),
        (3.5, 1, 4),
        (4.5, 1, 5),
        (0, 1, 0),
        (3, 2, 2),
        (5, 2, 3),
        (4, 1.5, 3),
        (Decimal("2.25"), HALF, 5),
        (1, 3, 0),
    ],
)
def test_a_move_covers_speed_by_square_a_half_rounded_up(speed, square, squares):
    assert seconds.squares_per_move(speed, square) == squares


def test_a_square_is_a_meter_wide_unless_said():
    assert seconds.squares_per_move(2.5) == 3


@pytest.mark.parametrize(
    ("speed", "walked", "run"),
    [(0, 0, 0), (1, 6, 18), (2, 12, 36), (2.5, 15, 45), (Fraction(1, 3), 2, 6)],
)
def test_a_round_is_6_times_speed_walked_and_18_times_run(speed, walked, run):
    assert seconds.walk_per_round(speed) == walked
    assert seconds.run_per_round(speed) == run


def test_a_round_is_six_moves_or_two_runs_of_three_seconds():
    assert seconds.moves_per_round() == 6
    assert seconds.shortest_run() == 3
    assert seconds.runs_per_round() == 2


@pytest.mark.parametrize(("length", "meters"), [(3, 18), (4, 24), (5, 30), (6, 36)])
def test_a_run_is_three_times_speed_each_second(length, meters):
    assert seconds.run_distance(2, length) == meters


@pytest.mark.parametrize("length", [0, 2, 7])
def test_a_run_takes_3_seconds_at_least_and_a_round_at_most(length):
    message = f"^seconds is {length}; allowed: a whole number from 3 to 6$"
    with pytest.raises(ValueError, match=message):
        seconds.run_distance(2, length)


@pytest.mark.parametrize(
    ("terrain", "straight", "diagonal"),
    [("clear", 1, Fraction(3, 2)), ("difficult", 2, 3), ("extreme", 3, Fraction(9, 2))],
)
def test_a_step_costs_by_terrain_and_half_as_much_again_diagonally(terrain, straight, diagonal):
    assert seconds.step_cost(diagonal=False, terrain=terrain) == straight
    assert seconds.step_cost(diagonal=True, terrain=terrain) == diagonal


def test_terrain_that_there_is_not():
    message = '^terrain is "rough"; allowed: "clear", "difficult" or "extreme"$'
    with pytest.raises(ValueError, match=message):
        seconds.step_cost(diagonal=False, terrain="rough")


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


def test_what_a_mapping_leaves_out_is_clear():
    assert seconds.path_cost([(5, 5)], {}) == 0
    assert seconds.path_cost([(-1, -1), (0, 0), (0, 1)], {(0, 1): "extreme"}) == Fraction(9, 2)


@pytest.mark.parametrize(
    "path", [[], None, 3, "path", [(0, 0), (2, 0)], [(0, 0), (0, 0)], [(0, 0), (0.5, 0)], [1, 2]]
)
def test_a_path_goes_from_square_to_next_square(path):
    message = r"^path is .+; allowed: a list of squares \(x, y\), each next to the one before it$"
    with pytest.raises(ValueError, match=message):
        seconds.path_cost(path, {})


@pytest.mark.parametrize(
    "ground", [[], "", ["..", "."], [".x"], [["clear"], "."], 3, None, {"a": "clear"}, ["a b"]]
)
def test_ground_is_said_in_one_of_the_ways(ground):
    with pytest.raises(
        ValueError, match="^terrain_at is .+; allowed: rows of letters or of terrains,"
    ):
        seconds.path_cost([(0, 0)], ground)


@pytest.mark.parametrize("square", [(-1, 0), (0, -1), (2, 0), (0, 1)])
def test_a_path_stays_on_the_rows(square):
    path = [(0, 0), square] if square != (2, 0) else [(1, 0), square]
    with pytest.raises(ValueError, match=r"^path is \(.+\); allowed: squares of the map$"):
        seconds.path_cost(path, [".."])


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


def test_what_rules_out_a_run():
    conditions = {row.id for row in authored.rows("seconds-running")}
    assert conditions == {
        "rough_ground",
        "footwear",
        "balancing",
        "slopes",
        "turns",
    }
