"""A formula worked through: the numbers put in, then fewer and fewer parts, down to the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sfrules.ground.formats import decimal_places
from sfrules.press.things.formulas.evaluation import (
    Environment,
    holds,
    number_of,
    simplest,
    taken,
    value_of,
)
from sfrules.press.things.formulas.expressions import (
    Choice,
    Comparison,
    Constant,
    Expression,
    Joined,
    Lookup,
    MappedValue,
    Negation,
    Negative,
    Noted,
    Operation,
    Rounded,
    RuleCall,
    Size,
    Variable,
    changed,
    is_word,
    parts,
)

NOTHING: Environment = {}


def steps(expression: Expression, known: Environment) -> tuple[Expression, ...]:
    """The expression with its values put in, and each step from there down to one result."""
    found = [with_numbers(expression, known)]
    while not isinstance(_bare(found[-1]), Constant):
        found.append(reduced(found[-1]))
    return tuple(found)


def reached(expression: Expression, known: Environment) -> Iterator[Expression]:
    """The parts of an expression that these values lead to."""
    if isinstance(expression, Choice):
        yield from reached(expression.condition, known)
        yield from reached(taken(expression, known), known)
        return
    yield expression
    for part in parts(expression):
        yield from reached(part, known)


def with_numbers(expression: Expression, known: Environment) -> Expression:
    """The same expression with values in place of variables; signs, bounds and rounding stay."""
    match expression:
        case Lookup(keys=[key]) | MappedValue(key=key):
            return _noted(_constant(expression, known), _key_note(key, known))
        case Variable() | RuleCall() | Lookup():
            return _constant(expression, known)
        case Choice():
            end = with_numbers(taken(expression, known), known)
            return _noted(end, _reason(expression.condition, known))
        case Comparison(left=Variable(), right=right) if is_word(right):
            return _noted(_constant(expression, known), _reason(expression, known))
        case Joined():
            return _decided(expression, known)
    return changed(expression, lambda part: with_numbers(part, known))


def reduced(expression: Expression) -> Expression:
    """The next step towards the result of an expression whose values are put in."""
    if isinstance(expression, Noted):
        return _nearer(expression.expression)
    if isinstance(expression, Operation | Negative) and not _is_remainder(expression):
        return _summed(expression)
    if _is_one_step(expression):
        return _result(expression)
    further = changed(expression, _nearer)
    return _result(further) if _needs_no_rounding(further) else further


def _is_one_step(expression: Expression) -> bool:
    """Whether a reader sees the result at once."""
    match expression:
        case Rounded(operand=Operation(sign="/") as quotient) if _never_ends(quotient):
            return True
        case Size(operand=Operation(sign="-") as difference):
            return _is_sum(difference)
        case Joined() | Negation():
            return all(map(_is_compared, parts(expression)))
    return all(map(_is_value, parts(expression)))


def _needs_no_rounding(expression: Expression) -> bool:
    match expression:
        case Rounded(operand=Constant(value=int())):
            return True
    return False


def _nearer(part: Expression) -> Expression:
    return part if isinstance(part, Constant) else reduced(part)


def _summed(expression: Expression) -> Expression:
    """The result of a sum; where it has maxima, roundings and the like, these are worked out."""
    if _is_sum(expression):
        return _result(expression)
    return changed(expression, _sum_part)


def _sum_part(part: Expression) -> Expression:
    if _is_sum(part):
        return _without_notes(part)
    worded = _is_remainder(part) or not isinstance(part, Operation | Negative)
    return _result(part) if worded else _summed(part)


def _without_notes(part: Expression) -> Expression:
    return changed(_bare(part), _without_notes)


def _is_sum(expression: Expression) -> bool:
    """Whether only numbers and signs are left; a remainder is said in words."""
    if isinstance(expression, Operation | Negative):
        return not _is_remainder(expression) and all(map(_is_sum, parts(expression)))
    return _is_value(expression)


def _is_remainder(expression: Expression) -> bool:
    return isinstance(expression, Operation) and expression.sign == "%"


def _is_value(expression: Expression) -> bool:
    return isinstance(_bare(expression), Constant)


def _is_compared(expression: Expression) -> bool:
    """Whether a condition only compares numbers that are already there."""
    if isinstance(expression, Joined | Negation):
        return all(map(_is_compared, parts(expression)))
    compared = isinstance(expression, Comparison) and all(map(_is_value, parts(expression)))
    return compared or _is_value(expression)


def _never_ends(quotient: Operation) -> bool:
    """Whether a division of two plain numbers has no decimal result: 10 ÷ 3 reads better."""
    if not all(map(_is_value, parts(quotient))):
        return False
    return decimal_places(number_of(quotient, NOTHING)) is None


def _bare(expression: Expression) -> Expression:
    return expression.expression if isinstance(expression, Noted) else expression


def _result(expression: Expression) -> Constant:
    return _constant(expression, NOTHING)


def _constant(expression: Expression, known: Environment) -> Constant:
    return Constant(simplest(value_of(expression, known)))


def _noted(expression: Expression, note: Expression | None) -> Expression:
    """An expression with a note in front of any that it has."""
    if note is None:
        return expression
    earlier = expression.note if isinstance(expression, Noted) else note
    return Noted(_bare(expression), note if earlier == note else Joined("and", (note, earlier)))


def _key_note(key: Expression, known: Environment) -> Expression | None:
    """What the key of a lookup is: "weight is 7"."""
    return Comparison("==", key, _constant(key, known)) if isinstance(key, Variable) else None


def _reason(condition: Expression, known: Environment) -> Expression | None:
    """Why a choice went the way it did, if one comparison says it."""
    if not isinstance(condition, Comparison):
        return None
    true = condition if holds(condition, known) else condition.opposite
    match condition:
        case Comparison(left=Variable() as variable, right=right) if is_word(right):
            actual = replace(condition, relation="==", right=_constant(variable, known))
            return actual if actual.phrase or not condition.phrase else true
        case Comparison(left=Variable(), right=Constant()) if true.relation == "==":
            return true
    return with_numbers(true, known)


def _decided(joined: Joined, known: Environment) -> Expression:
    """Conditions up to the one that decides, as Python itself reads no further."""
    stops = joined.word == "or"
    seen: list[Expression] = []
    for operand in joined.operands:
        seen.append(with_numbers(operand, known))
        if holds(operand, known) is stops:
            break
    return replace(joined, operands=tuple(seen)) if len(seen) > 1 else seen[0]
