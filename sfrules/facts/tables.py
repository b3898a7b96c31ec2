"""Tables of facts: read when first asked for, checked against each other, and had by their keys."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from sfrules.facts.description import read_description
from sfrules.facts.domain import InColumn
from sfrules.facts.row import CellValue, Row, identifier, read_of, value_of
from sfrules.facts.schema import ForeignKey, Schema, read_schema
from sfrules.facts.sheet import open_sheet
from sfrules.facts.table_reading import HINTED, TableReading, read_table
from sfrules.facts.uses import note
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, did_you_mean
from sfrules.ground.source import Span

T = TypeVar("T")
Key = CellValue | tuple[CellValue, ...]
PACKAGE = "tables/datapackage.json"


class Tables:
    """The tables of a folder's package. Making it reads nothing; asking it for rows does.

    With `package=False` there is no datapackage.json, and its tables are those that are added.
    What is asked of a table raises LookupError for one that is not there, and ProblemsFound for one
    with problems.
    """

    def __init__(self, root: Path, *, package: bool = True) -> None:
        self.root = root
        #: The file that describes them.
        self.package = root / PACKAGE if package else None
        self._added: dict[str, Schema] = {}
        self.forget()

    def forget(self) -> None:
        """Drop all rows, so that the next call reads them from the disk again."""
        self._made: dict[tuple[str, object], Any] = {}
        # The rows that nothing had read at the last call of `unread`.
        self._unread: dict[str, list[Row]] = {}

    def names(self) -> tuple[str, ...]:
        """Return the name of every table, in the package's order."""
        return tuple(self._schemas)

    def add(self, schema: Schema) -> None:
        """Add a table that the package does not describe."""
        self._added[schema.name] = schema
        self._made.pop(("", "schemas"), None)

    def is_described(self, name: str) -> bool:
        """Return whether the package describes a table; if not, its own headings do."""
        return name not in self._added

    def schema(self, name: str) -> Schema:
        """Return the schema of a table."""
        note(name)
        schemas = self._schemas
        if name not in schemas:
            if problems := self._package[1]:
                raise ProblemsFound(problems)
            raise LookupError(_unknown("table", name, schemas))
        return schemas[name]

    def rows(self, name: str) -> tuple[Row, ...]:
        """Return every row of a table, in the file's order."""
        note(name)
        return self._once(name, "rows", self._good_rows)

    def _good_rows(self, name: str) -> tuple[Row, ...]:
        if self._problems(self.schema(name)):
            raise ProblemsFound(self.check())  # all at once, for an author mends them together
        return tuple(self._reading(name).rows)

    def row(self, name: str, key: Key) -> Row:
        """Return the row of a table with a primary key; a key of several columns is a tuple."""
        note(name)
        rows = self._once(name, "keys", self._by_key)
        found = rows.get(key) if not isinstance(key, bool) else None  # True is no row of the key 1
        if found is None:
            known = [_said(each) for each in rows]
            raise LookupError(_unknown(f"row of {name}", _said(key), known))
        return found

    def _by_key(self, name: str) -> dict[Key, Row]:
        columns = self.schema(name).primary_key
        keys = ((row, tuple(value_of(row, each) for each in columns)) for row in self.rows(name))
        return {key if len(key) > 1 else key[0]: row for row, key in keys} if columns else {}

    def step(self, name: str, at: int) -> Row:
        """Return the row of a step table that applies at a level, a round or the like."""
        note(name)
        firsts = self._once(name, "steps", self._firsts)  # rules ask many thousand times
        place = bisect.bisect_right(firsts, at)
        if place == 0:
            raise LookupError(f'"{name}" begins at 1, and {at} is below')
        return self._once(name, "rows", self._good_rows)[place - 1]

    def _firsts(self, name: str) -> list[int]:
        if not (steps := self.schema(name).steps):
            raise LookupError(f'"{name}" is no step table')
        return [value_of(row, steps[0]) for row in self.rows(name)]

    def made_of(self, name: str, make: Callable[[tuple[Row, ...]], T]) -> T:
        """Return a function's result for a table's rows; it is called once, and the result kept."""
        note(name)
        return self._once(name, make, lambda name: make(self.rows(name)))

    def kept(self, make: Callable[[], T]) -> T:
        """Return a function's result; it is called once until the rows are forgotten."""
        return self._once("", make, lambda _: make())

    def _once(self, name: str, what: object, make: Callable[[str], T]) -> T:
        if (name, what) not in self._made:
            self._made[name, what] = make(name)
        return self._made[name, what]

    def listed(
        self, table: str, column: str, *others: str, only: Callable[[Row], bool] = bool
    ) -> InColumn:
        """Return the domain of the values in a column of some tables, which may change."""

        def values(_: str) -> dict[object, object]:
            rows = chain.from_iterable(map(self.rows, (table, *others)))
            return {each: each for each in (getattr(row, column) for row in rows if only(row))}

        return InColumn(table, column, lambda: self._once("", values, values))

    def check(self) -> list[Problem]:
        """Return the problems of the package and of all its tables, in the package's order."""
        problems = list(self._package[1])
        for schema in self._schemas.values():
            problems += self._problems(schema)
        return problems

    def span_of(
        self, name: str, row: Row, column: str, start: int = 0, end: int | None = None
    ) -> Span:
        """Return the span of a cell in its file, or of a part of the cell's text."""
        reading = self._reading(name)
        return reading.sheet.span(reading.cell(row, column), start, end)

    def unread(self) -> Iterator[tuple[str, Row]]:
        """Yield the rows of which at most the key was read, each with its table's name."""
        for name, schema in self._schemas.items():
            known = self._unread[name] if name in self._unread else self.rows(name)
            if not known:
                continue
            facts = set(schema.columns).difference(schema.source_columns)
            beside_key = facts - set(schema.primary_key) or facts
            left = [row for row in known if beside_key.isdisjoint(read_of(row))]
            self._unread[name] = left
            yield from ((name, row) for row in left)

    def _reading(self, name: str) -> TableReading:
        return self._once(name, "file", lambda name: read_table(self.root, self._schemas[name]))

    def _problems(self, schema: Schema) -> list[Problem]:
        def found(name: str) -> list[Problem]:
            # Where the package is wrong, a key may point at a table that is missing.
            keys = () if self._package[1] else schema.foreign_keys
            strangers = (self._strangers(schema, key) for key in keys)
            return [*self._reading(name).problems, *chain.from_iterable(strangers)]

        return self._once(schema.name, "wrong", found)

    def _strangers(self, schema: Schema, key: ForeignKey) -> Iterator[Problem]:
        """Yield a problem for each row whose foreign key matches no row of the other table."""
        reading, other = self._reading(schema.name), self._reading(key.table)
        if other.problems:  # its rows with problems are left out, but not missing
            return
        known = {tuple(value_of(row, c) for c in key.their_columns) for row in other.rows}
        keys, found = list(map(_said, known)), 0
        for row in reading.rows:
            values = tuple(value_of(row, column) for column in key.columns)
            if None in values or values in known:
                continue
            message = (
                f'{", ".join(key.columns)} is "{_said(values)}"; '
                f"allowed: {', '.join(key.their_columns)} of a row of {key.table}"
            )
            hint = did_you_mean(_said(values), keys, or_list=False) if found < HINTED else ""
            found += 1
            yield reading.problem(row, key.columns[0], message, hint)

    @property
    def _schemas(self) -> dict[str, Schema]:
        return self._once("", "schemas", lambda _: self._package[0] | self._added)

    @property
    def _package(self) -> tuple[dict[str, Schema], list[Problem]]:
        return self._once("", "package", lambda _: _read_package(self.root, self.package))


def _read_package(root: Path, package: Path | None) -> tuple[dict[str, Schema], list[Problem]]:
    """Return the schemas that the package describes, and what is wrong with it."""
    schemas: dict[str, Schema] = {}
    problems: list[Problem] = []
    if not package:
        return schemas, problems
    try:
        sheet = open_sheet(root, PACKAGE)
        resources = read_description(sheet).each("resources")
    except ProblemsFound as found:
        return schemas, [*found.problems]
    for resource in resources:
        try:
            schema = read_schema(resource)
            if schema.name in schemas:
                resource.refuse(f"table {schema.name} is described twice")
            schemas[schema.name] = schema
        except ProblemsFound as found:
            problems += found.problems
    for name, key in ((name, key) for name, each in schemas.items() for key in each.foreign_keys):
        theirs = schemas[key.table].columns if key.table in schemas else ()
        if not set(key.their_columns) <= set(theirs):
            message = f"a key of {name} points at {key.table}, which has no such column"
            problems.append(key.reference.problem(message))
    return schemas, problems if resources else [sheet.problem(1, 1, "no list of resources")]


def _said(key: Key) -> str:
    return ", ".join(map(str, key)) if isinstance(key, tuple) else str(key)


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    hint = did_you_mean(name, known, or_list=False) or "known: " + ", ".join(known)
    return f'no {what} "{name}"; {hint}'


class Facts:
    """The rows of a CSV file: `terrain["bog"]` is one row, `terrain.ids` the domain of keys.

    In a loop, they are rows; as a mapping, rows by their keys: `dict(terrain)`.
    """

    def __init__(
        self, tables: Tables, name: str, where: Mapping[str, CellValue] = MappingProxyType({})
    ) -> None:
        self.name = name
        self._tables = tables
        self._where = where
        self.schema  # noqa: B018 — refuses an unknown table here, not at first use

    @property
    def schema(self) -> Schema:
        """Its columns, with their types and constraints."""
        return self._tables.schema(self.name)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every row, in the file's order."""
        rows = self._tables.rows(self.name)
        return tuple(filter(self._fits, rows)) if self._where else rows

    def where(self, **cells: CellValue) -> Facts:
        """Return the facts without the rows that have other values in these columns."""
        return Facts(self._tables, self.name, cells)

    def _fits(self, row: Row) -> bool:
        return all(value_of(row, column) == cell for column, cell in self._where.items())

    @property
    def ids(self) -> InColumn:
        """The keys of the rows, as the domain of a parameter."""
        self.keys()  # which refuses rows without names
        return self.column(self.schema.key)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of the rows, each once, if a column names them."""
        columns = self.schema.source_columns
        said = (value_of(row, column) for row in self.rows for column in columns)
        return tuple(dict.fromkeys(filter(None, said)))

    def keys(self) -> Keys:
        """Return the keys; as the rows of a printed table, its functions are called with a key.

        Raises:
            ProblemsFound: if the first column, which names the rows, has a name twice.
            LookupError: for any other rows that no single column tells apart.
        """
        if problem := self.nameless():
            raise ProblemsFound([problem])
        if not self.schema.key:
            raise LookupError(f"{self.name} has no column that names its rows")
        return Keys(self)

    def nameless(self) -> Problem | None:
        """What is told of the first column, which names the rows, if it has a name twice."""
        if self.schema.primary_key or self._tables.is_described(self.name):
            return None
        sheet, names = open_sheet(self._tables.root, self.schema.path), set[str]()
        for cell in (cells[0] for cells in sheet.records()[1:]):
            if not cell.text or cell.text in names:
                what = f'"{cell.text}" stands here a second time' if cell.text else "one is empty"
                message = f"the first column names the rows of {self.name}, and {what}"
                return sheet.cell_problem(cell, message, "give each row a name of its own")
            names.add(cell.text)
        return None

    def items(self) -> Iterator[tuple[CellValue, Any]]:
        """Yield each key with its row, or its value."""
        return ((key, self[key]) for key in self.keys())

    @property
    def by_name(self) -> dict[str, CellValue]:
        """The keys of the rows by the names that pages have for them; of keys of one column."""
        return self._tables.made_of(self.name, self._named) if self.schema.key else {}

    def _named(self, _rows: tuple[Row, ...]) -> dict[str, CellValue]:
        return {identifier(str(key)): key for key in self.keys()}

    def column(self, heading: str) -> InColumn:
        """Return the values of a column, by its heading, as the domain of a parameter."""
        return self._tables.listed(self.name, self.named(heading))

    def named(self, heading: str) -> str:
        """Return the name of a column, given its name or its heading.

        Raises:
            ProblemsFound: for a heading that is misspelt, and that no description has.
            Mistake: for any other column that is not there.
        """
        columns = self.schema.by_name
        for name in (heading, identifier(heading)):
            if name in columns:
                return name
        if not self._tables.is_described(self.name):
            sheet = open_sheet(self._tables.root, self.schema.path)
            if problem := sheet.misspelt(heading):
                raise ProblemsFound([problem])
        raise Mistake(f'{self.name} has no column "{heading}"', did_you_mean(heading, columns))

    def look_up(self, _table: str, key: CellValue) -> Any:
        """Return the row of a key, or its value; formulas of rules call it by this name."""
        return self[key]

    def span_of(self, row: Row, column: str, start: int = 0, end: int | None = None) -> Span:
        """Return the span of a cell in its file, or of a part of the cell's text."""
        return self._tables.span_of(self.name, row, column, start, end)

    def __getitem__(self, key: Any) -> Any:
        """Return the row of a key, or a row itself; in a table of an id and a value, the value."""
        if isinstance(key, Row) and key in self.rows:
            return key
        row = self._tables.row(self.name, key)
        return row.value if self.schema.stands_for else row

    def __getattr__(self, name: str) -> Any:
        """Return the row, or the value, of the key that pages call by this name: `limits.slots`."""
        if name.startswith("_"):  # what Python asks of any object
            raise AttributeError(name)
        if name not in self.by_name:
            hint = did_you_mean(name, self.by_name)
            raise AttributeError(f'{self.name} has no row "{name}"; {hint}', name=name, obj=self)
        return self[self.by_name[name]]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __contains__(self, key: object) -> bool:
        return key in (self.rows if isinstance(key, Row) else tuple(self.keys()))

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<facts {self.name}>"


@dataclass(frozen=True)
class Keys:
    """The keys of the rows of some facts, in the file's order."""

    facts: Facts

    def __iter__(self) -> Iterator[CellValue]:
        return (value_of(row, self.facts.schema.key) for row in self.facts)

    def __len__(self) -> int:
        return len(self.facts)
