"""Reads one table, and reports all that is wrong with it alone; keys into others come later."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sfrules.facts.row import CellValue, Row, RowPlace, identifier, place_of, value_of
from sfrules.facts.schema import Schema, SchemaField, as_digits
from sfrules.facts.sheet import FactsFile, FileCell, open_sheet
from sfrules.ground.problems import Problem, ProblemsFound, did_you_mean

HINTED = 20  # problems of a table with a hint at the nearest name, which takes a while to find
STEPS_HINT = "rows run from 1 up without gap or overlap; the last has no end"


@dataclass
class TableReading:
    """A table as it was read: its rows without problems, and its problems."""

    schema: Schema
    sheet: FactsFile
    rows: list[Row] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    #: The cells of each row, by its line.
    cells: dict[int, list[FileCell]] = field(default_factory=dict)

    def cell(self, row: Row, column: str) -> FileCell:
        """Return the cell of the file that a row has a value from."""
        return self.cells[place_of(row).line][self.schema.columns.index(column)]

    def problem(self, row: Row, column: str, message: str, hint: str = "") -> Problem:
        """Return a problem with a cell of a row."""
        return self.sheet.cell_problem(self.cell(row, column), message, hint)


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
        reading.problems += _step_problems(reading, *schema.steps)
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
    line, wanted = sheet.line_of(cells[0]), len(schema.columns)
    message = f"{len(cells)} cells where the header has {wanted}"
    if not any(cell.text for cell in cells):
        bad = [sheet.problem(line, 1, "an empty line", "delete it")]
    elif len(cells) > wanted:
        hint = "a text with a comma in it stands in quotes"
        bad = [sheet.cell_problem(cells[wanted], message, hint)]
    elif len(cells) < wanted:
        last = sheet.line_of(cells[-1]) + cells[-1].text.count("\n")
        message = f"{message}: {schema.columns[len(cells)]} is missing"
        bad = [sheet.end_problem(last, message, "a cell that is empty has its comma, too")]
    else:
        read = [(f, c, f.read(c.text)) for f, c in zip(schema.fields, cells, strict=True)]
        none = [(f, c) for f, c, value in read if value is None]
        bad = [_wrong(reading, *each) for each in none if each[0].required or each[1].text]
        if not bad:
            values = {f.name: value for f, _, value in read}
            reading.rows.append(Row(values, RowPlace(sheet.path, line), schema.key))
            reading.cells[line] = cells
    reading.problems += bad


def _wrong(reading: TableReading, column: SchemaField, cell: FileCell) -> Problem:
    """The problem of a cell that is empty, or holds what its column does not."""
    if cell.text == "":
        hint = f"allowed: {column.domain.allowed}"
        return reading.sheet.cell_problem(cell, f"{column.name} is missing", hint)
    options = [each for each in getattr(column.domain, "options", ()) if isinstance(each, str)]
    is_early = len(reading.problems) < HINTED
    hint = did_you_mean(cell.text, options, or_list=False) if is_early else ""
    if (digits := as_digits(cell.text)) and column.read(digits) is not None:
        hint = f"write {digits}"
    message = f"{column.name} is {_quoted(cell.text)}; allowed: {column.domain.allowed}"
    return reading.sheet.cell_problem(cell, message, hint)


def _repetitions(reading: TableReading) -> Iterator[Problem]:
    """Yield a problem for each repeated value of a unique column, or of the primary key."""
    schema = reading.schema
    keys = [(column.name,) for column in schema.fields if column.unique]
    for key in dict.fromkeys(filter(None, (schema.primary_key, *keys))):
        seen: dict[tuple[CellValue, ...], int] = {}
        for row in reading.rows:
            values, line = tuple(value_of(row, column) for column in key), place_of(row).line
            first = line if None in values else seen.setdefault(values, line)
            if first != line:
                what = ", ".join(_quoted(reading.cell(row, column).text) for column in key)
                message = f"{', '.join(key)} is {what} a second time; the first is on line {first}"
                yield reading.problem(row, key[0], message)
    yield from _same_names(reading)


def _same_names(reading: TableReading) -> Iterator[Problem]:
    """Yield a problem for each row that pages would call as another one, but for its capitals."""
    key, named = reading.schema.key, dict[str, str]()
    for row in reading.rows if key else ():
        text = value_of(row, key)
        if isinstance(text, str) and (other := named.setdefault(text.casefold(), text)) != text:
            message = f'"{text}" and "{other}" would both be called {identifier(text)}'
            yield reading.problem(row, key, message, "give it another name")


def _quoted(text: str) -> str:
    return f'"{text}"'


def _step_problems(reading: TableReading, first: str, last: str) -> Iterator[Problem]:
    """Yield a problem for each row of a step table that does not go on where the last one ends."""
    if not reading.rows:
        yield reading.sheet.end_problem(1, f"no row has 1 for its {first}", STEPS_HINT)
    expected = 1
    for row in reading.rows:
        begins, ends = value_of(row, first), value_of(row, last)
        if begins != expected:
            yield reading.problem(
                row, first, f"{first} is {begins}; allowed: {expected}", STEPS_HINT
            )
        is_last = row is reading.rows[-1]
        if (ends is None) != is_last or (ends is not None and ends < begins):
            allowed = "empty, in the last row" if is_last else f"a whole number from {begins} up"
            message = f"{last} is {'empty' if ends is None else ends}; allowed: {allowed}"
            yield reading.problem(row, last, message, STEPS_HINT)
        expected = (begins if ends is None else max(begins, ends)) + 1
