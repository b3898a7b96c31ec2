"""The exact value of an expression: whole numbers and fractions, never binary floats."""

from __future__ import annotations

import inspect
import math
import operator
from collections import OrderedDict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from sfrules.press.things.formulas.expressions import (
    Bounded,
    Choice,
    Comparison,
    Constant,
    Expression,
    Extreme,
    Joined,
    Lookup,
    MappedValue,
    Negation,
    Negative,
    Noted,
    Operation,
    Relation,
    Rounded,
    Rounding,
    RuleCall,
    Sign,
    Size,
    Value,
    Variable,
)

Number: TypeAlias = int | Fraction
Environment: TypeAlias = Mapping[str, object]
MOST_BITS = 1_000_000  # of a power: a page may come from a stranger


class Inexact(ArithmeticError):
    """A value that is not an exact number, a word, or a yes or no."""


def simplest(value: object) -> Value:
    """An exact number, a word, or a yes or no; a fraction that is whole as a whole number.

    Raises:
        Inexact: for anything else.
    """
    if isinstance(value, Fraction):
        return _whole(value)
    if isinstance(value, int | str):
        return value
    raise Inexact(f"{value!r} is no exact number")


def value_of(expression: Expression, known: Environment) -> object:
    """The value of an expression, given the values of its variables.

    It is exact, except for an argument that is only handed on to another rule.
    """
    return EVALUATIONS[type(expression)](expression, known)


def number_of(expression: Expression, known: Environment) -> Number:
    """The value of an expression that has to be a number.

    Raises:
        Inexact: for any other value.
    """
    value = value_of(expression, known)
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise Inexact(f"{value!r} is no exact number")
    return _whole(value)


def holds(condition: Expression, known: Environment) -> bool:
    """Whether a condition holds.

    Raises:
        Inexact: for a value that is neither yes nor no.
    """
    value = value_of(condition, known)
    if not isinstance(value, bool):
        raise Inexact(f"{value!r} is neither yes nor no")
    return value


def taken(choice: Choice, known: Environment) -> Expression:
    """The end of a choice that these values lead to."""
    return choice.chosen if holds(choice.condition, known) else choice.otherwise


def answer(rule: Callable[..., object], arguments: Mapping[str, object]) -> object:
    """A rule's own answer, whatever the kinds of its parameters."""
    bound = inspect.BoundArguments(inspect.signature(rule), OrderedDict(arguments))
    return rule(*bound.args, **bound.kwargs)


def _whole(number: Number) -> Number:
    return number.numerator if number.denominator == 1 else number


def _power(base: Number, exponent: Number) -> Number:
    if exponent.denominator != 1:
        raise Inexact("a power needs a whole exponent, to be exact")
    size = Fraction(base)
    if (
        abs(int(exponent)) * max(size.numerator.bit_length(), size.denominator.bit_length())
        > MOST_BITS
    ):
        raise Inexact("the power is too large")
    return Fraction(size ** int(exponent))


SIGNS: Mapping[Sign, Callable[[Number, Number], Number]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: Fraction(left) / Fraction(right),
    "%": operator.mod,
    "**": _power,
}

ORDERS: Mapping[Relation, Callable[[Number, Number], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

ROUNDED: Mapping[Rounding, Callable[[Number], int]] = {
    "down": math.floor,
    "up": math.ceil,
    "half up": lambda number: math.floor(number + Fraction(1, 2)),
    "towards zero": math.trunc,
}


def _operation(operation: Operation, known: Environment) -> Value:
    left, right = number_of(operation.left, known), number_of(operation.right, known)
    return simplest(SIGNS[operation.sign](left, right))


def _extreme(extreme: Extreme, known: Environment) -> Number:
    numbers = [number_of(operand, known) for operand in extreme.operands]
    return max(numbers) if extreme.highest else min(numbers)


def _bounded(bounded: Bounded, known: Environment) -> Number:
    number = number_of(bounded.operand, known)
    if bounded.at_least is not None:
        number = max(number, number_of(bounded.at_least, known))
    if bounded.at_most is not None:
        number = min(number, number_of(bounded.at_most, known))
    return number


def _compared(comparison: Comparison, known: Environment) -> bool:
    relation, left, right = comparison.relation, comparison.left, comparison.right
    if relation in ORDERS:
        return ORDERS[relation](number_of(left, known), number_of(right, known))
    same = value_of(left, known) == value_of(right, known)
    return same is (relation == "==")


def _joined(joined: Joined, known: Environment) -> bool:
    each = (holds(operand, known) for operand in joined.operands)
    return all(each) if joined.word == "and" else any(each)


def _called(call: RuleCall, known: Environment) -> Value:
    given = (value_of(argument, known) for argument in call.arguments)
    return simplest(answer(call.rule, dict(zip(call.parameters, given, strict=True))))


def _looked_up(lookup: Lookup, known: Environment) -> Value:
    row = lookup.find(lookup.table_id, *(value_of(key, known) for key in lookup.keys))
    return simplest(getattr(row, lookup.field) if lookup.field else row)


# Each receives only expressions of the type that it is listed for.
EVALUATIONS: Mapping[type[Expression], Callable[[Any, Environment], object]] = {
    Constant: lambda constant, _: constant.value,
    Variable: lambda variable, known: known[variable.name],
    Negative: lambda negative, known: -number_of(negative.operand, known),
    Operation: _operation,
    Extreme: _extreme,
    Bounded: _bounded,
    Rounded: lambda rounded, known: ROUNDED[rounded.rounding](number_of(rounded.operand, known)),
    Size: lambda size, known: abs(number_of(size.operand, known)),
    Comparison: _compared,
    Joined: _joined,
    Negation: lambda negation, known: not holds(negation.operand, known),
    Choice: lambda choice, known: value_of(taken(choice, known), known),
    RuleCall: _called,
    Lookup: _looked_up,
    MappedValue: lambda mapped, known: dict(mapped.entries)[simplest(value_of(mapped.key, known))],
    Noted: lambda noted, known: value_of(noted.expression, known),
}
