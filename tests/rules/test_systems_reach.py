"""Reach maps and cheapest ways, against a walker that tries everything."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules import seconds, systems

HALF = Fraction(1, 2)

# By letter, what a straight and a diagonal step onto it cost: typed from the sources' figures.
COSTS = {
    ("core", "walking"): {".": (1, 1)},
    ("yards", "walk"): {".": (1, 1), "~": (2, 2)},
    ("yards", "crawl"): {".": (2, 2), "~": (3, 3)},
    ("yards", "fly"): {".": (HALF, HALF), "~": (3 * HALF, 3 * HALF)},
    ("terrain", "walk"): {".": (1, 1), "~": (2, 2), "^": (4, 4)},
    ("terrain", "fly"): {".": (1, 1), "~": (1, 1), "^": (1, 1)},
    ("impairment", "walk"): {".": (1, 1), "~": (2, 2)},
    ("impairment", "sneak"): {".": (2, 2), "~": (5, 5)},
    ("seconds", "walk"): {".": (1, 3 * HALF), "~": (2, 3), "^": (3, 9 * HALF)},
}
WAYS = list(COSTS)
GRIDS = [
    ["."],
    ["....", "....", "....", "...."],
    [".~~.", "~##~", ".~~.", "...."],
    ["..#..", "..#..", "..~..", "..#..", "..#.."],
    [".#...", "...#.", "~~~#~", ".#...", "..#.."],
    ["~~~~~~", "~....~", "~.##.~", "~....~"],
    [".#", "#."],
]
HARSH = [
    [".^^.", "^##^", ".~^.", "...."],
    ["..^..", ".^~^.", "..#..", ".^~^."],
]


def neighbors(grid, square):
    x, y = square
    for across in (-1, 0, 1):
        for along in (-1, 0, 1):
            u, v = x + across, y + along
            on_map = 0 <= v < len(grid) and 0 <= u < len(grid[v])
            if (across or along) and on_map and grid[v][u] != "#":
                yield (u, v), bool(across and along)


def by_rounds(grid, start, costs):
    """Let every square offer its cost to its neighbors, until nobody gains."""
    best, changed = {start: 0}, True
    while changed:
        changed = False
        for here in list(best):
            for there, diagonal in neighbors(grid, here):
                cost = best[here] + costs[grid[there[1]][there[0]]][diagonal]
                if there not in best or cost < best[there]:
                    best[there], changed = cost, True
    return best


@given(
    st.sampled_from(WAYS),
    st.integers(1, 9).flatmap(
        lambda width: st.lists(
            st.text(alphabet=".~^#", min_size=width, max_size=width), min_size=1, max_size=9
        )
    ),
    st.fractions(min_value=0, max_value=20, max_denominator=4),
    st.data(),
)
def test_reach_and_cheapest_ways_on_any_map(way, grid, budget, data):
    grid = ["".join(each if each in (*COSTS[way], "#") else "." for each in row) for row in grid]
    open_squares = [
        (x, y) for y, row in enumerate(grid) for x, each in enumerate(row) if each != "#"
    ]
    if not open_squares:
        return
    start, goal = (data.draw(st.sampled_from(open_squares)) for _ in range(2))
    every = by_rounds(grid, start, COSTS[way])
    reach = systems.reach_map(grid, start, budget, way[0], way[1])
    assert dict(reach) == {square: cost for square, cost in every.items() if cost <= budget}
    found = systems.cheapest(grid, start, goal, way[0], way[1])
    assert (found.cost if found else None) == every.get(goal)
    if found:
        assert (found.squares[0], found.squares[-1]) == (start, goal)
        assert found.cost == walked(grid, found.squares, COSTS[way])


def walked(grid, squares, costs):
    total = 0
    for here, there in pairwise(squares):
        (diagonal,) = (diagonal for square, diagonal in neighbors(grid, here) if square == there)
        total += costs[grid[there[1]][there[0]]][diagonal]
    return total


@pytest.mark.parametrize("grid", [*GRIDS, *HARSH], ids="/".join)
def test_a_cheapest_way_by_seconds_costs_what_its_path_does(grid):
    last = (len(grid[-1]) - 1, len(grid) - 1)
    way = systems.cheapest(grid, (0, 0), last, "seconds")
    assert way.cost == seconds.path_cost(way.squares, grid)
    assert list(way) == list(way.squares)
    assert way.steps == len(way.squares) - 1
