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
    Denied,
    Entry,
    Expression,
    Extreme,
    Joined,
    Lookup,
    Negative,
    Noted,
    Operation,
    Relation,
    Rounded,
    Rounding,
    RuleCall,
    Sign,
    Size,
    Term,
    Value,
)

Number: TypeAlias = int | Fraction
Environment: TypeAlias = Mapping[str, object]
MOST_BITS = 1_000_000  # of a power: a page may come from a stranger


class Inexact(ArithmeticError):
    """A value that is no exact number, word, or yes or no."""


def exact(value: object) -> Value:
    """An exact number, a word, or a yes or no; a fraction that is whole as a whole number.

    Raises:
        Inexact: for anything else.
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    if isinstance(value, int | str | Fraction):
        return value
    raise Inexact(f"{value!r} is no exact number")


def value_of(expression: Expression, terms: Environment) -> object:
    """What an expression comes to, with these values of its terms.

    Only an argument that is handed on to another rule can be anything but an exact value.
    """
    return VALUES[type(expression)](expression, terms)


def number_of(expression: Expression, terms: Environment) -> Number:
    """The number that an expression comes to.

    Raises:
        Inexact: where it is none.
    """
    value = value_of(expression, terms)
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise Inexact(f"{value!r} is no exact number")
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def holds(condition: Expression, terms: Environment) -> bool:
    """Whether a condition holds.

    Raises:
        Inexact: where it is none.
    """
    value = value_of(condition, terms)
    if not isinstance(value, bool):
        raise Inexact(f"{value!r} is neither yes nor no")
    return value


def taken(choice: Choice, terms: Environment) -> Expression:
    """The end of a choice that these values lead to."""
    return choice.chosen if holds(choice.condition, terms) else choice.otherwise


def answer(rule: Callable[..., object], arguments: Mapping[str, object]) -> object:
    """A rule's own answer, whatever the kinds of its parameters."""
    bound = inspect.BoundArguments(inspect.signature(rule), OrderedDict(arguments))
    return rule(*bound.args, **bound.kwargs)


def _quotient(left: Number, right: Number) -> Number:
    return Fraction(left) / Fraction(right)


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
    "/": _quotient,
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


def _operation(operation: Operation, terms: Environment) -> Value:
    left, right = number_of(operation.left, terms), number_of(operation.right, terms)
    return exact(SIGNS[operation.sign](left, right))


def _extreme(extreme: Extreme, terms: Environment) -> Number:
    numbers = [number_of(operand, terms) for operand in extreme.operands]
    return max(numbers) if extreme.highest else min(numbers)


def _bounded(bounded: Bounded, terms: Environment) -> Number:
    number = number_of(bounded.operand, terms)
    if bounded.at_least is not None:
        number = max(number, number_of(bounded.at_least, terms))
    if bounded.at_most is not None:
        number = min(number, number_of(bounded.at_most, terms))
    return number


def _compared(comparison: Comparison, terms: Environment) -> bool:
    relation, left, right = comparison.relation, comparison.left, comparison.right
    if relation in ORDERS:
        return ORDERS[relation](number_of(left, terms), number_of(right, terms))
    same = value_of(left, terms) == value_of(right, terms)
    return same is (relation == "==")


def _joined(joined: Joined, terms: Environment) -> bool:
    each = (holds(operand, terms) for operand in joined.operands)
    return all(each) if joined.word == "and" else any(each)


def _called(call: RuleCall, terms: Environment) -> Value:
    given = (value_of(argument, terms) for argument in call.arguments)
    return exact(answer(call.rule, dict(zip(call.parameters, given, strict=True))))


def _looked_up(lookup: Lookup, terms: Environment) -> Value:
    row = lookup.find(lookup.table_id, *(value_of(key, terms) for key in lookup.keys))
    return exact(getattr(row, lookup.field) if lookup.field else row)


# Each is handed only the kind of expression that it stands at.
VALUES: Mapping[type[Expression], Callable[[Any, Environment], object]] = {
    Constant: lambda constant, _: constant.value,
    Term: lambda term, terms: terms[term.name],
    Negative: lambda negative, terms: -number_of(negative.operand, terms),
    Operation: _operation,
    Extreme: _extreme,
    Bounded: _bounded,
    Rounded: lambda rounded, terms: ROUNDED[rounded.rounding](number_of(rounded.operand, terms)),
    Size: lambda size, terms: abs(number_of(size.operand, terms)),
    Comparison: _compared,
    Joined: _joined,
    Denied: lambda denied, terms: not holds(denied.operand, terms),
    Choice: lambda choice, terms: value_of(taken(choice, terms), terms),
    RuleCall: _called,
    Lookup: _looked_up,
    Entry: lambda entry, terms: dict(entry.entries)[exact(value_of(entry.key, terms))],
    Noted: lambda noted, terms: value_of(noted.expression, terms),
}
