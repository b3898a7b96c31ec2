"""What a book's own macros and data files give to pages: numbers exact, texts as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import wraps
from pathlib import Path
from typing import Any

import yaml

from sfrules.ground.number_words import exact
from sfrules.ground.source import Span
from sfrules.press.expression.tree import Markdown


class Data(Mapping[str, Any]):
    """A mapping of a data file: a page says `ship.name` or `ship["name"]`, and loops over items."""

    def __init__(self, fields: Mapping[Any, Any]) -> None:
        self._fields = {str(key): as_data(value) for key, value in fields.items()}

    def __getattr__(self, name: str) -> Any:
        try:
            return self._fields[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, key: str) -> Any:
        return self._fields[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __dir__(self) -> Iterable[str]:
        return [*self._fields, "get", "items", "keys", "values"]

    def items(self) -> Any:
        """The names with what they stand for."""
        return tuple(self._fields.items())

    def keys(self) -> Any:
        """The names."""
        return tuple(self._fields)

    def values(self) -> Any:
        """What the names stand for."""
        return tuple(self._fields.values())


def as_data(value: Any) -> Any:
    """A value of a file or a macro as a page takes it."""
    if isinstance(value, Data | bool | int | Fraction):
        return value
    if isinstance(value, float | Decimal):
        return exact(value)
    if isinstance(value, str):
        return Markdown(value)
    if isinstance(value, Mapping):
        return Data(value)
    if isinstance(value, list | tuple | set | Iterator):
        return tuple(map(as_data, value))
    return Markdown(
        "" if value is None else value.isoformat() if isinstance(value, date) else value
    )


@dataclass(frozen=True)
class Supplies:
    """What a book's author supplies beside rules: macros, filters, data, and pages to include."""

    macros: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    filters: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    includes: Path | None = None

    @property
    def names(self) -> frozenset[str]:
        """What pages call all this by."""
        includes = ["include"] if self.includes else []
        return frozenset([*self.macros, *self.filters, *self.data, *includes])


def supplied(function: Callable[..., Any]) -> Callable[..., Any]:
    """A macro or filter whose answers are those of a page."""

    @wraps(function)
    def supply(*args: Any, **kwargs: Any) -> Any:
        return as_data(function(*args, **kwargs))

    return supply


def front_data(front: Span) -> dict[str, Any]:
    """What a page's front matter says, as data; of what is no YAML, MkDocs complains."""
    text = front.text.strip().removeprefix("---").rsplit("---", 1)[0]
    if not text.strip():
        return {}
    try:
        said = yaml.safe_load(text)
    except yaml.YAMLError:
        return {}
    return (
        {str(name): as_data(each) for name, each in said.items()} if isinstance(said, dict) else {}
    )
