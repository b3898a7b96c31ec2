"""Exact values, and their operators, which are bounded before they are carried out."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence, Sized
from fractions import Fraction
from itertools import pairwise
from numbers import Rational
from typing import Any

from sfrules.ground.formats import format_value
from sfrules.ground.number_words import exact
from sfrules.ground.problems import Mistake
from sfrules.press.expression.bounds import Meter, weight
from sfrules.press.expression.tree import Value

_ENDS, _BEGINS = re.compile(r"\d+[.,/]?\Z"), re.compile(r"[.,/]?\d+")
_INSIDE = re.compile(r"[.,/_\N{NO-BREAK SPACE}\u200b-\u200d]?")  # what may stand within a number
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}


class Inexact(ArithmeticError):
    """A value that is not an exact number, a word, or a yes or no."""


def simplest(value: object) -> Value:
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
