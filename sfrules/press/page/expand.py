"""From a page as written to Markdown: its macros expanded, and what they print noted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sfrules.ground.ledger import Statement
from sfrules.ground.problems import Problem
from sfrules.ground.source import Source, Span
from sfrules.press.expression.bounds import Meter
from sfrules.press.page.environment import Work, environment_of
from sfrules.press.page.printed import Notes, Piece, Use
from sfrules.press.page.regions import Regions
from sfrules.press.page.render import Rendering, shadows, unclosed
from sfrules.press.page.short_names import NONE, WORDS_OF_TEMPLATES, ShortNames, short_names
from sfrules.press.page.templates import PageFile
from sfrules.press.things.book import Book
from sfrules.press.things.counts import Audit


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
class ExpandedPage:
    """A page's Markdown with placeholders, what they stand for, and what was noted meanwhile.

    `proved` are the offsets of typed numbers, each with what vouches for it; `verified` are the
    lines of sessions that ask a rule. An open fence makes it `cut_short`. `meter` counts
    what it uses, here and on.
    """

    page: Page
    markdown: str
    pieces: tuple[Piece, ...] = ()
    entries: tuple[Statement, ...] = ()
    problems: tuple[Problem, ...] = ()
    use: Use = field(default_factory=Use)
    audit: Audit = field(default_factory=Audit)
    short: ShortNames = NONE
    proved: Mapping[int, str] = field(default_factory=dict)
    verified: frozenset[int] = frozenset()
    cut_short: bool = False
    meter: Meter = field(default_factory=Meter, compare=False)


def expand_macros(book: Book, page: Page, found: Regions, meter: Meter) -> ExpandedPage:
    """Expand the macros of a page; every mistake in it is a problem, never an exception."""
    source, environment = page.source, environment_of(book)
    short = short_names_of(book, page)
    problems = [*short.problems, *unclosed(source, found)]
    expanded = ExpandedPage(page, "", short=short, meter=meter)
    if all(region.kind == "code" for region in found.found):
        return replace(expanded, markdown=source.text[page.start :], problems=tuple(problems))

    def of_included(source: Source, found: Regions) -> None:
        problems.extend(unclosed(source, found))

    file = PageFile(source, page.start, found)
    work = Work(meter, short, unclosed=of_included)
    rendering = Rendering(environment, work, file)
    notes = Notes(book, work)
    text = rendering.text(notes.anew)
    names = {*environment.known, *short.full}
    problems += [*rendering.problems, *shadows(work.files.values(), names)]
    return replace(
        expanded,
        markdown=text,
        pieces=tuple(notes.pieces),
        entries=tuple(notes.entries),
        problems=tuple(problems),
        use=notes.use(),
    )


def short_names_of(book: Book, page: Page) -> ShortNames:
    """What a page calls rules by without their namespace."""
    own = {*environment_of(book).names, *WORDS_OF_TEMPLATES}
    return short_names(book, page.front_matter, own)
