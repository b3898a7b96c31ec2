"""The exact value of an expression, and the steps from the numbers put in down to that value.

Values are whole numbers and fractions, never binary floats.
"""

from __future__ import annotations

import inspect
import operator
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from sfrules.ground.formats import decimal_places
from sfrules.press.things.formulas.expressions import (
    RELATIONS,
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
    Number,
    Operation,
    Rounded,
    RuleCall,
    Sign,
    Size,
    Value,
    Variable,
    changed,
    is_word,
    parts,
)
from sfrules.press.things.formulas.rule_source import signature_of

Environment: TypeAlias = Mapping[str, object]
NOTHING: Environment = {}


class Inexact(ArithmeticError):
    """A value that is not an exact number, a word, or a yes or no."""


def simplest(value: object) -> Value:
    """An exact number, a word, or a yes or no; a fraction that is whole as a whole number.

    Raises:
        Inexact: for anything else.
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    if isinstance(value, int | str | Fraction):
        return value
    raise Inexact(f"{value!r} is no exact number")


def value_of(expression: Expression, known: Environment) -> object:
    """The value of an expression, given the values of its variables.

    It is exact, except for an argument that is only handed on to another rule.
    """
    if arithmetic := ARITHMETIC.get(type(expression)):
        numbers = (number_of(part, known) for part in parts(expression))
        return simplest(arithmetic(expression, *numbers))
    return EVALUATIONS[type(expression)](expression, known)


def number_of(expression: Expression, known: Environment) -> Number:
    """The value of an expression that has to be a number; raises Inexact for any other."""
    value = simplest(value_of(expression, known))
    if isinstance(value, bool | str):
        raise Inexact(f"{value!r} is no exact number")
    return value


def holds(condition: Expression, known: Environment) -> bool:
    """Whether a condition holds; raises Inexact for a value that is neither yes nor no."""
    value = value_of(condition, known)
    if not isinstance(value, bool):
        raise Inexact(f"{value!r} is neither yes nor no")
    return value


def answer(rule: Callable[..., object], arguments: Mapping[str, object]) -> object:
    """A rule's own answer, whatever the kinds of its parameters."""
    bound = inspect.BoundArguments(signature_of(rule), OrderedDict(arguments))
    return rule(*bound.args, **bound.kwargs)


def steps(expression: Expression, known: Environment) -> tuple[Expression, ...]:
    """The expression with its values put in, and each step from there down to one result."""
    found = [_with_numbers(expression, known)]
    while not _is_value(found[-1]):
        found.append(_reduced(found[-1]))
    return tuple(found)


def needed(
    expression: Expression, meanings: Mapping[Expression, Expression], known: Environment
) -> Iterator[Expression]:
    """All that a result depends on, what that depends on in turn, and so on."""
    if isinstance(expression, Choice):
        inner = [expression.condition, _taken(expression, known)]
    else:
        yield expression
        inner = [*parts(expression), *filter(None, [meanings.get(expression)])]
    for part in inner:
        yield from needed(part, meanings, known)


def _taken(choice: Choice, known: Environment) -> Expression:
    """The end of a choice that these values lead to."""
    return choice.chosen if holds(choice.condition, known) else choice.otherwise


def _power(base: Number, exponent: Number) -> Number:
    if exponent.denominator != 1:
        raise Inexact("a power needs a whole exponent, to be exact")
    return Fraction(Fraction(base) ** int(exponent))


SIGNS: Mapping[Sign, Callable[[Number, Number], Number]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: Fraction(left) / Fraction(right),
    "%": operator.mod,
    "**": _power,
}


def _bounded(bounded: Bounded, known: Environment) -> Number:
    number = number_of(bounded.operand, known)
    if bounded.at_least is not None:
        number = max(number, number_of(bounded.at_least, known))
    if bounded.at_most is not None:
        number = min(number, number_of(bounded.at_most, known))
    return number


def _compared(comparison: Comparison, known: Environment) -> bool:
    value = value_of if comparison.relation in ("==", "!=") else number_of
    test = RELATIONS[comparison.relation].test
    return test(value(comparison.left, known), value(comparison.right, known))


def _joined(joined: Joined, known: Environment) -> bool:
    each = (holds(operand, known) for operand in joined.operands)
    return all(each) if joined.word == "and" else any(each)


def _called(call: RuleCall, known: Environment) -> Value:
    given = (value_of(argument, known) for argument in call.arguments)
    return simplest(answer(call.rule, dict(zip(call.parameters, given, strict=True))))


def _looked_up(lookup: Lookup, known: Environment) -> Value:
    row = lookup.find(lookup.table_id, *(value_of(key, known) for key in lookup.keys))
    return simplest(getattr(row, lookup.field) if lookup.field else row)


# Each receives only expressions of the type that it is listed for; these first, with the numbers
# that their parts are.
ARITHMETIC: Mapping[type[Expression], Callable[..., Number]] = {
    Negative: lambda _, number: -number,
    Operation: lambda operation, left, right: SIGNS[operation.sign](left, right),
    Extreme: lambda extreme, *numbers: max(numbers) if extreme.highest else min(numbers),
    Rounded: lambda rounded, number: rounded.rounding(number),
    Size: lambda _, number: abs(number),
}
EVALUATIONS: Mapping[type[Expression], Callable[[Any, Environment], object]] = {
    Constant: lambda constant, _: constant.value,
    Variable: lambda variable, known: known[variable.name],
    Bounded: _bounded,
    Comparison: _compared,
    Joined: _joined,
    Negation: lambda negation, known: not holds(negation.operand, known),
    Choice: lambda choice, known: value_of(_taken(choice, known), known),
    RuleCall: _called,
    Lookup: _looked_up,
    MappedValue: lambda mapped, known: dict(mapped.entries)[simplest(value_of(mapped.key, known))],
    Noted: lambda noted, known: value_of(noted.expression, known),
}


def _with_numbers(expression: Expression, known: Environment) -> Expression:
    """The same expression with values in place of variables; signs, bounds and rounding stay."""
    match expression:
        case Lookup(keys=[Variable() as key]) | MappedValue(key=Variable() as key):
            found = _constant(expression, known)
            return Noted(found, Comparison("==", key, _constant(key, known)))  # "weight is 7"
        case Variable() | RuleCall() | Lookup() | MappedValue():
            return _constant(expression, known)
        case Choice(condition=condition):
            end = _with_numbers(_taken(expression, known), known)
            note = _reason(condition, known) if isinstance(condition, Comparison) else None
            return end if note is None else _noted(end, note)
        case Comparison(left=Variable(), right=right) if is_word(right):
            return Noted(_constant(expression, known), _reason(expression, known))
        case Joined():
            return _decided(expression, known)
    return changed(expression, lambda part: _with_numbers(part, known))


def _noted(expression: Expression, note: Expression) -> Expression:
    """An expression with a note in front of any that it has."""
    earlier = expression.note if isinstance(expression, Noted) else note
    return Noted(_bare(expression), note if earlier == note else Joined("and", (note, earlier)))


def _reason(condition: Comparison, known: Environment) -> Expression:
    """Why a choice went the way it did."""
    true = condition if holds(condition, known) else condition.opposite
    match condition:
        case Comparison(left=Variable() as variable, right=right) if is_word(right):
            actual = replace(condition, relation="==", right=_constant(variable, known))
            return actual if actual.phrase or not condition.phrase else true
        case Comparison(left=Variable(), right=Constant()) if true.relation == "==":
            return true
    return _with_numbers(true, known)


def _decided(joined: Joined, known: Environment) -> Expression:
    """Conditions up to the one that decides, as Python itself reads no further."""
    stops = joined.word == "or"
    seen: list[Expression] = []
    for operand in joined.operands:
        seen.append(_with_numbers(operand, known))
        if holds(operand, known) is stops:
            break
    return replace(joined, operands=tuple(seen)) if len(seen) > 1 else seen[0]


def _reduced(expression: Expression) -> Expression:
    """The next step towards the result of an expression whose values are put in."""
    if isinstance(expression, Constant):
        return expression
    if isinstance(expression, Noted):
        return _reduced(expression.expression)
    if _is_one_step(expression):
        return _constant(expression)
    if _is_arithmetic(expression):
        return _summed(expression)
    further = changed(expression, _reduced)
    match further:
        case Rounded(operand=Constant(value=int())):  # there is nothing left to round
            return _constant(further)
    return further


def _is_one_step(expression: Expression) -> bool:
    """Whether a reader sees the result at once."""
    match expression:
        case Operation() | Negative() if _is_arithmetic(expression):
            return _is_sum(expression)
        case Rounded(operand=Operation(sign="/") as quotient) if _never_ends(quotient):
            return True
        case Size(operand=Operation(sign="-") as difference):
            return _is_sum(difference)
        case Joined() | Negation():
            return all(map(_is_compared, parts(expression)))
    return all(map(_is_value, parts(expression)))


def _summed(part: Expression) -> Expression:
    """Maxima, roundings and the like as numbers; the signs between the numbers stay."""
    if _is_sum(part):
        return _without_notes(part)
    return changed(part, _summed) if _is_arithmetic(part) else _constant(part)


def _without_notes(part: Expression) -> Expression:
    return changed(_bare(part), _without_notes)


def _is_sum(expression: Expression) -> bool:
    """Whether only numbers and signs are left."""
    if _is_arithmetic(expression):
        return all(map(_is_sum, parts(expression)))
    return _is_value(expression)


def _is_arithmetic(expression: Expression) -> bool:
    """Whether an expression is set with a sign; a remainder is said in words."""
    if isinstance(expression, Operation):
        return expression.sign != "%"
    return isinstance(expression, Negative)


def _is_value(expression: Expression) -> bool:
    return isinstance(_bare(expression), Constant)


def _is_compared(expression: Expression) -> bool:
    """Whether a condition only compares numbers that are already there."""
    if isinstance(expression, Comparison):
        return all(map(_is_value, parts(expression)))
    joined = isinstance(expression, Joined | Negation)
    return all(map(_is_compared, parts(expression))) if joined else _is_value(expression)


def _never_ends(quotient: Operation) -> bool:
    """Whether a division of two plain numbers has no decimal result: 10 ÷ 3 reads better."""
    plain = all(map(_is_value, parts(quotient)))
    return plain and decimal_places(number_of(quotient, NOTHING)) is None


def _bare(expression: Expression) -> Expression:
    return expression.expression if isinstance(expression, Noted) else expression


def _constant(expression: Expression, known: Environment = NOTHING) -> Constant:
    return Constant(simplest(value_of(expression, known)))
