"""Readings of calls: what Python itself offers, rounding, lookups in tables, and other rules."""

from __future__ import annotations

import ast
import inspect
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from sfrules.press.things.formulas.evaluation import ROUNDED, exact
from sfrules.press.things.formulas.expressions import (
    Bounded,
    Constant,
    Expression,
    Extreme,
    Operation,
    Rounded,
    Rounding,
    Size,
    is_number,
)
from sfrules.press.things.formulas.lookups import is_lookup, lookup, name_of, text
from sfrules.press.things.formulas.nested_rules import rule
from sfrules.press.things.formulas.reader import Reader

CallReading: TypeAlias = Callable[[Reader, ast.Call], Expression]

ROUNDINGS: Mapping[str, Rounding] = {
    "round_down": "down",
    "round_up": "up",
    "round_half_up": "half up",
    "round_towards_zero": "towards zero",
}

PROBES = tuple(Fraction(quarters, 4) for quarters in range(-10, 11))


def call(reader: Reader, node: ast.Call) -> Expression:
    """A call of anything that a formula has words for."""
    called = reader.thing(node.func)
    for known, reading in PYTHON_CALLS:
        if called is known:
            return reading(reader, node)
    if called is round:
        raise reader.refusal(node, "round() takes a half to the even number; say which way")
    if not callable(called) or not inspect.isfunction(inspect.unwrap(called)):
        raise reader.refusal(node, "a call of something that is no rule")
    if is_lookup(reader, called):
        return lookup(reader, node)
    if name_of(called) in ROUNDINGS:
        return _own_rounding(reader, node, called)
    return rule(reader, node, called)


def _only(reader: Reader, node: ast.Call) -> Expression:
    arguments = reader.positional(node)
    if len(arguments) != 1:
        raise reader.refusal(node, "one argument is needed here")
    return reader.number(arguments[0])


def _extreme(reader: Reader, node: ast.Call, *, highest: bool) -> Expression:
    """The higher or lower of numbers; where one of two is fixed, it is a bound for the other."""
    operands = tuple(map(reader.number, reader.positional(node)))
    match operands:
        case (Constant() as bound, number) | (number, Constant() as bound) if not is_number(number):
            return _bounded(number, bound, highest)
        case () | (_,):
            raise reader.refusal(node, "two or more arguments are needed here")
    return Extreme(highest, operands)


def _bounded(number: Expression, bound: Constant, lowest: bool) -> Bounded:
    """A bound; a second one joins the first where their order makes no difference."""
    match number:
        case Bounded(operand=inner, at_least=None, at_most=Constant() as most) if lowest:
            if _in_order(bound, most):
                return Bounded(inner, bound, most)
        case Bounded(operand=inner, at_least=Constant() as least, at_most=None) if not lowest:
            if _in_order(least, bound):
                return Bounded(inner, least, bound)
    return Bounded(number, at_least=bound) if lowest else Bounded(number, at_most=bound)


def _in_order(least: Constant, most: Constant) -> bool:
    return Fraction(least.value) <= Fraction(most.value)


def _rounded(reader: Reader, node: ast.Call, *, rounding: Rounding) -> Expression:
    return Rounded(rounding, _only(reader, node))


def _own_rounding(reader: Reader, node: ast.Call, called: Callable[..., object]) -> Expression:
    """A rounding function by its name, once it is seen to do what its name says."""
    rounding = ROUNDINGS[name_of(called)]
    if any(called(probe) != ROUNDED[rounding](probe) for probe in PROBES):
        raise reader.refusal(node, f"{name_of(called)} does not round as its name says")
    return _rounded(reader, node, rounding=rounding)


def _size(reader: Reader, node: ast.Call) -> Expression:
    return Size(_only(reader, node))


def _fraction(reader: Reader, node: ast.Call) -> Expression:
    """A fraction: of one number, of two, or of a text that says one."""
    match reader.positional(node):
        case [ast.Constant(value=str() as written)]:
            return _written(reader, node, written)
        case [_]:
            return _only(reader, node)
        case [above, below]:
            over, under = reader.number(above), reader.number(below)
            match over, under:
                case Constant(), Constant() if under.value:
                    return Constant(exact(Fraction(over.value) / Fraction(under.value)))
            return Operation("/", over, under)
    raise reader.refusal(node, "a fraction is made of one number or of two")


def _written(reader: Reader, node: ast.Call, written: str) -> Expression:
    try:
        return Constant(exact(Fraction(written)))
    except (ValueError, ZeroDivisionError):
        raise reader.refusal(node, "this text says no number") from None


# Compared by identity, in order: what a name stands for may be anything, and have no hash.
PYTHON_CALLS: tuple[tuple[object, CallReading], ...] = (
    (max, partial(_extreme, highest=True)),
    (min, partial(_extreme, highest=False)),
    (abs, _size),
    (Fraction, _fraction),
    (str, text),
    (int, partial(_rounded, rounding="towards zero")),
    (math.trunc, partial(_rounded, rounding="towards zero")),
    (math.floor, partial(_rounded, rounding="down")),
    (math.ceil, partial(_rounded, rounding="up")),
)
