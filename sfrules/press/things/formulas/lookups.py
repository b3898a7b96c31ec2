"""Readings of what stands in a table of facts: `row("gear", item).price`."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable

from sfrules.press.things.formulas import named as names
from sfrules.press.things.formulas.expressions import Constant, Expression, Lookup
from sfrules.press.things.formulas.reader import Reader


def attribute(reader: Reader, node: ast.Attribute) -> Expression:
    """A field of a row that a lookup finds, or a constant of another module."""
    if not isinstance(node.value, ast.Call):
        return names.attribute(reader, node)
    if not is_lookup(reader, reader.thing(node.value.func)):
        raise reader.refusal(node, "a field of something that is no row of a table")
    return lookup(reader, node.value, node.attr)


def is_lookup(reader: Reader, called: object) -> bool:
    """Whether the book says that a function finds rows in tables."""
    return callable(called) and name_of(called) in reader.words.lookups


def name_of(called: Callable[..., object]) -> str:
    """The identifier of a function, beneath its decorators."""
    return str(getattr(inspect.unwrap(called), "__name__", ""))


def lookup(reader: Reader, node: ast.Call, field: str = "") -> Lookup:
    """What a lookup finds, or one field of it."""
    find = reader.thing(node.func)
    table, *keys = map(reader.read, reader.positional(node)) if node.args else (None,)
    if not callable(find) or not isinstance(table, Constant) or not keys:
        raise reader.refusal(node, "a lookup needs a table's id and a key")
    table_id, finder, say = str(table.value), name_of(find), reader.words.say
    words = say(field, table_id) if field else say(finder)
    return Lookup(words, say(table_id, finder), find, field, table_id, tuple(keys))


def text(reader: Reader, node: ast.Call) -> Expression:
    """A field of a table that is made sure to be text, which it is for a reader anyway."""
    arguments = reader.positional(node)
    found = reader.read(arguments[0]) if len(arguments) == 1 else None
    if not isinstance(found, Lookup):
        raise reader.refusal(node, "only a field of a table can be read as text")
    return found
