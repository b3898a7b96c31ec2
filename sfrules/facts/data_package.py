"""The tables of a Data Package: read when first asked for, and checked against each other."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from sfrules.facts.description import read_description
from sfrules.facts.domain import InColumn
from sfrules.facts.row import CellValue, Row, read_of, value_of
from sfrules.facts.schema import ForeignKey, Schema, read_schema
from sfrules.facts.sheet import FactsFile, open_sheet
from sfrules.facts.table_reading import TableReading, hints_among, read_table
from sfrules.facts.watched import note
from sfrules.ground.problems import Problem, ProblemsFound, did_you_mean
from sfrules.ground.source import Span

T = TypeVar("T")
PACKAGE = "tables/datapackage.json"


class Tables:
    """The tables of a folder's package. Making it reads nothing; asking it for rows does.

    With `package=False` there is no datapackage.json, and its tables are those that are added.
    """

    def __init__(self, root: Path, *, package: bool = True) -> None:
        self.root = root
        #: The file that describes them.
        self.package = root / PACKAGE if package else None
        self._added: dict[str, Schema] = {}
        self.forget()

    def forget(self) -> None:
        """Drop all rows, so that the next call reads them from the disk again."""
        vars(self).pop("_package", None)
        self._readings: dict[str, TableReading] = {}
        self._wrong: dict[str, list[Problem]] = {}
        self._good: dict[str, tuple[Row, ...]] = {}
        self._keyed: dict[str, dict[tuple[CellValue, ...], Row]] = {}
        self._made: dict[tuple[str, Callable[..., Any]], Any] = {}
        # The rows that nothing had read at the last call of `unread`.
        self._unread: dict[str, list[Row]] = {}

    def names(self) -> tuple[str, ...]:
        """Return the name of every table, in the package's order."""
        return tuple(self._schemas)

    def add(self, schema: Schema) -> None:
        """Add a table that the package does not describe."""
        self._added[schema.name] = schema

    def schema(self, name: str) -> Schema:
        """Return the schema of a table.

        Raises:
            LookupError: for a table that the package does not hold.
            ProblemsFound: when the package itself cannot be read.
        """
        note(name)
        return self._schema(name)

    def _schema(self, name: str) -> Schema:
        if name not in self._schemas:
            if self._package_problems:
                raise ProblemsFound(self._package_problems)
            raise LookupError(_unknown("table", name, self._schemas))
        return self._schemas[name]

    def rows(self, name: str) -> tuple[Row, ...]:
        """Return every row of a table, in the file's order.

        Raises:
            LookupError: for a table that the package does not hold.
            ProblemsFound: for a table with problems.
        """
        note(name)
        return self._rows(name)

    def _rows(self, name: str) -> tuple[Row, ...]:
        if name not in self._good:
            if self._problems(self._schema(name)):
                raise ProblemsFound(self.check())  # all at once, for an author mends them together
            self._good[name] = tuple(record.row for record in self._reading(name).records)
        return self._good[name]

    def row(self, name: str, key: CellValue | tuple[CellValue, ...]) -> Row:
        """Return the row of a table with a primary key; a key of several columns is a tuple.

        Raises:
            LookupError: for a table or a row that is not there.
            ProblemsFound: for a table with problems.
        """
        note(name)
        if name not in self._keyed:
            columns = self._schema(name).primary_key
            self._keyed[name] = {
                tuple(value_of(row, column) for column in columns): row for row in self.rows(name)
            }
        keys = key if isinstance(key, tuple) else (key,)
        found = self._keyed[name].get(keys)
        if found is None:
            known = [", ".join(map(str, each)) for each in self._keyed[name]]
            raise LookupError(_unknown(f"row of {name}", ", ".join(map(str, keys)), known))
        return found

    def steps(self, name: str) -> tuple[Row, ...]:
        """Return every row of a step table, in rising order.

        Raises:
            LookupError: for a table that is not there, or is no step table.
            ProblemsFound: for a table with problems.
        """
        note(name)
        if self._schema(name).steps is None:
            raise LookupError(f'"{name}" is no step table')
        return self._rows(name)

    def step(self, name: str, at: int) -> Row:
        """Return the row of a step table that applies at a level, a round or the like.

        Raises:
            LookupError: for a table that is not there or is no step table, or a step below 1.
            ProblemsFound: for a table with problems.
        """
        rows, steps = self.steps(name), self._schema(name).steps
        assert steps  # noqa: S101 — `steps` above has refused every other table
        place = bisect.bisect_right(rows, at, key=lambda row: value_of(row, steps.first))
        if place == 0:
            raise LookupError(f'"{name}" begins at 1, and {at} is below')
        return rows[place - 1]

    def made_of(self, name: str, make: Callable[[tuple[Row, ...]], T]) -> T:
        """Return a function's result for a table's rows; it is called once, and the result kept.

        Raises:
            LookupError: for a table that the package does not hold.
            ProblemsFound: for a table with problems.
        """
        note(name)
        return self._once((name, make), lambda: make(self.rows(name)))

    def kept(self, make: Callable[[], T]) -> T:
        """Return a function's result; it is called once until the rows are forgotten."""
        return self._once(("", make), make)

    def _once(self, key: tuple[str, Callable[..., T]], make: Callable[[], T]) -> T:
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

    def listed(self, table: str, column: str, *others: str) -> InColumn:
        """Return the domain of the values in a column of some tables, which may change.

        It is the caller who uses the tables, whenever a value is looked up.
        """
        tables = (table, *others)
        for name in tables:
            note(name)
        return InColumn(table, column, lambda: tuple(map(self._rows, tables)))

    def check(self) -> list[Problem]:
        """Return the problems of the package and of all its tables, in the package's order."""
        problems = list(self._package_problems)
        for schema in self._schemas.values():
            problems += self._problems(schema)
        return problems

    def span_of(
        self, name: str, row: Row, column: str, start: int = 0, end: int | None = None
    ) -> Span:
        """Return the span of a cell in its file, or of a part of the cell's text."""
        reading = self._reading(name)
        record = next(record for record in reading.records if record.row is row)
        return reading.sheet.span(record.cells[column], start, end)

    def unread(self) -> Iterator[tuple[str, Row]]:
        """Yield the rows of which at most the key was read, each with its table's name."""
        for name, schema in self._schemas.items():
            facts = set(schema.columns).difference(schema.source_columns)
            beside_key = facts - set(schema.primary_key) or facts
            known = self._unread[name] if name in self._unread else self.rows(name)
            left = [row for row in known if beside_key.isdisjoint(read_of(row))]
            self._unread[name] = left
            yield from ((name, row) for row in left)

    def _reading(self, name: str) -> TableReading:
        if name not in self._readings:
            self._readings[name] = read_table(self.root, self._schema(name))
        return self._readings[name]

    def _problems(self, schema: Schema) -> list[Problem]:
        if schema.name not in self._wrong:
            self._wrong[schema.name] = list(self._find_problems(schema))
        return self._wrong[schema.name]

    def _find_problems(self, schema: Schema) -> Iterator[Problem]:
        yield from self._reading(schema.name).problems
        if not self._package_problems:  # otherwise a key may point at a table that is missing
            for key in schema.foreign_keys:
                yield from self._strangers(schema, key)

    def _strangers(self, schema: Schema, key: ForeignKey) -> Iterator[Problem]:
        """Yield a problem for each row whose foreign key matches no row of the other table."""
        reading, other = self._reading(schema.name), self._reading(key.table)
        if other.problems:  # its rows with problems are left out, but not missing
            return
        known = {
            tuple(value_of(record.row, column) for column in key.their_columns)
            for record in other.records
        }
        keys = [", ".join(map(str, each)) for each in known]
        hints = hints_among(keys)
        for record in reading.records:
            values = tuple(value_of(record.row, column) for column in key.columns)
            if None in values or values in known:
                continue
            said = ", ".join(str(value) for value in values)
            message = (
                f'{", ".join(key.columns)} is "{said}"; '
                f"allowed: {', '.join(key.their_columns)} of a row of {key.table}"
            )
            hint = did_you_mean(said, keys, or_list=False) if hints else ""
            hints -= bool(hints)
            yield reading.sheet.cell_problem(record.cells[key.columns[0]], message, hint)

    @property
    def _schemas(self) -> dict[str, Schema]:
        return self._package[0] | self._added if self._added else self._package[0]

    @property
    def _package_problems(self) -> list[Problem]:
        return self._package[1]

    @cached_property
    def _package(self) -> tuple[dict[str, Schema], list[Problem]]:
        if not self.package:
            return {}, []
        try:
            return _read_schemas(open_sheet(self.root, PACKAGE))
        except ProblemsFound as found:
            return {}, list(found.problems)


def _read_schemas(sheet: FactsFile) -> tuple[dict[str, Schema], list[Problem]]:
    schemas: dict[str, Schema] = {}
    problems: list[Problem] = []
    resources = read_description(sheet).each("resources")
    if not resources:
        return schemas, [sheet.problem(1, 1, "no list of resources")]
    for resource in resources:
        try:
            schema = read_schema(resource)
            if schema.name in schemas:
                resource.refuse(f"table {schema.name} is described twice")
            schemas[schema.name] = schema
        except ProblemsFound as found:
            problems += found.problems
    keys = ((schema.name, key) for schema in schemas.values() for key in schema.foreign_keys)
    for name, key in keys:
        theirs = schemas[key.table].columns if key.table in schemas else ()
        if not set(key.their_columns) <= set(theirs):
            message = f"a key of {name} points at {key.table}, which has no such column"
            problems.append(key.reference.problem(message))
    return schemas, problems


def _unknown(what: str, name: str, known: dict[str, Schema] | list[str]) -> str:
    hint = did_you_mean(name, known, or_list=False) or "known: " + ", ".join(known)
    return f'no {what} "{name}"; {hint}'
