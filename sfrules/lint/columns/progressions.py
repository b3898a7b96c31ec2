"""Slips of the pen: two numbers that one wrong keystroke keeps apart.

AND

The ways in which a column of numbers goes on evenly.

AND

Progressions with one row off: even steps, even ratios, and steps that grow evenly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from sfrules.ground.problems import Problem
from sfrules.lint.columns.keys import counts
from sfrules.lint.document import Document, MarkdownTable
from sfrules.lint.finding import problem_in
from sfrules.lint.quantities import (
    LONGEST,
    Quantity,
    in_figures,
    present,
    quantities_in,
    written_like,
)

SWAPPED = 2  # digits that change places with each other
CHANGED_FROM = 3  # digits before one wrong among them says more than chance


def is_slip(written: int, meant: int) -> bool:
    """Whether a number is another with two digits swapped, or one wrong, lost or doubled.

    >>> is_slip(4069, 4096), is_slip(21, 20)
    (True, False)
    """
    if written == meant or (written < 0) != (meant < 0):
        return False
    one, other = str(abs(written)), str(abs(meant))
    if len(one) == len(other):
        return _is_swapped(one, other) or _is_changed(one, other)
    return _is_shortened(*sorted((one, other), key=len))


def is_transposed(written: int, meant: int) -> bool:
    """Whether a number is another with two digits swapped."""
    one, other = str(abs(written)), str(abs(meant))
    return (written < 0) == (meant < 0) and len(one) == len(other) and _is_swapped(one, other)


def transpositions(number: int) -> set[int]:
    """What a number is with two of its digits swapped.

    >>> transpositions(41), transpositions(7)
    ({14}, set())
    """
    digits, sign = str(abs(number)), -1 if number < 0 else 1
    pairs = combinations(range(len(digits)), 2)
    swapped = {
        digits[:one] + digits[two] + digits[one + 1 : two] + digits[one] + digits[two + 1 :]
        for one, two in pairs
    }
    return {sign * int(each) for each in swapped if each[0] != "0"} - {number}


def _differing(one: str, other: str) -> list[int]:
    return [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]


def _is_swapped(one: str, other: str) -> bool:
    apart = _differing(one, other)
    if len(apart) != SWAPPED:
        return False
    first, second = apart
    return one[first] == other[second] and one[second] == other[first]


def _is_changed(one: str, other: str) -> bool:
    return len(one) >= CHANGED_FROM and len(_differing(one, other)) == 1


def _is_shortened(short: str, long: str) -> bool:
    if len(long) < CHANGED_FROM or len(long) - len(short) != 1:
        return False
    same = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), None)
    return same is None or short[same:] == long[same + 1 :]


Values = Sequence[Fraction]
Wanted = Callable[[int], Fraction]

ROWS_OF_A_LAW = 3  # as many as any of the laws needs to be known


@dataclass(frozen=True)
class Law:
    """A way in which a column goes on.

    `from_row` reads it off three rows from one on, and gives what it wants at any row; None where
    those three do not go on so. `says` puts it in words.
    """

    from_row: Callable[[Values, int], Wanted | None]
    says: Callable[[Wanted], str]

    def holds(self, values: Values) -> bool:
        """Whether all rows go on so."""
        return self.from_row(values, 0) is not None and not self.departures(values, 0)

    def departures(self, values: Values, start: int) -> list[tuple[int, Fraction]]:
        """The rows that depart from the law of three rows, with what it wants; two at the most.

        No more, so that a ratio is never raised far beyond the numbers that the column holds.
        """
        wanted = self.from_row(values, start)
        departed: list[tuple[int, Fraction]] = []
        for row, value in enumerate(values if wanted else ()):
            if wanted and wanted(row) != value:
                departed.append((row, wanted(row)))
            if len(departed) > 1:
                break
        return departed


def _line(values: Values, start: int) -> Wanted | None:
    first, second, third = values[start : start + ROWS_OF_A_LAW]
    step = second - first
    if not step or third - second != step:
        return None
    return lambda row: first + step * (row - start)


def _ratio(values: Values, start: int) -> Wanted | None:
    first, second, third = values[start : start + ROWS_OF_A_LAW]
    if min(first, second, third) <= 0 or first == second or second**2 != first * third:
        return None
    ratio = second / first
    return lambda row: first * ratio ** (row - start)


def _curve(values: Values, start: int) -> Wanted | None:
    first, second, third = values[start : start + ROWS_OF_A_LAW]
    step, bend = second - first, third - 2 * second + first
    if not bend:
        return None
    return lambda row: first + step * (row - start) + bend * (row - start) * (row - start - 1) / 2


def _says_line(wanted: Wanted) -> str:
    step = wanted(1) - wanted(0)
    return f"each number is {_more_or_less(step)} than the one before"


def _says_ratio(wanted: Wanted) -> str:
    ratio = wanted(1) / wanted(0)
    if ratio < 1:
        return f"each number is the one before divided by {in_figures(1 / ratio)}"
    return f"each number is {in_figures(ratio)} times the one before"


def _says_curve(wanted: Wanted) -> str:
    bend = wanted(2) - 2 * wanted(1) + wanted(0)
    return f"each step is {_more_or_less(bend)} than the step before"


def _more_or_less(change: Fraction) -> str:
    return f"{in_figures(abs(change))} {'more' if change > 0 else 'less'}"


LINE = Law(_line, _says_line)
RATIO = Law(_ratio, _says_ratio)
CURVE = Law(_curve, _says_curve)
LAWS = (LINE, RATIO, CURVE)


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
                others = present(quantities_in(other.text for other in cells) or [])
                yield problem_in(
                    document.source,
                    cell,
                    f"{cell.text} breaks the progression of its column: {off.law}",
                    f"{written_like(off.wanted, others)} would keep it",
                )


def off_in(table: MarkdownTable, at: int) -> Off | None:
    """The one row of a column that departs from its progression, where that is sure."""
    cells = table.column(at)
    if len(cells) <= AGREEING or _NOT_A_PROGRESSION.search(table.headings[at].text):
        return None
    numbers = present(quantities_in(cell.text for cell in cells) or [])
    values = [number.value for number in numbers]
    if len(numbers) != len(cells) or any(law.holds(values) for law in LAWS):
        return None
    counted = at > 0 and counts(table)
    found = {off for law in LAWS for off in _departing(law, numbers, counted=counted)}
    return found.pop() if len(found) == 1 else None


def _departing(law: Law, numbers: Sequence[Quantity], *, counted: bool) -> Iterator[Off]:
    """The row that departs from a law: it leaves the first three rows whole, or the next three."""
    values = [number.value for number in numbers]
    for start in (0, ROWS_OF_A_LAW):
        match law.departures(values, start):
            case [(row, wanted)] if _is_sure(law, numbers, row, wanted, counted=counted):
                read_off = law.from_row(values, start)
                yield Off(row, wanted, law.says(read_off) if read_off else "")


def _is_sure(
    law: Law, numbers: Sequence[Quantity], row: int, wanted: Fraction, *, counted: bool
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
