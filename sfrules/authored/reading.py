"""One table read: its rows, and everything that is wrong with it by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sfrules.authored.bad_row import BadRow
from sfrules.authored.csv_text import Cell
from sfrules.authored.row import Place, Row, Value, value_of
from sfrules.authored.schema import TYPES, Field, Schema
from sfrules.authored.sheet import Sheet, did_you_mean, open_sheet
from sfrules.authored.step_rows import step_problems


@dataclass(frozen=True)
class Record:
    """A good row, with the cells that it came from."""

    row: Row
    cells: Mapping[str, Cell]


@dataclass
class Reading:
    """A table as it was read: its good rows, and its problems."""

    schema: Schema
    sheet: Sheet
    records: list[Record] = field(default_factory=list)
    problems: list[BadRow] = field(default_factory=list)


def read_table(root: Path, schema: Schema) -> Reading:
    """Read a table and check every row of it."""
    reading = Reading(schema, Sheet(schema.path, ""))
    try:
        reading.sheet = open_sheet(root, schema.path)
        header, *body = reading.sheet.records() or [[]]
    except BadRow as bad:
        reading.problems.append(bad)
        return reading
    reading.problems += _header_problems(reading.sheet, schema, header)
    if not reading.problems:
        for cells in body:
            _read_record(reading, cells)
        reading.problems += _repetitions(reading)
    if schema.steps and not reading.problems:
        places = [(record.row, record.cells) for record in reading.records]
        reading.problems += step_problems(reading.sheet, schema.steps, places)
    return reading


def _header_problems(sheet: Sheet, schema: Schema, header: list[Cell]) -> Iterator[BadRow]:
    found = [cell.text for cell in header]
    for at, cell in enumerate(header):
        if cell.text not in schema.columns:
            hint = did_you_mean(cell.text, schema.columns) or "datapackage.json lists the columns"
            yield sheet.bad_cell(cell, f'unknown column "{cell.text}"', hint)
        elif cell.text in found[:at]:
            yield sheet.bad_cell(cell, f"column {cell.text} stands twice")
    missing = [column for column in schema.columns if column not in found]
    for column in missing:
        yield sheet.bad_end(1, f"column {column} is missing")
    if not missing and len(found) == len(schema.columns):
        for cell, column in zip(header, schema.columns, strict=True):
            if cell.text != column:
                yield sheet.bad_cell(cell, f"column {cell.text} stands where {column} belongs")
                return


def _read_record(reading: Reading, cells: list[Cell]) -> None:
    schema, sheet = reading.schema, reading.sheet
    line = cells[0].line
    if [cell.text for cell in cells] == [""]:
        reading.problems.append(sheet.bad(line, 1, "an empty line", "delete it"))
    elif bad := _wrong_count(sheet, schema, cells):
        reading.problems.append(bad)
    else:
        by_column = dict(zip(schema.columns, cells, strict=True))
        values: dict[str, Value] = {}
        for column in schema.fields:
            try:
                values[column.name] = _value(sheet, column, by_column[column.name])
            except BadRow as bad:
                reading.problems.append(bad)
        if len(values) == len(cells):
            row = Row(values, Place(sheet.path, line))
            reading.records.append(Record(row, by_column))


def _wrong_count(sheet: Sheet, schema: Schema, cells: list[Cell]) -> BadRow | None:
    wanted, found = len(schema.columns), len(cells)
    if found > wanted:
        message = f"{found} cells where the header has {wanted}"
        return sheet.bad_cell(cells[wanted], message, "a text with a comma in it stands in quotes")
    if found < wanted:
        message = f"{found} cells where the header has {wanted}: {schema.columns[found]} is missing"
        return sheet.bad_end(cells[-1].line + cells[-1].text.count("\n"), message)
    return None


def _value(sheet: Sheet, column: Field, cell: Cell) -> Value:
    if cell.text == "":
        if column.required:
            raise sheet.bad_cell(cell, f"{column.name} is missing", f"allowed: {allowed(column)}")
        return None
    read, _ = TYPES[column.type]
    value = read(cell.text)
    if value is None or not _holds(column, cell.text, value):
        hint = did_you_mean(cell.text, column.enum) if column.type == "string" else ""
        message = f"{column.name} is {_quoted(cell.text)}; allowed: {allowed(column)}"
        raise sheet.bad_cell(cell, message, hint)
    return value


def _holds(column: Field, text: str, value: Value) -> bool:
    if column.enum and value not in column.enum:
        return False
    if not isinstance(value, str) and value is not None:
        if column.minimum is not None and value < column.minimum:
            return False
        if column.maximum is not None and value > column.maximum:
            return False
    return not column.pattern or re.fullmatch(column.pattern, text) is not None


def allowed(column: Field) -> str:
    """Say in words what a cell of a column may hold."""
    if column.enum:
        *most, last = (_quoted(v) if isinstance(v, str) else str(v) for v in column.enum)
        return f"{', '.join(most)} or {last}" if most else last
    words = TYPES[column.type][1]
    if column.minimum is not None and column.maximum is not None:
        words += f" from {column.minimum} to {column.maximum}"
    elif column.minimum is not None:
        words += f" from {column.minimum} up"
    elif column.maximum is not None:
        words += f" up to {column.maximum}"
    return f"{words} that matches {column.pattern}" if column.pattern else words


def _repetitions(reading: Reading) -> Iterator[BadRow]:
    """Find values of a unique column, or of the primary key, that stand in two rows."""
    schema = reading.schema
    keys: list[tuple[str, ...]] = [(column.name,) for column in schema.fields if column.unique]
    if schema.primary_key and schema.primary_key not in keys:
        keys.insert(0, schema.primary_key)
    for key in keys:
        seen: dict[tuple[Value, ...], int] = {}
        for record in reading.records:
            values = tuple(value_of(record.row, column) for column in key)
            cell = record.cells[key[0]]
            if None in values:
                continue
            first = seen.setdefault(values, cell.line)
            if first != cell.line:
                what = ", ".join(_quoted(record.cells[column].text) for column in key)
                message = f"{', '.join(key)} is {what} a second time; the first is on line {first}"
                yield reading.sheet.bad_cell(cell, message)


def _quoted(text: str) -> str:
    return f'"{text}"'
