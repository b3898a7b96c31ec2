"""A table as text: CSV of exact numbers or as printed, JSON, and a Markdown pipe table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from sfrules.ground.formats import answer, json_of, styled
from sfrules.press.things.tables.table import Table

# What a spreadsheet takes for a formula, wide signs as well; a text such as "-5" is a number to it.
_FORMULA = re.compile(r"(?![+-]?[0-9]+(\.[0-9]+)?\Z)[=+\-@\t\n\uff1d\uff0b\uff0d\uff20]")


def table_csv(table: Table) -> str:
    """The table as CSV: exact numbers, one line of headings, and no text that is a formula."""
    exact = (["" if value is None else _exact(value) for value in row] for row in table.cells)
    return _csv(map(_exact, table.headings), *exact)


def _exact(value: object) -> str:
    """A value as it is; a text that a spreadsheet would work out has a quotation mark in front."""
    if not isinstance(value, str):
        return answer(value)
    text = value.replace("\r", "\n")  # which the writer of CSV puts in quotes
    return f"'{text}" if _FORMULA.match(text) else text


def printed_csv(table: Table) -> str:
    """The table as CSV with each cell and heading as the book prints it."""
    columns = (table.stub, *table.leaves)
    units = (f" ({column.unit})" if column.unit else "" for column in columns)
    return _csv(map("".join, zip(table.headings, units, strict=True)), *_printed(table))


def _csv(*rows: Iterable[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _printed(table: Table) -> Iterator[Iterable[str]]:
    styles = [column.style for column in (table.stub, *table.leaves)]
    return (map(styled, row, styles) for row in table.cells)


def table_json(table: Table) -> str:
    """The table as JSON: its caption, and a list of rows by heading."""
    heads = [f"{json_of(heading)}: " for heading in table.headings]
    rows = (map(str.__add__, heads, map(json_of, row)) for row in table.cells)
    lines = ",\n  ".join(f"{{{', '.join(row)}}}" for row in rows)
    head = f'{{\n "id": {json_of(table.id)},\n "caption": {json_of(table.caption)},\n'
    return f'{head} "rows": [\n  {lines}\n ]\n}}\n'


def table_markdown(table: Table) -> str:
    """The table as a pipe table, for places that take only Markdown."""
    rows = (
        [cell.replace("|", "\\|") for cell in row] for row in (table.headings, *_printed(table))
    )
    notes = (f"\n{note}" for note in table.notes)
    return "\n".join([f"**{table.caption}**\n", *pipe_rows(rows, table.texts), *notes]) + "\n"


def pipe_rows(rows: Iterable[Sequence[str]], texts: Sequence[bool]) -> Iterator[str]:
    """The lines of a pipe table, its head first; columns of `texts`, and the first, stand left."""
    aligns = ["---", *("---" if text else "--:" for text in texts[1:])]
    head, *body = rows
    yield from (f"| {' | '.join(row)} |" for row in (head, aligns, *body))
