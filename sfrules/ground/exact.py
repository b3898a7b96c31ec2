"""Exact numbers: what a literal or a text says, and nothing binary."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

MOST_DIGITS = 1_000  # of a literal with an exponent, which could say a number of any size
_LITERAL = re.compile(r"[+-]?\d[\d_]*(?:\.[\d_]*)?(?:e(?P<exponent>[+-]?\d+))?", re.IGNORECASE)
_WRITTEN = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:/\d+)?", re.ASCII)


def exact(value: Any) -> Any:
    """A float or Decimal as the number that it says; all else as it is."""
    return Fraction(str(value)) if isinstance(value, float | Decimal) else value


def number_of_literal(text: str) -> Fraction:
    """The number that a decimal literal says, digit by digit.

    Raises:
        ValueError: for what is no literal, or has too large an exponent.
    """
    match = _LITERAL.fullmatch(text)
    if match is None:
        raise ValueError(f"{text} is not a number")
    if abs(int(match["exponent"] or 0)) > MOST_DIGITS:
        raise ValueError(f"{text} has more than {MOST_DIGITS} digits")
    return Fraction(text.replace("_", ""))


def number_written(text: str) -> Fraction | None:
    """The number in a book's own writing: 12, 1,024, 2.5, 2/3; None for anything else."""
    if not _WRITTEN.fullmatch(text):
        return None
    try:
        return Fraction(text.replace(",", ""))
    except ZeroDivisionError:
        return None
