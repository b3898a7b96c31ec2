"""Work out the expressions of rules exactly, and in steps from the numbers put in to the result."""

from __future__ import annotations

import inspect
import operator
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from numbers import Rational
from typing import Any, NamedTuple, TypeAlias

from sfrules.ground.formats import decimal_places, format_value
from sfrules.ground.number_words import exact
from sfrules.ground.problems import Mistake
from sfrules.press.expression import tree
from sfrules.press.expression.bounds import Meter, weight

_ENDS, _BEGINS = re.compile(r"\d+[.,/]?\Z"), re.compile(r"[.,/]?\d+")
_INSIDE = re.compile(r"[.,/_\N{NO-BREAK SPACE}\u200b-\u200d]?")  # what may stand within a number
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
Scope = Mapping[str, Any]


class Invocation(NamedTuple):
    """A rule that was asked, with what it was given, and its answer."""

    function: Callable[..., object]
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]
    answer: Any = None


class FollowOn(Exception):
    """A mistake that follows from an earlier one, which is reported already."""


class Walk:
    """Works out expressions of a rule's own code, which has exact values, other rules, and rows."""

    def __init__(self, meter: Meter) -> None:
        self.meter = meter  # what bounds all that is worked out

    def value(self, part: tree.Expression, scope: Scope) -> Any:
        """The value of an expression."""
        return CASES[type(part)](self, part, scope)

    def operate(self, sign: str, left: Any, right: Any) -> Any:
        """What a sign makes of two values."""
        return calculate(sign, _number(left), _number(right), self.meter)

    def number_of(self, part: tree.Expression, scope: Scope) -> Any:
        """A value that is calculated with."""
        return _number(self.value(part, scope))

    def truth(self, value: Any) -> bool:
        """Whether a value counts as true: it has to be yes or no."""
        if not isinstance(value, bool):
            raise Inexact(f"{value!r} is neither yes nor no")
        return value

    def answer(self, part: tree.RuleCall, given: list[Any]) -> Any:
        """The answer of a rule that a formula names."""
        return simplest(answer(part.rule, dict(zip(part.parameters, given, strict=True))))

    def found(self, part: tree.Lookup, keys: list[Any]) -> Any:
        """The value that a formula finds in a table of facts: a field of a row, or the row."""
        row = part.find(part.table_id, *keys)
        return simplest(getattr(row, part.field) if part.field else row)

    def comparison_of(self, part: tree.Comparison, scope: Scope) -> Any:
        """Whether two values compare as is said."""
        left, right = self.value(part.left, scope), self.value(part.right, scope)
        return tree.RELATIONS[part.relation].test(simplest(left), simplest(right))

    def joined_of(self, part: tree.Connective, scope: Scope) -> Any:
        """The value that decides, as in Python."""
        *most, last = part.operands
        for operand in most:
            value = self.value(operand, scope)
            if self.truth(value) is (part.word == "or"):
                return value
        return self.value(last, scope)

    def choice_of(self, part: tree.Choice, scope: Scope) -> Any:
        """The end of a choice that its condition leads to."""
        holds = self.truth(self.value(part.condition, scope))
        return self.value(part.chosen if holds else part.otherwise, scope)

    def bounded_of(self, part: tree.Clamp, scope: Scope) -> Any:
        """A number, kept within bounds."""
        number: Fraction = self.number_of(part.operand, scope)
        if part.at_least is not None:
            number = max(number, self.number_of(part.at_least, scope))
        if part.at_most is not None:
            number = min(number, self.number_of(part.at_most, scope))
        return number


def _number(value: Any) -> Any:
    """The value, if it may be calculated with."""
    number = simplest(value)
    if isinstance(number, bool | str):
        raise Inexact(f"{value!r} is no exact number")
    return number


# Each receives only parts of the type that it is listed for.
CASES: Mapping[type[tree.Expression], Callable[[Walk, Any, Scope], Any]] = {
    tree.Constant: lambda _walk, part, _scope: part.value,
    tree.Variable: lambda _walk, part, scope: scope[part.name],
    tree.Comparison: Walk.comparison_of,
    tree.Operation: lambda walk, part, scope: walk.operate(
        part.sign, walk.value(part.left, scope), walk.value(part.right, scope)
    ),
    tree.Connective: Walk.joined_of,
    tree.Negation: lambda walk, part, scope: not walk.truth(walk.value(part.operand, scope)),
    tree.Choice: Walk.choice_of,
    tree.Negative: lambda walk, part, scope: walk.operate("-", 0, walk.value(part.operand, scope)),
    tree.Round: lambda walk, part, scope: part.rounding(walk.number_of(part.operand, scope)),
    tree.Size: lambda walk, part, scope: abs(walk.number_of(part.operand, scope)),
    tree.Extreme: lambda walk, part, scope: (max if part.highest else min)(
        walk.number_of(each, scope) for each in part.operands
    ),
    tree.Clamp: Walk.bounded_of,
    tree.RuleCall: lambda walk, part, scope: walk.answer(
        part, [walk.value(each, scope) for each in part.arguments]
    ),
    tree.Lookup: lambda walk, part, scope: walk.found(
        part, [walk.value(each, scope) for each in part.keys]
    ),
    tree.MappedValue: lambda walk, part, scope: dict(part.entries)[walk.value(part.key, scope)],
    tree.ConditionNote: lambda walk, part, scope: walk.value(part.expression, scope),
}


class Inexact(ArithmeticError):
    """A value that is not an exact number, a word, or a yes or no."""


def simplest(value: object) -> tree.Value:
    """An exact number, a word, or a yes or no; a fraction that is whole as a whole number.

    Raises:
        Inexact: for anything else.
    """
    found = whole_if_it_is(value)
    if isinstance(found, int | str | Fraction):
        return found
    raise Inexact(f"{value!r} is no exact number")


def calculate(sign: str, left: Any, right: Any, meter: Meter) -> Any:
    """`left sign right`, exactly: 7 / 2 is the fraction 7/2, never a float.

    Raises:
        BoundExceeded: for a result larger than the page's bounds.
        TypeError, ValueError: for operands that the sign does not join.
    """
    left, right = exact(left), exact(right)
    meter.check_time()
    if sign == "~":
        return meter.check_value(joined([format_value(left), format_value(right)]))
    if sign == "/":
        return whole_if_it_is(_rational(left) / _rational(right))
    if sign == "**":
        base, exponent = _rational(left), whole_if_it_is(_rational(right))
        if isinstance(exponent, Fraction):
            raise ValueError("a power needs a whole exponent, to be exact")
        check_power(base, exponent, meter)
        return meter.check_value(whole_if_it_is(base**exponent))
    if sign == "%" and isinstance(left, str):
        raise TypeError("% does not format text here; use a filter")
    if sign == "*":
        check_repetition(left, right, meter)
    return meter.check_value(whole_if_it_is(OPERATORS[sign](left, right)))


def joined(texts: Sequence[str], between: str = "") -> str:
    """Texts put together; two numbers that would read as another one are refused."""
    for left, right in pairwise(texts):
        ends, begins = _ENDS.search(left), _BEGINS.match(right)
        if ends and begins and _INSIDE.fullmatch(between):
            message = f"{ends[0]} and {begins[0]} would read as one number"
            raise Mistake(message, "put a word or a blank between them")
    return between.join(texts)


def in_words(value: object) -> str:
    """A value in a message: as Python writes it, if a page may print it, else by its type.

    Of anything else, Python would write the address in memory.
    """
    try:
        format_value(value)
    except TypeError:
        return "None" if value is None else f"a {type(value).__name__}"
    return repr(value)


def whole_if_it_is(value: Any) -> Any:
    """A fraction that is a whole number, as an integer; anything else as it is."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def _rational(value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, Rational):
        raise TypeError(f"{in_words(value)} is not a number")
    return Fraction(value)


def check_power(base: Rational, exponent: int, meter: Meter) -> None:
    """Refuse a power that is far too large, before it is computed and then checked itself."""
    size = max(int(base.numerator).bit_length(), int(base.denominator).bit_length())
    if size * abs(exponent) > 4 * meter.bounds.bits:
        raise meter.too_large()


def check_repetition(left: Any, right: Any, meter: Meter) -> None:
    """Refuse to repeat a sequence beyond the bounds of the page, before it is done."""
    for items, count in ((left, right), (right, left)):
        if isinstance(items, Sized) and isinstance(count, int):
            meter.check_weight(max(weight(items), 1) * max(count, 0))


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


def answer(rule: Callable[..., object], arguments: Mapping[str, object]) -> object:
    """A rule's own answer, whatever the kinds of its parameters."""
    bound = inspect.BoundArguments(signature_of(rule), OrderedDict(arguments))
    return rule(*bound.args, **bound.kwargs)


@lru_cache(maxsize=1024)
def signature_of(function: Callable[..., object]) -> inspect.Signature:
    """A rule's signature, which takes Python longer to find than many a rule to answer."""
    return inspect.signature(function)
