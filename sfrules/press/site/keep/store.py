"""What each page came to, kept until something that the page depends on is another.

Nothing in the store is code, or holds any: it can be written to a file, and a book that is loaded
again leaves nothing of the old one behind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from html import unescape
from typing import Any, TypeVar

from sfrules.ground.exhausted import Exhausted
from sfrules.ground.ledger import Entry, Origin
from sfrules.ground.problems import Problem
from sfrules.ground.unforeseen import working_on
from sfrules.press.expression.bounds import Meter, SiteClock
from sfrules.press.page.expand import ExpandedPage, Page, Piece
from sfrules.press.page.regions import regions
from sfrules.press.page.short_names import NONE
from sfrules.press.site.keep.definitions import WHOLE
from sfrules.press.site.keep.dependencies import (
    EVERYTHING,
    NOTHING,
    OWN_MACRO,
    Basis,
    Dependencies,
    key_of,
)
from sfrules.press.things.book import Book
from sfrules.press.things.tables.table import PrintedTable, Table
from sfrules.press.things.thing import Kind, StandIn

T = TypeVar("T")
Expand = Callable[[Book, Page], ExpandedPage]
StoredPiece = tuple[str, tuple[StandIn, int, int]]  # the kind's name, and what stands where
Question = tuple[str, object]  # what a page asks of the others: a mapping, and a key of it
_WORD = re.compile(r"\w+")
_PLACE = re.compile(r"\s(?:id|name)=[\"']([^\"']+)[\"']")
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True)
class SiteHeading:
    """A heading of the site: its id, level and text."""

    id: str
    level: int
    title: str

    @property
    def plain(self) -> str:
        """The text without its tags."""
        return unescape(_TAG.sub("", self.title))


@dataclass(frozen=True)
class FinishedPage:
    """The complete HTML of a page, its entries in the ledger, its problems, its tables by id."""

    html: str
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    tables: Mapping[str, PrintedTable] = field(default_factory=dict)

    @cached_property
    def places(self) -> frozenset[str]:
        """The ids and names on the page that a link can lead to."""
        return frozenset(_PLACE.findall(self.html))


@dataclass(frozen=True)
class ConvertedPage:
    """A page's HTML as Markdown made it, and its headings."""

    html: str
    headings: Sequence[SiteHeading]


@dataclass
class StoredPage:
    """What a page came to, and what that stands on."""

    expanded: ExpandedPage
    pieces: tuple[StoredPiece, ...]
    basis: Basis = NOTHING
    converted: ConvertedPage | None = None
    finished: FinishedPage | None = None
    answers: dict[Question, object] = field(default_factory=dict)
    receipts: str = ""


@dataclass
class Store:
    """What is known of a book's pages."""

    #: The book as it was loaded last.
    reach: Dependencies
    pages: dict[str, StoredPage] = field(default_factory=dict)
    #: The results of other work on the book, by its name.
    known: dict[str, tuple[Basis, Any]] = field(default_factory=dict)
    #: The rows that each piece of work was the first to read.
    read: dict[str, frozenset[Origin]] = field(default_factory=dict)
    #: The pages that were made since, with all their things.
    fresh: dict[str, ExpandedPage] = field(default_factory=dict)
    #: The pages of an earlier site, whose HTML may be another now, whatever their Markdown is.
    earlier: set[str] = field(default_factory=set)
    #: Whether the pages get receipts, which a check has no use for.
    site: bool = False
    #: What the pages have taken since this build began.
    clock: SiteClock = field(default_factory=SiteClock)
    _unread: list[Origin] | None = None
    _expand: Expand | None = None

    @classmethod
    def of(cls, book: Book, pages: Mapping[str, ExpandedPage]) -> Store:
        """A store for pages that have been expanded already, and for nothing after them."""
        kept = {name: StoredPage(*_light(page)) for name, page in pages.items()}
        return cls(Dependencies(book), pages=kept, fresh=dict(pages))

    @property
    def book(self) -> Book:
        """The book, which notes what pages ask of it."""
        return self.reach.book

    def begin(self, book: Book | None = None) -> None:
        """Begin another build, of a book that may have been loaded again."""
        if book:
            self.reach = Dependencies(book)
        self.fresh.clear()
        self.earlier.clear()
        self.clock = SiteClock()
        self._unread = None

    def afresh(self, pages: Mapping[str, ExpandedPage]) -> dict[str, ExpandedPage]:
        """These pages, each expanded again, by a store that knows nothing else."""
        for known in (self.pages, self.known, self.read, self.fresh):
            known.clear()
        return {name: self.whole(name, page) for name, page in pages.items()}

    def is_known(self, name: str, page: Page) -> bool:
        """Whether a page would come to what it came to before."""
        kept = self.pages.get(name)
        return bool(kept and kept.expanded.page == page and self.reach.holds(kept.basis))

    def expanded(self, name: str, page: Page, expand: Expand) -> ExpandedPage:
        """An expanded page: with its things, or with what stands in for them."""
        self._expand = expand
        if name in self.fresh and self.fresh[name].page == page:
            return self.fresh[name]
        if name not in self.fresh and self.is_known(name, page):
            return self.again(name)
        return self.made(name, page, expand)

    def again(self, name: str) -> ExpandedPage:
        """A page that nothing has changed, with stand-ins for its things."""
        kept = self.pages[name]
        kinds = self.reach.kinds
        pieces = (Piece(kinds[kind], *at) for kind, at in kept.pieces if kind in kinds)
        return replace(kept.expanded, pieces=tuple(pieces), meter=Meter(site=self.clock))

    def whole(self, name: str, page: ExpandedPage) -> ExpandedPage:
        """A page with its things in place of stand-ins: expanded again, in the same way."""
        return self.made(name, page.page, self._expand) if self._expand else page

    def made(self, name: str, page: Page, expand: Expand) -> ExpandedPage:
        """An expanded page, whatever is known of it; empty, if the site has no time left."""
        if out := self.clock.out:
            made = ExpandedPage(page, "", meter=Meter(ended=Exhausted(out), site=self.clock))
            self.fresh[name], self.pages[name] = made, StoredPage(*_light(made))
            return made
        self.reach.taken()
        self.read.pop(name, None)
        with working_on(page.source.path), self.reading(name):
            self.fresh[name] = made = expand(self.book, page)
        self.clock.used += made.meter.used
        made.meter.site = self.clock
        basis = self.reach.basis(self.reach.taken().union(self._others(made)))
        known, self.pages[name] = self.pages.get(name), StoredPage(*_light(made), basis)
        if known and known.basis.digest and known.expanded.markdown == made.markdown:
            self.pages[name].converted = known.converted
        return made

    def _others(self, made: ExpandedPage) -> Iterator[str]:
        """What a page reaches by other ways than its names in full."""
        text = made.page.source.text
        if made.problems:
            yield EVERYTHING  # a hint may come from anywhere
        yield from (f"kind {piece.kind.name}" for piece in made.pieces)
        words = set(_WORD.findall(text))
        for kind in self.book.kinds:
            if any(macro.__name__ in words for macro in kind.macros):
                yield from _modules_of(kind)
        macros = self.book.macros.keys()
        if words & macros:  # which are words of English, too
            asks = (r for r in regions(text).found if r.kind != "code" or "proof" in r.info)
            if any(macros & set(_WORD.findall(text[r.start : r.end])) for r in asks):
                yield OWN_MACRO
        for word in made.short.full.keys() & words:
            self.reach.touch(made.short.members[word])
        yield from self.reach.taken()

    def once(self, name: str, keys: Iterable[str], work: Callable[[], T]) -> T:
        """What some work on the book comes to, done again if what it depends on is another."""
        if name not in self.known or not self.reach.holds(self.known[name][0]):
            self.read.pop(name, None)
            with self.reading(name):
                answer = work()
            self.known[name] = self.reach.basis(keys), answer
        found: T = self.known[name][1]
        return found

    def written(self, write: Callable[[Table], T], id: str, table: Callable[[], Table]) -> T:
        """A table of the book as a text, or what is to be said of it."""
        keys = [key_of(self.reach.whole.tables[id])]
        return self.once(f"{write.__name__} {id}", keys, lambda: write(table()))

    @contextmanager
    def reading(self, name: str) -> Iterator[None]:
        """Note which rows some work is the first to read, in a book that asks for all of them."""
        if not self.book.no_gaps:
            yield
            return
        before = self._unread if self._unread is not None else list(self.book.unread())
        yield
        self._unread = left = list(self.book.unread())
        read = frozenset(before).difference(left) if len(left) < len(before) else frozenset()
        self.read[name] = self.read.get(name, frozenset()) | read

    def unread(self) -> list[Origin]:
        """The rows that nothing has read, by what is known of all work."""
        read = frozenset().union(*self.read.values())
        return [row for row in self.book.unread() if row not in read]


def _modules_of(kind: Kind[Any]) -> Iterator[str]:
    """What stands for all code of a kind of the book: what makes its things and shows them."""
    for each in fields(kind):
        value = getattr(kind, each.name)
        for member in value if isinstance(value, tuple) else (value,):
            if callable(member):
                yield f"code {member.__module__} {WHOLE} 0"


def _light(made: ExpandedPage) -> tuple[ExpandedPage, tuple[StoredPiece, ...]]:
    """A page without what belongs to the book that it was made with, and what stands in for it."""
    light = replace(made, pieces=(), asked=(), short=NONE, meter=Meter())
    pieces = ((p.kind.name, (p.kind.stand_in(p.thing), p.start, p.end)) for p in made.pieces)
    return light, tuple(pieces)
