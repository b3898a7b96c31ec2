"""From Markdown's HTML to the page: finished things put in place, numbered and linked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sfrules.ground.ledger import Entry
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Span
from sfrules.press.page.expand import Expanded
from sfrules.press.page.macros import PIECE_CLOSE, PIECE_OPEN, Piece
from sfrules.press.page.regions import regions
from sfrules.press.site.anchors import Anchors, Heading
from sfrules.press.site.last_look import last_look
from sfrules.press.site.marks import mark_headings
from sfrules.press.site.numbering import Printing
from sfrules.press.site.setting import PageView
from sfrules.press.things.book import Book

_MARK = rf"{PIECE_OPEN}(\d+){PIECE_CLOSE}"
_IN_TAG = re.compile(rf"<[^<>]*{_MARK}[^<>]*>")
_BLOCK = re.compile(rf"<p>\s*{_MARK}\s*</p>")
_TIGHT = re.compile(rf"(?<=>){_MARK}(?=\s*</(?:li|dd|td|div)>)")
_ALONE = re.compile(rf"^[ \t]*{_MARK}[ \t]*$", re.MULTILINE)
_INLINE = re.compile(_MARK)


@dataclass(frozen=True)
class Finished:
    """A page's HTML, complete, with the ledger's entries and what was found wrong."""

    html: str
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Converted:
    """A page's HTML as Markdown made it, and its headings."""

    html: str
    headings: Sequence[Heading]


def finish(
    book: Book, name: str, expanded: Expanded, converted: Converted, printing: Printing
) -> Finished:
    """Put a page's things into its HTML, look at it once more, and place its entries."""
    view = PageView(book, name, printing)
    entries = entries_of(expanded, converted.headings)
    marks_of_pieces = printing.marks.of_pieces(entries)

    def render(at: int) -> str:
        return view.html(expanded.pieces[at], marks_of_pieces.get(at, ()))

    html, problems = _put_in_place(expanded, converted.html, render)
    html = mark_headings(html, view.heading_marks(expanded.page.source.path))
    marks = not expanded.problems
    problems += last_look(expanded.page.source, converted.html, view.ids, marks=marks)
    problems += _in_headings(expanded, converted.headings)
    return Finished(html, entries, tuple(problems))


def _put_in_place(
    expanded: Expanded, html: str, render: Callable[[int], str]
) -> tuple[str, list[Problem]]:
    """The HTML with its things; a thing that cannot stand where it is written is a problem."""
    pieces, problems = expanded.pieces, []
    if not pieces:
        return html, []
    waiting = set(range(len(pieces)))

    def put(match: re.Match[str]) -> str:
        waiting.discard(int(match[1]))
        try:
            html = render(int(match[1]))
        except (TypeError, ValueError) as error:
            return refuse(match, f"cannot be shown: {error}")
        return f"<p>{html}</p>" if match[0].startswith("<p>") and is_inline(match) else html

    def is_inline(match: re.Match[str]) -> bool:
        return pieces[int(match[1])].kind.stands == "inline"

    def put_inline(match: re.Match[str]) -> str:
        if is_inline(match):
            return put(match)
        return refuse(match, "stands in the middle of a text; leave a blank line on both sides")

    def refuse(match: re.Match[str], message: str) -> str:
        waiting.discard(int(match[1]))
        problems.append(_misplaced(expanded, pieces[int(match[1])], message))
        return ""

    html = _IN_TAG.sub(lambda m: refuse(m, "cannot stand in a link's title or an attribute"), html)
    html = _INLINE.sub(put_inline, _ALONE.sub(put, _TIGHT.sub(put, _BLOCK.sub(put, html))))
    lost = "was lost on its way through Markdown; what stands around it?"
    problems += [_misplaced(expanded, pieces[at], lost) for at in sorted(waiting)]
    return html, problems


def _misplaced(expanded: Expanded, piece: Piece, message: str) -> Problem:
    span = Span(expanded.page.source, piece.start, piece.end)
    return problem_at(span, f"this {piece.kind.name} {message}")


def _in_headings(expanded: Expanded, headings: Sequence[Heading]) -> list[Problem]:
    """Things in titles, which other pages would show as marks; only a term's words may be."""
    found = (mark for heading in headings for mark in _INLINE.finditer(heading.title))
    pieces = [expanded.pieces[int(mark[1])] for mark in found]
    return [_misplaced(expanded, piece, "cannot stand in a heading") for piece in pieces]


def entries_of(expanded: Expanded, headings: Sequence[Heading]) -> tuple[Entry, ...]:
    """The ledger's entries of a page, each with the heading that it stands under."""
    if not expanded.entries:
        return ()
    source = expanded.page.source
    start = expanded.page.start
    anchors = Anchors(source.text, start, regions(source.text, start), headings)
    return tuple(
        replace(entry, anchor=anchors.above(source.start_of(entry.line) + entry.column - 1))
        for entry in expanded.entries
    )
