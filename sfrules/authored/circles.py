"""Circles: rows that lead from one to the next by a column, and back to where they began."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sfrules.authored.bad_row import BadRow
from sfrules.authored.csv_text import Cell
from sfrules.authored.row import Row, Value, value_of
from sfrules.authored.schema import Links
from sfrules.authored.sheet import Sheet


def circle_problems(
    sheet: Sheet, links: Links, rows: Sequence[tuple[Row, Mapping[str, Cell]]]
) -> Iterator[BadRow]:
    """Find each circle once, at its first row in the file; a row may lead to one other at most."""
    ahead = {value_of(row, links.target): value_of(row, links.source) for row, _ in rows}
    cells_of = {value_of(row, links.target): cells for row, cells in rows}
    told: set[Value] = set()
    for start, cells in cells_of.items():
        circle = _circle(start, ahead)
        if circle and start not in told:
            told.update(circle)
            lines = [cells_of[name][links.target].line for name in circle]
            message = _said(links, ahead[start], circle, lines)
            hint = f"{links.source} of one of these rows has to change, or to be empty"
            yield sheet.bad_cell(cells[links.source], message, hint)


def _circle(start: Value, ahead: Mapping[Value, Value]) -> list[Value]:
    """Follow the links from a row: every row on the way back to it, or nothing."""
    way = [start]
    while (name := ahead.get(way[-1])) is not None and name != start:
        if name in way:  # a circle further on, which is told at its own rows
            return []
        way.append(name)
    return way if name == start else []


def _said(links: Links, value: Value, circle: list[Value], lines: list[int]) -> str:
    named = [f'"{name}" (line {line})' for name, line in zip(circle, lines, strict=True)]
    way = " → ".join([*named, f'"{circle[0]}"'])
    return f'{links.source} is "{value}", which makes a circle: {way}'
