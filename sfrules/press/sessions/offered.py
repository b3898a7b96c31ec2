"""The functions of Python's own that a session may call, each within the page's bounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from operator import index
from typing import Any

from sfrules.ground.problems import Mistake
from sfrules.press.expression.bounds import BoundExceeded
from sfrules.press.sessions.operations import MOST_PLACES, SessionOperations
from sfrules.press.sessions.scopes import Offered

# Python's own, as they are; for LAZY, items are counted, for LISTING, weighed as well.
PLAIN = (abs, bool, divmod, float, int, len, reversed)
LAZY = (all, any)
LISTING = (dict, enumerate, filter, list, map, max, min, set, sorted, tuple, zip)
_EXPONENT = re.compile(r"e[+-]?(\d+)", re.IGNORECASE)


def offered_functions(do: SessionOperations) -> dict[str, Offered]:
    """Every function by its name."""
    functions: dict[str, Callable[..., object]] = {
        **{each.__name__: each for each in PLAIN},
        **{each.__name__: _lazy(each, do) for each in LAZY},
        **{each.__name__: _listing(each, do) for each in LISTING},
        "Decimal": _decimal,
        "Fraction": _fraction,
        "print": do.print_values,
        "range": do.sandbox.globals["range"],
        "repr": do.written,
        "round": _round,
        "str": do.text,
        "sum": do.total,
    }
    return {name: Offered(name, function) for name, function in functions.items()}


def _lazy(function: Callable[..., Any], do: SessionOperations) -> Callable[..., Any]:
    return lambda *args: function(*map(do.iterate, args))


def _listing(function: Any, do: SessionOperations) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        if function in (max, min) and len(args) > 1:
            args = do.bounded(args)
        elif function in (filter, map):
            args = (*(each and do.caller(each) for each in args[:1]), *map(listed, args[1:]))
        elif function is not dict or not isinstance(next(iter(args), {}), Mapping):
            args = tuple(map(listed, args))
        return function(*args, **do.with_key(kwargs))

    def listed(value: Any) -> Any:
        return do.made(list(do.iterate(value))) if isinstance(value, Iterable) else value

    return call


def _round(number: Any, ndigits: Any = None) -> Any:
    places = None if ndigits is None else index(ndigits)
    if places and abs(places) > MOST_PLACES:
        raise BoundExceeded(f"round() has no more than {MOST_PLACES} places")
    return round(number, places)


def _fraction(numerator: Any = 0, denominator: Any = None) -> Fraction:
    return Fraction(_bounded_number(numerator), denominator)


def _decimal(value: Any = "0") -> Decimal:
    if isinstance(value, tuple | list):
        raise Mistake("a Decimal is made of a number or a text here")
    return Decimal(_bounded_number(value))


def _bounded_number(value: Any) -> Any:
    """A number's text, unless its length or its exponent would make it too large."""
    if isinstance(value, str):
        exponents = _EXPONENT.findall(value.replace("_", ""))
        if len(value) > MOST_PLACES or any(int(each) > MOST_PLACES for each in exponents):
            raise BoundExceeded(f"the number has more than {MOST_PLACES} places")
    return value
