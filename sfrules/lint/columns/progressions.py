"""Progressions with one row off: even steps, even ratios, and steps that grow evenly.

A row that is off by a slip, as one wrong keystroke makes it, is a fault on less evidence.
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

SWAPPED = 2  # digits that have changed places
CHANGED_FROM = 3  # digits of a number at least, for one wrong digit to be more than chance
Values = Sequence[Fraction]
Required = Callable[[int], Fraction]
ROWS_OF_A_LAW = 3  # rows that determine a law
AGREEING = 5  # rows that fit exactly, for one that does not to be a fault
AGREEING_AT_AN_END = 7  # the first and last rows of tables are often special
MORE_BESIDE_AN_END = 1  # the one row beyond may fit by chance
MORE_IF_AS_ROUND = 3  # a step taken late or early, to a number as round, is often on purpose
MORE_IF_COUNTED = 1  # but less so where the rows are counted, and all others keep step
MORE_ON_A_SMALL_CURVE = 1  # any five small numbers may lie on a curve by chance
SMALL = 100  # numbers below this are small
ROUNDEST = Fraction(10**LONGEST)  # no number that a cell can hold is rounder
# Lists of places and times may rise evenly by chance; dice are checked by another rule.
_NOT_A_PROGRESSION = re.compile(
    r"\b(?:pages?|pp?|pg|years?|dates?|days?|months?|chapters?|sections?|rolls?|editions?"
    r"|versions?|no|\d*d\d+|totals?|sum)\b|d%|#",
    re.IGNORECASE,
)


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


@dataclass(frozen=True)
class Law:
    """A way in which a column progresses.

    `from_row` derives it from three rows, and returns what it requires at any row; None if those
    three do not follow it. `says` puts it in words.
    """

    from_row: Callable[[Values, int], Required | None]
    says: Callable[[Required], str]

    def holds(self, values: Values) -> bool:
        """Whether all rows follow it."""
        return self.from_row(values, 0) is not None and not self.departures(values, 0)

    def departures(self, values: Values, start: int) -> list[tuple[int, Fraction]]:
        """The rows that depart from the law of three rows, with what it requires; at most two.

        Stopping there, it never raises a ratio far beyond the numbers of the column.
        """
        required = self.from_row(values, start)
        departed: list[tuple[int, Fraction]] = []
        for row, value in enumerate(values if required else ()):
            if required and required(row) != value:
                departed.append((row, required(row)))
            if len(departed) > 1:
                break
        return departed


def _line(values: Values, start: int) -> Required | None:
    first, second, third = values[start : start + ROWS_OF_A_LAW]
    step = second - first
    if not step or third - second != step:
        return None
    return lambda row: first + step * (row - start)


def _ratio(values: Values, start: int) -> Required | None:
    first, second, third = values[start : start + ROWS_OF_A_LAW]
    if min(first, second, third) <= 0 or first == second or second**2 != first * third:
        return None
    ratio = second / first
    return lambda row: first * ratio ** (row - start)


def _curve(values: Values, start: int) -> Required | None:
    first, second, third = values[start : start + ROWS_OF_A_LAW]
    step, bend = second - first, third - 2 * second + first
    if not bend:
        return None
    return lambda row: first + step * (row - start) + bend * (row - start) * (row - start - 1) / 2


def _says_line(required: Required) -> str:
    step = required(1) - required(0)
    return f"each number is {_more_or_less(step)} than the one before"


def _says_ratio(required: Required) -> str:
    ratio = required(1) / required(0)
    if ratio < 1:
        return f"each number is the one before divided by {in_figures(1 / ratio)}"
    return f"each number is {in_figures(ratio)} times the one before"


def _says_curve(required: Required) -> str:
    bend = required(2) - 2 * required(1) + required(0)
    return f"each step is {_more_or_less(bend)} than the step before"


def _more_or_less(change: Fraction) -> str:
    return f"{in_figures(abs(change))} {'more' if change > 0 else 'less'}"


LINE = Law(_line, _says_line)
RATIO = Law(_ratio, _says_ratio)
CURVE = Law(_curve, _says_curve)
LAWS = (LINE, RATIO, CURVE)


@dataclass(frozen=True)
class Off:
    """A row that departs from the law of its column."""

    row: int
    required: Fraction
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
                    f"{written_like(off.required, others)} would keep it",
                )


def off_in(table: MarkdownTable, at: int) -> Off | None:
    """The one row of a column that departs from its progression, if that is certain."""
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
    """The row that departs from a law that the first three rows, or the next three, determine."""
    values = [number.value for number in numbers]
    for start in (0, ROWS_OF_A_LAW):
        match law.departures(values, start):
            case [(row, required)] if _is_certain(law, numbers, row, required, counted=counted):
                read_off = law.from_row(values, start)
                yield Off(row, required, law.says(read_off) if read_off else "")


def _is_certain(
    law: Law, numbers: Sequence[Quantity], row: int, required: Fraction, *, counted: bool
) -> bool:
    values = [number.value for number in numbers]
    others = [*values[:row], *values[row + 1 :]]
    whole = required.denominator == values[row].denominator == 1
    swapped = whole and is_transposed(int(values[row]), int(required))
    if row in {0, len(values) - 1}:
        return swapped and len(others) >= AGREEING_AT_AN_END
    slipped = whole and is_slip(int(values[row]), int(required))
    more = _more(law, values, row, slipped=slipped, counted=counted)
    return swapped or len(others) >= AGREEING + more


def _more(law: Law, values: Values, row: int, *, slipped: bool, counted: bool) -> int:
    """How many rows more than the minimum must agree, where the number may be right."""
    beside = row in {1, len(values) - 2}
    near = sorted((values[row - 1], values[row + 1]))
    if law is not RATIO and near[0] <= values[row] <= near[1]:
        grains = [_grain(value) for at, value in enumerate(values) if at != row]
        if _grain(values[row]) >= min(grains):
            apart = near[0] < values[row] < near[1]  # a plateau may be on purpose
            sure = counted and law is LINE and apart and not beside
            return MORE_IF_COUNTED if sure else MORE_IF_AS_ROUND
    if slipped:
        return 0
    small = law is CURVE and max(map(abs, values)) < SMALL
    return MORE_ON_A_SMALL_CURVE * small + MORE_BESIDE_AN_END * beside


def _grain(value: Fraction) -> Fraction:
    """What a number seems to be rounded to: 1, 5, 10, 50, 100 …; 0 is as round as any."""
    if not value:
        return ROUNDEST
    if value.denominator > 1:
        return Fraction(1, value.denominator)
    digits = str(abs(value.numerator))
    zeros = len(digits) - len(digits.rstrip("0"))
    return Fraction(10**zeros * (5 if digits.rstrip("0").endswith("5") else 1))
