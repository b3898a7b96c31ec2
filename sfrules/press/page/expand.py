"""From a page as written to Markdown: its macros expanded, and what they print noted."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any

from sfrules.ground.formats import fit, format_value
from sfrules.ground.ledger import NO_PIECE, Entry, Origin
from sfrules.ground.problems import Mistake, Problem
from sfrules.ground.source import Source, Span
from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.tree import Call, Markdown, dotted_name
from sfrules.press.page.askable import (
    UNDERLINE,
    AskedNumber,
    ProvedNumbers,
    is_askable,
    marked,
    without_marks,
)
from sfrules.press.page.in_words import fact_in_words
from sfrules.press.page.interpret import Interpreter
from sfrules.press.page.lineage import Lineage
from sfrules.press.page.name_rules import literals_in_answers, shadows, unnamed_constants
from sfrules.press.page.parse import Program, Reading, Site, unclosed
from sfrules.press.page.regions import Regions
from sfrules.press.page.sandbox import FailedValue, PageSandbox, shape
from sfrules.press.page.short_names import NONE, WORDS_OF_TEMPLATES, ShortNames, short_names
from sfrules.press.things.book import Book
from sfrules.press.things.counts.number_kinds import Audit
from sfrules.press.things.kinds import kinds_of, macros_of
from sfrules.press.things.thing import Kind

# An underline within a word is no emphasis, and some signs only open a block.
_LIVE = re.compile(
    r"""[&<>"'\\`*\[\]{}|~^$]|(?<![^\W_])_|_(?![^\W_])"""
    r"""|\A(?:#|!(?=!)|(?:[+:=-]|[0-9]+[.)])(?=[\s=-]|\Z))"""
)
_NOT_A_LETTER = re.compile(r"\W|_")
_BLANKS = re.compile(r"\s+")
# What stands before the text of a line: blanks, marks of quotations, and markers of lists.
_MARGIN = re.compile(r"(?:[ \t>]|(?:[-*+]|\d+\.)[ \t]+)*")
_MARKERS = re.compile(r"[-*+]|\d+\.")
PIECE_OPEN, PIECE_CLOSE = "\ufdd2", "\ufdd3"
_PLACEHOLDER = re.compile(rf"{PIECE_OPEN}(\d{{1,6}}){PIECE_CLOSE}")


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
class Piece:
    """A thing that is put into the HTML when Markdown is done with the page, and its place."""

    kind: Kind[Any]
    thing: Any
    start: int
    end: int


@dataclass(frozen=True)
class Use:
    """What a page uses of the book beside what it prints."""

    decided: frozenset[Origin] = frozenset()  # what its conditions and loops depend on
    idle: frozenset[Entry] = frozenset()  # numbers that it sets and passes to no rule
    #: The facts that each of its proofs draws on, with the problem if nothing else reads one.
    proved: tuple[tuple[Origin, Problem | None], ...] = ()


@dataclass(frozen=True)
class ExpandedPage:
    """A page's Markdown with placeholders, what they stand for, and what was noted meanwhile.

    `proved` are the offsets of typed numbers, each with what vouches for it; `verified` are the
    lines of sessions that ask a rule. An open fence makes it `cut_short`. `meter` counts
    what it uses, here and on.
    """

    page: Page
    markdown: str
    pieces: tuple[Piece, ...] = ()
    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()
    use: Use = Use()
    audit: Audit = field(default_factory=Audit)
    short: ShortNames = NONE
    proved: Mapping[int, str] = field(default_factory=dict)
    verified: frozenset[int] = frozenset()
    asked: tuple[AskedNumber, ...] = ()  # what vouches for the numbers that a reader may ask
    cut_short: bool = False
    meter: Meter = field(default_factory=Meter, compare=False)


def expand_macros(
    book: Book, page: Page, found: Regions, meter: Meter, proved: ProvedNumbers
) -> ExpandedPage:
    """Expand the macros of a page; every mistake in it is a problem, never an exception."""
    source = page.source
    sandbox = PageSandbox(book, meter)
    names = names_of(sandbox, page.front_matter)
    expanded = ExpandedPage(page, "", short=sandbox.short, asked=proved.lines, meter=meter)
    if all(region.kind == "code" for region in found.found):
        text = proved.marked(source.text, source.text[page.start :], page.start)
        problems = (*sandbox.short.problems, *unclosed(source, found))
        return replace(expanded, markdown=text, problems=problems)
    reading = Reading(source, page.start, found)
    program = reading.program
    if program is None:
        return replace(expanded, problems=tuple(reading.problems))
    for own in program.texts:
        own.data = proved.marked(source.text, own.data, max(own.lineno, page.start))
    notes = Notes(sandbox, source, program)
    notes.asked.extend(proved.lines)
    interpreter = Interpreter(sandbox, source, program, notes.print, fixable=page.whole)
    failed = {name: FailedValue() for name in reading.failed}  # to use one is no second mistake
    text = interpreter.run({**failed, **names})
    problems = (*interpreter.problems, *_naming(source, program, sandbox, notes.lineage))
    return replace(
        expanded,
        markdown=text,
        pieces=tuple(notes.pieces),
        entries=tuple(notes.entries),
        problems=(*sandbox.short.problems, *reading.problems, *problems),
        use=notes.use(),
        asked=tuple(notes.asked),
    )


def _naming(
    source: Source, program: Program, sandbox: PageSandbox, lineage: Lineage
) -> Iterator[Problem]:
    names = {*sandbox.known, *sandbox.short.full}
    yield from shadows(source, program, names)
    if sandbox.book.no_loose_numbers:
        yield from unnamed_constants(source, program, names)
        yield from literals_in_answers(source, program, lineage.draws_on_book)


def short_names_of(book: Book, page: Page, meter: Meter) -> ShortNames:
    """What a page calls rules by without their namespace."""
    sandbox = PageSandbox(book, meter)
    names_of(sandbox, page.front_matter)
    return sandbox.short


def names_of(sandbox: PageSandbox, front: Span | None = None) -> dict[str, object]:
    """The names that a page may use, with the short ones that its front matter asks for."""
    macros = macros_of(sandbox.book, sandbox.meter.count_output)
    sandbox.offer(macros)
    own = {*sandbox.known, *WORDS_OF_TEMPLATES, *sandbox.globals}
    sandbox.short = short_names(sandbox.book, front, own)
    return {**sandbox.names, **macros}


class Notes:
    """Turns what a page's expressions answer into text, and writes it down.

    `pieces` are the things that the text has placeholders for.
    """

    def __init__(self, sandbox: PageSandbox, source: Source, program: Program) -> None:
        self.entries: list[Entry] = []
        self.pieces: list[Piece] = []
        self.asked: list[AskedNumber] = []
        self._unbacked: list[tuple[Entry, Site]] = []  # numbers that no rule has part in
        self._sandbox = sandbox
        self._book = sandbox.book
        self._kinds = kinds_of(sandbox.book)
        self._source = source
        self._program = program
        self.lineage = Lineage(sandbox.book, program.statements, sandbox.short)

    def use(self) -> Use:
        """What the page uses beside what it prints; ask when all of it is printed."""
        deciding = (site for site in self._program.sites if site.use in {"loop", "test"})
        origins = chain.from_iterable(map(self.lineage.origins, deciding))
        decided = frozenset({*origins, *self.lineage.decided})
        idle = (entry for entry, site in self._unbacked if self.lineage.is_idle(site))
        return Use(decided, frozenset(idle))

    def print(self, site: Site, value: Any) -> str:
        """The text that stands in the page for a value: itself, or a placeholder for a thing."""
        if kind := self._kinds.get(type(value)):
            if kind.stands == "text":
                text = fit(kind.text(value))
                entry = self._note(site, kind.name, text, because=kind.because(value))
                return self._asked(entry, site, text)
            return (self._inline if kind.stands == "inline" else self._block)(site, kind, value)
        self._refuse_what_is_no_value(value)
        text = _indented(format_value(value), self._source, site.at)
        fit(_PLACEHOLDER.sub(self._without_mark, without_marks(text)))
        called = dotted_name(site.tree.function) if isinstance(site.tree, Call) else "."
        if "." in called or called in (*self._sandbox.known, *self._sandbox.short.full):
            return self._asked(self._note(site, "value", text), site, as_text(text))
        return as_text(text)  # a page's own macro has noted what it prints

    def _asked(self, entry: Entry, site: Site, text: str) -> str:
        """A number that stands in a sentence, with the marks of one that can be asked."""
        if not is_askable(text, entry, self._source.text, (site.start, site.end)):
            return text
        told = AskedNumber(
            entry.expression,
            entry.origins,
            tuple(self._sandbox.calls),
            in_words=fact_in_words(self._book, self._sandbox.short, site.tree),
            because=entry.because,
        )
        return marked(text, self.asked, told)

    def _without_mark(self, mark: re.Match[str]) -> str:
        """Nothing, for the mark of a thing of the page: the text of a {% set %} may have some."""
        return "" if int(mark[1]) < len(self.pieces) else mark[0]

    def _refuse_what_is_no_value(self, value: Any) -> None:
        if value is None:
            raise Mistake("the expression has no value to print")
        if callable(value) and (rule := self._book.rule_names.get(value)):
            raise Mistake(f"{rule} is a rule; call it", shape(rule, inspect.signature(value)))
        if isinstance(value, partial):  # what a row's figure is, until it has all that it asks for
            raise Mistake(
                "this figure of a row is a rule; call it", shape("figure", inspect.signature(value))
            )
        if type(value) in self._book.answers:
            public = [name for name in dir(value) if not name.startswith("_")]
            name = type(value).__name__
            raise Mistake(f"a {name} cannot be printed as it is", f"it has {', '.join(public)}")

    def _inline(self, site: Site, kind: Kind[Any], thing: Any) -> str:
        """A thing within a sentence; in a heading, which is a link itself, its words alone."""
        start, end = site.start, site.end
        words, line_start, line_end = fit(kind.text(thing)), *self._line(start, end)
        is_heading = self._source.text[line_start:start].lstrip(" \t>").startswith("#")
        if words and (is_heading or UNDERLINE.match(self._source.text, line_end + 1)):
            return as_text(words)
        return self._placeholder(kind, thing, start, end)

    def _block(self, site: Site, kind: Kind[Any], thing: Any) -> str:
        """A thing on lines of its own."""
        start, end = site.start, site.end
        line_start, line_end = self._line(start, end)
        before, after = self._source.text[line_start:start], self._source.text[end:line_end]
        if before.strip(" \t>") or after.strip():
            raise Mistake(f"a {kind.name} stands alone on its line", "move it to a line of its own")
        piece = len(self.pieces)
        origins = kind.origins(thing, self._book)
        self._note(site, kind.name, kind.text(thing), piece=piece, also=origins)
        # Blank lines around it make it a block to Markdown wherever it stands.
        return f"\n{before}{self._placeholder(kind, thing, site.at, end)}\n"

    def _placeholder(self, kind: Kind[Any], thing: Any, start: int, end: int) -> str:
        """Keep a thing for later, and leave a mark where it stands."""
        self.pieces.append(Piece(kind, thing, start, end))
        return f"{PIECE_OPEN}{len(self.pieces) - 1}{PIECE_CLOSE}"

    def _line(self, start: int, end: int) -> tuple[int, int]:
        """Where the line of a stretch begins and ends."""
        text = self._source.text
        line_end = text.find("\n", end)
        return text.rfind("\n", 0, start) + 1, line_end if line_end >= 0 else len(text)

    def _note(  # noqa: PLR0913 an entry has as many parts
        self,
        site: Site,
        kind: str,
        printed: str,
        *,
        because: str = "",
        piece: int = NO_PIECE,
        also: Iterable[Origin] = (),
    ) -> Entry:
        span = site.span(self._source)
        line, column = self._source.position(span.start)
        entry = Entry(
            page=self._source.path,
            line=line,
            column=column,
            kind=kind,
            expression=" ".join(span.text.split()),
            printed=printed,
            origins=self.lineage.origins(site, also),
            because=because,
            piece=piece,
        )
        self.entries.append(entry)
        if kind in ("value", "claim") and not entry.origins:
            self._unbacked.append((entry, site))
        return entry


def _indented(text: str, source: Source, at: int) -> str:
    """A text of several lines with each of them indented as the line of its tag is.

    So it stays in the box, the tab or the item that the tag stands in.
    """
    if "\n" not in text:
        return text
    line = source.text[source.text.rfind("\n", 0, at) + 1 : at]
    margin = _MARGIN.match(line)[0]  # type: ignore[index] # it matches nothing, too
    hanging = _MARKERS.sub(lambda found: " " * len(found[0]), margin)
    return type(text)(text.replace("\n", f"\n{hanging}"))


def as_text(text: str) -> str:
    """The Markdown that reads as a text does, in a sentence as well as within HTML.

    >>> as_text("<b>Ox</b>")
    '&#60;b&#62;Ox&#60;/b&#62;'
    """
    if isinstance(text, Markdown):
        return text
    return _LIVE.sub(lambda found: _NOT_A_LETTER.sub(_entity, found[0]), _BLANKS.sub(" ", text))


def _entity(sign: re.Match[str]) -> str:
    return f"&#{ord(sign[0])};"
