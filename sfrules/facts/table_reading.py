"""Reads one table, and reports all that is wrong with it alone; keys into others come later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sfrules.facts.row import CellValue, Row, RowPlace, value_of
from sfrules.facts.schema import Schema, SchemaField, Steps
from sfrules.facts.sheet import FactsFile, FileCell, open_sheet
from sfrules.ground.problems import Problem, ProblemsFound, did_you_mean

HINTED = 20  # problems of a table with a hint at the nearest name, which takes a while to find
STEPS_HINT = "rows run from 1 up without gap or overlap; the last has no end"


@dataclass(frozen=True)
class CheckedRow:
    """A row without problems, with the cells that it came from."""

    row: Row
    cells: Mapping[str, FileCell]


@dataclass
class TableReading:
    """A table as it was read: its rows without problems, and its problems."""

    schema: Schema
    sheet: FactsFile
    records: list[CheckedRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_table(root: Path, schema: Schema) -> TableReading:
    """Read a table and check every row of it."""
    reading = TableReading(schema, FactsFile(schema.path, ""))
    try:
        reading.sheet = open_sheet(root, schema.path)
        header, *body = reading.sheet.records() or [[]]
    except ProblemsFound as found:
        reading.problems += found.problems
        return reading
    reading.problems += _header_problems(reading.sheet, schema, header)
    if not reading.problems:
        for cells in body:
            _read_record(reading, cells)
        reading.problems += _repetitions(reading)
    if schema.steps and not reading.problems:
        reading.problems += _step_problems(reading.sheet, schema.steps, reading.records)
    return reading


def _header_problems(sheet: FactsFile, schema: Schema, header: list[FileCell]) -> Iterator[Problem]:
    known, found = frozenset(schema.headings), set[str]()  # there may be thousands
    for cell in header:
        if cell.text not in known:
            hint = did_you_mean(cell.text, schema.headings, or_list=False)
            hint = hint or "datapackage.json lists the columns"
            yield sheet.cell_problem(cell, f'unknown column "{cell.text}"', hint)
        elif cell.text in found:
            yield sheet.cell_problem(cell, f"column {cell.text} stands twice")
        found.add(cell.text)
    missing = [column for column in schema.headings if column not in found]
    yield from (sheet.end_problem(1, f"column {column} is missing") for column in missing)
    if not missing and len(header) == len(known):
        for cell, column in zip(header, schema.headings, strict=True):
            if cell.text != column:
                yield sheet.cell_problem(cell, f"column {cell.text} stands where {column} belongs")
                return


def _read_record(reading: TableReading, cells: list[FileCell]) -> None:
    schema, sheet = reading.schema, reading.sheet
    line, wanted = cells[0].line, len(schema.columns)
    message = f"{len(cells)} cells where the header has {wanted}"
    if [cell.text for cell in cells] == [""]:
        bad = [sheet.problem(line, 1, "an empty line", "delete it")]
    elif len(cells) > wanted:
        hint = "a text with a comma in it stands in quotes"
        bad = [sheet.cell_problem(cells[wanted], message, hint)]
    elif len(cells) < wanted:
        last = cells[-1].line + cells[-1].text.count("\n")
        message = f"{message}: {schema.columns[len(cells)]} is missing"
        bad = [sheet.end_problem(last, message, "a cell that is empty has its comma, too")]
    else:
        values = {f.name: f.read(c.text) for f, c in zip(schema.fields, cells, strict=True)}
        pairs = [
            (f, c) for f, c in zip(schema.fields, cells, strict=True) if values[f.name] is None
        ]
        bad = [_wrong(reading, *each) for each in pairs if each[0].required or each[1].text]
        if not bad:
            row = Row(values, RowPlace(sheet.path, line), schema.key)
            reading.records.append(CheckedRow(row, dict(zip(schema.columns, cells, strict=True))))
    reading.problems += bad


def _wrong(reading: TableReading, column: SchemaField, cell: FileCell) -> Problem:
    """The problem of a cell that is empty, or holds what its column does not."""
    if cell.text == "":
        hint = f"allowed: {column.domain.allowed}"
        return reading.sheet.cell_problem(cell, f"{column.name} is missing", hint)
    options = [each for each in getattr(column.domain, "options", ()) if isinstance(each, str)]
    is_early = len(reading.problems) < HINTED
    hint = did_you_mean(cell.text, options, or_list=False) if is_early else ""
    message = f"{column.name} is {_quoted(cell.text)}; allowed: {column.domain.allowed}"
    return reading.sheet.cell_problem(cell, message, hint)


def _repetitions(reading: TableReading) -> Iterator[Problem]:
    """Yield a problem for each repeated value of a unique column, or of the primary key."""
    schema = reading.schema
    keys = [(column.name,) for column in schema.fields if column.unique]
    for key in dict.fromkeys(filter(None, (schema.primary_key, *keys))):
        seen: dict[tuple[CellValue, ...], int] = {}
        for record in reading.records:
            values = tuple(value_of(record.row, column) for column in key)
            cell = record.cells[key[0]]
            first = cell.line if None in values else seen.setdefault(values, cell.line)
            if first != cell.line:
                what = ", ".join(_quoted(record.cells[column].text) for column in key)
                message = f"{', '.join(key)} is {what} a second time; the first is on line {first}"
                yield reading.sheet.cell_problem(cell, message)


def _quoted(text: str) -> str:
    return f'"{text}"'


def _step_problems(
    sheet: FactsFile, steps: Steps, records: Sequence[CheckedRow]
) -> Iterator[Problem]:
    """Yield a problem for each step that is missing or doubled, and for ends out of order.

    The rows of a step table together cover every level, or round, from 1 up, each of them once.
    """
    if not records:
        yield sheet.end_problem(1, f"{steps.unit} 1 is missing: there are no rows", STEPS_HINT)
    expected: int | None = 1
    for at, record in enumerate(records):
        row, cells = record.row, record.cells
        first, last = value_of(row, steps.first), value_of(row, steps.last)
        if expected is not None and first > expected:
            message = _steps_are(steps.unit, expected, first - 1, "missing")
            yield sheet.cell_problem(cells[steps.first], message, STEPS_HINT)
        if expected is not None and first < expected:
            end = expected - 1 if last is None else max(first, min(last, expected - 1))
            message = _steps_are(steps.unit, first, end, "doubled")
            yield sheet.cell_problem(cells[steps.first], message, STEPS_HINT)
        if message := _wrong_end(steps, row, is_last=at == len(records) - 1):
            yield sheet.cell_problem(cells[steps.last], message, STEPS_HINT)
        expected = None if last is None else max(last, first) + 1


def _wrong_end(steps: Steps, row: Row, *, is_last: bool) -> str:
    first, last = value_of(row, steps.first), value_of(row, steps.last)
    if last is None:
        return "" if is_last else f"{steps.last} is empty, and more rows follow"
    if last < first:
        return f"{steps.last} is {last}, below {steps.first}, which is {first}"
    return f"{steps.last} is {last} in the last row; allowed: empty" if is_last else ""


def _steps_are(unit: str, first: int, last: int, what: str) -> str:
    if first == last:
        return f"{unit} {first} is {what}"
    return f"{unit}s {first} to {last} are {what}"
