"""A page expanded: its macros, its sessions and proofs, and the audit of its numbers."""

from __future__ import annotations

from dataclasses import replace

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.loose_numbers import TypedNumbers, audit, typed_numbers
from sfrules.press.page.bounds import Bounds
from sfrules.press.page.bracketed import spans_as_html
from sfrules.press.page.expand import Expanded, Page, expand_macros
from sfrules.press.page.regions import Regions, regions
from sfrules.press.page.tokens import RESERVED
from sfrules.press.proving.proof_checks import Proofs, check_proofs, without_proofs
from sfrules.press.proving.scopes import fences
from sfrules.press.things.book import Book


def expand(book: Book, page: Page, bounds: Bounds | None = None) -> Expanded:
    """Expand a page; every mistake in it is a problem, none an exception."""
    source, bounds = page.source, bounds or Bounds()
    if wrong := _reserved(source, page.start):
        return Expanded(page, source.text[page.start :], problems=(wrong,))
    found = regions(source.text, page.start)
    proofs = fences(source.text, found, page.start)
    marked, others = without_proofs(page, found, proofs)
    expanded = replace(expand_macros(book, marked, others, bounds), page=page)
    expanded = _with_sessions(book, expanded, others, bounds)
    typed = typed_numbers(book, page, found)
    if proofs:
        proved = check_proofs(book, page, proofs, typed, bounds)
        expanded, typed = _with_proofs(expanded, proved), typed.with_proved(proved.numbers)
    return _audited(book, expanded, others, typed)


def _with_proofs(expanded: Expanded, proofs: Proofs) -> Expanded:
    """The page with a mark for each of its proofs, and what they come to."""
    markdown, pieces = proofs.put(expanded.markdown, expanded.pieces)
    return replace(
        expanded,
        markdown=markdown,
        pieces=pieces,
        entries=(*expanded.entries, *proofs.entries),
        problems=(*expanded.problems, *proofs.problems),
        checks=(*expanded.checks, *proofs.checks),
        use=replace(expanded.use, cases=expanded.use.cases | proofs.cases),
    )


def _with_sessions(book: Book, expanded: Expanded, found: Regions, bounds: Bounds) -> Expanded:
    """The page with what its sessions of Python come to; one without prompts pays nothing."""
    source = expanded.page.source
    if ">>>" not in source.text:
        return expanded
    from sfrules.press.sessions.session_checks import check_sessions

    sessions = check_sessions(book, source, found, bounds)
    return replace(
        expanded,
        entries=(*expanded.entries, *sessions.entries),
        problems=(*expanded.problems, *sessions.problems),
        checks=(*expanded.checks, *sessions.checks),
        use=replace(expanded.use, cases=expanded.use.cases | sessions.cases),
    )


def _audited(book: Book, expanded: Expanded, found: Regions, typed: TypedNumbers) -> Expanded:
    """A page with its bracketed spans as HTML, and what the audit of its numbers found."""
    audited = audit(book, expanded, found, typed)
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
