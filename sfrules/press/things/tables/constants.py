"""What is written into the columns of a table: values that rules are given, and cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import partial
from inspect import unwrap
from numbers import Rational
from types import FunctionType

from sfrules.press.things.tables.table import Column, Table

DEEPEST = 4  # functions within each other: a column's, what adapts it, and the rule itself


def constants_of(
    function: Callable[..., object], given: Mapping[str, object], depth: int = DEEPEST
) -> Iterator[object]:
    """The arguments that a function has already, its defaults, and the constants in its code."""
    yield from given.values()
    while isinstance(function, partial):
        yield from (*function.args, *function.keywords.values())
        function = function.func
    function = unwrap(function)
    if not isinstance(function, FunctionType) or not depth:
        return
    yield from (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    yield from function.__code__.co_consts
    for cell in function.__closure__ or ():
        held = cell.cell_contents
        if callable(held):
            yield from constants_of(held, {}, depth - 1)
        else:
            yield held


def typed_cells(table: Table) -> Iterator[object]:
    """The numbers in cells that no rule and no fact can have had a part in.

    They are those of a function that names nothing: it can only repeat what is written in it, or a
    part of a row that is written out itself.
    """
    columns = (table.stub, *table.leaves)
    for at, column in enumerate(columns):
        if (names := _constants_of_nameless(column)) is None:
            continue
        for row, cells in zip(table.rows, table.cells, strict=True):
            value = cells[at]
            is_number = isinstance(value, Rational) and not isinstance(value, bool)
            if is_number and (value in names or (at and isinstance(row, tuple | list | dict))):
                yield value


def _constants_of_nameless(column: Column) -> tuple[object, ...] | None:
    """The constants of a column's function; None if it asks something by name, or holds any."""
    code = getattr(column.of, "__code__", None)
    if code is None or column.given or code.co_names or code.co_freevars:
        return None
    constants: tuple[object, ...] = code.co_consts
    return constants


def typed_texts(table: Table) -> Iterator[str]:
    """The texts in cells, but for rows that are named by what their rules are given.

    A row of a class of its own is checked where it is made, as an erratum is.
    """
    for row, cells in zip(table.rows, table.cells, strict=True):
        for cell in cells if not is_dataclass(row) else ():
            if isinstance(cell, str) and cell != row:
                yield cell
