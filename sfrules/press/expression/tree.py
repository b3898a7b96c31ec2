"""What a formula is made of: a tree of frozen parts, read from a rule's code.

The parts say what is meant, not how it is set.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, TypeAlias, TypeVar, dataclass_transform

Amount: TypeAlias = int | Fraction
Value: TypeAlias = Amount | str | bool
Sign: TypeAlias = Literal["+", "-", "*", "/", "%", "**"]
Rounding: TypeAlias = Callable[[Amount], int]


@dataclass(frozen=True)
class Relation:
    """How two values compare: in code, in words and as a test.

    `opposite` holds where it does not, `swapped` where the two sides change places.
    """

    code: type[ast.cmpop]
    words: str
    test: Callable[[Any, Any], bool]
    opposite: str
    swapped: str


RELATIONS: Mapping[str, Relation] = {
    "==": Relation(ast.Eq, "is", operator.eq, "!=", "=="),
    "!=": Relation(ast.NotEq, "is not", operator.ne, "==", "!="),
    "<": Relation(ast.Lt, "is below", operator.lt, ">=", ">"),
    "<=": Relation(ast.LtE, "is at most", operator.le, ">", ">="),
    ">": Relation(ast.Gt, "is above", operator.gt, "<=", "<"),
    ">=": Relation(ast.GtE, "is at least", operator.ge, "<", "<="),
}


class Markdown(str):
    """What the page itself says, in a text of its own, a macro or a block: it is Markdown there."""

    __slots__ = ()


def half_up(number: Amount) -> int:
    """A number rounded to the nearest whole one, a half upwards."""
    return math.floor(number + Fraction(1, 2))


@dataclass_transform(frozen_default=True, kw_only_default=False)
@dataclass(frozen=True)
class Expression:
    """A part of an expression; its fields that are expressions, or tuples of them, are its parts.

    Each kind of part is a frozen dataclass.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


E = TypeVar("E", bound=Expression)


class Constant(Expression):
    """A number, a word or a yes or no that is written in the rule itself."""

    value: Any


class Variable(Expression):
    """A name: of a rule's parameter, or of a quantity that a rule defines on the way.

    `words` are the book's for it.
    """

    words: str
    name: str
    yes_or_no: bool = False


class Negative(Expression):
    """A number with its sign reversed."""

    operand: Expression


class Operation(Expression):
    """Two numbers joined by a sign; / is exact, % the remainder of division rounded down."""

    sign: Sign
    left: Expression
    right: Expression


class Extreme(Expression):
    """The highest or the lowest of several numbers."""

    highest: bool
    operands: tuple[Expression, ...]


class Clamp(Expression):
    """A number kept within a lowest or a highest fixed value, or both."""

    operand: Expression
    at_least: Constant | None = None
    at_most: Constant | None = None


class Round(Expression):
    """A number rounded to a whole one."""

    rounding: Rounding
    operand: Expression


class Size(Expression):
    """A number without its sign."""

    operand: Expression


class Comparison(Expression):
    """How two values compare."""

    relation: str
    left: Expression
    right: Expression


class Connective(Expression):
    """Conditions of which all (and) or at least one (or) must hold; its value is the last asked."""

    word: Literal["and", "or"]
    operands: tuple[Expression, ...]


class Negation(Expression):
    """A condition that must not hold."""

    operand: Expression


class Choice(Expression):
    """One expression where a condition holds, and another where it does not."""

    condition: Expression
    chosen: Expression
    otherwise: Expression


class RuleCall(Expression):
    """Another rule's answer; `given` are the words for its parameters, in the arguments' order."""

    words: str
    rule: Callable[..., object]
    parameters: tuple[str, ...]
    given: tuple[str, ...]
    arguments: tuple[Expression, ...]
    yes_or_no: bool = False

    @property
    def stated(self) -> tuple[tuple[str, Expression], ...]:
        """The arguments that a reader needs to see, with their words: not the weight as weight."""
        return tuple(
            (words, argument)
            for words, argument in zip(self.given, self.arguments, strict=True)
            if not _goes_by(argument, words)
        )


class Lookup(Expression):
    """A field of the row that a function finds in a table of facts, or an entry of a mapping."""

    words: str
    table: str
    find: Callable[..., object]
    field: str
    table_id: str
    keys: tuple[Expression, ...]


class ConditionNote(Expression):
    """A value in a worked example, with the condition that led to it."""

    expression: Expression
    note: Expression


@dataclass(frozen=True)
class Definition:
    """A quantity that a formula depends on, and what it is."""

    quantity: Expression
    expression: Expression


def is_condition(expression: Expression) -> bool:
    """Whether an expression is answered by yes or no."""
    match expression:
        case Constant(value=value):
            return isinstance(value, bool)
        case Variable(yes_or_no=answer) | RuleCall(yes_or_no=answer):
            return answer
        case Choice(chosen=inner) | ConditionNote(expression=inner):
            return is_condition(inner)
        case _:
            return isinstance(expression, Comparison | Connective | Negation)


def is_word(expression: Expression) -> bool:
    """Whether an expression is a fixed word."""
    return isinstance(expression, Constant) and isinstance(expression.value, str)


def is_number(expression: Expression) -> bool:
    """Whether an expression is a fixed number."""
    return isinstance(expression, Constant) and not isinstance(expression.value, str | bool)


def opposite(condition: Expression) -> Expression:
    """A condition that holds where this one does not."""
    match condition:
        case Comparison(relation=relation):
            return replace(condition, relation=RELATIONS[relation].opposite)
    return Negation(condition)


def parts(expression: Expression) -> Iterator[Expression]:
    """The parts that an expression is directly made of."""
    for value in vars(expression).values():
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

    def of(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(of, value))
        return change(value) if isinstance(value, Expression) else value

    return replace(expression, **{name: of(value) for name, value in vars(expression).items()})


def _goes_by(argument: Expression, words: str) -> bool:
    """Whether an argument is called what the parameter is called."""
    if isinstance(argument, RuleCall) and argument.stated:
        return False
    return isinstance(argument, Variable | RuleCall) and argument.words == words
