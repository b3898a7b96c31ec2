"""What is called a total, and how near a printed sum must be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sfrules.lint.numerals import Number

_TOTAL = re.compile(
    r"(?:grand |sub-?)?(?:totals?|sum)(?: (?:cost|price|weight|points|value|gp|slots))?",
    re.IGNORECASE,
)
_NAMED_TOTAL = re.compile(r"[^\W\d_]+ (?:totals?|sum)", re.IGNORECASE)
_TRAILING = " :.=*"


@dataclass(frozen=True)
class WrongSum:
    """A cell that is not the sum that it says it is.

    `excess` is what the parts have more than it; `adds_up_to` their sum as the cell would write it.
    """

    row: int
    column: int
    excess: Fraction
    adds_up_to: str
    of: str  # "row" or "column"


def says_total(text: str) -> bool:
    """Whether a heading or a row's name is that of a plain sum.

    >>> says_total("Total cost"), says_total("Total XP"), says_total("Hit Dice total")
    (True, False, False)
    """
    return _TOTAL.fullmatch(text.strip().strip(_TRAILING)) is not None


def says_whose_total(text: str) -> bool:
    """Whether a row's name is that of a sum of something, which it may be or not.

    >>> says_whose_total("Year total"), says_whose_total("Total")
    (True, False)
    """
    return _NAMED_TOTAL.fullmatch(text.strip().strip(_TRAILING)) is not None


def added(parts: Iterable[Number]) -> Fraction:
    """The sum of printed numbers."""
    return sum((part.value for part in parts), Fraction(0))


def fits(total: Number, parts: Sequence[Number], value: Fraction | None = None) -> bool:
    """Whether a printed total is the sum of printed parts, each of them rounded.

    Whole numbers are taken at their word; percentages and decimals may each be half a step off.
    `value` is what the parts come to, where that is not their sum.
    """
    exact = added(parts) if value is None else value
    places = max((number.decimals for number in (total, *parts)), default=0)
    if not places and total.unit != "%":
        return exact == total.value
    return abs(exact - total.value) <= Fraction(len(parts) + 1, 2 * 10**places)
