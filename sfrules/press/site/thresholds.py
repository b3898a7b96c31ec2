"""Thresholds in prose: numbers at which something changes, and which need a case at the number.

"Below {{ … }} of them" is easily misread at the number itself. So a page that prints a threshold
also works a rule out at it: in an example, a claim, a session or a row of a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from numbers import Rational

from sfrules.ground.ledger import Entry
from sfrules.ground.number_words import number_in
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page.expand import Expanded
from sfrules.press.things.book import Book

_BEFORE = re.compile(
    r"\b(?:at least|at most|no (?:more|fewer|less) than|(?:more|fewer|less) than|up to|"
    r"below|above|beyond|under|over)\s+(?:[a-z]+\s+)?$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^(?:\s+[\w-]+){0,3}?\s+(?:or|and) "
    r"(?:more|less|fewer|higher|lower|above|below|better|worse|later|beyond)\b",
    re.IGNORECASE,
)
ANY = "any namespace"
_REACH = 60  # characters of text on either side that can make a number a threshold


def thresholds_without_a_case(
    book: Book, pages: Mapping[str, Expanded], entries: Iterable[Entry]
) -> Iterator[tuple[str, Problem]]:
    """The printed thresholds at which their page tries no rule, each with its place in words."""
    of_page = {page.page.source.path: page for page in pages.values()}
    tried = {path: _tried(page) for path, page in of_page.items()}
    reported = set()
    for entry in entries:
        number = number_in(entry.printed) if entry.kind in ("value", "claim") else None
        if number is None:
            continue
        span = _macro(of_page[entry.page].page.source, entry)
        words = _threshold(span)
        spaces = {
            origin.name.partition(".")[0] for origin in entry.origins
        } & book.namespaces.keys()
        if not words or _has_case(tried[entry.page], spaces, number):
            continue
        subject = f"{entry.page}#{entry.anchor}: {words[0]}{entry.printed}{words[1]}"
        if subject not in reported:
            reported.add(subject)
            message = f"nothing on this page is worked out at this threshold, {entry.printed}"
            yield subject, problem_at(span, message, "an example at the number itself settles it")


def _macro(source: Source, entry: Entry) -> Span:
    """The macro that printed an entry, with its delimiters."""
    at = source.start_of(entry.line) + entry.column - 1
    start, end = source.text.rfind("{{", 0, at), source.text.find("}}", at)
    return Span(source, max(start, 0), end + 2 if end >= 0 else at)


def _threshold(span: Span) -> tuple[str, str] | None:
    """The words on both sides that make a number a threshold; None if they do not."""
    text = span.source.text
    before = _BEFORE.search(text[max(0, span.start - _REACH) : span.start].rpartition("\n")[2])
    after = _AFTER.search(text[span.end : span.end + _REACH].partition("\n")[0])
    if before or after:
        return (before[0] if before else ""), (after[0] if after else "")
    return None


def _tried(page: Expanded) -> dict[Rational, set[str]]:
    """The numbers that a page works something out at, with the namespaces of the rules.

    A row of a table is worked out at its number by whatever rules its columns have.
    """
    tried: dict[Rational, set[str]] = {}
    for space, number in page.use.cases:
        tried.setdefault(number, set()).add(space)
    for piece in page.pieces:
        table = piece.kind.table(piece.thing)
        rows = table.rows if table else ()
        for row in (row for row in rows if isinstance(row, Rational)):
            tried.setdefault(row, set()).add(ANY)
    return tried


def _has_case(tried: Mapping[Rational, set[str]], spaces: set[str], number: Rational) -> bool:
    """Whether a rule of these namespaces, or of any if there are none, is tried at a number."""
    found = tried.get(number, set())
    return bool(found & {ANY, *spaces} if spaces else found)
