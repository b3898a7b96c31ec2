"""A row of a table: frozen, typed, its columns as attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType, MethodType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeAlias
from unicodedata import normalize

CellValue: TypeAlias = str | int | Fraction | bool | None


class RowPlace(NamedTuple):
    """The file of a row, relative to the folder that holds tables/, and its line."""

    path: str
    line: int


def identifier(heading: str) -> str:
    """Return the Python name of a column or a row: "Leagues a day" is leagues_a_day.

    Letters are kept without their accents.
    """
    plain = re.sub("[\u0300-\u036f]", "", normalize("NFD", heading.strip().lower()))
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return name if name[:1].isalpha() else f"column_{name}"


class _Cells(dict[str, CellValue]):
    """The cells of a row, what is known of it, and the columns that were read; `get` reads none."""

    def __init__(self, cells: Mapping[str, CellValue], place: RowPlace, key: str) -> None:
        super().__init__(cells)
        self.place, self.key = place, key
        self.read: set[str] = set()

    def __getitem__(self, column: str) -> CellValue:
        value = super().__getitem__(column)
        self.read.add(column)
        return value


_cell = dict.__getitem__
_OF_MAPPINGS = ("keys", "values", "items")


class Row:
    """One row of a table. Its columns are its attributes; an empty cell is None.

    It is a mapping of its columns, too: `dict(row)`; `get` alone does not count as reading a cell.
    The methods of a mapping give way to columns of the same name. What else is known about a row,
    such as its place, is asked of functions such as `place_of`.
    """

    __slots__ = ("_cells",)

    # The slot is filled with object.__setattr__, which type checkers do not see.
    if TYPE_CHECKING:
        _cells: _Cells

        def __getattr__(self, column: str) -> Any: ...

    else:

        def __getattr__(self, column: str) -> CellValue:
            if column.startswith("_"):  # Python looks for such names itself
                raise AttributeError(column, name=column, obj=self)
            cells = self._cells
            if column in cells:  # in line: a book reads cells hundreds of thousands of times
                cells.read.add(column)
                return _cell(cells, column)
            if column == "id" and cells.key:
                return cells[cells.key]
            if column in _OF_MAPPINGS:
                return MethodType(getattr(Mapping, column), self)
            if column == "get":
                return self._get
            message = f"no column {column} in {cells.place.path}:1, which has {', '.join(cells)}"
            raise AttributeError(message, name=column, obj=self)

    def __init__(self, cells: Mapping[str, CellValue], place: RowPlace, key: str = "") -> None:
        object.__setattr__(self, "_cells", _Cells(cells, place, key))

    def __setattr__(self, column: str, value: object = None) -> NoReturn:
        raise AttributeError(f"a row is frozen; {column} is set in {self._cells.place.path}")

    __delattr__ = __setattr__

    def __getitem__(self, heading: str) -> CellValue:
        """Return a cell by its heading in the file: row["Leagues a day"]."""
        value: CellValue = getattr(self, identifier(heading))
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def __contains__(self, column: object) -> bool:
        return column in self._cells or (column == "id" and bool(self._cells.key))

    def _get(self, column: str, default: object = None) -> object:
        named = self._cells.key if column == "id" and "id" not in self._cells else column
        return self._cells.get(named, default)

    def __dir__(self) -> list[str]:
        return list(self._cells)

    def __reduce__(self) -> tuple[type[Row], tuple[dict[str, CellValue], RowPlace, str]]:
        return Row, (dict(self._cells), self._cells.place, self._cells.key)

    def __repr__(self) -> str:
        cells = ", ".join(f"{column}={value!r}" for column, value in self._cells.items())
        return f"Row({cells})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and dict(self._cells) == dict(other._cells)

    def __hash__(self) -> int:
        return hash(tuple(self._cells.items()))


Mapping.register(Row)  # it cannot inherit methods, which would stand before columns


def place_of(row: Row) -> RowPlace:
    """Return the file and the line of a row."""
    return row._cells.place  # noqa: SLF001 — a row has no public names but its columns


def cells_of(row: Row) -> Mapping[str, CellValue]:
    """Return the columns of a row with their values, in the table's order."""
    return MappingProxyType(row._cells)  # noqa: SLF001 — as above


def value_of(row: Row, column: str) -> Any:
    """Return a cell without counting it as read, for checks of the tables."""
    return _cell(row._cells, column)  # noqa: SLF001 — as above


def read_of(row: Row) -> set[str]:
    """Return the columns of a row that have been read; without them, it has not been read."""
    return row._cells.read  # noqa: SLF001 — as above
