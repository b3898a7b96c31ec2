"""The ladder 1, 2, 5, 10, 20, 50 … and the price of a space on it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias

from sfrules.rules.domain import Count, NotInDomain, WholeNumber, rule

# Bounds the work, far beyond any game: the ladder itself has no end.
LONGEST_CLIMB = 1500


@dataclass(frozen=True)
class OnTheLadder:
    """The numbers that stand on the ladder."""

    allowed: str = "a number of the ladder 1, 2, 5, 10, 20, 50 and so on"

    def take(self, value: object) -> int:
        """Accept a whole number that is a rung."""
        number = WholeNumber(1).take(value)
        if number > _rung(LONGEST_CLIMB) or number != _rung(_steps_to(number)):
            raise NotInDomain
        return number


Step: TypeAlias = Annotated[int, WholeNumber(0, 2 * LONGEST_CLIMB)]
Steps: TypeAlias = Annotated[int, WholeNumber(0, LONGEST_CLIMB)]
Rung: TypeAlias = Annotated[int, OnTheLadder()]
Rate: TypeAlias = Annotated[int, WholeNumber(1)]


@rule
def ladder(n: Step) -> int:
    """Give the number at a step of the ladder: 1, 2, 5, and then ten times the one three before.

    Args:
        n: steps above the foot of the ladder, from 0 to 3000.

    Raises:
        ValueError: for anything but a whole number in that range.

    Source: IM-01.

    >>> [ladder(n) for n in range(9)]
    [1, 2, 5, 10, 20, 50, 100, 200, 500]
    """
    place = n % 3
    tens: int = 10 ** (n // 3)
    return (1 if place == 0 else 2 if place == 1 else 5) * tens


@rule
def place_on_ladder(value: Rung) -> int:
    """Give the step of the ladder that a number stands at.

    Args:
        value: a number of the ladder.

    Raises:
        ValueError: for a number that is not on the ladder.

    Source: IM-01.

    >>> place_on_ladder(1), place_on_ladder(500)
    (0, 8)
    """
    return _steps_to(value)


@rule
def step_up(value: Rung, steps: Steps = 1) -> int:
    """Give the number that stands some steps above another on the ladder.

    Args:
        value: a number of the ladder.
        steps: how many steps up, from 0 to 1500.

    Raises:
        ValueError: for a number that is not on the ladder, or steps out of range.

    Source: IM-01.

    >>> step_up(5), step_up(1, steps=4)
    (10, 20)
    """
    return ladder(place_on_ladder(value) + steps)


@rule
def move_cost(impairments: Step) -> int:
    """Give what a space costs, in movement rate: the ladder, by the count of impairments.

    Args:
        impairments: how many impairments apply; each counts, whatever its cause.

    Raises:
        ValueError: for anything but a whole number from 0 to 3000.

    Source: IM-02.

    >>> move_cost(0), move_cost(1), move_cost(3)
    (1, 2, 10)
    """
    return ladder(impairments)


@rule
def turns_to_move(spaces: Count, rate: Rate, impairments: Step, keep_rest: bool = False) -> int:
    """Give the turns until some spaces are paid for, when each turn's rest is lost.

    Rate that does not pay for a space is stored until it does. Then the space is gone at once, and
    storing begins anew, from nothing.

    Args:
        spaces: how many spaces to move, 0 or more.
        rate: movement rate of a turn, 1 or more.
        impairments: how many impairments apply.
        keep_rest: whether what a space leaves over is kept, which is the kinder reading.

    Raises:
        ValueError: for anything but whole numbers in range.

    Source: IM-03.

    >>> turns_to_move(1, rate=2, impairments=2), turns_to_move(2, rate=2, impairments=2)
    (3, 6)
    >>> turns_to_move(2, rate=2, impairments=2, keep_rest=True)
    5
    """
    price = move_cost(impairments)
    return (
        math.ceil(Fraction(spaces * price, rate))
        if keep_rest
        else spaces * math.ceil(Fraction(price, rate))
        if rate < price
        else math.ceil(Fraction(spaces, rate // price))
    )


@rule
def chase_successes(spaces: Count, impairments: Step) -> int:
    """Give the successes that some spaces take in a chase: each takes what it costs in a fight.

    Args:
        spaces: how many spaces to gain, 0 or more.
        impairments: how many impairments apply.

    Raises:
        ValueError: for anything but whole numbers in range.

    Source: IM-04.

    >>> chase_successes(1, impairments=2), chase_successes(3, impairments=1)
    (5, 6)
    """
    return spaces * move_cost(impairments)


def _rung(n: int) -> int:
    tens: int = 10 ** (n // 3)
    return (1, 2, 5)[n % 3] * tens


def _steps_to(value: int) -> int:
    """Find the highest step whose number is no larger."""
    tens = len(str(value)) - 1
    leading = value // 10**tens
    return 3 * tens + (0 if leading == 1 else 1 if leading < 5 else 2)  # noqa: PLR2004 — 1, 2, 5
