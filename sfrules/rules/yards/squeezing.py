"""Tight places: squeezing in, clearing the way, and digging one."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, TypeAlias

from sfrules.rules.domain import WholeNumber, rule
from sfrules.rules.exact import Exact
from sfrules.rules.yards.measures import SMALLEST_SIZE, Size

Workers: TypeAlias = Annotated[int, WholeNumber(1)]


@rule
def squeeze_space(size: Size) -> Exact:
    """Give the Size of the space that a creature can squeeze into: half its own, at least 1/2.

    A half that comes to 1 or more is rounded down to a whole Size.

    Args:
        size: Size of the creature, 1/2 or a whole number from 1 up.

    Raises:
        ValueError: for a Size that there is not.

    Source: YD-28.

    >>> squeeze_space(1), squeeze_space(2), squeeze_space(3)
    (Fraction(1, 2), 1, 1)
    """
    return max(SMALLEST_SIZE, size // 2)


@rule
def clearing_time(workers: Workers) -> Fraction:
    """Give the minutes that it takes to clear a space of Size 3: an hour, shared by the workers.

    Args:
        workers: how many work at it, from 1 up, with a heavy tool kit.

    Raises:
        ValueError: for anything but a whole number from 1 up.

    Source: YD-27.

    >>> clearing_time(1) == 60, clearing_time(8)
    (True, Fraction(15, 2))
    """
    return Fraction(60, workers)


@rule
def tunnel_diameter(size: Size) -> Exact:
    """Give the diameter of the tunnel that a burrower leaves: one less than its Size.

    Args:
        size: Size of the burrower, 1/2 or a whole number from 1 up; up to 1 no tunnel stays open.

    Raises:
        ValueError: for a Size that there is not.

    Source: YD-09.

    >>> tunnel_diameter(3), tunnel_diameter(1)
    (2, 0)
    """
    return max(0, size - 1)
