"""A table of facts as an author's code uses it: its rows, by their keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from sfrules.facts.data_package import Tables
from sfrules.facts.domain import Domain, InColumn, accepts, shown
from sfrules.facts.row import CellValue, Row, identifier, value_of
from sfrules.facts.schema import TYPES, Schema, SchemaField
from sfrules.facts.sheet import FileCell, open_sheet
from sfrules.ground.problems import Problem, ProblemsFound, did_you_mean
from sfrules.ground.source import Span

GivenDomains = dict[str, Domain]


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
            LookupError: for rows that no single column tells apart.
        """
        if not self.schema.key:
            raise LookupError(f"{self.name} has no column that names its rows")
        return Keys(self)

    def items(self) -> Iterator[tuple[CellValue, Row]]:
        """Yield each key with its row."""
        return zip(self.keys(), self, strict=True)

    @property
    def by_name(self) -> dict[str, CellValue]:
        """The keys of the rows by the names that pages have for them; of keys of one column."""
        return {identifier(str(key)): key for key in self.keys()} if self.schema.key else {}

    def column(self, heading: str) -> InColumn:
        """Return the values of a column, by its heading, as the domain of a parameter."""
        name = self.named(heading)
        if not name:
            hint = did_you_mean(heading, self.schema.columns)
            raise LookupError(f'{self.name} has no column "{heading}"; {hint}')
        return InColumn(self.name, name, lambda: (self._tables.rows(self.name),))

    def named(self, heading: str) -> str:
        """Return the name of a column, given its name or its heading; "" if there is none."""
        columns = self.schema.by_name
        return next((name for name in (heading, identifier(heading)) if name in columns), "")

    def step(self, at: int) -> Row:
        """Return the row of a step table that applies at a level, a round or the like."""
        return self._tables.step(self.name, at)

    def look_up(self, _table: str, key: CellValue) -> Row:
        """Return the row of a key; formulas of rules call it by this name."""
        return self[key]

    def no_rows(self) -> Problem:
        """Return the problem of a file that has only headings, at their end."""
        sheet, hint = open_sheet(self._tables.root, self.schema.path), "add a line for each row"
        return sheet.end_problem(1, "the table has no rows", hint)

    def span_of(self, row: Row, column: str, start: int = 0, end: int | None = None) -> Span:
        """Return the span of a cell in its file, or of a part of the cell's text."""
        return self._tables.span_of(self.name, row, column, start, end)

    def __getitem__(self, key: CellValue | tuple[CellValue, ...]) -> Row:
        return self._tables.row(self.name, key)

    def __getattr__(self, name: str) -> Row:
        """Return the row whose key a page would call by this name: `limits.slots`."""
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


_FIGURE = re.compile(r"\d")
FEW = 3  # cells, of which one may well be a text among numbers


@dataclass(frozen=True)
class Keys:
    """The keys of the rows of some facts, in the file's order."""

    facts: Facts

    def __iter__(self) -> Iterator[CellValue]:
        return (value_of(row, self.facts.schema.key) for row in self.facts)

    def __len__(self) -> int:
        return len(self.facts)


def described(root: Path, name: str, path: str, given: GivenDomains) -> Schema:
    """Return the schema of a file that has no description, its types guessed from its cells.

    `given` are the domains that code gives for some columns.

    Raises:
        ProblemsFound: if the file cannot be read, or two columns would have the same name.
    """
    sheet = open_sheet(root, path)
    header, *body = sheet.records() or [[]]
    if not any(cell.text for cell in header):
        raise ProblemsFound([sheet.problem(1, 1, "the file has no line of headings")])
    for cell in header:
        if not cell.text.strip():
            hint = "name it, or leave out the comma and what stands below it"
            raise ProblemsFound([sheet.cell_problem(cell, "a column has no heading", hint)])
    columns = [[cells[at].text for cells in body if at < len(cells)] for at in range(len(header))]
    fields = [_field(cell, cells) for cell, cells in zip(header, columns, strict=True)]
    names = [field.name for field in fields]
    often = Counter(names)
    for cell, field in zip(header, fields, strict=True):
        if often[field.name] > 1:
            message = f'"{cell.text}": two columns would both be called {field.name}'
            raise ProblemsFound([sheet.cell_problem(cell, message)])
    for column in given:
        if identifier(column) not in names:
            hint = did_you_mean(column, names)
            raise ProblemsFound([sheet.problem(1, 1, f"there is no column {column}", hint)])
    domains = {identifier(column): domain for column, domain in given.items()}
    for at, field in enumerate(fields[1:], 1):
        cells = [cells[at] for cells in body if at < len(cells) and cells[at].text]
        if field.name not in domains and (odd := _odd_one(cells)):
            message = f"{field.name} is {shown(odd.text)}, which is no number such as 4 or 2.5"
            hint = f'write a number; or, for texts: book.csv("{name}", {field.name}=str)'
            raise ProblemsFound([sheet.cell_problem(odd, message, hint)])
    fields = [_held(field, domains.get(field.name)) for field in fields]
    key = key_of(names, columns)
    return Schema(name, path, name, "", tuple(fields), key, (), None, ())


def _odd_one(cells: Sequence[FileCell]) -> FileCell | None:
    """The cell that would make texts of a column's numbers: the only text, or a number for Python.

    Python reads 1e999, nan and any count of digits.
    """
    texts = [cell for cell in cells if TYPES["number"][0](cell.text) is None]
    if len(texts) == 1 and len(cells) > FEW:
        return texts[0]
    has_figures = any(_FIGURE.search(cell.text) for cell in cells)
    return texts[0] if texts and has_figures and all(map(_is_float, texts)) else None


def _is_float(cell: FileCell) -> bool:
    try:
        float(cell.text)
    except ValueError:
        return False
    return True


def _field(cell: FileCell, cells: list[str]) -> SchemaField:
    said = [text for text in cells if text]
    kinds = ("integer", "number", "boolean")
    fits = (kind for kind in kinds if all(TYPES[kind][0](text) is not None for text in said))
    kind = next(fits, "string") if said else "string"
    return SchemaField(identifier(cell.text), kind, title=cell.text, heading=cell.text)


def _held(field: SchemaField, domain: Domain | None) -> SchemaField:
    """Return a column with its domain; cells may be empty only if the domain contains None."""
    return replace(field, domain=domain, required=domain is not None and not accepts(domain, None))


def key_of(names: list[str], columns: Sequence[Sequence[object]]) -> tuple[str, ...]:
    """The column that names the rows: `id`, or else the first; none if two rows share a name."""
    if "id" in names:
        return ("id",)
    first = columns[0]
    is_key = len(set(first)) == len(first) and not {"", None}.intersection(first)
    return (names[0],) if is_key else ()
