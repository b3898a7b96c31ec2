"""From a page as written to Markdown: macros expanded, and what they print noted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from numbers import Rational

from sfrules.ground.ledger import Check, Entry, Origin
from sfrules.ground.problems import Problem
from sfrules.ground.source import Source, Span
from sfrules.press.page.bounds import Bounds, Meter
from sfrules.press.page.claim_reports import checks_of
from sfrules.press.page.interpret import Interpreter
from sfrules.press.page.lineage import Lineage
from sfrules.press.page.macros import Macros, Piece
from sfrules.press.page.mistakes import FailedValue
from sfrules.press.page.naming import shadows, unnamed_constants
from sfrules.press.page.notes import Notes
from sfrules.press.page.parse import Program
from sfrules.press.page.regions import Regions
from sfrules.press.page.sandbox import PageSandbox
from sfrules.press.page.short_names import WORDS_OF_TEMPLATES, short_names
from sfrules.press.page.syntax import read_page, unclosed
from sfrules.press.things.book import Book
from sfrules.press.things.counts.number_kinds import Audit


@dataclass(frozen=True)
class Page:
    """A page's file, and where its text begins, after the front matter.

    `whole` is whether the source is the text of the whole file, so that edits to it are possible;
    if it is not, `front` is what the front matter is to be found in.
    """

    source: Source
    start: int = 0
    whole: bool = True
    front: Span | None = None

    @property
    def front_matter(self) -> Span:
        """What stands before the text, in the file that it stands in."""
        return self.front or Span(self.source, 0, self.start)


@dataclass(frozen=True)
class Use:
    """What a page uses of the book beside what it prints.

    `decided` are the rules and rows that its conditions and loops depend on; `cases` the numbers
    that rules were called with, each with the namespace of the rule; `idle` the entries of numbers
    that the page sets itself and passes to no rule.
    """

    decided: frozenset[Origin] = frozenset()
    cases: frozenset[tuple[str, Rational]] = frozenset()
    idle: frozenset[Entry] = frozenset()


@dataclass(frozen=True)
class Expanded:
    """A page's Markdown with placeholders, what they stand for, and what was noted meanwhile."""

    page: Page
    markdown: str
    pieces: tuple[Piece, ...] = ()
    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()
    checks: tuple[Check, ...] = ()
    use: Use = Use()
    audit: Audit = field(default_factory=Audit)


def expand_macros(book: Book, page: Page, found: Regions, bounds: Bounds) -> Expanded:
    """Expand the macros of a page; every mistake in it is a problem, never an exception."""
    if all(region.kind == "code" for region in found.found):
        named = short_names(book, page.front_matter, ())
        problems = (*named.problems, *unclosed(page.source, found))
        return Expanded(page, page.source.text[page.start :], problems=problems)
    return _expanded(book, page, found, bounds)


def _expanded(book: Book, page: Page, found: Regions, bounds: Bounds) -> Expanded:
    source, reading = page.source, read_page(page.source, page.start, found)
    program = reading.program
    if program is None:
        return Expanded(page, "", problems=reading.problems)
    meter = Meter(bounds)
    sandbox, macros = PageSandbox(book, meter), Macros(book, meter)
    own = {*macros.namespaces, *macros.names}
    short = short_names(book, page.front_matter, own | WORDS_OF_TEMPLATES | sandbox.globals.keys())
    sandbox.short = short
    lineage = Lineage(book, program.statements, short)
    notes = Notes(book, source, program.tokens, macros, lineage)
    interpreter = Interpreter(sandbox, source, program, notes.print, page.whole)
    text = interpreter.run(names_of(sandbox, macros, reading.failed))
    reached, problems = interpreter.reached.values(), interpreter.found
    return Expanded(
        page,
        text,
        tuple(macros.pieces),
        tuple(notes.entries),
        (
            *short.problems,
            *reading.problems,
            *interpreter.problems,
            *shadows(source, program, own | short.full.keys()),
            *_unnamed(book, source, program, own | short.full.keys()),
        ),
        tuple(checks_of(source, program.tokens, reached, problems)),
        use=_use(program, lineage, sandbox, notes),
    )


def _unnamed(
    book: Book, source: Source, program: Program, names: Collection[str]
) -> Iterator[Problem]:
    if not (book.no_loose_numbers and book.named_constants):
        return iter(())
    return unnamed_constants(source, program, names)


def names_of(sandbox: PageSandbox, macros: Macros, failed: Iterable[str] = ()) -> dict[str, object]:
    """The names that a page may use; to use one that a fault left without a value is no mistake."""
    sandbox.offer(macros.names)
    silent = {name: FailedValue() for name in failed}
    short = sandbox.short.members
    return {**sandbox.globals, **silent, **short, **macros.namespaces, **macros.names}


def _use(program: Program, lineage: Lineage, sandbox: PageSandbox, notes: Notes) -> Use:
    deciding = (site for site in program.sites if site.use in ("test", "loop"))
    decided = frozenset(origin for site in deciding for origin in lineage.origins(site.node))
    idle = frozenset(entry for entry, node in notes.unbacked if lineage.is_idle(node))
    return Use(decided, frozenset(sandbox.cases), idle)
