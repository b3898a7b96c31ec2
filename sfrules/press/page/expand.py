"""From a page as written to Markdown: macros expanded, and what they print noted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from numbers import Rational

from sfrules.ground.ledger import Check, Entry, Origin
from sfrules.ground.problems import Problem
from sfrules.ground.source import Source, Span
from sfrules.press.page.bounds import Bounds, Meter
from sfrules.press.page.checking import checks_of
from sfrules.press.page.interpret import IMPLIED
from sfrules.press.page.lineage import Lineage
from sfrules.press.page.macros import Macros, Piece
from sfrules.press.page.mistakes import FailedValue, FollowOn
from sfrules.press.page.notes import Notes
from sfrules.press.page.regions import Regions, unmask
from sfrules.press.page.run import Run, Stopped
from sfrules.press.page.sandbox import PageSandbox
from sfrules.press.page.shadows import shadows
from sfrules.press.page.short_names import short_names
from sfrules.press.page.syntax import Program, compile_page, unclosed
from sfrules.press.page.unnamed_constants import unnamed_constants
from sfrules.press.things.book import Book
from sfrules.press.things.counts.number_kinds import Audit


@dataclass(frozen=True)
class Page:
    """A page's file, and where its text begins, after the front matter.

    `whole` is whether the source is the file's text, and no part of it or other text; if it is
    not, `front` is what the front matter is to be found in.
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
    """What a page asks of the book beside what it prints.

    `decided` are the rules and rows that its conditions and loops go by; `cases` the numbers that
    rules were called with, each with the namespace of the rule; `idle` what it prints of the
    numbers that it sets itself and gives to no rule.
    """

    decided: frozenset[Origin] = frozenset()
    cases: frozenset[tuple[str, Rational]] = frozenset()
    idle: frozenset[Entry] = frozenset()


@dataclass(frozen=True)
class Expanded:
    """A page's Markdown with placeholders, what they stand for, and what was noted on the way."""

    page: Page
    markdown: str
    pieces: tuple[Piece, ...] = ()
    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()
    checks: tuple[Check, ...] = ()
    use: Use = Use()
    audit: Audit = field(default_factory=Audit)


def expand_macros(book: Book, page: Page, found: Regions, bounds: Bounds) -> Expanded:
    """Expand the macros of a page; every mistake in it is a problem, none an exception."""
    if all(region.kind == "code" for region in found.found):
        named = short_names(book, page.front_matter, ())
        problems = (*named.problems, *unclosed(page.source, found))
        return Expanded(page, page.source.text[page.start :], problems=problems)
    return _expanded(book, page, found, bounds)


def _expanded(book: Book, page: Page, found: Regions, bounds: Bounds) -> Expanded:
    source = page.source
    meter = Meter(bounds)
    sandbox, macros = PageSandbox(book, meter), Macros(book, meter)
    own = {**macros.namespaces, **macros.names}
    taken = {*own, *sandbox.globals, *IMPLIED}
    short = sandbox.short = short_names(book, page.front_matter, taken)
    own |= short.members
    sound = compile_page(sandbox, source, page.start, found)
    program = sound.program
    if program is None:
        return Expanded(page, "", problems=(*short.problems, *sound.problems))
    lineage = Lineage(book, program.compiled.statements, short)
    notes = Notes(book, source, program.tokens, macros, lineage)
    run = Run(sandbox, source, program.compiled.sites, notes.print, page.whole)
    failed = {name: FailedValue() for name in sound.failed}
    text = carry_out(program, sandbox, run, macros, failed)
    return Expanded(
        page,
        unmask(text[page.start :]),
        tuple(macros.pieces),
        tuple(notes.entries),
        (
            *short.problems,
            *sound.problems,
            *run.problems,
            *shadows(source, program.compiled, own),
            *_unnamed(book, source, program, own),
        ),
        tuple(checks_of(source, program, run)),
        use=_use(program, lineage, sandbox, notes),
    )


def _unnamed(
    book: Book, source: Source, program: Program, own: Collection[str]
) -> Iterator[Problem]:
    if not (book.no_loose_numbers and book.named_constants):
        return iter(())
    return unnamed_constants(source, program.tokens, program.compiled, own)


def _use(program: Program, lineage: Lineage, sandbox: PageSandbox, notes: Notes) -> Use:
    deciding = (site for site in program.compiled.sites if site.use in ("test", "loop"))
    decided = frozenset(origin for site in deciding for origin in lineage.origins(site.node))
    idle = frozenset(entry for entry, node in notes.unbacked if lineage.is_idle(node))
    return Use(decided, frozenset(sandbox.cases), idle)


def carry_out(
    program: Program,
    sandbox: PageSandbox,
    run: Run,
    macros: Macros,
    failed: Mapping[str, object] | None = None,
) -> str:
    """The text that a program prints; what goes wrong is reported to `run`."""
    sandbox.offer(macros.names)
    sandbox.run = run
    names = {**(failed or {}), **sandbox.short.members, **macros.namespaces, **macros.names}
    parts: list[str] = []
    context = program.template.new_context(names)
    run.begin(context)
    try:
        with sandbox.meter.running():
            for part in program.template.root_render_func(context):
                parts.append(part)
                sandbox.meter.count_output(len(part))
    except (Stopped, FollowOn):
        pass
    except Exception as error:  # noqa: BLE001 whatever a page does, it is told as a problem
        run.report_escaped(error)
    return "".join(parts)
