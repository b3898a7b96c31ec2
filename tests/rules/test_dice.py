"""Dice expressions, against every way the dice can fall."""

import itertools
import re
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


@pytest.mark.parametrize(
    ("dice", "terms"),
    [
        ("d8", [(1, 8)]),
        ("1d8", [(1, 8)]),
        ("2d6", [(2, 6)]),
        ("2d6+d8", [(2, 6), (1, 8)]),
        (" 2d6  +  d8 ", [(2, 6), (1, 8)]),
        ("100d4", [(100, 4)]),
        ("99d4+d20", [(99, 4), (1, 20)]),
    ],
)
def test_a_lone_die_is_one_and_plus_signs_join_dice(dice, terms):
    assert [tuple(term) for term in core.dice_terms(dice)] == terms


@pytest.mark.parametrize(
    "dice",
    [
        *("", " ", "d", "6", "d3", "d5", "d7", "d100", "0d6", "-1d6", "+d6", "d6+", "d6 + 2"),
        *("2 d6", "2D6", "d6d6", "d6-d4", "101d6", "60d6+41d8", "1.5d6", "d6.0", "x", "02d6"),
        *("²d6", "２d6", None, 6, 2.5, True, ("d6",), b"d6"),
    ],
)
def test_other_dice_are_refused(dice):
    allowed = '1 to 100 dice, such as "d8", "2d6" or "2d6 + d8", of d4, d6, d8, d10, d12 or d20'
    with pytest.raises(ValueError, match=re.escape(f"; allowed: {allowed}")) as refusal:
        core.average(dice)
    assert str(refusal.value).startswith("dice is ")


def test_a_hundred_dice_are_still_exact():
    hundred = core.dice_distribution("100d20")
    assert (hundred.minimum, hundred.maximum, hundred.total) == (100, 2000, 20**100)
    assert hundred.mean == 1050
    assert hundred.variance == Fraction(100 * 399, 12)
