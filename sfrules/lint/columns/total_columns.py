"""Columns that say Total: each of their numbers is the sum of those to its left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

from sfrules.lint.columns.running import goes_on, wrong_in_running
from sfrules.lint.columns.sums import WrongSum, added, fits, says_total
from sfrules.lint.document import Table
from sfrules.lint.numerals import Number, Numbers, numbers_in, present, written_like

ROWS = 3  # in fewer there is nothing that shows what the others add up
FITTING = 2  # rows that must fit the sum of all columns
FITTING_SOME = 4  # and that must fit the sum of a few columns, which may fit by chance
MISFITS = 0.2  # of the rows may be wrong; one always may
TOTALS = 3  # columns that say so: more are no plain sums
COLUMNS = 20  # of a table: more are a sheet to fill in, and slow to try all ways

Rows = dict[int, tuple[Number, list[Number]]]


def wrong_in_columns(table: Table) -> Iterator[WrongSum]:
    """The sums of a column that says Total that are wrong, where that is sure."""
    columns = [at for at, heading in enumerate(table.headings) if says_total(heading.text)]
    if len(columns) > TOTALS or len(table.headings) > COLUMNS or len(table.rows) < ROWS:
        return
    for column in columns:
        totals = numbers_in(cell.text for cell in table.column(column))
        if totals and column > 1:
            yield from _wrong_in(table, column, totals)


def _wrong_in(table: Table, column: int, totals: Numbers) -> Iterator[WrongSum]:
    left = {
        at: numbers
        for at in range(column)
        if (numbers := numbers_in(cell.text for cell in table.column(at))) and present(numbers)
    }
    ways = [_rows(totals, choice) for choice in _choices(left)]
    wrongs = [
        [row for row, (total, parts) in way.items() if not fits(total, parts)] for way in ways
    ]
    if any(way and not wrong for way, wrong in zip(ways, wrongs, strict=True)):
        return
    if any(goes_on(totals, numbers) for numbers in left.values()):
        yield from wrong_in_running(column, totals, list(left.values()))
        return
    for at, (way, wrong) in enumerate(zip(ways, wrongs, strict=True)):
        if _is_sure(way, wrong, FITTING_SOME if at else FITTING):
            yield from (_wrong(row, column, *way[row]) for row in wrong)
            return


def _choices(left: dict[int, list[Number | None]]) -> list[list[list[Number | None]]]:
    """The columns that a total may add up: all but the row's name, or those nearest to it."""
    named = [numbers for at, numbers in left.items() if at]
    every = list(left.values())
    nearest = [every[-count:] for count in range(2, len(every) + 1)]
    return [choice for choice in [named, *nearest] if len(choice) > 1]


def _rows(totals: Numbers, columns: Sequence[Numbers]) -> Rows:
    rows = zip(totals, zip(*columns, strict=True), strict=True)
    return {
        at: (total, present(parts))
        for at, (total, parts) in enumerate(rows)
        if total and len(present(parts)) > 1 and _is_of_one_unit([total, *present(parts)])
    }


def _is_of_one_unit(numbers: Sequence[Number]) -> bool:
    return len({number.unit for number in numbers if number.value}) <= 1


def _is_sure(rows: Rows, wrong: Sequence[int], fitting: int) -> bool:
    few = len(wrong) == 1 or len(wrong) <= MISFITS * len(rows)
    explained = any(_is_product(*rows[row]) for row in wrong)
    return few and not explained and len(rows) - len(wrong) >= fitting


def _is_product(total: Number, parts: Sequence[Number]) -> bool:
    return fits(total, parts, prod((part.value for part in parts), start=Fraction(1)))


def _wrong(row: int, column: int, total: Number, parts: Sequence[Number]) -> WrongSum:
    value = added(parts)
    return WrongSum(row, column, value - total.value, written_like(value, [total]), "row")
