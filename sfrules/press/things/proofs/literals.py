"""What is written in an expression of a proof, and what it is there for: numbers, texts and names.

A rule or a row takes an "argument"; a "format" tells a filter how to write another number.
Whatever is "loose" has no such use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Literal

from sfrules.ground.formats import FILTERS
from sfrules.press.expression.tree import (
    Call,
    Constant,
    Expression,
    Filter,
    Given,
    Keyword,
    Operation,
    Sequence,
    Slice,
    Subscript,
    Variable,
    parts,
)

Use = Literal["argument", "format", "loose"]
FACTORS = frozenset({"*", "**", "//", "%"})


@dataclass(frozen=True, slots=True)
class TypedLiteral:
    """A number or text that is written in an expression, with its sign, and its place there."""

    use: Use
    part: Constant
    value: Fraction | None = None


def literals(tree: Expression, *, taken: bool, alone: bool = True) -> Iterator[TypedLiteral]:
    """The numbers and texts in an expression, in order.

    `taken` is whether a rule takes what stands here, or a row is picked by it; `alone` is whether
    the expression is a whole argument.
    """
    match tree:
        case Constant():
            yield from _literal(tree, "argument" if taken and alone else "loose")
        case Call(function=function, given=given):
            yield from literals(function, taken=taken, alone=False)
            of_range = isinstance(function, Variable) and function.name == "range"
            yield from literals(given, taken=not of_range)
        case Subscript(owner=owner, key=key):
            yield from literals(owner, taken=taken, alone=False)
            yield from literals(key, taken=True, alone=not isinstance(key, Slice))
        case Filter(operand=operand, given=given):
            if operand is not None:
                yield from literals(operand, taken=taken, alone=False)
            yield from _of_filter(tree, given)
        case Sequence() | Given() | Keyword():
            for part in parts(tree):
                yield from literals(part, taken=taken)
        case _:
            for part in parts(tree):
                yield from literals(part, taken=taken, alone=False)


def _literal(tree: Constant, use: Use) -> Iterator[TypedLiteral]:
    if isinstance(tree.value, str):
        yield TypedLiteral(use, tree)
    elif isinstance(tree.value, Rational) and not isinstance(tree.value, bool):
        yield TypedLiteral(use, tree, Fraction(tree.value))


def _of_filter(tree: Filter, given: Given) -> Iterator[TypedLiteral]:
    """What a filter is given: no rule takes it, but map(attribute="level") picks a part of rows."""
    for at, part in enumerate(parts(given)):
        value = part.value if isinstance(part, Keyword) else part
        if not isinstance(value, Constant):
            yield from literals(value, taken=False)
        elif isinstance(value.value, str):
            picks = tree.name == "map" and isinstance(part, Keyword) and part.name == "attribute"
            yield from _literal(value, "argument" if picks else "loose")
        else:
            is_format = at == 0 and tree.name in FILTERS
            yield from _literal(value, "format" if is_format else "loose")


def given_names(tree: Expression, *, taken: bool) -> Iterator[str]:
    """The names in what is given to a rule or picks a row."""
    match tree:
        case Variable(name=name):
            if taken:
                yield name
        case Call(function=function, given=given):
            yield from given_names(function, taken=taken)
            of_range = isinstance(function, Variable) and function.name == "range"
            yield from given_names(given, taken=not of_range)
        case Subscript(owner=owner, key=key):
            yield from given_names(owner, taken=taken)
            yield from given_names(key, taken=True)
        case Filter(operand=operand):
            if operand is not None:
                yield from given_names(operand, taken=taken)
        case _:
            for part in parts(tree):
                yield from given_names(part, taken=taken)


def multiplies(tree: Expression, unsaid: frozenset[int]) -> bool:
    """Whether a product outside of all calls has a number at one of some places on each side."""
    if isinstance(tree, Call | Subscript):
        return False
    if isinstance(tree, Operation) and tree.sign in FACTORS:
        sides = (tree.left, tree.right)
        if all(_is_among(unsaid, side) for side in sides):
            return True
    return any(multiplies(part, unsaid) for part in parts(tree))


def _is_among(places: frozenset[int], tree: Expression) -> bool:
    return any(each.part.start in places for each in literals(tree, taken=False))
