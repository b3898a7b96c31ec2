"""Work out the expressions of rules exactly, and in steps from the numbers put in to the result."""

from __future__ import annotations

import inspect
import operator
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sized
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import Any, NamedTuple, TypeAlias

from sfrules.ground.formats import decimal_places, shown
from sfrules.ground.number_words import exact, number_in
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.expression import tree
from sfrules.press.expression.bounds import BITS, Meter, weight

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
}
Environment: TypeAlias = Mapping[str, object]
NOTHING: Environment = {}


class Invocation(NamedTuple):
    """A rule that was asked, with what it was given, and its answer."""

    function: Callable[..., object]
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]
    answer: Any = None


class FollowOn(Exception):
    """A mistake that follows from an earlier one, which is reported already."""


def value_of(part: tree.Expression, known: Environment) -> Any:
    """The value of an expression, given the values of its variables.

    It is exact, except for an argument that is only handed on to another rule.
    """
    return CASES[type(part)](part, known)


def holds(condition: tree.Expression, known: Environment) -> bool:
    """Whether a condition holds; raises Inexact for a value that is neither yes nor no."""
    value = value_of(condition, known)
    if not isinstance(value, bool):
        raise Inexact(f"{shown(value)} is neither yes nor no")
    return value


def _number(part: tree.Expression, known: Environment) -> Any:
    """A value that is calculated with."""
    value = value_of(part, known)
    number = simplest(value)
    if isinstance(number, bool | str):
        raise Inexact(f"{shown(value)} is no exact number")
    return number


def _value_that_decides(part: tree.Connective, known: Environment) -> Any:
    *most, last = part.operands
    stops = part.word == "or"
    if any(holds(operand, known) is stops for operand in most):
        return stops
    return value_of(last, known)


def _clamped(part: tree.Clamp, known: Environment) -> Any:
    number = _number(part.operand, known)
    if part.at_least is not None:
        number = max(number, _number(part.at_least, known))
    if part.at_most is not None:
        number = min(number, _number(part.at_most, known))
    return number


def _answer_of(part: tree.RuleCall, known: Environment) -> Any:
    given = (value_of(each, known) for each in part.arguments)
    return simplest(answer(part.rule, dict(zip(part.parameters, given, strict=True))))


def _found(part: tree.Lookup, known: Environment) -> Any:
    """A field of a row of a table of facts, or the row."""
    row = part.find(part.table_id, *(value_of(each, known) for each in part.keys))
    return simplest(getattr(row, part.field) if part.field else row)


_OF_RULES = Meter()  # what bounds all that is worked out
# Each receives only parts of the type that it is listed for.
CASES: Mapping[type[tree.Expression], Callable[[Any, Environment], Any]] = {
    tree.Constant: lambda part, _known: part.value,
    tree.Variable: lambda part, known: known[part.name],
    tree.Comparison: lambda part, known: tree.RELATIONS[part.relation].test(
        *(simplest(value_of(side, known)) for side in (part.left, part.right))
    ),
    tree.Operation: lambda part, known: calculate(
        part.sign, _number(part.left, known), _number(part.right, known), _OF_RULES
    ),
    tree.Connective: _value_that_decides,
    tree.Negation: lambda part, known: not holds(part.operand, known),
    tree.Choice: lambda part, known: value_of(_taken(part, known), known),
    tree.Negative: lambda part, known: calculate("-", 0, _number(part.operand, known), _OF_RULES),
    tree.Round: lambda part, known: part.rounding(_number(part.operand, known)),
    tree.Size: lambda part, known: abs(_number(part.operand, known)),
    tree.Extreme: lambda part, known: (max if part.highest else min)(
        _number(each, known) for each in part.operands
    ),
    tree.Clamp: _clamped,
    tree.RuleCall: _answer_of,
    tree.Lookup: _found,
    tree.ConditionNote: lambda part, known: value_of(part.expression, known),
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
    raise Inexact(f"{shown(value)} is no exact number")


def calculate(sign: str, left: Any, right: Any, meter: Meter) -> Any:
    """`left sign right`, exactly: 7 / 2 is the fraction 7/2, never a float.

    Raises:
        Mistake: for a result larger than the page's bounds.
        TypeError, ValueError: for operands that the sign does not join.
    """
    left, right = exact(left), exact(right)
    meter.check_time()
    if sign == "%" and isinstance(left, str):
        raise TypeError("% does not format text here; use a filter")
    texts = [each for each in (left, right) if isinstance(each, str)]
    if texts and (sign == "-" or all(number_in(each) is not None for each in texts)):
        hint = "in a file of facts, write the number alone: what it counts stands in a heading"
        raise Mistake(f"{shown(texts[0])} is a text, and no number to reckon with", hint)
    if sign in ("/", "**"):
        left, right = _rational(left), _rational(right)
    if sign == "**":
        if right.denominator > 1:
            raise ValueError("a power needs a whole exponent, to be exact")
        size = max(left.numerator.bit_length(), left.denominator.bit_length())
        if size * abs(right) > 4 * BITS:  # it would take long to work out
            raise meter.too_large()
    if sign == "*":
        for items, count in ((left, right), (right, left)):
            if isinstance(items, Sized) and isinstance(count, int):
                meter.check_weight(max(weight(items), 1) * max(count, 0))
    return meter.check_value(whole_if_it_is(OPERATORS[sign](left, right)))


def whole_if_it_is(value: Any) -> Any:
    """A fraction that is a whole number, as an integer; anything else as it is."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def _rational(value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, Rational):
        raise TypeError(f"{shown(value)} is not a number")
    return Fraction(value)


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
        case tree.Lookup(keys=[tree.Variable() as key]):
            found = _constant(expression, known)
            is_key = tree.Comparison("==", key, _constant(key, known))  # "weight is 7"
            return tree.ConditionNote(found, is_key)
        case tree.Variable() | tree.RuleCall() | tree.Lookup():
            return _constant(expression, known)
        case tree.Choice(condition=condition):
            end = _with_numbers(_taken(expression, known), known)
            note = _reason(condition, known) if isinstance(condition, tree.Comparison) else None
            return end if note is None else _noted(end, note)
        case tree.Connective() | tree.Negation():
            return _constant(expression, known)
        case tree.Comparison(left=tree.Variable(), right=right) if tree.is_word(right):
            return tree.ConditionNote(_constant(expression, known), _reason(expression, known))
    return tree.changed(expression, lambda part: _with_numbers(part, known))


def _noted(expression: tree.Expression, note: tree.Expression) -> tree.Expression:
    """An expression with a note in front of any that it has."""
    earlier = expression.note if isinstance(expression, tree.ConditionNote) else note
    return tree.ConditionNote(
        _bare(expression), note if earlier == note else tree.Connective("and", (note, earlier))
    )


def _reason(condition: tree.Comparison, known: Environment) -> tree.Expression:
    """Why a choice went the way it did."""
    match condition:
        case tree.Comparison(left=tree.Variable() as variable, right=right) if tree.is_word(right):
            return replace(condition, relation="==", right=_constant(variable, known))
    true = condition if holds(condition, known) else tree.opposite(condition)
    match true:
        case tree.Comparison(relation="==", left=tree.Variable(), right=tree.Constant()):
            return true
    return _with_numbers(true, known)


def _reduced(expression: tree.Expression) -> tree.Expression:
    """The next step towards the result of an expression whose values are put in."""
    expression = _bare(expression)
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
        case tree.Round(operand=tree.Operation(sign="/") as quotient) if _never_ends(quotient):
            return True
        case tree.Size(operand=tree.Operation(sign="-") as difference):
            return _is_sum(difference)
    if _is_arithmetic(expression):
        return _is_sum(expression)
    return all(map(_is_value, tree.parts(expression)))


def _summed(part: tree.Expression) -> tree.Expression:
    """Maxima, roundings and the like as numbers; the signs between the numbers stay."""
    part = _bare(part)
    if isinstance(part, tree.Constant):
        return part
    return tree.changed(part, _summed) if _is_arithmetic(part) else _constant(part)


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


def check_arguments(
    name: str, function: Callable[..., object], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> None:
    """Refuse a call that does not fit a function's parameters, in terms of its signature."""
    try:
        signature = signature_of(function)
    except ValueError:
        return  # one of Python's own, which says itself what it takes
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        known = signature.parameters
        is_open = any(each.kind is each.VAR_KEYWORD for each in known.values())
        wrong = "" if is_open else next((key for key in kwargs if key not in known), "")
        said = f" has no parameter {wrong}" if wrong else f": {error}"
        hint = did_you_mean(wrong, [key for key in known if key not in kwargs]) if wrong else ""
        takes = [str(each.annotation) for each in known.values()]
        if len(args) > len(takes) and "list[" in "".join(takes[:1]):
            hint = f"a list stands in brackets: {name}([…])"
        raise Mistake(f"{shape(name, signature)}{said}", hint, wrong) from error


def shape(name: str, signature: inspect.Signature) -> str:
    """A signature as authors read it: names and defaults, without Python's annotations."""
    return f"{name}({', '.join(map(_parameter, signature.parameters.values()))})"


def _parameter(parameter: inspect.Parameter) -> str:
    if parameter.default is not inspect.Parameter.empty:
        default = parameter.default
        shown = f'"{default}"' if isinstance(default, str) else str(default).lower()
        return f"{parameter.name}={shown}"
    return str(parameter.replace(annotation=parameter.empty))
