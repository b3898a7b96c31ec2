"""Levels, tiers, hit points and surges, each figure typed from the source's own definition."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules import core

# Base hit points: (10 + place in the tier) times 1, 2 or 4, worked out by hand.
BASE = [
    *(11, 12, 13, 14, 15, 16, 17, 18, 19, 20),
    *(22, 24, 26, 28, 30, 32, 34, 36, 38, 40),
    *(44, 48, 52, 56, 60, 64, 68, 72, 76, 80),
]
# Hit points: base times 2, 2.5 or 3, rounded down.
HIT_POINTS = {
    "low": [
        *(22, 24, 26, 28, 30, 32, 34, 36, 38, 40),
        *(44, 48, 52, 56, 60, 64, 68, 72, 76, 80),
        *(88, 96, 104, 112, 120, 128, 136, 144, 152, 160),
    ],
    "medium": [
        *(27, 30, 32, 35, 37, 40, 42, 45, 47, 50),
        *(55, 60, 65, 70, 75, 80, 85, 90, 95, 100),
        *(110, 120, 130, 140, 150, 160, 170, 180, 190, 200),
    ],
    "high": [
        *(33, 36, 39, 42, 45, 48, 51, 54, 57, 60),
        *(66, 72, 78, 84, 90, 96, 102, 108, 114, 120),
        *(132, 144, 156, 168, 180, 192, 204, 216, 228, 240),
    ],
}
# Surge values: a quarter of those, rounded down.
SURGE_VALUES = {
    "low": [
        *(5, 6, 6, 7, 7, 8, 8, 9, 9, 10),
        *(11, 12, 13, 14, 15, 16, 17, 18, 19, 20),
        *(22, 24, 26, 28, 30, 32, 34, 36, 38, 40),
    ],
    "medium": [
        *(6, 7, 8, 8, 9, 10, 10, 11, 11, 12),
        *(13, 15, 16, 17, 18, 20, 21, 22, 23, 25),
        *(27, 30, 32, 35, 37, 40, 42, 45, 47, 50),
    ],
    "high": [
        *(8, 9, 9, 10, 11, 12, 12, 13, 14, 15),
        *(16, 18, 19, 21, 22, 24, 25, 27, 28, 30),
        *(33, 36, 39, 42, 45, 48, 51, 54, 57, 60),
    ],
}
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
DURABILITIES = ("low", "medium", "high")


def test_base_hit_points_of_every_level():
    assert [core.base_hit_points(level) for level in LEVELS] == BASE


@pytest.mark.parametrize("durability", DURABILITIES)
def test_hit_points_of_every_level(durability):
    assert [core.hit_points(level, durability) for level in LEVELS] == HIT_POINTS[durability]


@pytest.mark.parametrize("durability", DURABILITIES)
def test_surge_values_of_every_level(durability):
    assert [core.surge_value(level, durability) for level in LEVELS] == SURGE_VALUES[durability]


@pytest.mark.parametrize("durability", ["medium", "high"])
def test_companion_hit_points_of_every_level(durability):
    found = [core.companion_hit_points(level, durability) for level in LEVELS]
    assert found == COMPANION_HIT_POINTS[durability]


def test_no_companion_has_low_durability():
    with pytest.raises(ValueError, match='^durability is "low"; allowed: "medium" or "high"$'):
        core.companion_hit_points(1, "low")
    with pytest.raises(ValueError, match='^durability is "low"; allowed: "medium" or "high"$'):
        core.companion_factor("low")


@pytest.mark.parametrize(
    ("level", "tier", "multiplier", "place"),
    [
        (1, "heroic", 1, 1),
        (2, "heroic", 1, 2),
        (9, "heroic", 1, 9),
        (10, "heroic", 1, 10),
        (11, "paragon", 2, 1),
        (12, "paragon", 2, 2),
        (19, "paragon", 2, 9),
        (20, "paragon", 2, 10),
        (21, "epic", 4, 1),
        (22, "epic", 4, 2),
        (30, "epic", 4, 10),
        (31, "epic", 4, 11),
    ],
)
def test_a_new_tier_starts_after_every_tenth_level_until_the_last(level, tier, multiplier, place):
    assert core.tier(level) == tier
    assert core.tier_multiplier(level) == multiplier
    assert core.place_in_tier(level) == place


def test_durability_multiplies_base_hit_points():
    assert [core.durability_factor(name) for name in DURABILITIES] == [2, Fraction(5, 2), 3]
    assert [core.companion_factor(name) for name in ("medium", "high")] == [Fraction(3, 2), 2]


def test_the_last_level_has_not_eight_times_the_hit_points_of_the_first():
    assert core.hit_point_ratio(1, 30, "low") == Fraction(160, 22)
    assert core.hit_point_ratio(1, 30, "medium") == Fraction(200, 27)
    assert core.hit_point_ratio(1, 30, "high") == Fraction(240, 33)
    assert core.hit_point_ratio(30, 1, "low") == Fraction(22, 160)


@pytest.mark.parametrize(
    ("current", "maximum", "bloodied"),
    [
        (10, 22, True),
        (11, 22, False),
        (12, 22, False),
        (13, 27, True),
        (14, 27, False),
        (0, 1, True),
        (1, 1, False),
        (0, 2, True),
        (1, 2, False),
        (-5, 27, True),
        (27, 27, False),
    ],
)
def test_bloodied_is_below_half(current, maximum, bloodied):
    assert core.is_bloodied(current, maximum) is bloodied


@given(st.integers(1, 10_000))
def test_bloodied_at_is_the_last_that_is_bloodied(maximum):
    threshold = core.bloodied_at(maximum)
    assert core.is_bloodied(threshold, maximum)
    assert not core.is_bloodied(threshold + 1, maximum)


@pytest.mark.parametrize(
    "rule", [core.hit_points, core.surge_value, core.companion_hit_points], ids=lambda r: r.__name__
)
@pytest.mark.parametrize("level", [0, -1, 31, 100])
def test_heroes_have_levels_from_1_to_30(rule, level):
    message = f"^level is {level}; allowed: a whole number from 1 to 30$"
    with pytest.raises(ValueError, match=message):
        rule(level, "medium")
