"""What names the rows of a table: levels that rise, names of things, or mere row numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from sfrules.lint.document import Cell, MarkdownTable
from sfrules.lint.quantities import quantity_in

_RISING = re.compile(
    r"(?:[^\W\d]\S* ){0,2}(?:levels?|lvl|lv|tiers?|ranks?|grades?|circles?|steps?|sizes?"
    r"|hd|hit dice|cr|challenge(?: rating)?|stages?|degrees?)\.?",
    re.IGNORECASE,
)
# Dice, and numbers of list entries: neither says that one row is more than another.
_ROLLED_OR_LISTED = re.compile(
    r"\b(?:rolls?|results?|dice|die|no|nr|numbers?|pages?|months?|dates?|rounds?|rooms?|areas?"
    r"|hex(?:es)?|cards?|chapters?|\d*d\d+)\b|d%|#|^\W*$",
    re.IGNORECASE,
)
_FIRST_OF_A_RANGE = re.compile(r"(\S+?)(?:\s?[-–—]\s?\S+|\+)")


def rising_key(table: MarkdownTable) -> int | None:
    """The column of levels, tiers, ranks or the like, if it rises from row to row."""
    for at, (heading, cells) in enumerate(table.columns):
        if _RISING.fullmatch(heading.text.strip()) and _rises(cells):
            return at
    return None


def counts(table: MarkdownTable) -> bool:
    """Whether the first column counts the rows from 0 or 1, and is no die roll."""
    if not table.headings or _ROLLED_OR_LISTED.search(table.headings[0].text):
        return False
    counted = [_step(cell.text.strip()) for cell in table.column(0)]
    first = counted[0] if counted else None
    return first in {0, 1} and counted == [first + at for at in range(len(counted))]


def _rises(cells: Sequence[Cell]) -> bool:
    values = [_step(cell.text.strip()) for cell in cells]
    known = [value for value in values if value is not None]
    return len(known) == len(values) and all(one < next_ for one, next_ in pairwise(known))


def _step(text: str) -> Fraction | None:
    number = quantity_in(text)
    if number is None and (match := _FIRST_OF_A_RANGE.fullmatch(text)):
        number = quantity_in(match[1])
    return number.value if number else None
