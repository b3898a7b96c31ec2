"""Sums that do not add up, where a row or a column says Total."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.ground.problems import Problem
from sfrules.lint.columns.sums import WrongSum
from sfrules.lint.columns.total_columns import wrong_in_columns
from sfrules.lint.columns.total_rows import wrong_in_rows
from sfrules.lint.document import Document, Table
from sfrules.lint.finding import problem_in
from sfrules.lint.numerals import in_figures


def totals(document: Document) -> Iterator[Problem]:
    """Cells that are not the sum that their row or column says they are."""
    for table in document.tables:
        down, across = list(wrong_in_rows(table)), list(wrong_in_columns(table))
        crossing = [(one, other) for one in down for other in across if _cross(one, other)]
        crossed = {id(wrong) for pair in crossing for wrong in pair}
        yield from (_crossing(document, table, *pair) for pair in crossing)
        told = {(wrong.row, wrong.column): wrong for wrong in [*across, *down]}
        for wrong in told.values():
            if id(wrong) not in crossed:
                yield _wrong(document, table, wrong)


def _cross(down: WrongSum, across: WrongSum) -> bool:
    """Whether one part could be what makes both sums wrong."""
    is_part = across.row < down.row and down.column < across.column
    return is_part and down.excess == across.excess


def _crossing(document: Document, table: Table, down: WrongSum, across: WrongSum) -> Problem:
    cell = table.rows[across.row].cells[down.column]
    way = "much" if down.excess > 0 else "little"
    excess = f"{in_figures(abs(down.excess))} too {way}"
    message = f"{cell.text} is {excess} for the totals of its row and its column"
    return problem_in(document.source, cell, message, "both add up with another number here")


def _wrong(document: Document, table: Table, wrong: WrongSum) -> Problem:
    cell = table.rows[wrong.row].cells[wrong.column]
    message = f"{cell.text} is not the total of its {wrong.of}"
    return problem_in(document.source, cell, message, f"the numbers add up to {wrong.adds_up_to}")
