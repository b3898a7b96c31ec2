"""Exact numbers: integers and fractions, never binary floats."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias, TypeVar

Exact: TypeAlias = int | Fraction
T = TypeVar("T")
LONGEST_FLOAT = 14  # characters: one that has been rounded has as many digits as a float can


def exact(x: float | Decimal | Fraction) -> Exact:
    """Read a number exactly: a whole one as int, any other as Fraction.

    A float is read as the decimal that it prints as: 2.5 is five halves, 0.1 is one tenth.

    Raises:
        ValueError: for a bool, an infinity, a NaN, or anything that is not a number.

    >>> exact(2.5), exact(2.0), exact(0.1)
    (Fraction(5, 2), 2, Fraction(1, 10))
    """
    if isinstance(x, bool) or not isinstance(x, (int, float, Decimal, Fraction)):
        raise ValueError(f"{x!r} is not a number")  # noqa: TRY004 — one error for all it refuses
    if isinstance(x, (float, Decimal)) and not math.isfinite(x):
        raise ValueError(f"{x!r} is not a finite number")
    number = Fraction(str(x)) if isinstance(x, (float, Decimal)) else x
    return number.numerator if number.denominator == 1 else number


def exact_answer(answer: T, of: str) -> T | Exact:
    """Return a rule's answer; a float as the fraction that it prints as: 7.5 is fifteen halves.

    Raises:
        ValueError: for a float with so many digits that it must have been rounded.

    >>> exact_answer(2.5, "half"), exact_answer("fire", "half")
    (Fraction(5, 2), 'fire')
    """
    if not isinstance(answer, float):
        return answer
    if len(repr(answer)) > LONGEST_FLOAT or not math.isfinite(answer):
        raise ValueError(f"{of} answers {answer!r}, which is not exact: write Fraction(a) / b")
    return exact(answer)
