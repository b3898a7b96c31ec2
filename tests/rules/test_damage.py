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
