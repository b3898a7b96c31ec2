"""Damage, its multipliers and its distribution."""

import itertools
import math
from collections import Counter
from fractions import Fraction

import pytest

from sfrules.rules import core

HALF = Fraction(1, 2)

# By level from 1 to 30, typed from the thresholds of the source.
DICE_MULTIPLIERS = [1] * 5 + [1 + HALF] * 10 + [2] * 10 + [3] * 5
ABILITY_MULTIPLIERS = [
    *(1, 1, 1),  # 1 to 3
    *(1 + HALF, 1 + HALF, 1 + HALF, 1 + HALF, 1 + HALF),  # 4 to 8
    *(2, 2),  # 9 and 10
    *(2 + HALF, 2 + HALF, 2 + HALF),  # 11 to 13
    *(3, 3, 3),  # 14 to 16
    *(3 + HALF, 3 + HALF),  # 17 and 18
    *(4, 4),  # 19 and 20
    *(5, 5, 5),  # 21 to 23
    *(6, 6, 6),  # 24 to 26
    *(7, 7),  # 27 and 28
    *(8, 8),  # 29 and 30
]
# Ability damage modifiers at the first level of each row of the multipliers, for -1 to 5:
# each product by hand, rounded towards minus infinity.
MODIFIERS = {
    1: [-1, 0, 1, 2, 3, 4, 5],
    4: [-2, 0, 1, 3, 4, 6, 7],
    9: [-2, 0, 2, 4, 6, 8, 10],
    11: [-3, 0, 2, 5, 7, 10, 12],
    14: [-3, 0, 3, 6, 9, 12, 15],
    17: [-4, 0, 3, 7, 10, 14, 17],
    19: [-4, 0, 4, 8, 12, 16, 20],
    21: [-5, 0, 5, 10, 15, 20, 25],
    24: [-6, 0, 6, 12, 18, 24, 30],
    27: [-7, 0, 7, 14, 21, 28, 35],
    29: [-8, 0, 8, 16, 24, 32, 40],
}


def test_dice_multipliers_of_every_level():
    assert [core.dice_multiplier(level) for level in range(1, 31)] == DICE_MULTIPLIERS


def test_ability_multipliers_of_every_level():
    assert [core.ability_multiplier(level) for level in range(1, 31)] == ABILITY_MULTIPLIERS


@pytest.mark.parametrize("level", [31, 40, 1000])
def test_monsters_above_the_last_threshold_keep_its_multipliers(level):
    assert core.dice_multiplier(level) == 3
    assert core.ability_multiplier(level) == 8


@pytest.mark.parametrize("level", MODIFIERS)
def test_ability_damage_modifiers(level):
    found = [core.ability_damage_modifier(ability, level) for ability in range(-1, 6)]
    assert found == MODIFIERS[level]


@pytest.mark.parametrize(
    ("dice_total", "ability", "level", "bonus", "damage"),
    [
        (9, 3, 1, 0, 12),
        (9, 3, 7, 2, 13 + 4 + 2),  # 13.5 and 4.5: two roundings, not one
        (9, -1, 7, 0, 13 - 2),  # -1.5 is rounded down to -2
        (1, 0, 5, 0, 1),
        (1, 0, 6, 0, 1),
        (3, 0, 6, 0, 4),
        (3, 0, 15, 0, 4),
        (3, 0, 16, 0, 6),
        (3, 0, 25, 0, 6),
        (3, 0, 26, 0, 9),
        (0, 5, 29, -3, 37),
        (10, 4, 30, 5, 30 + 32 + 5),
    ],
)
def test_each_product_of_damage_is_rounded_down(dice_total, ability, level, bonus, damage):
    assert core.damage(dice_total, ability, level, bonus) == damage


@pytest.mark.parametrize(
    ("dice", "ability", "level", "bonus"),
    [
        ("2d12", 4, 1, 0),
        ("d8", -1, 4, 0),
        ("7d4", 2, 6, 1),
        ("2d6 + d8", 3, 7, -2),
        ("2d10", 5, 17, 0),
        ("3d6", 5, 30, 4),
    ],
)
def test_the_distribution_of_damage_counts_every_roll(dice, ability, level, bonus):
    faces = []
    for part in dice.replace(" ", "").split("+"):
        number, sides = part.split("d")
        faces += [range(1, int(sides) + 1)] * int(number or 1)
    dice_factor, ability_factor = DICE_MULTIPLIERS[level - 1], ABILITY_MULTIPLIERS[level - 1]
    counts = Counter(
        math.floor(sum(roll) * dice_factor) + math.floor(ability * ability_factor) + bonus
        for roll in itertools.product(*faces)
    )
    found = core.damage_distribution(dice, ability, level, bonus)
    assert dict(found.counts) == counts
    mean = Fraction(sum(total * ways for total, ways in counts.items()), counts.total())
    assert core.average_damage(dice, ability, level, bonus) == found.mean == mean


@pytest.mark.parametrize(
    "rule", [core.dice_multiplier, core.ability_multiplier], ids=lambda rule: rule.__name__
)
def test_levels_begin_at_1(rule):
    with pytest.raises(ValueError, match="^level is 0; allowed: a whole number from 1 up$"):
        rule(0)


def test_dice_never_total_less_than_nothing():
    with pytest.raises(ValueError, match="^dice_total is -1; allowed: a whole number from 0 up$"):
        core.damage(-1, 0, 1)
