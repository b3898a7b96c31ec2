"""From a page as written to Markdown: macros expanded, and what they print noted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from numbers import Rational

from sfrules.press.ground.checks import Check
from sfrules.press.ground.ledger import Entry, Origin
from sfrules.press.ground.problems import Problem, problem_at
from sfrules.press.ground.source import Source, Span
from sfrules.press.things.audit import Audit
from sfrules.press.things.book import Book
from sfrules.press.weave.audit.page import audit
from sfrules.press.weave.audit.printed import Shown
from sfrules.press.weave.compiling.shadows import shadows
from sfrules.press.weave.compiling.syntax import Program, compile_page, unclosed
from sfrules.press.weave.reading.bracketed import spans_as_html
from sfrules.press.weave.reading.regions import Regions, regions, unmask
from sfrules.press.weave.reading.tokens import RESERVED
from sfrules.press.weave.sandbox.meter import Bounds, Meter
from sfrules.press.weave.sandbox.mistakes import FailedValue, FollowOn
from sfrules.press.weave.sandbox.sandbox import PageSandbox
from sfrules.press.weave.working.checking import checks_of
from sfrules.press.weave.working.lineage import Lineage
from sfrules.press.weave.working.macros import Macros, Piece
from sfrules.press.weave.working.notes import Notes
from sfrules.press.weave.working.run import Run, Stopped


@dataclass(frozen=True)
class Page:
    """A page's file, and where its text begins, after the front matter.

    `whole` is whether the source is the file's text, and no part of it or other text.
    """

    source: Source
    start: int = 0
    whole: bool = True


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


def expand(book: Book, page: Page, bounds: Bounds | None = None) -> Expanded:
    """Expand the macros of a page; every mistake in it is a problem, none an exception."""
    source, text = page.source, page.source.text
    if wrong := _reserved(source, page.start):
        return Expanded(page, text[page.start :], problems=(wrong,))
    found = regions(text, page.start)
    if all(region.kind == "code" for region in found.found):
        expanded = Expanded(page, text[page.start :], problems=tuple(unclosed(source, found)))
    else:
        expanded = _expanded(book, page, found, bounds or Bounds())
    return _audited(book, _with_sessions(book, expanded, found, bounds or Bounds()), found)


def _with_sessions(book: Book, expanded: Expanded, found: Regions, bounds: Bounds) -> Expanded:
    """The page with what its sessions of Python come to; one without prompts pays nothing."""
    source = expanded.page.source
    if ">>>" not in source.text:
        return expanded
    from sfrules.press.weave.examples.sessions.check import check_sessions

    sessions = check_sessions(book, source, found, bounds)
    return replace(
        expanded,
        entries=(*expanded.entries, *sessions.entries),
        problems=(*expanded.problems, *sessions.problems),
        checks=(*expanded.checks, *sessions.checks),
        use=replace(expanded.use, cases=expanded.use.cases | sessions.cases),
    )


def _audited(book: Book, expanded: Expanded, found: Regions) -> Expanded:
    """A page with its bracketed spans as HTML, and what the audit of its numbers found."""
    page = expanded.page
    prose = Span(page.source, page.start, len(page.source.text))
    shown = Shown(expanded.entries, expanded.pieces, expanded.use.idle, expanded.checks)
    audited = audit(book, prose, found, shown)
    loose = audited.loose if book.no_loose_numbers else ()
    return replace(
        expanded,
        markdown=spans_as_html(expanded.markdown),
        problems=(*expanded.problems, *loose),
        audit=audited,
    )


def _reserved(source: Source, start: int) -> Problem | None:
    for char in RESERVED:
        at = source.text.find(char, start)
        if at >= 0:
            message = f"U+{ord(char):04X} is a noncharacter, which no text may contain"
            return problem_at(Span(source, at, at + 1), message)
    return None


def _expanded(book: Book, page: Page, found: Regions, bounds: Bounds) -> Expanded:
    source = page.source
    meter = Meter(bounds)
    sandbox, macros = PageSandbox(book, meter), Macros(book, meter)
    sound = compile_page(sandbox, source, page.start, found)
    program = sound.program
    if program is None:
        return Expanded(page, "", problems=sound.problems)
    lineage = Lineage(book, program.compiled.statements)
    notes = Notes(book, source, program.tokens, macros, lineage)
    run = Run(sandbox, source, program.compiled.sites, notes.print, page.whole)
    failed = {name: FailedValue() for name in sound.failed}
    own = {**macros.namespaces, **macros.names}
    text = carry_out(program, sandbox, run, macros, failed)
    return Expanded(
        page,
        unmask(text[page.start :]),
        tuple(macros.pieces),
        tuple(notes.entries),
        (*sound.problems, *run.problems, *shadows(source, program.compiled, own)),
        tuple(checks_of(source, program, run)),
        use=_use(program, lineage, sandbox, notes),
    )


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
    names = {**(failed or {}), **macros.namespaces, **macros.names}
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
