"""The functions of Python's own that a session may call, each within the page's bounds."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial, reduce
from typing import Any

from sfrules.ground.problems import Mistake
from sfrules.press.page.bounds import BoundExceeded, Exhausted
from sfrules.press.sessions.operations import MOST_PLACES, Offered, SessionOperations

# Python's own, as they are; for LAZY, items are counted, for LISTING, weighed as well.
PLAIN = (abs, bool, divmod, float, int, len, reversed)
LAZY = (all, any)
LISTING = (dict, enumerate, filter, list, map, max, min, set, sorted, tuple, zip)
_EXPONENT = re.compile(r"e[+-]?(\d+)", re.IGNORECASE)


class OfferedFunctions:
    """Python's functions, with their bounds."""

    def __init__(self, operations: SessionOperations) -> None:
        self._do = operations

    @property
    def names(self) -> dict[str, Offered]:
        """Every function by its name."""
        functions: dict[str, Callable[..., object]] = {
            **{each.__name__: each for each in PLAIN},
            **{each.__name__: self._lazy(each) for each in LAZY},
            **{each.__name__: self._listing(each) for each in LISTING},
            "Decimal": self.decimal,
            "Fraction": self.fraction,
            "print": self.print,
            "range": self._do.sandbox.globals["range"],
            "repr": self._do.written,
            "round": self.round,
            "str": self._do.text,
            "sum": self.sum,
        }
        return {name: Offered(name, function) for name, function in functions.items()}

    def _lazy(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args: function(*map(self._do.iterate, args))

    def _listing(self, function: Any) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            if function in (max, min) and len(args) > 1:
                args = self._do.bounded(args)
            elif function in (filter, map):
                args = (*(each and self._do.caller(each) for each in args[:1]), *listed(args[1:]))
            elif function is not dict or not isinstance(next(iter(args), {}), Mapping):
                args = listed(args)
            return function(*args, **self._do.with_key(kwargs))

        def listed(values: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple(self._items(each) for each in values)

        return call

    def _items(self, value: Any) -> Any:
        if not isinstance(value, Iterable):
            return value
        return self._do.made(list(self._do.iterate(value)))

    def sum(self, items: Any, start: Any = 0) -> Any:
        """The total; each step within bounds."""
        if isinstance(start, str):
            raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
        return reduce(partial(self._do.operate, ast.Add), self._do.iterate(items), start)

    def round(self, number: Any, ndigits: Any = None) -> Any:
        """The number rounded; to an even one where two are as near."""
        if not isinstance(ndigits, int | None):
            kind = type(ndigits).__name__
            raise TypeError(f"'{kind}' object cannot be interpreted as an integer")
        if ndigits and abs(ndigits) > MOST_PLACES:
            raise BoundExceeded(f"round() has no more than {MOST_PLACES} places")
        return round(number, ndigits)

    def print(self, *values: Any, sep: str | None = " ", end: str | None = "\n") -> None:
        """Print texts; there is nothing but the page to print to."""
        if not all(isinstance(each, str | None) for each in (sep, end)):
            raise TypeError("sep and end must be texts")
        between, last = " " if sep is None else sep, "\n" if end is None else end
        texts, most = [self._do.text(value) for value in values], self._do.meter.bounds.output
        if sum(map(len, texts)) + len(between) * len(texts) + len(last) > most:
            raise Exhausted(f"the page prints more than {most} characters")
        self._do.print(between.join(texts) + last)

    def fraction(self, numerator: Any = 0, denominator: Any = None) -> Fraction:
        """An exact fraction."""
        return Fraction(_bounded_number(numerator), denominator)

    def decimal(self, value: Any = "0") -> Decimal:
        """A decimal number."""
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
