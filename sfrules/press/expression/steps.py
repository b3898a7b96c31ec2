"""The exact value of an expression, and the steps from the numbers put in down to that value.

Values are whole numbers and fractions, never binary floats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from sfrules.ground.formats import decimal_places
from sfrules.press.expression import tree
from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.walk import Walk, simplest

Environment: TypeAlias = Mapping[str, object]
NOTHING: Environment = {}


_WALK = Walk(Meter())


def value_of(expression: tree.Expression, known: Environment) -> Any:
    """The value of an expression, given the values of its variables.

    It is exact, except for an argument that is only handed on to another rule.
    """
    return _WALK.value(expression, known)


def holds(condition: tree.Expression, known: Environment) -> bool:
    """Whether a condition holds; raises Inexact for a value that is neither yes nor no."""
    return _WALK.truth(value_of(condition, known))


def steps(expression: tree.Expression, known: Environment) -> tuple[tree.Expression, ...]:
    """The expression with its values put in, and each step from there down to one result."""
    found = [_with_numbers(expression, known)]
    while not _is_value(found[-1]):
        found.append(_reduced(found[-1]))
    return tuple(found)


def needed(
    expression: tree.Expression,
    meanings: Mapping[tree.Expression, tree.Expression],
    known: Environment,
) -> Iterator[tree.Expression]:
    """All that a result depends on, what that depends on in turn, and so on."""
    if isinstance(expression, tree.Choice):
        inner = [expression.condition, _taken(expression, known)]
    else:
        yield expression
        inner = [*tree.parts(expression), *filter(None, [meanings.get(expression)])]
    for part in inner:
        yield from needed(part, meanings, known)


def _taken(choice: tree.Choice, known: Environment) -> tree.Expression:
    """The end of a choice that these values lead to."""
    return choice.chosen if holds(choice.condition, known) else choice.otherwise


def _with_numbers(expression: tree.Expression, known: Environment) -> tree.Expression:
    """The same expression with values in place of variables; signs, bounds and rounding stay."""
    match expression:
        case (
            tree.Lookup(keys=[tree.Variable() as key])
            | tree.MappedValue(key=tree.Variable() as key)
        ):
            found = _constant(expression, known)
            return tree.ConditionNote(
                found, tree.Comparison("==", key, _constant(key, known))
            )  # "weight is 7"
        case tree.Variable() | tree.RuleCall() | tree.Lookup() | tree.MappedValue():
            return _constant(expression, known)
        case tree.Choice(condition=condition):
            end = _with_numbers(_taken(expression, known), known)
            note = _reason(condition, known) if isinstance(condition, tree.Comparison) else None
            return end if note is None else _noted(end, note)
        case tree.Comparison(left=tree.Variable(), right=right) if tree.is_word(right):
            return tree.ConditionNote(_constant(expression, known), _reason(expression, known))
        case tree.Connective():
            return _decided(expression, known)
    return tree.changed(expression, lambda part: _with_numbers(part, known))


def _noted(expression: tree.Expression, note: tree.Expression) -> tree.Expression:
    """An expression with a note in front of any that it has."""
    earlier = expression.note if isinstance(expression, tree.ConditionNote) else note
    return tree.ConditionNote(
        _bare(expression), note if earlier == note else tree.Connective("and", (note, earlier))
    )


def _reason(condition: tree.Comparison, known: Environment) -> tree.Expression:
    """Why a choice went the way it did."""
    true = condition if holds(condition, known) else condition.opposite
    match condition:
        case tree.Comparison(left=tree.Variable() as variable, right=right) if tree.is_word(right):
            actual = replace(condition, relation="==", right=_constant(variable, known))
            return actual if actual.phrase or not condition.phrase else true
        case tree.Comparison(left=tree.Variable(), right=tree.Constant()) if true.relation == "==":
            return true
    return _with_numbers(true, known)


def _decided(joined: tree.Connective, known: Environment) -> tree.Expression:
    """Conditions up to the one that decides, as Python itself reads no further."""
    stops = joined.word == "or"
    seen: list[tree.Expression] = []
    for operand in joined.operands:
        seen.append(_with_numbers(operand, known))
        if holds(operand, known) is stops:
            break
    return replace(joined, operands=tuple(seen)) if len(seen) > 1 else seen[0]


def _reduced(expression: tree.Expression) -> tree.Expression:
    """The next step towards the result of an expression whose values are put in."""
    if isinstance(expression, tree.Constant):
        return expression
    if isinstance(expression, tree.ConditionNote):
        return _reduced(expression.expression)
    if _is_one_step(expression):
        return _constant(expression)
    if _is_arithmetic(expression):
        return _summed(expression)
    further = tree.changed(expression, _reduced)
    match further:
        case tree.Round(operand=tree.Constant(value=int())):  # there is nothing left to round
            return _constant(further)
    return further


def _is_one_step(expression: tree.Expression) -> bool:
    """Whether a reader sees the result at once."""
    match expression:
        case tree.Operation() | tree.Negative() if _is_arithmetic(expression):
            return _is_sum(expression)
        case tree.Round(operand=tree.Operation(sign="/") as quotient) if _never_ends(quotient):
            return True
        case tree.Size(operand=tree.Operation(sign="-") as difference):
            return _is_sum(difference)
        case tree.Connective() | tree.Negation():
            return all(map(_is_compared, tree.parts(expression)))
    return all(map(_is_value, tree.parts(expression)))


def _summed(part: tree.Expression) -> tree.Expression:
    """Maxima, roundings and the like as numbers; the signs between the numbers stay."""
    if _is_sum(part):
        return _without_notes(part)
    return tree.changed(part, _summed) if _is_arithmetic(part) else _constant(part)


def _without_notes(part: tree.Expression) -> tree.Expression:
    return tree.changed(_bare(part), _without_notes)


def _is_sum(expression: tree.Expression) -> bool:
    """Whether only numbers and signs are left."""
    if _is_arithmetic(expression):
        return all(map(_is_sum, tree.parts(expression)))
    return _is_value(expression)


def _is_arithmetic(expression: tree.Expression) -> bool:
    """Whether an expression is set with a sign; a remainder is said in words."""
    if isinstance(expression, tree.Operation):
        return expression.sign != "%"
    return isinstance(expression, tree.Negative)


def _is_value(expression: tree.Expression) -> bool:
    return isinstance(_bare(expression), tree.Constant)


def _is_compared(expression: tree.Expression) -> bool:
    """Whether a condition only compares numbers that are already there."""
    if isinstance(expression, tree.Comparison):
        return all(map(_is_value, tree.parts(expression)))
    joined = isinstance(expression, tree.Connective | tree.Negation)
    return all(map(_is_compared, tree.parts(expression))) if joined else _is_value(expression)


def _never_ends(quotient: tree.Operation) -> bool:
    """Whether a division of two plain numbers has no decimal result: 10 ÷ 3 reads better."""
    plain = all(map(_is_value, tree.parts(quotient)))
    return plain and decimal_places(value_of(quotient, NOTHING)) is None


def _bare(expression: tree.Expression) -> tree.Expression:
    return expression.expression if isinstance(expression, tree.ConditionNote) else expression


def _constant(expression: tree.Expression, known: Environment = NOTHING) -> tree.Constant:
    return tree.Constant(simplest(value_of(expression, known)))
