"""A page expanded: its macros, its sessions, and the audit of its numbers."""

from __future__ import annotations

from dataclasses import replace

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.loose_numbers import audit
from sfrules.press.page.bounds import Bounds
from sfrules.press.page.bracketed import spans_as_html
from sfrules.press.page.expand import Expanded, Page, expand_macros
from sfrules.press.page.regions import Regions, regions
from sfrules.press.page.tokens import RESERVED
from sfrules.press.things.book import Book


def expand(book: Book, page: Page, bounds: Bounds | None = None) -> Expanded:
    """Expand a page; every mistake in it is a problem, none an exception."""
    source, bounds = page.source, bounds or Bounds()
    if wrong := _reserved(source, page.start):
        return Expanded(page, source.text[page.start :], problems=(wrong,))
    found = regions(source.text, page.start)
    expanded = expand_macros(book, page, found, bounds)
    return _audited(book, _with_sessions(book, expanded, found, bounds), found)


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


def _audited(book: Book, expanded: Expanded, found: Regions) -> Expanded:
    """A page with its bracketed spans as HTML, and what the audit of its numbers found."""
    audited = audit(book, expanded, found)
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
