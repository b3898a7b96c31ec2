"""Rows that are wider than their table, or that fall short of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sfrules.ground.problems import Problem
from sfrules.lint.dice.rolls import roll_in
from sfrules.lint.document import Document, Row, Table
from sfrules.lint.finding import counted, problem_in
from sfrules.lint.numerals import is_blank, number_in

_KEY = re.compile(
    r"[\d\s.,:+/%\u2010-\u2015\u2212-]*\d[\d\s.,:+/%\u2010-\u2015\u2212-]*(?:st|nd|rd|th)?"
)
_FULL_ROWS = 2  # that show how a row is meant to be
_OF_A_KIND = 4  # cells that show what a column has
_SELDOM = 8  # of so many rows one may fall short by mistake; more are a way of writing


@dataclass(frozen=True)
class Column:
    """What the full rows have in a column: something throughout, and all of one kind, or not."""

    is_filled: bool
    kind: str


def rows_of_another_width(document: Document) -> Iterator[Problem]:
    """Rows with cells that are dropped, and rows whose last cells were forgotten."""
    for table in document.tables:
        if table.kind == "pipe":
            yield from _too_wide(document, table)
            yield from _too_narrow(document, table)


def _too_wide(document: Document, table: Table) -> Iterator[Problem]:
    width = len(table.headings)
    wide = [row for row in table.rows if any(cell.text for cell in row.surplus)]
    if len(wide) == len(table.rows) > 1:
        message = f"the headings are {width}, and every row has more: what is past them is dropped"
        yield problem_in(document.source, table.headings[0], message, "is a heading missing?")
        return
    for row in wide:
        first = next(cell for cell in row.surplus if cell.text)
        message = _differ(width + len(row.surplus), width)
        hint = "what is past the last column is dropped; write \\| for a bar in a cell"
        yield problem_in(document.source, first, message, hint)


def _too_narrow(document: Document, table: Table) -> Iterator[Problem]:
    full = [row for row in table.rows if not row.missing]
    keyed = all(map(_is_keyed, full))
    rows = (row for row in table.rows if row.missing)
    short = [row for row in rows if not _is_divider(row, keyed=keyed)]
    if len(full) < _FULL_ROWS or len(short) > max(1, len(table.rows) // _SELDOM):
        return
    columns = _columns_of(full) if short else []
    for row in short:
        written = len(row.cells) - row.missing
        if row.missing == 1 and _has_empty_last_cell(document, table, row):
            continue
        if all(column.is_filled for column in columns[written:]) or _is_out_of_step(row, columns):
            message = _differ(written, len(row.cells))
            yield problem_in(
                document.source, row.cells[0], message, "where a cell is empty, write its bars"
            )


def _differ(cells: int, columns: int) -> str:
    return f"the row has {counted(cells, 'cell')}, the table {counted(columns, 'column')}"


def _columns_of(rows: list[Row]) -> list[Column]:
    return [_column([row.cells[at].text for row in rows]) for at in range(len(rows[0].cells))]


def _column(texts: list[str]) -> Column:
    kinds = [_kind(text) for text in texts if not is_blank(text)]
    is_sure = len(kinds) >= _OF_A_KIND and len(set(kinds)) == 1
    return Column(is_filled=all(texts), kind=kinds[0] if is_sure else "")


def _is_out_of_step(row: Row, columns: list[Column]) -> bool:
    """Whether a cell was left out before the last: dice or a number stand one column too far left.

    Both columns must have nothing but their own kind in all other rows.
    """
    return row.missing == 1 and any(
        columns[at].kind and kind == columns[at + 1].kind != columns[at].kind
        for at, cell in enumerate(row.cells[1:-1], 1)
        if (kind := _kind(cell.text))
    )


def _kind(text: str) -> str:
    if roll_in(text):
        return "dice"
    number = number_in(text)
    return f"number {number.unit}" if number else ""


def _has_empty_last_cell(document: Document, table: Table, row: Row) -> bool:
    """Whether a row ends in a bar where the headings have none at their end: an empty cell."""
    headings, line = (document.source.line(number).rstrip() for number in (table.line, row.line))
    return line.endswith("|") and not headings.endswith("|")


def _is_keyed(row: Row) -> bool:
    return _KEY.fullmatch(row.cells[0].text) is not None


def _is_divider(row: Row, *, keyed: bool) -> bool:
    """Whether a row is one cell over all columns, or a line of dashes, and meant to be so.

    Where all full rows are `keyed` by a number, a number alone is a row that lost its other cells.
    """
    written = row.cells[: len(row.cells) - row.missing]
    if not any(char.isalnum() for cell in written for char in cell.text):
        return True
    return len(written) == 1 and not (keyed and _is_keyed(row))
