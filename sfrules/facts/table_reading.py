"""Reads one table, and reports all that is wrong with it alone; keys into others come later."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from sfrules.facts.domain import accepts, between, either, outside
from sfrules.facts.row import CellValue, Row, RowPlace, value_of
from sfrules.facts.schema import TYPES, Schema, SchemaField, Steps
from sfrules.facts.sheet import FactsFile, FileCell, open_sheet
from sfrules.ground.problems import Problem, ProblemsFound, did_you_mean

COMPARED = 100_000  # names to compare for a table's hints; beyond that, problems have none
_IN_ORDER = [TYPES[kind][0] for kind in ("integer", "number", "boolean", "string")]
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
    with_fractions: frozenset[str] = frozenset()


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
        reading.with_fractions = _with_fractions(schema, body)
        for cells in body:
            _read_record(reading, cells)
        reading.problems += _repetitions(reading)
    if schema.steps and not reading.problems:
        reading.problems += _step_problems(reading.sheet, schema.steps, reading.records)
    return reading


def _with_fractions(schema: Schema, body: Sequence[Sequence[FileCell]]) -> frozenset[str]:
    """The columns of numbers that are no whole ones, all of which are read as fractions.

    Otherwise `25 / row.gravity` would be exact in one row and a float in the next.
    """
    read, _ = TYPES["number"]
    numbers = ((at, f) for at, f in enumerate(schema.fields) if f.type == "number" or f.domain)
    return frozenset(
        column.name
        for at, column in numbers
        if any(at < len(cells) and isinstance(read(cells[at].text), Fraction) for cells in body)
    )


def _header_problems(sheet: FactsFile, schema: Schema, header: list[FileCell]) -> Iterator[Problem]:
    known, found = frozenset(schema.headings), set[str]()  # there may be thousands
    for cell in header:
        if cell.text not in known:
            hint = (
                did_you_mean(cell.text, schema.headings, or_list=False)
                or "datapackage.json lists the columns"
            )
            yield sheet.cell_problem(cell, f'unknown column "{cell.text}"', hint)
        elif cell.text in found:
            yield sheet.cell_problem(cell, f"column {cell.text} stands twice")
        found.add(cell.text)
    missing = [column for column in schema.headings if column not in found]
    for column in missing:
        yield sheet.end_problem(1, f"column {column} is missing")
    if not missing and len(header) == len(schema.columns):
        for cell, column in zip(header, schema.headings, strict=True):
            if cell.text != column:
                yield sheet.cell_problem(cell, f"column {cell.text} stands where {column} belongs")
                return


def _read_record(reading: TableReading, cells: list[FileCell]) -> None:
    schema, sheet = reading.schema, reading.sheet
    line = cells[0].line
    if len(cells) == 1 and not cells[0].text:
        reading.problems.append(sheet.problem(line, 1, "an empty line", "delete it"))
    elif bad := _wrong_count(sheet, schema, cells):
        reading.problems.append(bad)
    else:
        values: dict[str, CellValue] = {}
        for column, cell in zip(schema.fields, cells, strict=True):
            value = _value(reading, column, cell)
            if isinstance(value, Problem):
                reading.problems.append(value)
            else:
                values[column.name] = value
        if len(values) == len(cells):
            row = Row(values, RowPlace(sheet.path, line), schema.key)
            by_column = dict(zip(schema.columns, cells, strict=True))
            reading.records.append(CheckedRow(row, by_column))


def _wrong_count(sheet: FactsFile, schema: Schema, cells: list[FileCell]) -> Problem | None:
    wanted, found = len(schema.columns), len(cells)
    if found > wanted:
        message = f"{found} cells where the header has {wanted}"
        return sheet.cell_problem(
            cells[wanted], message, "a text with a comma in it stands in quotes"
        )
    if found < wanted:
        message = f"{found} cells where the header has {wanted}: {schema.columns[found]} is missing"
        return sheet.end_problem(cells[-1].line + cells[-1].text.count("\n"), message)
    return None


def hints_among(names: Collection[object]) -> int:
    """Return how many hints of a table may look for the nearest of these names."""
    return COMPARED // max(1, len(names))


def _value(reading: TableReading, column: SchemaField, cell: FileCell) -> CellValue | Problem:
    sheet = reading.sheet
    if cell.text == "":
        if column.required:
            return sheet.cell_problem(
                cell, f"{column.name} is missing", f"allowed: {allowed(column)}"
            )
        return None
    value = _read(column, cell.text)
    if value is None or not _holds(column, cell.text, value):
        options = [str(each) for each in column.enum] if column.type == "string" else []
        in_time = len(reading.problems) < hints_among(options)
        hint = did_you_mean(cell.text, options, or_list=False) if in_time else ""
        message = f"{column.name} is {_quoted(cell.text)}; allowed: {allowed(column)}"
        return sheet.cell_problem(cell, message, hint)
    is_whole = type(value) is int
    return Fraction(value) if is_whole and column.name in reading.with_fractions else value


def _read(column: SchemaField, text: str) -> CellValue:
    """Return the value of a cell, or None if it is wrong.

    If code gave the column a domain, the value is the first reading that the domain accepts; the
    type that was guessed from all cells of the column does not matter then.
    """
    if column.domain is None:
        return TYPES[column.type][0](text)
    said = (read(text) for read in _IN_ORDER)
    return next((v for v in said if v is not None and accepts(column.domain, v)), None)


def _holds(column: SchemaField, text: str, value: CellValue) -> bool:
    if column.enum and value not in column.enum:
        return False
    if not isinstance(value, str | None) and outside(value, column.minimum, column.maximum):
        return False
    return column.pattern is None or column.pattern.fullmatch(text) is not None


def allowed(column: SchemaField) -> str:
    """Say in words what a cell of a column may hold."""
    if column.domain:
        return column.domain.allowed
    if column.enum:
        return either(_quoted(v) if isinstance(v, str) else str(v) for v in column.enum)
    words = TYPES[column.type][1] + between(column.minimum, column.maximum)
    return f"{words} that matches {column.pattern.pattern}" if column.pattern else words


def _repetitions(reading: TableReading) -> Iterator[Problem]:
    """Yield a problem for each repeated value of a unique column, or of the primary key."""
    schema = reading.schema
    keys: list[tuple[str, ...]] = [(column.name,) for column in schema.fields if column.unique]
    if schema.primary_key and schema.primary_key not in keys:
        keys.insert(0, schema.primary_key)
    for key in keys:
        seen: dict[tuple[CellValue, ...], int] = {}
        for record in reading.records:
            values = tuple(value_of(record.row, column) for column in key)
            cell = record.cells[key[0]]
            if None in values:
                continue
            first = seen.setdefault(values, cell.line)
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
