"""A formula worked through: the numbers put in, then fewer and fewer parts, down to the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sfrules.press.things.formulas.evaluation import (
    Environment,
    exact,
    holds,
    number_of,
    taken,
    value_of,
)
from sfrules.press.things.formulas.expressions import (
    Choice,
    Comparison,
    Constant,
    Denied,
    Entry,
    Expression,
    Joined,
    Lookup,
    Negative,
    Noted,
    Operation,
    Rounded,
    RuleCall,
    Size,
    Term,
    is_word,
)
from sfrules.press.things.formulas.signs import contrary
from sfrules.press.things.formulas.walk import changed, parts

NOTHING: Environment = {}


def steps(expression: Expression, terms: Environment) -> tuple[Expression, ...]:
    """The expression with its values put in, and what becomes of it, down to the one result."""
    found = [numbered(expression, terms)]
    while not isinstance(_bare(found[-1]), Constant):
        found.append(reduced(found[-1]))
    return tuple(found)


def reached(expression: Expression, terms: Environment) -> Iterator[Expression]:
    """The parts of an expression that these values lead to."""
    if isinstance(expression, Choice):
        yield from reached(expression.condition, terms)
        yield from reached(taken(expression, terms), terms)
        return
    yield expression
    for part in parts(expression):
        yield from reached(part, terms)


def numbered(expression: Expression, terms: Environment) -> Expression:
    """The same expression with values in place of words; signs, bounds and rounding stay."""
    match expression:
        case Lookup(keys=[key]) | Entry(key=key):
            return _noted(_constant(expression, terms), _standing(key, terms))
        case Term() | RuleCall() | Lookup():
            return _constant(expression, terms)
        case Choice():
            end = numbered(taken(expression, terms), terms)
            return _noted(end, _reason(expression.condition, terms))
        case Comparison(left=Term(), right=right) if is_word(right):
            return _noted(_constant(expression, terms), _reason(expression, terms))
        case Joined():
            return _decided(expression, terms)
    return changed(expression, lambda part: numbered(part, terms))


def reduced(expression: Expression) -> Expression:
    """One step nearer to the result of an expression whose values are put in."""
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
        case Joined() | Denied():
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
    """The result of a sum; one that holds maxima, roundings and the like has these worked out."""
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
    """Whether only numbers and signs are left; a remainder is said in words, and is none."""
    if isinstance(expression, Operation | Negative):
        return not _is_remainder(expression) and all(map(_is_sum, parts(expression)))
    return _is_value(expression)


def _is_remainder(expression: Expression) -> bool:
    return isinstance(expression, Operation) and expression.sign == "%"


def _is_value(expression: Expression) -> bool:
    return isinstance(_bare(expression), Constant)


def _is_compared(expression: Expression) -> bool:
    """Whether a condition only compares numbers that stand there already."""
    if isinstance(expression, Joined | Denied):
        return all(map(_is_compared, parts(expression)))
    compared = isinstance(expression, Comparison) and all(map(_is_value, parts(expression)))
    return compared or _is_value(expression)


def _never_ends(quotient: Operation) -> bool:
    """Whether a division of two plain numbers says more than its result, a fraction, would."""
    if not all(map(_is_value, parts(quotient))):
        return False
    rest = number_of(quotient, NOTHING).denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest > 1


def _bare(expression: Expression) -> Expression:
    return expression.expression if isinstance(expression, Noted) else expression


def _result(expression: Expression) -> Constant:
    return _constant(expression, NOTHING)


def _constant(expression: Expression, terms: Environment) -> Constant:
    return Constant(exact(value_of(expression, terms)))


def _noted(expression: Expression, note: Expression | None) -> Expression:
    """An expression with a note, after those that it has."""
    if note is None:
        return expression
    earlier = expression.note if isinstance(expression, Noted) else note
    return Noted(_bare(expression), note if earlier == note else Joined("and", (note, earlier)))


def _standing(key: Expression, terms: Environment) -> Expression | None:
    """What a key is: "weight is 7"."""
    return Comparison("==", key, _constant(key, terms)) if isinstance(key, Term) else None


def _reason(condition: Expression, terms: Environment) -> Expression | None:
    """Why a choice went as it did, if one comparison says it."""
    if not isinstance(condition, Comparison):
        return None
    true = condition if holds(condition, terms) else contrary(condition)
    match condition:
        case Comparison(left=Term() as term, right=right) if is_word(right):
            actual = replace(condition, relation="==", right=_constant(term, terms))
            return actual if actual.phrase or not condition.phrase else true
        case Comparison(left=Term(), right=Constant()) if true.relation == "==":
            return true
    return numbered(true, terms)


def _decided(joined: Joined, terms: Environment) -> Expression:
    """Conditions up to the one that decides, as Python itself reads no further."""
    stops = joined.word == "or"
    seen: list[Expression] = []
    for operand in joined.operands:
        seen.append(numbered(operand, terms))
        if holds(operand, terms) is stops:
            break
    return replace(joined, operands=tuple(seen)) if len(seen) > 1 else seen[0]
