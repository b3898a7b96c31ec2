"""How a figure relates to its dice: right, rounded, a hero's, at its highest, or wrong."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Literal

from sfrules.lint.dice.dice_figures import DiceFigure

Verdict = Literal["right", "down", "up", "first", "hero", "highest", "wrong"]
DICE_OF_A_HERO = 2  # at least: with one die, its highest face is just the highest result
LIFE = frozenset("health hp hps points".split())


def verdict(figure: DiceFigure) -> Verdict:
    """How a figure relates to its dice."""
    average, number = figure.roll.average, figure.number
    if figure.low is not None:
        return _verdict_of_range(figure.low, number, figure)
    is_right = number == average or (number == 1 and floor(average) < 1)
    if is_right or _is_of_a_pool(figure):
        return "right"
    if number in _with_first_at_highest(figure):
        return "first"
    if number in _with_each_rounded_up(figure):
        return "hero"
    if number in {floor(average), ceil(average)}:
        return "down" if number < average else "up"
    return "highest" if number == figure.roll.highest else "wrong"


def _verdict_of_range(low: Fraction, high: Fraction, figure: DiceFigure) -> Verdict:
    """A range is wrong if one end is right, which shows that it is for its dice, and one is not."""
    least, most = figure.roll.lowest, figure.roll.highest
    ends = [low in {least, max(least, 0), max(least, 1)}, high in {most, max(most, 1)}]
    near = abs(high - most) + abs(low - least) <= 1
    return "wrong" if sum(ends) == 1 and (figure.said or (near and least > 1)) else "right"


def _is_of_a_pool(figure: DiceFigure) -> bool:
    """Whether hit points of several kinds of dice are near enough: each kind may be rounded."""
    dice = figure.roll.dice
    if len(dice) == 1 or figure.about not in LIFE:
        return False
    most = max(each.sides for each in dice) // 2 + len(dice)
    return -len(dice) <= figure.number - figure.roll.average <= most


def _with_first_at_highest(figure: DiceFigure) -> set[int]:
    """Hit points of heroes as some books count them: the first die is not rolled."""
    if not may_be_a_heros(figure):
        return set()
    rest = {figure.roll.average + Fraction(d.sides - 1, 2) for d in figure.roll.dice}
    return {*map(floor, rest), *map(ceil, rest)}


def _with_each_rounded_up(figure: DiceFigure) -> set[int]:
    """Hit points of heroes as others count them: each die is its average, rounded up."""
    if not may_be_a_heros(figure):
        return set()
    roll = figure.roll
    each = roll.added + sum(dice.count * (dice.sides // 2 + 1) for dice in roll.dice)
    return {each, *(each + dice.sides // 2 - 1 for dice in roll.dice)}


def may_be_a_heros(figure: DiceFigure) -> bool:
    return figure.about in LIFE and figure.roll.dice[0].count >= DICE_OF_A_HERO
