"""Squares, distances, bursts and speed."""

from collections import deque

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


@given(square, st.integers(0, 6))
def test_a_burst_is_every_square_within_its_radius(center, radius):
    x, y = center
    board = [(x + i, y + j) for i in range(-8, 9) for j in range(-8, 9)]
    within = sorted(s for s in board if max(abs(s[0] - x), abs(s[1] - y)) <= radius)
    assert list(core.burst(center, radius)) == within


def test_the_neighbors_of_a_square_share_a_side_or_a_corner_with_it():
    plane = [(x, y) for x in range(-9, 10) for y in range(-9, 10)]
    around = {(x, y) for x, y in plane if max(abs(x - 3), abs(y + 2)) == 1}
    assert len(around) == 8
    assert set(core.neighbors((3, -2))) == around
