"""Jumps up, drops down, and leaps across."""

from __future__ import annotations

from fractions import Fraction

from sfrules.rules.domain import rule
from sfrules.rules.exact import Exact
from sfrules.rules.yards.measures import Size


@rule
def jump_up(size: Size, running: bool = False, doubled: bool = False) -> Exact:
    """Give the yards that a creature jumps upward: half its Size, or its Size after a run.

    Args:
        size: Size of the creature, 1/2 or a whole number from 1 up.
        running: whether it has taken a run.
        doubled: whether an Agility roll has doubled the jump.

    Raises:
        ValueError: for a Size that there is not, or a yes or no that is neither.

    Source: YD-22.

    >>> jump_up(1), jump_up(1, running=True), jump_up(1, running=True, doubled=True)
    (Fraction(1, 2), 1, 2)
    """
    return (size if running else Fraction(size, 2)) * (2 if doubled else 1)


@rule
def safe_drop(size: Size, doubled: bool = False) -> Exact:
    """Give the yards that a creature jumps down unharmed: twice its Size. Beyond that it falls.

    Args:
        size: Size of the creature, 1/2 or a whole number from 1 up.
        doubled: whether an Agility roll has doubled the jump.

    Raises:
        ValueError: for a Size that there is not, or a yes or no that is neither.

    Source: YD-22.

    >>> safe_drop(1), safe_drop(3), safe_drop(3, doubled=True)
    (2, 6, 12)
    """
    return 2 * size * (2 if doubled else 1)


@rule
def leap(size: Size, running: bool = False, doubled: bool = False) -> Exact:
    """Give the yards that a creature leaps across: twice its Size, or four times after a run.

    Args:
        size: Size of the creature, 1/2 or a whole number from 1 up.
        running: whether it has taken a run.
        doubled: whether a Strength roll has doubled the leap.

    Raises:
        ValueError: for a Size that there is not, or a yes or no that is neither.

    Source: YD-22.

    >>> leap(1), leap(1, running=True), leap(1, running=True, doubled=True)
    (2, 4, 8)
    """
    return (4 if running else 2) * size * (2 if doubled else 1)
