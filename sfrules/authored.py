"""The authored tables: facts that no formula gives, as checked and typed rows with their places.

`rows("weapons")` is every row of tables/authored/weapons.csv, `row("weapons", "dagger")` one of
them, `step("tiers", 12)` the row of a step table that holds at 12. A row's columns are its
attributes.
A table with problems is refused when it is first read; `check()` lists those of all tables.

The tables are read once; after `forget()`, they are read again.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from sfrules.facts.row import Place, Row, Value, cells_of, place_of
from sfrules.facts.schema import Field, Schema
from sfrules.facts.tables import Tables
from sfrules.ground.problems import Problem
from sfrules.ground.source import Span

__all__ = [
    "Field",
    "Place",
    "Row",
    "Schema",
    "Tables",
    "Value",
    "cells_of",
    "check",
    "forget",
    "made_of",
    "names",
    "place_of",
    "read_by",
    "root",
    "row",
    "rows",
    "schema",
    "span_of",
    "step",
    "steps",
    "unread",
]


T = TypeVar("T")
_read: defaultdict[str, set[str]] = defaultdict(set)  # the tables that each module has read


@cache
def root() -> Path:
    """Return the folder that holds tables/: inside an installed package, else beside it."""
    package = Path(__file__).resolve().parent
    installed = (package / "tables" / "datapackage.json").is_file()
    return package if installed else package.parent


@cache
def _tables() -> Tables:
    return Tables(root())


def _asked(name: str) -> Tables:
    """Note which module asks for a table."""
    _read[sys._getframe(2).f_globals["__name__"]].add(name)  # noqa: SLF001 Python has no other
    return _tables()


def read_by(module: str) -> frozenset[str]:
    """Return the names of the tables that the code of a module has read by now."""
    return frozenset(_read[module])


def forget() -> None:
    """Drop all tables, so that the next question reads them again from the disk."""
    _tables.cache_clear()


def names() -> tuple[str, ...]:
    """Return the name of every table, in the package's order."""
    return _tables().names()


def schema(name: str) -> Schema:
    """Return what the package says of a table: its title, columns, descriptions and sources."""
    return _asked(name).schema(name)


def rows(name: str) -> tuple[Row, ...]:
    """Return every row of a table, in the file's order."""
    return _asked(name).rows(name)


def row(name: str, key: Value | tuple[Value, ...]) -> Row:
    """Return the row of a table with a primary key."""
    return _asked(name).row(name, key)


def steps(name: str) -> tuple[Row, ...]:
    """Return every row of a step table, in rising order."""
    return _asked(name).steps(name)


def step(name: str, at: int) -> Row:
    """Return the row of a step table that holds at a level, a round or the like."""
    return _asked(name).step(name, at)


def made_of(name: str, make: Callable[[tuple[Row, ...]], T]) -> T:
    """Return what a function makes of a table's rows; it is called once, until `forget`."""
    return _asked(name).made_of(name, make)


def span_of(name: str, row: Row, column: str, start: int = 0, end: int | None = None) -> Span:
    """Return where a cell of a row stands in its file, or a stretch of the cell's text."""
    return _tables().span_of(name, row, column, start, end)


def check() -> list[Problem]:
    """Return the problems of all tables, in the package's order."""
    return _tables().check()


def unread() -> list[tuple[str, Row]]:
    """Return the rows, each with its table's name, of which nothing but the key has been read.

    What `check` itself reads does not count.
    """
    return list(_tables().unread())
