"""Going through the parts of an expression, and changing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import TypeVar

from sfrules.press.things.formulas.expressions import Expression

E = TypeVar("E", bound=Expression)


def parts(expression: Expression) -> Iterator[Expression]:
    """The parts that an expression is directly made of."""
    for field in fields(expression):
        value = getattr(expression, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Expression):
                yield part


def every_part(expression: Expression) -> Iterator[Expression]:
    """An expression and all that it is made of, from left to right."""
    yield expression
    for part in parts(expression):
        yield from every_part(part)


def changed(expression: E, change: Callable[[Expression], Expression]) -> E:
    """The same expression with a change made to each of its parts."""

    def of(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(map(of, value))
        return change(value) if isinstance(value, Expression) else value

    return replace(
        expression, **{f.name: of(getattr(expression, f.name)) for f in fields(expression)}
    )
