"""Sums that do not add up, in rows and columns that say Total.

A column may add up the columns to its left, or keep a running total: each number is the one above
it and a part of its row, or of the row above.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

from sfrules.ground.problems import Problem
from sfrules.lint.columns.total_rows import WrongSum, added, fits, says_total, wrong_in_rows
from sfrules.lint.document import Document, MarkdownTable
from sfrules.lint.finding import problem_in
from sfrules.lint.quantities import (
    Quantities,
    Quantity,
    in_figures,
    present,
    quantities_in,
    written_like,
)

RUNNING = 5  # rows that keep a running total, for two that do not to be one wrong number
ROWS = 3  # with fewer, nothing shows what is added up
FITTING = 2  # rows that must fit the sum of all columns
FITTING_SOME = 4  # rows that must fit the sum of a few columns, which may be chance
MISFITS = 0.2  # share of the rows that may be wrong; one always may
TOTALS = 3  # columns that say so: if there are more, they are not plain sums
COLUMNS = 20  # of a table: a wider one is a form, and slow to try in all ways
Rows = dict[int, tuple[Quantity, list[Quantity]]]


def totals(document: Document) -> Iterator[Problem]:
    """Cells that are not the sum that their row or column says they are."""
    for table in document.tables:
        down, across = list(wrong_in_rows(table)), list(_wrong_in_columns(table))
        crossing = [(one, other) for one in down for other in across if _cross(one, other)]
        crossed = {id(wrong) for pair in crossing for wrong in pair}
        yield from (_crossing(document, table, *pair) for pair in crossing)
        wrongs = {(wrong.row, wrong.column): wrong for wrong in [*across, *down]}
        for wrong in wrongs.values():
            if id(wrong) not in crossed:
                yield _problem(document, table, wrong)


def _cross(down: WrongSum, across: WrongSum) -> bool:
    """Whether one wrong part could be why both sums are wrong."""
    is_part = across.row < down.row and down.column < across.column
    return is_part and down.excess == across.excess


def _crossing(
    document: Document, table: MarkdownTable, down: WrongSum, across: WrongSum
) -> Problem:
    cell = table.rows[across.row].cells[down.column]
    way = "much" if down.excess > 0 else "little"
    excess = f"{in_figures(abs(down.excess))} too {way}"
    message = f"{cell.text} is {excess} for the totals of its row and its column"
    return problem_in(document.source, cell, message, "both add up with another number here")


def _problem(document: Document, table: MarkdownTable, wrong: WrongSum) -> Problem:
    cell = table.rows[wrong.row].cells[wrong.column]
    message = f"{cell.text} is not the total of its {wrong.of}"
    return problem_in(document.source, cell, message, f"the numbers add up to {wrong.adds_up_to}")


def _wrong_in_columns(table: MarkdownTable) -> Iterator[WrongSum]:
    """The wrong sums in columns that say Total, if that is certain."""
    columns = [at for at, heading in enumerate(table.headings) if says_total(heading.text)]
    if len(columns) > TOTALS or len(table.headings) > COLUMNS or len(table.rows) < ROWS:
        return
    for column in columns:
        totals = quantities_in(cell.text for cell in table.column(column))
        if totals and column > 1:
            yield from _wrong_in(table, column, totals)


def _wrong_in(table: MarkdownTable, column: int, totals: Quantities) -> Iterator[WrongSum]:
    left = {
        at: numbers
        for at in range(column)
        if (numbers := quantities_in(cell.text for cell in table.column(at))) and present(numbers)
    }
    ways = [_rows(totals, choice) for choice in _choices(left)]
    wrongs = [
        [row for row, (total, parts) in way.items() if not fits(total, parts)] for way in ways
    ]
    if any(way and not wrong for way, wrong in zip(ways, wrongs, strict=True)):
        return
    if any(_is_running(totals, numbers) for numbers in left.values()):
        yield from _wrong_in_running(column, totals, list(left.values()))
        return
    for at, (way, wrong) in enumerate(zip(ways, wrongs, strict=True)):
        if _is_certain(way, wrong, FITTING_SOME if at else FITTING):
            yield from (_wrong_sum(row, column, *way[row]) for row in wrong)
            return


def _choices(left: dict[int, list[Quantity | None]]) -> list[list[list[Quantity | None]]]:
    """The columns that a total may add up: all but the first, or those nearest to it."""
    named = [numbers for at, numbers in left.items() if at]
    every = list(left.values())
    nearest = [every[-count:] for count in range(2, len(every) + 1)]
    return [choice for choice in [named, *nearest] if len(choice) > 1]


def _rows(totals: Quantities, columns: Sequence[Quantities]) -> Rows:
    rows = zip(totals, zip(*columns, strict=True), strict=True)
    return {
        at: (total, present(parts))
        for at, (total, parts) in enumerate(rows)
        if total and len(present(parts)) > 1 and _is_of_one_unit([total, *present(parts)])
    }


def _is_of_one_unit(numbers: Sequence[Quantity]) -> bool:
    return len({number.unit for number in numbers if number.value}) <= 1


def _is_certain(rows: Rows, wrong: Sequence[int], fitting: int) -> bool:
    few = len(wrong) == 1 or len(wrong) <= MISFITS * len(rows)
    explained = any(_is_product(*rows[row]) for row in wrong)
    return few and not explained and len(rows) - len(wrong) >= fitting


def _is_product(total: Quantity, parts: Sequence[Quantity]) -> bool:
    return fits(total, parts, prod((part.value for part in parts), start=Fraction(1)))


def _wrong_sum(row: int, column: int, total: Quantity, parts: Sequence[Quantity]) -> WrongSum:
    value = added(parts)
    return WrongSum(row, column, value - total.value, written_like(value, [total]), "row")


def _is_running(totals: Quantities, parts: Quantities) -> bool:
    """Whether most totals are the one above plus a part."""
    return any(len(gaps) - _broken(gaps) > _broken(gaps) for gaps in _ways(totals, parts))


def _wrong_in_running(
    column: int, totals: Quantities, columns: Sequence[Quantities]
) -> Iterator[WrongSum]:
    """The one wrong total: the step to it is too great by as much as the next is too small."""
    ways = [gaps for parts in columns for gaps in _ways(totals, parts)]
    if not all(map(_broken, ways)):
        return
    for gaps in ways:
        if row := _stepped_over(gaps):
            known = present(totals)
            shown = written_like(known[row].value - gaps[row - 1], known)
            yield WrongSum(row, column, -gaps[row - 1], shown, "row and the total above")
            return


def _ways(totals: Quantities, parts: Quantities) -> Iterator[list[Fraction]]:
    """How far each step of a running total is off its row's part, or that of the row above."""
    known, pieces = present(totals), present(parts)
    if len(known) == len(totals) and len(pieces) == len(parts):
        for late in (0, 1):
            yield [
                known[row].value - known[row - 1].value - pieces[row - late].value
                for row in range(1, len(known))
            ]


def _broken(gaps: Sequence[Fraction]) -> int:
    return sum(map(bool, gaps))


def _stepped_over(gaps: Sequence[Fraction]) -> int:
    """The row of the one wrong total; 0 if there is none, or more than one."""
    broken = [at for at, gap in enumerate(gaps) if gap]
    match broken:
        case [before, after] if after == before + 1 and not gaps[before] + gaps[after]:
            return after if len(gaps) - len(broken) >= RUNNING else 0
    return 0
