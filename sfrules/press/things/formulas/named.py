"""Readings of constants, names, and things taken out of mappings and pairs."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from fractions import Fraction

from sfrules.press.things.formulas.expressions import Constant, Entry, Expression, Term, Value
from sfrules.press.things.formulas.reader import Reader


def constant(reader: Reader, node: ast.Constant) -> Expression:
    """A whole number, a word, or a yes or no, as written."""
    return Constant(_exact(reader, node, node.value))


def name(reader: Reader, node: ast.Name) -> Expression:
    """A parameter, a name defined before, or a constant of the module."""
    if node.id in reader.scope:
        return reader.scope[node.id]
    return Constant(_exact(reader, node, reader.thing(node)))


def attribute(reader: Reader, node: ast.Attribute) -> Expression:
    """A constant of another module."""
    return Constant(_exact(reader, node, reader.thing(node)))


def _exact(reader: Reader, node: ast.AST, value: object) -> Value:
    match value:
        case Fraction(denominator=1):
            return int(value)
        case bool() | int() | str() | Fraction():
            return value
        case float():
            raise reader.refusal(node, "a binary float is not exact; write a Fraction")
    kind = type(value).__name__
    raise reader.refusal(node, f"a value of the kind {kind} has no words in a formula")


def subscript(reader: Reader, node: ast.Subscript) -> Expression:
    """A value that a mapping of the module holds, or a place in a parameter."""
    if isinstance(node.value, ast.Name) and node.value.id in reader.scope:
        return _element(reader, node, node.value.id)
    mapping = reader.thing(node.value)
    if not isinstance(mapping, Mapping):
        raise reader.refusal(node, "only a mapping can be asked for an entry")
    entries = tuple(
        (_exact(reader, node, key), _exact(reader, node, value)) for key, value in mapping.items()
    )
    identifier = node.value.attr if isinstance(node.value, ast.Attribute) else _id(node.value)
    return Entry(reader.words.say(identifier), entries, reader.read(node.slice))


def _element(reader: Reader, node: ast.Subscript, parameter: str) -> Expression:
    """A place in a parameter that is a tuple: a term of its own, if the book has words for it."""
    match node.slice:
        case ast.Constant(value=int() as index):
            element, owner = f"{parameter}[{index}]", reader.source.name
            names = reader.words.names
            if element in names or f"{owner}.{element}" in names:
                return Term(reader.words.say(element, owner), element)
    raise reader.refusal(node, "the glossary has no words for this part of a parameter")


def _id(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ast.unparse(node)
