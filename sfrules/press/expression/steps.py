"""The exact value of an expression, and the steps from the numbers put in down to that value.

Values are whole numbers and fractions, never binary floats.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from sfrules.ground.formats import decimal_places
from sfrules.press.expression.arithmetic import simplest
from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.tree import (
    Choice,
    Comparison,
    ConditionNote,
    Constant,
    Expression,
    Joined,
    Lookup,
    MappedValue,
    Negation,
    Negative,
    Operation,
    Rounded,
    RuleCall,
    Size,
    Variable,
    changed,
    is_word,
    parts,
)
from sfrules.press.expression.walk import Names, Walk

Environment: TypeAlias = Mapping[str, object]
NOTHING: Environment = {}


_WALK = Walk(Names(Meter()))


def value_of(expression: Expression, known: Environment) -> Any:
    """The value of an expression, given the values of its variables.

    It is exact, except for an argument that is only handed on to another rule.
    """
    return _WALK.value(expression, known)


def holds(condition: Expression, known: Environment) -> bool:
    """Whether a condition holds; raises Inexact for a value that is neither yes nor no."""
    return _WALK.names.truth(value_of(condition, known))


def steps(expression: Expression, known: Environment) -> tuple[Expression, ...]:
    """The expression with its values put in, and each step from there down to one result."""
    found = [_with_numbers(expression, known)]
    while not _is_value(found[-1]):
        found.append(_reduced(found[-1]))
    return tuple(found)


_ARITHMETIC = (Constant, Operation, Negative, Comparison, Joined, Negation, Choice)


def named_parts(tree: Expression, text: str, names: set[str]) -> Expression:
    """The arithmetic of an expression over the parts of it that are none, each named by its text.

    `names` takes the names, in any order.
    """

    def part(inner: Expression) -> Expression:
        return named_parts(inner, text, names)

    match tree:
        case Operation(sign="//", left=left, right=right):
            return Rounded(math.floor, Operation("/", part(left), part(right)))
        case Comparison(relation="in" | "not in") | Operation(sign="~"):
            pass
        case _ if isinstance(tree, _ARITHMETIC):
            return changed(tree, part)
    name = text[tree.start : tree.end]
    names.add(name)
    return Variable(name, name)


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


def _with_numbers(expression: Expression, known: Environment) -> Expression:
    """The same expression with values in place of variables; signs, bounds and rounding stay."""
    match expression:
        case Lookup(keys=[Variable() as key]) | MappedValue(key=Variable() as key):
            found = _constant(expression, known)
            return ConditionNote(
                found, Comparison("==", key, _constant(key, known))
            )  # "weight is 7"
        case Variable() | RuleCall() | Lookup() | MappedValue():
            return _constant(expression, known)
        case Choice(condition=condition):
            end = _with_numbers(_taken(expression, known), known)
            note = _reason(condition, known) if isinstance(condition, Comparison) else None
            return end if note is None else _noted(end, note)
        case Comparison(left=Variable(), right=right) if is_word(right):
            return ConditionNote(_constant(expression, known), _reason(expression, known))
        case Joined():
            return _decided(expression, known)
    return changed(expression, lambda part: _with_numbers(part, known))


def _noted(expression: Expression, note: Expression) -> Expression:
    """An expression with a note in front of any that it has."""
    earlier = expression.note if isinstance(expression, ConditionNote) else note
    return ConditionNote(
        _bare(expression), note if earlier == note else Joined("and", (note, earlier))
    )


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
    if isinstance(expression, ConditionNote):
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
    return plain and decimal_places(value_of(quotient, NOTHING)) is None


def _bare(expression: Expression) -> Expression:
    return expression.expression if isinstance(expression, ConditionNote) else expression


def _constant(expression: Expression, known: Environment = NOTHING) -> Constant:
    return Constant(simplest(value_of(expression, known)))
