"""A row of a table: frozen, typed, its columns as attributes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from types import MethodType
from typing import Any, NamedTuple, NoReturn, TypeAlias
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


_OF_MAPPINGS = ("keys", "values", "items")
_noted: list[tuple[Row, str]] | None = None  # what is read, while somebody asks


class Row:
    """One row of a table. Its columns are its attributes; an empty cell is None.

    It is a mapping of its columns, too: `dict(row)`; `get` alone does not count as reading a cell.
    The methods of a mapping give way to columns of the same name. What else is known about a row,
    such as its place, is asked of functions such as `place_of`.
    """

    __slots__ = ("_cells", "_key", "_place", "_read")

    def __getattr__(self, column: str) -> Any:
        if column.startswith("_"):  # Python looks for such names itself
            raise AttributeError(column, name=column, obj=self)
        if column in self._cells:
            self._read.add(column)
            if _noted is not None:
                _noted.append((self, column))
            return self._cells[column]
        if column == "id" and self._key:
            return getattr(self, self._key)
        if column in _OF_MAPPINGS:
            return MethodType(getattr(Mapping, column), self)
        if column == "get":
            return self._get
        columns = ", ".join(self._cells)
        message = f"no column {column} in {self._place.path}:1, which has {columns}"
        raise AttributeError(message, name=column, obj=self)

    def __init__(self, cells: Mapping[str, CellValue], place: RowPlace, key: str = "") -> None:
        for name, value in zip(self.__slots__, (cells, key, place, set()), strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, column: str, value: object = None) -> NoReturn:
        raise AttributeError(f"a row is frozen; {column} is set in {self._place.path}")

    __delattr__ = __setattr__

    def __getitem__(self, heading: str) -> CellValue:
        """Return a cell by its heading in the file: row["Leagues a day"]."""
        return getattr(self, identifier(heading))

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def __contains__(self, column: object) -> bool:
        return column in self._cells or (column == "id" and bool(self._key))

    def _get(self, column: str, default: object = None) -> object:
        named = self._key if column == "id" and "id" not in self._cells else column
        return self._cells.get(named, default)

    def __dir__(self) -> list[str]:
        return list(self._cells)

    def __reduce__(self) -> tuple[type[Row], tuple[Mapping[str, CellValue], RowPlace, str]]:
        return Row, (self._cells, self._place, self._key)

    def __repr__(self) -> str:
        cells = ", ".join(f"{column}={value!r}" for column, value in self._cells.items())
        return f"Row({cells})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and self._cells == other._cells

    def __hash__(self) -> int:
        return hash(tuple(self._cells.items()))


Mapping.register(Row)  # it cannot inherit methods, which would stand before columns


def place_of(row: Row) -> RowPlace:
    """Return the file and the line of a row."""
    return row._place  # noqa: SLF001 — a row has no public names but its columns


def value_of(row: Row, column: str) -> Any:
    """Return a cell without counting it as read, for checks of the tables."""
    return row._cells[column]  # noqa: SLF001 — as above


def read_of(row: Row) -> set[str]:
    """Return the columns of a row that have been read; without them, it has not been read."""
    return row._read  # noqa: SLF001 — as above


def reads_of(asked: Callable[[], object]) -> list[tuple[Row, str]]:
    """Return the rows and the columns that a call reads, in order, until it fails."""
    global _noted  # noqa: PLW0603 reading a cell is what a book does most, and costs nothing else
    before, _noted = _noted, []
    try:
        with suppress(Exception):  # it has failed before, and is reported there
            asked()
        return _noted
    finally:
        _noted = before
