"""Dice expressions: "d8", "2d6", "2d6 + d8"."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, NamedTuple, TypeAlias

from sfrules import authored
from sfrules.rules.distribution import Distribution
from sfrules.rules.domain import NotInDomain, either, rule

# Bounds the work of a distribution: a hundred d20 make fewer than two thousand outcomes.
MOST_DICE = 100

_TERM = re.compile(r"([1-9][0-9]{0,2})?d([1-9][0-9]{0,2})")


class DiceTerm(NamedTuple):
    """Some dice of one kind."""

    number: int
    faces: int


@dataclass(frozen=True)
class DiceExpression:
    """Dice as they are written: one or more kinds, joined by plus signs."""

    @property
    def allowed(self) -> str:
        """The dice in words."""
        kinds = either(row.id for row in authored.rows("dice"))
        return f'1 to {MOST_DICE} dice, such as "d8", "2d6" or "2d6 + d8", of {kinds}'

    def take(self, value: object) -> str:
        """Accept an expression whose dice the game has, and return it tidied."""
        if not isinstance(value, str):
            raise NotInDomain
        terms = _terms(value)
        known = {row.faces for row in authored.rows("dice")}
        if not {term.faces for term in terms} <= known:
            raise NotInDomain
        if sum(term.number for term in terms) > MOST_DICE:
            raise NotInDomain
        return " + ".join(notation(term) for term in terms)


Dice: TypeAlias = Annotated[str, DiceExpression()]


def notation(term: DiceTerm) -> str:
    """Write some dice of one kind: one die of eight faces is d8, two are 2d8."""
    return f"d{term.faces}" if term.number == 1 else f"{term.number}d{term.faces}"


def _terms(text: str) -> tuple[DiceTerm, ...]:
    matches = [_TERM.fullmatch(part.strip()) for part in text.split("+")]
    found = [match for match in matches if match]
    if len(found) < len(matches):
        raise NotInDomain
    return tuple(DiceTerm(int(match[1] or 1), int(match[2])) for match in found)


@rule
def dice_terms(dice: Dice) -> tuple[DiceTerm, ...]:
    """Split a dice expression into its kinds of dice.

    Args:
        dice: a dice expression, 1 to 100 dice in all.

    Raises:
        ValueError: for dice that the game does not have, or too many.

    Source: SF-01.

    >>> [(number, faces) for number, faces in dice_terms("2d6 + d8")]
    [(2, 6), (1, 8)]
    """
    return _terms(dice)


@rule
def average(dice: Dice) -> Fraction:
    """Give the average total of some dice: half of one more than the faces, for each die.

    Args:
        dice: a dice expression, 1 to 100 dice in all.

    Raises:
        ValueError: for dice that the game does not have, or too many.

    Source: SF-01.

    >>> average("2d12") == 13, average("d8")
    (True, Fraction(9, 2))
    """
    return Fraction(sum(number * (faces + 1) for number, faces in _terms(dice)), 2)


@rule
def lowest_roll(dice: Dice) -> int:
    """Give the lowest total of some dice: every die shows 1.

    Args:
        dice: a dice expression, 1 to 100 dice in all.

    Raises:
        ValueError: for dice that the game does not have, or too many.

    Source: SF-01.

    >>> lowest_roll("7d4")
    7
    """
    return sum(number for number, _ in _terms(dice))


@rule
def highest_roll(dice: Dice) -> int:
    """Give the highest total of some dice: every die shows its last face.

    Args:
        dice: a dice expression, 1 to 100 dice in all.

    Raises:
        ValueError: for dice that the game does not have, or too many.

    Source: SF-01.

    >>> highest_roll("7d4")
    28
    """
    return sum(number * faces for number, faces in _terms(dice))


@rule
def dice_distribution(dice: Dice) -> Distribution:
    """Give the exact distribution of the total of some dice.

    Args:
        dice: a dice expression, 1 to 100 dice in all.

    Raises:
        ValueError: for dice that the game does not have, or too many.

    Source: SF-01.

    >>> dice_distribution("2d6").chance(7)
    Fraction(1, 6)
    """
    return _distribution(_terms(dice))


@lru_cache(maxsize=64)
def _distribution(terms: tuple[DiceTerm, ...]) -> Distribution:
    # Here, not above: most commands roll nothing, and need not wait for it.
    import icepool

    # Gathered, so that "d6 + d6" costs what "2d6" costs.
    kinds: Counter[int] = Counter()
    for number, faces in terms:
        kinds[faces] += number
    total = sum((number @ icepool.d(faces) for faces, number in kinds.items()), icepool.Die([0]))
    return Distribution.of(dict(total.items()))
