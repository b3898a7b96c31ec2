"""Dice expressions, against every way the dice can fall."""

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from sfrules.rules import core

SMALL = ["d4", "d6", "d8", "d10", "d12", "d20", "2d4", "3d6", "2d12", "d4+d6", "2d6 + d8", "d4+d4"]


def faces_of(dice: str) -> list[int]:
    """Read dice by a way of our own: the oracle shares no code with what it judges."""
    found = []
    for part in dice.replace(" ", "").split("+"):
        number, faces = part.split("d")
        found += [int(faces)] * int(number or 1)
    return found


def by_counting(dice: str) -> Counter[int]:
    rolls = itertools.product(*(range(1, faces + 1) for faces in faces_of(dice)))
    return Counter(map(sum, rolls))


@pytest.mark.parametrize("dice", SMALL)
def test_a_distribution_counts_every_way_the_dice_can_fall(dice):
    assert dict(core.dice_distribution(dice).counts) == by_counting(dice)


@pytest.mark.parametrize("dice", SMALL)
def test_average_lowest_and_highest_are_those_of_every_way_the_dice_can_fall(dice):
    counts = by_counting(dice)
    mean = Fraction(sum(total * ways for total, ways in counts.items()), counts.total())
    assert core.average(dice) == mean
    assert core.lowest_roll(dice) == min(counts)
    assert core.highest_roll(dice) == max(counts)
