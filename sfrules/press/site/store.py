"""What each page came to, kept until something that the page depends on is another.

Nothing in the store is code, or holds any: it can be written to a file, and a book that is loaded
again leaves nothing of the old one behind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from operator import itemgetter
from typing import Any, TypeVar

from sfrules.ground.ledger import Entry, Origin
from sfrules.ground.source import Span
from sfrules.press.expression.bounds import Meter
from sfrules.press.page.askable import asked_on
from sfrules.press.page.expand import Expanded, Page, Piece
from sfrules.press.page.regions import regions
from sfrules.press.page.short_names import NONE
from sfrules.press.proving.typed_texts import unproved_words
from sfrules.press.site.asked import Answers, Question, asking, hold
from sfrules.press.site.finish import Converted, Finished, entries_of, finish
from sfrules.press.site.numbering import PageView, Printing, tables_of
from sfrules.press.site.page_links import targets
from sfrules.press.site.reach import EVERYTHING, SUPPLIED, TERMS, Reach, key_of
from sfrules.press.site.receipts import receipts_script
from sfrules.press.things.book import Book
from sfrules.press.things.proofs.proof_kind import PROOF
from sfrules.press.things.tables.html import TABLE
from sfrules.press.things.tables.table import Column, Table
from sfrules.press.things.tables.text import printed_csv, table_csv, table_json
from sfrules.press.things.terms.term_kind import Glossary, Subjects
from sfrules.press.things.thing import Kind

T = TypeVar("T")
Expand = Callable[[Book, Page], Expanded]
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class StandIn:
    """A thing of a page that is not made again: what others ask of it, and no more.

    `table` is the table that it is or shows, as it was worked out, with no rule in it.
    """

    kind: str
    numbered: str
    id: str
    caption: str
    start: int
    end: int
    table: Table | None = None


@dataclass(frozen=True)
class Kept:
    """What a page came to, and what that depends on."""

    expanded: Expanded
    things: tuple[StandIn, ...]
    units: frozenset[str]
    digest: str
    converted: Converted | None = None
    finished: Finished | None = None
    answers: Answers = field(default_factory=dict)
    links: tuple[Span, ...] | None = None
    receipts: str = ""


@dataclass(frozen=True)
class Recalled:
    """The answer to some work on the book, and what that depends on."""

    answer: Any
    units: frozenset[str]
    digest: str


@dataclass
class Store:
    """What is known of a book's pages; `reach` is the book as it was loaded last.

    `fresh` are the pages that were made since, as they are, with all their things. `read` are the
    rows that each piece of work was the first to read, by its name. With `site`, the pages get
    receipts, which a check has no use for.
    """

    reach: Reach
    pages: dict[str, Kept] = field(default_factory=dict)
    known: dict[str, Recalled] = field(default_factory=dict)
    read: dict[str, frozenset[Origin]] = field(default_factory=dict)
    fresh: dict[str, Expanded] = field(default_factory=dict)
    changed: bool = False
    site: bool = False
    _unread: list[Origin] | None = None
    _builders: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, book: Book, pages: Mapping[str, Expanded]) -> Store:
        """A store for pages that have been expanded already, and for nothing after them."""
        kept = {name: Kept(*_light(page), frozenset(), "") for name, page in pages.items()}
        return cls(Reach(book), pages=kept, fresh=dict(pages))

    @property
    def book(self) -> Book:
        """The book, which notes what pages ask of it."""
        return self.reach.book

    def begin(self, book: Book | None = None) -> None:
        """Begin another build, of a book that may have been loaded again."""
        if book:
            self.reach = Reach(book)
            self._builders = {}
        self.fresh.clear()
        self.changed, self._unread = False, None

    def forget(self) -> None:
        """Know nothing from here on."""
        for known in (self.pages, self.known, self.read, self.fresh):
            known.clear()

    def is_known(self, name: str, page: Page) -> bool:
        """Whether a page would come to what it came to before."""
        kept = self.pages.get(name)
        return (
            kept is not None
            and kept.expanded.page == page
            and self.reach.digest(kept.units) == kept.digest
        )

    def expanded(self, name: str, page: Page, expand: Expand) -> Expanded:
        """An expanded page: with its things, or with what stands in for them."""
        if name in self.fresh and self.fresh[name].page == page:
            return self.fresh[name]
        if name not in self.fresh and self.is_known(name, page):
            return self.again(name)
        return self._made(name, page, expand)

    def again(self, name: str) -> Expanded:
        """A page that nothing has changed, with stand-ins for its things."""
        return _with_stand_ins(self.pages[name])

    def _made(self, name: str, page: Page, expand: Expand) -> Expanded:
        self.reach.taken()
        with self._reading(name):
            self.fresh[name] = made = expand(self.book, page)
        units = self.reach.units(self.reach.taken().union(self._others(made)))
        known = self.pages.get(name)
        as_before = known and known.digest and known.expanded.markdown == made.markdown
        converted = known.converted if known and as_before else None
        self.changed |= not (as_before and SUPPLIED in units)  # which is made in every run
        self.pages[name] = Kept(*_light(made), units, self.reach.digest(units), converted)
        return made

    def _others(self, made: Expanded) -> Iterator[str]:
        """What a page reaches by other ways than its names in full."""
        text = made.page.source.text
        if made.problems:
            yield EVERYTHING  # a hint may come from anywhere
        if ">>>" in text and "import" in text:
            yield EVERYTHING
        if any(isinstance(piece.thing, Glossary | Subjects) for piece in made.pieces):
            yield TERMS
        words = set(_WORD.findall(text))
        for macro in (macro for kind in self.book.kinds for macro in kind.macros):
            if macro.__name__ in words:
                self.reach.touch(macro)
        supplied = self.book.supplies.names
        if words & supplied:  # which are words of English, too
            asks = (r for r in regions(text).found if r.kind != "code" or "proof" in r.info)
            if any(supplied.intersection(_WORD.findall(text[r.start : r.end])) for r in asks):
                yield SUPPLIED
        for word in made.short.full.keys() & words:
            self.reach.touch(made.short.members[word])
        yield from self.reach.taken()

    def converted(
        self, name: str, expanded: Expanded, convert: Callable[[str, Expanded], Converted]
    ) -> Converted:
        """A page's HTML as Markdown makes it."""
        if not (made := self.pages[name].converted):
            made = expanded.meter.within(lambda: convert(name, expanded)) or Converted("", ())
            self.pages[name] = replace(self.pages[name], converted=made)
        return made

    def finished(
        self, name: str, expanded: Expanded, printing: Printing, expand: Expand
    ) -> Finished:
        """A page with its things in place, made again where the rest of the book is another."""
        kept = self.pages[name]
        if kept.finished and hold(kept.answers, printing, name):
            return kept.finished
        if name not in self.fresh:
            expanded = self._made(name, expanded.page, expand)
            printing = replace(printing, tables={**printing.tables, name: tables_of(expanded)})
        made = kept.converted or Converted("", ())
        answers: dict[Question, object] = {}
        asked = asking(printing, name, answers)
        self.reach.taken()
        with self._reading(name):
            done = expanded.meter.within(lambda: finish(self.book, name, expanded, made, asked))
        found = done or Finished("", expanded.entries, ())
        receipts = ""
        if self.site:
            numbers = asked_on(found.html, expanded.asked)
            receipts = receipts_script(PageView(self.book, name, asked), found.tables, numbers)
        tables = {id: _worked_out(table) for id, table in found.tables.items()}
        found = replace(found, tables=tables)
        wrong = unproved_words(self.book, expanded.page.source, expanded.pieces)
        found = replace(found, problems=(*found.problems, *wrong))
        units = self.pages[name].units | self.reach.units(self.reach.taken())
        self.pages[name] = replace(
            self.pages[name],
            units=units,
            digest="" if expanded.meter.out else self.reach.digest(units),
            converted=made,
            finished=found,
            receipts=receipts,
            answers=answers,
        )
        return found

    def once(self, name: str, keys: Iterable[str], work: Callable[[], T]) -> T:
        """What some work on the book comes to, done again if what it depends on is another."""
        known = self.known.get(name)
        if known is None or self.reach.digest(known.units) != known.digest:
            with self._reading(name):
                answer = work()
            units = self.reach.units(keys)
            known = self.known[name] = Recalled(answer, units, self.reach.digest(units))
        found: T = known.answer
        return found

    def written(self, write: Callable[[Table], str], id: str, table: Callable[[], Table]) -> str:
        """A table of the book as a text."""
        if id not in self._builders:
            self._builders = {id: key_of(build) for id, build in self.book.tables.items()}
        name = f"{write.__name__} {id}"
        return self.once(name, [self._builders[id]], lambda: write(table()))

    def printed(self, id: str, table: Callable[[], Table]) -> str:
        """A table of the book as the lock keeps it."""
        return self.written(printed_csv, id, table)

    def as_files(self, id: str, table: Callable[[], Table]) -> dict[str, str]:
        """A table of the book as the files of a site, by their endings."""
        writes = {"csv": table_csv, "json": table_json}
        return {ending: self.written(write, id, table) for ending, write in writes.items()}

    def links(self, name: str, expanded: Expanded) -> tuple[Span, ...]:
        """The targets of a page's links."""
        if (found := self.pages[name].links) is None:
            found = tuple(targets(expanded))
            self.pages[name] = replace(self.pages[name], links=found)
        return found

    def placed(self, name: str, expanded: Expanded, made: Converted, kind: str) -> Iterable[Entry]:
        """The entries of one kind on a page, each with the heading that it stands under."""
        kept = self.pages[name]
        if kept.finished:
            return [entry for entry in kept.finished.entries if entry.kind == kind]
        own = tuple(entry for entry in expanded.entries if entry.kind == kind)
        work = partial(entries_of, replace(expanded, entries=own), made.headings)
        return expanded.meter.within(work) or ()

    @contextmanager
    def _reading(self, name: str) -> Iterator[None]:
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


def _light(made: Expanded) -> tuple[Expanded, tuple[StandIn, ...]]:
    """A page without what belongs to the book that it was made with, and what stands in for it."""
    light = replace(made, pieces=(), asked=(), short=NONE, meter=Meter())
    return light, tuple(map(_stand_in, made.pieces))


def _stand_in(piece: Piece) -> StandIn:
    thing, kind, table = piece.thing, piece.kind, piece.kind.table(piece.thing)
    id, caption = getattr(thing, "id", ""), getattr(thing, "caption", "")
    shown = _worked_out(table) if table else None
    return StandIn(kind.name, kind.numbered, id, caption, piece.start, piece.end, shown)


def _worked_out(table: Table) -> Table:
    """A table with the answers of its rules in place of the rules."""
    parts = enumerate(zip(table.headings, (table.stub, *table.leaves), strict=True))
    stub, *columns = (Column(h, itemgetter(at), "", style=c.style) for at, (h, c) in parts)
    return replace(table, rows=table.cells, stub=stub, columns=tuple(columns), group=None, rules=())


def _with_stand_ins(kept: Kept) -> Expanded:
    """An expanded page with stand-ins for its things."""
    return replace(kept.expanded, pieces=tuple(map(_piece, kept.things)), meter=Meter())


@cache
def _kind(name: str, numbered: str) -> Kind[StandIn]:
    return Kind(
        name=name,
        makes=StandIn,
        html=lambda _thing, _page: "",
        numbered=numbered,
        table=lambda thing: thing.table,
    )


def _piece(thing: StandIn) -> Piece:
    if thing.kind == TABLE.name:
        return Piece(TABLE, thing.table, thing.start, thing.end)
    kind = PROOF if thing.kind == PROOF.name else _kind(thing.kind, thing.numbered)
    return Piece(kind, thing, thing.start, thing.end)
