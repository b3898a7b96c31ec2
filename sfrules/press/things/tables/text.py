"""A table as text: CSV of exact numbers or as printed, JSON, and a Markdown pipe table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from sfrules.ground.formats import answer, json_of, styled
from sfrules.press.things.tables.table import Table


def table_csv(table: Table) -> str:
    """The table as CSV: exact numbers, one line of headings."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.headings)
    for row in table.cells:
        writer.writerow("" if value is None else answer(value) for value in row)
    return text.getvalue()


def printed_csv(table: Table) -> str:
    """The table as CSV with each cell and heading as the book prints it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    columns = (table.stub, *table.leaves)
    units = (f" ({column.unit})" if column.unit else "" for column in columns)
    writer.writerow(map("".join, zip(table.headings, units, strict=True)))
    styles = [column.style for column in columns]
    for row in table.cells:
        writer.writerow(map(styled, row, styles))
    return text.getvalue()


def table_json(table: Table) -> str:
    """The table as JSON: its caption, and a list of rows by heading."""
    rows = (json_of(dict(zip(table.headings, row, strict=True))) for row in table.cells)
    lines = ",\n  ".join(rows)
    head = f'{{\n "id": {json_of(table.id)},\n "caption": {json_of(table.caption)},\n'
    return f'{head} "rows": [\n  {lines}\n ]\n}}\n'


def table_markdown(table: Table) -> str:
    """The table as a pipe table, for places that take only Markdown."""
    aligns = ["---"] + ["---" if column.text else "--:" for column in table.leaves]
    styles = (table.stub.style, *(column.style for column in table.leaves))
    rows = [
        [styled(value, style) for value, style in zip(row, styles, strict=True)]
        for row in table.cells
    ]
    lines = [_pipe_row(table.headings), f"| {' | '.join(aligns)} |", *map(_pipe_row, rows)]
    notes = [f"\n{note}" for note in table.notes]
    return "\n".join([f"**{table.caption}**\n", *lines, *notes]) + "\n"


def _pipe_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
