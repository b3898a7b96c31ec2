"""Read the calls in a rule's code: Python's own functions, rounding, tables, and other rules."""

from __future__ import annotations

import ast
import inspect
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from sfrules.press.expression.tree import (
    Bounded,
    Constant,
    Expression,
    Extreme,
    Lookup,
    Operation,
    Rounded,
    Rounding,
    RuleCall,
    Size,
    half_up,
    is_number,
)
from sfrules.press.things.formulas.evaluation import simplest

if TYPE_CHECKING:  # a reader reads the arguments of calls, and calls are read for a reader
    from sfrules.press.things.formulas.reader import Reader

ROUNDINGS: Mapping[str, Rounding] = {
    "round_down": math.floor,
    "round_up": math.ceil,
    "round_half_up": half_up,
    "round_towards_zero": math.trunc,
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
    if _is_lookup(reader, called):
        return _lookup(reader, node)
    if _name(called) in ROUNDINGS:
        return _own_rounding(reader, node, called)
    return _rule(reader, node, called)


def field_of_row(reader: Reader, node: ast.Attribute, found: ast.Call) -> Lookup:
    """A field of the row that a lookup finds: `row("gear", item).price`."""
    if not _is_lookup(reader, reader.thing(found.func)):
        raise reader.refusal(node, "a field of something that is no row of a table")
    return _lookup(reader, found, node.attr)


def _name(called: Callable[..., object]) -> str:
    """The identifier of a function, beneath its decorators."""
    return str(getattr(inspect.unwrap(called), "__name__", ""))


def _positional(reader: Reader, node: ast.Call) -> list[ast.expr]:
    """The arguments of a call that may have neither keywords nor stars."""
    for keyword in node.keywords:
        raise reader.refusal(node, f"{keyword.arg or '**'} cannot be read in this call")
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            raise reader.refusal(argument)
    return node.args


def _only(reader: Reader, node: ast.Call) -> Expression:
    arguments = _positional(reader, node)
    if len(arguments) != 1:
        raise reader.refusal(node, "one argument is needed here")
    return reader.number(arguments[0])


def _extreme(reader: Reader, node: ast.Call, *, highest: bool) -> Expression:
    """The higher or lower of numbers; where one of two is fixed, it is a bound for the other."""
    operands = tuple(map(reader.number, _positional(reader, node)))
    match operands:
        case (Constant() as bound, number) | (number, Constant() as bound) if not is_number(number):
            return _bounded(number, bound, highest)
        case () | (_,):
            raise reader.refusal(node, "two or more arguments are needed here")
    return Extreme(highest, operands)


def _bounded(number: Expression, bound: Constant, lowest: bool) -> Bounded:
    """A bound; a second one joins the first where their order makes no difference."""
    match number:
        case Bounded(inner, None, Constant() as most) if lowest and _in_order(bound, most):
            return Bounded(inner, bound, most)
        case Bounded(inner, Constant() as least, None) if not lowest and _in_order(least, bound):
            return Bounded(inner, least, bound)
    return Bounded(number, at_least=bound) if lowest else Bounded(number, at_most=bound)


def _in_order(least: Constant, most: Constant) -> bool:
    return Fraction(least.value) <= Fraction(most.value)


def _own_rounding(reader: Reader, node: ast.Call, called: Callable[..., object]) -> Expression:
    """A rounding function by its name, once it has been seen to do what its name says."""
    rounding = ROUNDINGS[_name(called)]
    if any(called(probe) != rounding(probe) for probe in PROBES):
        raise reader.refusal(node, f"{_name(called)} does not round as its name says")
    return Rounded(rounding, _only(reader, node))


def _fraction(reader: Reader, node: ast.Call) -> Expression:
    """A fraction: of one number, of two, or of a text that contains one."""
    match _positional(reader, node):
        case [ast.Constant(value=str() as written)]:
            try:
                return Constant(simplest(Fraction(written)))
            except (ValueError, ZeroDivisionError):
                raise reader.refusal(node, "this text says no number") from None
        case [_]:
            return _only(reader, node)
        case [above, below]:
            over, under = reader.number(above), reader.number(below)
            if isinstance(over, Constant) and isinstance(under, Constant) and under.value:
                return Constant(simplest(Fraction(over.value) / Fraction(under.value)))
            return Operation("/", over, under)
    raise reader.refusal(node, "a fraction is made of one number or of two")


def _is_lookup(reader: Reader, called: object) -> bool:
    """Whether the book says that a function finds rows in tables."""
    return callable(called) and _name(called) in reader.words.lookups


def _lookup(reader: Reader, node: ast.Call, field: str = "") -> Lookup:
    """What a lookup finds, or one field of it."""
    find = reader.thing(node.func)
    table, *keys = map(reader.read, _positional(reader, node)) if node.args else (None,)
    if not callable(find) or not isinstance(table, Constant) or not keys:
        raise reader.refusal(node, "a lookup needs a table's id and a key")
    table_id, finder, say = str(table.value), _name(find), reader.words.say
    words = say(field, table_id) if field else say(finder)
    return Lookup(words, say(table_id, finder), find, field, table_id, tuple(keys))


def _text(reader: Reader, node: ast.Call) -> Expression:
    """A field of a table inside str(): text, which it is for a reader anyway."""
    arguments = _positional(reader, node)
    found = reader.read(arguments[0]) if len(arguments) == 1 else None
    if not isinstance(found, Lookup):
        raise reader.refusal(node, "only a field of a table can be read as text")
    return found


def _rule(reader: Reader, node: ast.Call, called: Callable[..., object]) -> RuleCall:
    """Another rule's answer."""
    identifier, words = _name(called), reader.words
    if identifier.startswith("_") and identifier not in words.names:
        raise reader.refusal(node, f"{identifier} is private, and no rule of the book")
    given = _arguments(reader, node, called)
    return RuleCall(
        words.say(identifier),
        called,
        tuple(given),
        tuple(words.say(parameter, identifier) for parameter in given),
        tuple(given.values()),
        inspect.unwrap(called).__annotations__.get("return") in (bool, "bool"),
    )


def _arguments(
    reader: Reader, node: ast.Call, called: Callable[..., object]
) -> dict[str, Expression]:
    """Every argument of a rule by its parameter, the defaults included."""
    stars = [argument for argument in node.args if isinstance(argument, ast.Starred)]
    if stars or any(keyword.arg is None for keyword in node.keywords):
        raise reader.refusal(node, "arguments with stars cannot be read as a formula")
    signature = inspect.signature(called)
    named = {str(keyword.arg): keyword.value for keyword in node.keywords}
    try:
        written = signature.bind(*node.args, **named).arguments
    except TypeError as mistake:
        raise reader.refusal(node, f"{_name(called)}{signature}: {mistake}") from None
    arguments: dict[str, Expression] = {}
    for name, parameter in signature.parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise reader.refusal(node, "the rule takes arguments with stars")
        if name in written:
            arguments[name] = reader.read(written[name])
        elif isinstance(parameter.default, int | str | Fraction):
            arguments[name] = Constant(parameter.default)
        else:
            reason = f"{name} is left out, and no number or word stands for it"
            raise reader.refusal(node, reason)
    return arguments


# Compared by identity, in order: what a name stands for may be anything, and be unhashable.
CallReading: TypeAlias = Callable[["Reader", ast.Call], Expression]
PYTHON_CALLS: tuple[tuple[object, CallReading], ...] = (
    (max, partial(_extreme, highest=True)),
    (min, partial(_extreme, highest=False)),
    (abs, lambda reader, node: Size(_only(reader, node))),
    (Fraction, _fraction),
    (str, _text),
    (int, lambda reader, node: Rounded(math.trunc, _only(reader, node))),
    (math.trunc, lambda reader, node: Rounded(math.trunc, _only(reader, node))),
    (math.floor, lambda reader, node: Rounded(math.floor, _only(reader, node))),
    (math.ceil, lambda reader, node: Rounded(math.ceil, _only(reader, node))),
)
