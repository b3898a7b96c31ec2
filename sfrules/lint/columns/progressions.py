"""Progressions with one row off: even steps, even ratios, and steps that grow evenly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sfrules.ground.problems import Problem
from sfrules.lint.columns.keys import counts
from sfrules.lint.columns.laws import (
    CURVE,
    LAWS,
    LINE,
    RATIO,
    ROWS_OF_A_LAW,
    Law,
    Values,
)
from sfrules.lint.columns.slips import is_slip, is_transposed
from sfrules.lint.document import Document, Table
from sfrules.lint.finding import problem_in
from sfrules.lint.numerals import LONGEST, Number, numbers_in, present, written_like

AGREEING = 5  # rows that fit exactly, before one that does not is a fault
AGREEING_AT_AN_END = 7  # tables often begin and end apart
MORE_BESIDE_AN_END = 1  # the one row beyond may fit by chance
MORE_IF_AS_ROUND = 3  # a step taken late or early, to a number as round, is often meant
MORE_IF_COUNTED = 1  # unless the rows are counted from the first, and all others keep step
MORE_ON_A_SMALL_CURVE = 1  # any five small numbers may lie on a curve by chance
SMALL = 100  # numbers below it
ROUNDEST = Fraction(10**LONGEST)  # than which no number that a cell can hold is rounder

# Lists of places and times rise evenly by chance; dice are the business of another rule.
_NOT_A_PROGRESSION = re.compile(
    r"\b(?:pages?|pp?|pg|years?|dates?|days?|months?|chapters?|sections?|rolls?|editions?"
    r"|versions?|no|\d*d\d+|totals?|sum)\b|d%|#",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Off:
    """A row that departs from the law of its column."""

    row: int
    wanted: Fraction
    law: str


def progressions(document: Document) -> Iterator[Problem]:
    """Cells that depart from the progression of their column."""
    for table in document.tables:
        for at, (_, cells) in enumerate(table.columns):
            if off := off_in(table, at):
                cell = cells[off.row]
                others = present(numbers_in(other.text for other in cells) or [])
                yield problem_in(
                    document.source,
                    cell,
                    f"{cell.text} breaks the progression of its column: {off.law}",
                    f"{written_like(off.wanted, others)} would keep it",
                )


def off_in(table: Table, at: int) -> Off | None:
    """The one row of a column that departs from its progression, where that is sure."""
    cells = table.column(at)
    if len(cells) <= AGREEING or _NOT_A_PROGRESSION.search(table.headings[at].text):
        return None
    numbers = present(numbers_in(cell.text for cell in cells) or [])
    values = [number.value for number in numbers]
    if len(numbers) != len(cells) or any(law.holds(values) for law in LAWS):
        return None
    counted = at > 0 and counts(table)
    found = {off for law in LAWS for off in _departing(law, numbers, counted=counted)}
    return found.pop() if len(found) == 1 else None


def _departing(law: Law, numbers: Sequence[Number], *, counted: bool) -> Iterator[Off]:
    """The row that departs from a law: it leaves the first three rows whole, or the next three."""
    values = [number.value for number in numbers]
    for start in (0, ROWS_OF_A_LAW):
        match law.departures(values, start):
            case [(row, wanted)] if _is_sure(law, numbers, row, wanted, counted=counted):
                read_off = law.from_row(values, start)
                yield Off(row, wanted, law.says(read_off) if read_off else "")


def _is_sure(
    law: Law, numbers: Sequence[Number], row: int, wanted: Fraction, *, counted: bool
) -> bool:
    values = [number.value for number in numbers]
    others = [*values[:row], *values[row + 1 :]]
    whole = wanted.denominator == values[row].denominator == 1
    swapped = whole and is_transposed(int(values[row]), int(wanted))
    if row in {0, len(values) - 1}:
        return swapped and len(others) >= AGREEING_AT_AN_END
    slipped = whole and is_slip(int(values[row]), int(wanted))
    more = _more(law, values, row, slipped=slipped, counted=counted)
    return swapped or len(others) >= AGREEING + more


def _more(law: Law, values: Values, row: int, *, slipped: bool, counted: bool) -> int:
    """How many rows more than the fewest must agree, where the number may be honest."""
    beside = row in {1, len(values) - 2}
    near = sorted((values[row - 1], values[row + 1]))
    if law is not RATIO and near[0] <= values[row] <= near[1]:
        grains = [_grain(value) for at, value in enumerate(values) if at != row]
        if _grain(values[row]) >= min(grains):
            apart = near[0] < values[row] < near[1]  # a plateau before a long step may be meant
            sure = counted and law is LINE and apart and not beside
            return MORE_IF_COUNTED if sure else MORE_IF_AS_ROUND
    if slipped:
        return 0
    small = law is CURVE and max(map(abs, values)) < SMALL
    return MORE_ON_A_SMALL_CURVE * small + MORE_BESIDE_AN_END * beside


def _grain(value: Fraction) -> Fraction:
    """What a number seems to be rounded to: 1, 5, 10, 50, 100 …; 0 counts as round as any."""
    if not value:
        return ROUNDEST
    if value.denominator > 1:
        return Fraction(1, value.denominator)
    digits = str(abs(value.numerator))
    zeros = len(digits) - len(digits.rstrip("0"))
    return Fraction(10**zeros * (5 if digits.rstrip("0").endswith("5") else 1))
