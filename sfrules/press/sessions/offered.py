"""The functions of Python's own that a session may call: each goes through the guards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sfrules.ground.problems import Mistake
from sfrules.press.page.bounds import BoundExceeded, Exhausted
from sfrules.press.sessions.guards import Guards, Offered
from sfrules.press.sessions.paper import MOST_PLACES

_EXPONENT = re.compile(r"e[+-]?(\d{1,9})", re.IGNORECASE)


class Functions:
    """Python's functions, with their bounds."""

    def __init__(self, guards: Guards) -> None:
        self._guards = guards
        self._iterate = guards.iterate

    @property
    def names(self) -> dict[str, Offered]:
        """Every function by its name."""
        functions: dict[str, Callable[..., object]] = {
            "abs": abs,
            "all": lambda items: all(self._iterate(items)),
            "any": lambda items: any(self._iterate(items)),
            "bool": bool,
            "Decimal": self.decimal,
            "dict": self.dict_of,
            "divmod": self.divmod,
            "enumerate": lambda items, start=0: enumerate(self._listed(items), start),
            "filter": self.filter,
            "float": float,
            "Fraction": self.fraction,
            "int": int,
            "len": len,
            "list": lambda items=(): self._listed(items),
            "map": self.map,
            "max": lambda *items, **options: self._extreme(max, items, options),
            "min": lambda *items, **options: self._extreme(min, items, options),
            "print": self.print,
            "range": self.range,
            "repr": self._guards.paper.written,
            "reversed": self.reversed,
            "round": self.round,
            "set": lambda items=(): set(self._iterate(items)),
            "sorted": self.sorted,
            "str": lambda value="": self._guards.paper.text(value),
            "sum": self.sum,
            "tuple": lambda items=(): tuple(self._iterate(items)),
            "zip": self.zip,
        }
        return {name: Offered(name, function) for name, function in functions.items()}

    def _listed(self, items: Any) -> list[Any]:
        found: list[Any] = self._guards.made(list(self._iterate(items)))
        return found

    def dict_of(self, *pairs: Any, **named: Any) -> dict[Any, Any]:
        """A dict of another, of pairs, or of names."""
        listed = [each if isinstance(each, dict) else self._listed(each) for each in pairs]
        return dict(*listed, **named)

    def divmod(self, left: Any, right: Any) -> tuple[Any, Any]:
        """The quotient and the rest."""
        return self._guards.operate("//", left, right), self._guards.operate("%", left, right)

    def filter(self, test: Any, items: Any) -> Iterator[Any]:
        """The items that pass a test."""
        return filter(test and self._guards.caller(test), self._listed(items))

    def map(self, function: Any, *items: Any) -> Iterator[Any]:
        """What a function answers for each item."""
        return map(self._guards.caller(function), *map(self._listed, items))

    def zip(self, *items: Any, strict: bool = False) -> Iterator[Any]:
        """The items of several sequences side by side."""
        return zip(*map(self._listed, items), strict=strict)

    def reversed(self, items: Any) -> Iterator[Any]:
        """The items of a sequence from the last to the first."""
        if not isinstance(items, list | tuple | dict | str | range):
            raise TypeError(f"'{type(items).__name__}' object is not reversible")
        return iter(self._listed(items)[::-1])

    def _extreme(
        self, choose: Callable[..., Any], items: tuple[Any, ...], options: dict[str, Any]
    ) -> Any:
        if len(items) == 1:
            items = (self._listed(items[0]),)
        if options.get("key"):
            options["key"] = self._guards.caller(options["key"])
        return choose(*self._guards.paper.bounded(items), **options)

    def sorted(self, items: Any, *, key: Any = None, reverse: bool = False) -> list[Any]:
        """The items in order."""
        listed = self._guards.paper.bounded(self._listed(items))
        return sorted(listed, key=key and self._guards.caller(key), reverse=reverse)

    def sum(self, items: Any, start: Any = 0) -> Any:
        """The total; each step within bounds."""
        if isinstance(start, str):
            raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
        for item in self._iterate(items):
            start = self._guards.operate("+", start, item)
        return start

    def range(self, *bounds: int) -> range:
        """Whole numbers in steps, no more than a loop may have."""
        numbers = range(*bounds)
        most = self._guards.meter.bounds.iterations
        if numbers[most:]:
            raise BoundExceeded(f"the range has more than {most} numbers")
        return numbers

    def round(self, number: Any, ndigits: int | None = None) -> Any:
        """The number rounded; to an even one where two are as near."""
        if isinstance(ndigits, int) and abs(ndigits) > MOST_PLACES:
            raise BoundExceeded(f"round() has no more than {MOST_PLACES} places")
        return round(number, ndigits)

    def print(self, *values: Any, sep: str | None = " ", end: str | None = "\n") -> None:
        """Print texts; there is nothing but the page to print to."""
        if not all(isinstance(each, str | None) for each in (sep, end)):
            raise TypeError("sep and end must be texts")
        between, last = " " if sep is None else sep, "\n" if end is None else end
        texts = [self._guards.paper.text(value) for value in values]
        length = sum(map(len, texts)) + len(between) * len(texts) + len(last)
        if length > self._guards.meter.bounds.output:
            raise Exhausted(
                f"the page prints more than {self._guards.meter.bounds.output} characters"
            )
        self._guards.paper.print(between.join(texts) + last)

    def fraction(self, numerator: Any = 0, denominator: Any = None) -> Fraction:
        """An exact fraction."""
        return Fraction(_written_number(numerator), denominator)

    def decimal(self, value: Any = "0") -> Decimal:
        """A decimal number."""
        if isinstance(value, tuple | list):
            raise Mistake("a Decimal is made of a number or a text here")
        return Decimal(_written_number(value))


def _written_number(value: Any) -> Any:
    """A number's text, unless its length or its exponent would make it too large."""
    if isinstance(value, str):
        exponents = _EXPONENT.findall(value.replace("_", ""))
        if len(value) > MOST_PLACES or any(int(each) > MOST_PLACES for each in exponents):
            raise BoundExceeded(f"the number has more than {MOST_PLACES} places")
    return value
