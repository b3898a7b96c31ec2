"""Step tables: rows that together cover every level, or round, from 1 up, each of them once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sfrules.authored.bad_row import BadRow
from sfrules.authored.csv_text import Cell
from sfrules.authored.row import Row, value_of
from sfrules.authored.schema import Steps
from sfrules.authored.sheet import Sheet

HINT = "rows run from 1 up without gap or overlap; the last has no end"


def step_problems(
    sheet: Sheet, steps: Steps, rows: Sequence[tuple[Row, Mapping[str, Cell]]]
) -> Iterator[BadRow]:
    """Find the steps that are missing or doubled, and ends that are no ends."""
    if not rows:
        yield sheet.bad_end(1, f"{steps.unit} 1 is missing: there are no rows", HINT)
    expected: int | None = 1
    for at, (row, cells) in enumerate(rows):
        first, last = value_of(row, steps.first), value_of(row, steps.last)
        if expected is not None and first > expected:
            message = _said(steps.unit, expected, first - 1, "missing")
            yield sheet.bad_cell(cells[steps.first], message, HINT)
        if expected is not None and first < expected:
            end = expected - 1 if last is None else max(first, min(last, expected - 1))
            message = _said(steps.unit, first, end, "doubled")
            yield sheet.bad_cell(cells[steps.first], message, HINT)
        if message := _bad_end(steps, row, is_last=at == len(rows) - 1):
            yield sheet.bad_cell(cells[steps.last], message, HINT)
        expected = None if last is None else max(last, first) + 1


def _bad_end(steps: Steps, row: Row, *, is_last: bool) -> str:
    first, last = value_of(row, steps.first), value_of(row, steps.last)
    if last is None:
        return "" if is_last else f"{steps.last} is empty, and more rows follow"
    if last < first:
        return f"{steps.last} is {last}, below {steps.first}, which is {first}"
    return f"{steps.last} is {last} in the last row; allowed: empty" if is_last else ""


def _said(unit: str, first: int, last: int, what: str) -> str:
    if first == last:
        return f"{unit} {first} is {what}"
    return f"{unit}s {first} to {last} are {what}"
