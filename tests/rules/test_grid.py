"""Squares, distances, bursts and speed."""

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules import core

square = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
near = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def by_walking(start, goal):
    """Count the fewest steps from square to square, straight or diagonal."""
    reached, ahead = {start: 0}, deque([start])
    while goal not in reached:
        x, y = here = ahead.popleft()
        for across, along in STEPS:
            there = (x + across, y + along)
            if there not in reached:
                reached[there] = reached[here] + 1
                ahead.append(there)
    return reached[goal]


@given(near, near)
def test_distance_is_the_fewest_steps(a, b):
    assert core.distance(a, b) == by_walking(a, b)


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ((0, 0), (0, 0), 0),
        ((0, 0), (1, 0), 1),
        ((0, 0), (1, 1), 1),
        ((0, 0), (3, 3), 3),
        ((0, 0), (3, -2), 3),
        ((-2, 5), (4, 4), 6),
        ([0, 0], [2, 1], 2),
        ((0, 0), (2.0, 1), 2),
    ],
)
def test_a_diagonal_step_costs_the_same_as_a_straight_one(a, b, distance):
    assert core.distance(a, b) == distance


@pytest.mark.parametrize("b", STEPS)
def test_eight_squares_are_adjacent(b):
    assert core.is_adjacent((0, 0), b)


@pytest.mark.parametrize("b", [(0, 0), (2, 0), (0, -2), (2, 2), (1, 2)])
def test_no_other_square_is_adjacent(b):
    assert not core.is_adjacent((0, 0), b)


@given(square, st.integers(0, 6))
def test_a_burst_is_every_square_within_its_radius(center, radius):
    x, y = center
    board = [(x + i, y + j) for i in range(-8, 9) for j in range(-8, 9)]
    within = sorted(s for s in board if max(abs(s[0] - x), abs(s[1] - y)) <= radius)
    assert list(core.burst(center, radius)) == within


@pytest.mark.parametrize(
    ("radius", "width", "size"),
    [(0, 1, 1), (1, 3, 9), (2, 5, 25), (3, 7, 49), (10, 21, 441), (50, 101, 10201)],
)
def test_a_burst_is_a_square(radius, width, size):
    assert core.burst_width(radius) == width
    assert core.burst_size(radius) == size
    assert len(core.burst((0, 0), radius)) == size


@pytest.mark.parametrize("radius", [-1, 51])
def test_a_radius_is_0_to_50(radius):
    message = f"^radius is {radius}; allowed: a whole number from 0 to 50$"
    with pytest.raises(ValueError, match=message):
        core.burst((0, 0), radius)


@pytest.mark.parametrize("center", [None, 3, (1,), (1, 2, 3), (1, 2.5), ("a", 1), "ab", (True, 0)])
def test_a_square_is_a_pair_of_whole_numbers(center):
    with pytest.raises(ValueError, match=r"; allowed: a pair \(x, y\) of whole numbers$"):
        core.burst(center, 1)


@pytest.mark.parametrize(
    ("origin", "penalty", "speed"), [(6, 0, 6), (6, 1, 5), (5, 1, 4), (7, 0, 7), (0, 0, 0)]
)
def test_armor_takes_from_speed(origin, penalty, speed):
    assert core.movement_speed(origin, penalty) == speed


def test_each_square_costs_the_slowed_two():
    assert [core.slowed_squares(speed) for speed in range(8)] == [0, 0, 1, 1, 2, 2, 3, 3]


def test_the_neighbors_of_a_square_share_a_side_or_a_corner_with_it():
    plane = [(x, y) for x in range(-9, 10) for y in range(-9, 10)]
    around = {(x, y) for x, y in plane if max(abs(x - 3), abs(y + 2)) == 1}
    assert len(around) == 8
    assert set(core.neighbors((3, -2))) == around


@pytest.mark.parametrize(("radius", "count"), [(0, 0), (1, 8), (4, 80), (5, 120)])
def test_the_neighbors_within_a_radius_fill_a_square_but_its_middle(radius, count):
    assert len(core.neighbors((0, 0), radius)) == count
    assert (0, 0) not in core.neighbors((0, 0), radius)
