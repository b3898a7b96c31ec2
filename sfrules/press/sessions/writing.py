"""The values of a session as text: as Python shows them, without addresses, with sets in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from sfrules.press.page.bounds import VIEWS, BoundExceeded, Meter, weight
from sfrules.press.things.book import Record

MOST_PLACES = 999  # of a decimal's exponent, of a width, of a precision
PLAIN = (str, int, float, bool, complex, type(None), Fraction, Decimal)
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")
_LONG_NUMBER = re.compile(r"\d{4}")


def written(value: Any) -> str:
    """The value as an interpreter answers it."""
    if type(value) in PLAIN:
        return repr(value)
    write = _WRITERS.get(type(value))
    return write(value) if write else without_addresses(repr(value))


def without_addresses(text: str) -> str:
    """A text without the addresses that Python gives things, which differ in every run."""
    return _ADDRESS.sub("", text)


def encodable(text: str) -> str:
    """A text with what has no place in a file written as an escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def in_fixed_order(items: Iterable[Any]) -> list[Any]:
    """The items of a set, in the same order in every run."""
    found = list(items)
    for kinds in (str, int | float | Fraction):
        if all(isinstance(each, kinds) for each in found):
            return sorted(found)
    return sorted(found, key=written)


def own(value: Any) -> Any:
    """A value of the book's as the page may keep it: its lists and dicts are copies to change."""
    kind = type(value)
    if kind in (list, set, tuple):
        return kind(map(own, value))
    if kind in (dict, MappingProxyType):
        return kind({key: own(each) for key, each in value.items()})
    # Python's own code takes the items of a named tuple and the like out of it, past all checks.
    return deepcopy(value) if isinstance(value, tuple | list | set | Mapping) else value


def _items(values: Iterable[Any]) -> str:
    return ", ".join(map(written, values))


def _set(value: Iterable[Any]) -> str:
    return f"{{{_items(in_fixed_order(value))}}}"


_WRITERS: dict[type, Callable[[Any], str]] = {
    list: lambda value: f"[{_items(value)}]",
    tuple: lambda value: f"({_items(value)}{',' if len(value) == 1 else ''})",
    dict: lambda value: f"{{{', '.join(f'{written(k)}: {written(v)}' for k, v in value.items())}}}",
    set: lambda value: _set(value) if value else "set()",
    frozenset: lambda value: f"frozenset({_set(value) if value else ''})",
    Record: lambda row: f"Record({', '.join(f'{k}={written(v)}' for k, v in row.fields.items())})",
    **dict.fromkeys(VIEWS, lambda value: f"{type(value).__name__}([{_items(value)}])"),
}


class Paper:
    """What a page's sessions print. A value is weighed before it is turned into text."""

    def __init__(self, meter: Meter) -> None:
        self._printed: list[str] = []
        self._meter = meter

    def take(self) -> str:
        """What was printed since the last time; it ends with a line's end."""
        text = "".join(self._printed)
        self._printed.clear()
        return text if not text or text.endswith("\n") else f"{text}\n"

    def print(self, text: str) -> None:
        """Print a text, counted."""
        self._meter.count_output(len(text))
        self._printed.append(encodable(text))

    def bounded(self, value: Any) -> Any:
        """The value, unless it has too many items or is nested too deep."""
        try:
            self._meter.check_weight(weight(value))
        except RecursionError:
            raise BoundExceeded("the value is nested too deep") from None
        return value

    def written(self, value: Any) -> str:
        """repr(value)."""
        return written(self.bounded(value))

    def text(self, value: Any = "") -> str:
        """str(value)."""
        self.bounded(value)
        if type(value) in PLAIN:
            return str(value)
        return written(value) if type(value) in _WRITERS else without_addresses(str(value))

    def format(self, value: Any, conversion: int, spec: str | None) -> str:
        """A part of an f-string; only numbers and texts take a format."""
        if conversion in (ord("r"), ord("a")):
            value = self.written(value)
        if conversion == ord("a"):
            value = value.encode("ascii", "backslashreplace").decode("ascii")
        if conversion == ord("s") or not spec:
            value = self.text(value)
        if spec and _LONG_NUMBER.search(spec):
            raise BoundExceeded(f'the format "{spec[:20]}" has more than {MOST_PLACES} places')
        if type(value) not in PLAIN or value is None:
            kind = type(value).__name__
            raise TypeError(f"unsupported format string passed to {kind}.__format__")
        return format(value, spec or "")
