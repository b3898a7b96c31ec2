"""What a page can call beside the rules, and the things that it has called for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sfrules.press.page.bounds import Meter
from sfrules.press.page.sandbox import Namespace
from sfrules.press.things.book import Book
from sfrules.press.things.kinds import kinds_of, macros_of
from sfrules.press.things.thing import Kind

PIECE_OPEN, PIECE_CLOSE = "\ufdd2", "\ufdd3"


@dataclass(frozen=True)
class Piece:
    """A thing that is put into the HTML when Markdown is done with the page, and its place."""

    kind: Kind[Any]
    thing: Any
    start: int
    end: int


@dataclass
class Macros:
    """The macros of one page, and the pieces that they have left placeholders for."""

    book: Book
    meter: Meter
    pieces: list[Piece] = field(default_factory=list)

    @cached_property
    def kinds(self) -> dict[type, Kind[Any]]:
        """The kinds of things that the page can print, by their classes."""
        return kinds_of(self.book)

    @cached_property
    def names(self) -> dict[str, Callable[..., object]]:
        """Every macro by the name that pages call it by."""
        return dict(macros_of(self.book, self.meter.count_output))

    @property
    def namespaces(self) -> dict[str, Namespace]:
        """The book's rules and records as pages see them."""
        return {name: Namespace(name, members) for name, members in self.book.namespaces.items()}

    def placeholder(self, kind: Kind[Any], thing: Any, start: int, end: int) -> str:
        """Keep a thing for later, and leave a mark where it stands."""
        self.pieces.append(Piece(kind, thing, start, end))
        return f"{PIECE_OPEN}{len(self.pieces) - 1}{PIECE_CLOSE}"
