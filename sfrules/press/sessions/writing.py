"""The values of a session: shown as Python does, without addresses, with sets in order."""

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
    kind = type(value)
    if kind in PLAIN:
        return repr(value)
    if write := _CONTAINERS.get(kind):
        return write(value)
    if isinstance(value, Record):
        fields = (f"{name}={written(field)}" for name, field in value.fields.items())
        return f"Record({', '.join(fields)})"
    return without_addresses(repr(value))


def without_addresses(text: str) -> str:
    """A text without the addresses that Python gives things, which differ in every run."""
    return _ADDRESS.sub("", text)


def text_of(value: Any) -> str:
    """The value as print() prints it."""
    if type(value) in PLAIN:
        return str(value)
    if type(value) in _CONTAINERS or isinstance(value, Record):
        return written(value)
    return without_addresses(str(value))


def own(value: Any) -> Any:
    """A value of the book's as the page may keep it: its lists and dicts are copies to change."""
    kind = type(value)
    if kind in (list, set):
        return kind(map(own, value))
    if kind is tuple:
        return tuple(map(own, value))
    if kind is dict:
        return {key: own(each) for key, each in value.items()}
    if kind is MappingProxyType:
        return MappingProxyType({key: own(each) for key, each in value.items()})
    # Python's own code takes the items of a named tuple and the like out of it, past all guards.
    return deepcopy(value) if isinstance(value, tuple | list | set | Mapping) else value


def in_fixed_order(items: Iterable[Any]) -> list[Any]:
    """The items of a set, in the same order in every run."""
    found = list(items)
    if all(isinstance(each, str) for each in found):
        return sorted(found)
    if all(isinstance(each, int | float | Fraction) for each in found):
        return sorted(found)
    return sorted(found, key=written)


def _list(value: list[Any]) -> str:
    return f"[{', '.join(map(written, value))}]"


def _tuple(value: tuple[Any, ...]) -> str:
    return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"


def _dict(value: dict[Any, Any]) -> str:
    return f"{{{', '.join(f'{written(k)}: {written(v)}' for k, v in value.items())}}}"


def _set(value: set[Any]) -> str:
    return f"{{{', '.join(map(written, in_fixed_order(value)))}}}" if value else "set()"


def _frozenset(value: frozenset[Any]) -> str:
    return f"frozenset({_set(set(value)) if value else ''})"


def _view(value: Any) -> str:
    return f"{type(value).__name__}({_list(list(value))})"


_CONTAINERS: dict[type, Callable[[Any], str]] = {
    list: _list,
    tuple: _tuple,
    dict: _dict,
    set: _set,
    frozenset: _frozenset,
    **dict.fromkeys(VIEWS, _view),
}
