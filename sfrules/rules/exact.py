"""Exact numbers, as the rules of this game take and round them."""

from __future__ import annotations

import math
from fractions import Fraction

from sfrules.facts.exact import Exact, exact

__all__ = ["Exact", "exact", "round_down", "round_half_up"]


def round_down(x: Exact) -> int:
    """Round towards minus infinity.

    >>> round_down(Fraction(11, 2)), round_down(Fraction(-3, 2))
    (5, -2)
    """
    return math.floor(x)


def round_half_up(x: Exact) -> int:
    """Round to the nearest whole number, and a half towards plus infinity.

    >>> round_half_up(Fraction(5, 2)), round_half_up(Fraction(-5, 2))
    (3, -2)
    """
    return math.floor(x + Fraction(1, 2))
