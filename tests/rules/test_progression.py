"""Levels, tiers, hit points and surges, each figure typed from the source's own definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules import core

# Beast companions: base times 1.5 or 2, rounded down.
COMPANION_HIT_POINTS = {
    "medium": [
        *(16, 18, 19, 21, 22, 24, 25, 27, 28, 30),
        *(33, 36, 39, 42, 45, 48, 51, 54, 57, 60),
        *(66, 72, 78, 84, 90, 96, 102, 108, 114, 120),
    ],
    "high": [
        *(22, 24, 26, 28, 30, 32, 34, 36, 38, 40),
        *(44, 48, 52, 56, 60, 64, 68, 72, 76, 80),
        *(88, 96, 104, 112, 120, 128, 136, 144, 152, 160),
    ],
}
LEVELS = range(1, 31)


@pytest.mark.parametrize("durability", ["medium", "high"])
def test_companion_hit_points_of_every_level(durability):
    found = [core.companion_hit_points(level, durability) for level in LEVELS]
    assert found == COMPANION_HIT_POINTS[durability]


@given(st.integers(1, 10_000))
def test_bloodied_at_is_the_last_that_is_bloodied(maximum):
    threshold = core.bloodied_at(maximum)
    assert core.is_bloodied(threshold, maximum)
    assert not core.is_bloodied(threshold + 1, maximum)
