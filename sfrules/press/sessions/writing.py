"""The values of a session as text: as Python shows them, without addresses, with sets in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from sfrules.press.page.bounds import VIEWS
from sfrules.press.things.book import Record

PLAIN = (str, int, float, bool, complex, type(None), Fraction, Decimal)
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")


def written(value: Any) -> str:
    """The value as an interpreter answers it."""
    write = WRITERS.get(type(value))
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


WRITERS: dict[type, Callable[[Any], str]] = {
    **dict.fromkeys(PLAIN, repr),
    list: lambda value: f"[{_items(value)}]",
    tuple: lambda value: f"({_items(value)}{',' if len(value) == 1 else ''})",
    dict: lambda value: f"{{{', '.join(f'{written(k)}: {written(v)}' for k, v in value.items())}}}",
    set: lambda value: f"{{{_items(in_fixed_order(value))}}}" if value else "set()",
    frozenset: lambda value: f"frozenset({written(set(value)) if value else ''})",
    Record: lambda row: f"Record({', '.join(f'{k}={written(v)}' for k, v in row.fields.items())})",
    **dict.fromkeys(VIEWS, lambda value: f"{type(value).__name__}([{_items(value)}])"),
}
