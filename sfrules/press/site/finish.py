"""From the HTML that Markdown makes to the page: things put in their places, and entries placed."""

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
from sfrules.press.site.anchors import Anchors, SiteHeading
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
_TABLE = re.compile(r'<table class="rules-table">.*?</table>', re.DOTALL)
_WORDS = re.compile(r'<table data-table="(\d+)">[^<]*</table>')
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Finished:
    """The complete HTML of a page, its entries in the ledger, and its problems."""

    html: str
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Converted:
    """A page's HTML as Markdown made it, and its headings."""

    html: str
    headings: Sequence[SiteHeading]


def finish(
    book: Book, name: str, expanded: Expanded, converted: Converted, printing: Printing
) -> Finished:
    """Put the things of a page into its HTML, check the result, and place its entries."""
    view = PageView(book, name, printing)
    entries = _entries(expanded, converted.headings)
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


def _in_headings(expanded: Expanded, headings: Sequence[SiteHeading]) -> list[Problem]:
    """Problems of things in headings: other pages would show their placeholders."""
    found = (mark for heading in headings for mark in _INLINE.finditer(heading.title))
    pieces = [expanded.pieces[int(mark[1])] for mark in found]
    return [_misplaced(expanded, piece, "cannot stand in a heading") for piece in pieces]


def _entries(expanded: Expanded, headings: Sequence[SiteHeading]) -> tuple[Entry, ...]:
    if not expanded.entries:
        return ()
    source = expanded.page.source
    start = expanded.page.start
    anchors = Anchors(source.text, start, regions(source.text, start), headings)
    return tuple(
        replace(entry, anchor=anchors.above(source.start_of(entry.line) + entry.column - 1))
        for entry in expanded.entries
    )


@dataclass(frozen=True)
class Searched:
    """A page with the words of its tables in their places, and the tables themselves.

    A search plugin takes a page apart tag by tag, which takes a third of a build for tables, and
    joins the texts of cells: nobody finds "Level11HP". So it is given the words alone, and the
    tables are put back after it has read them.
    """

    html: str
    tables: tuple[str, ...]


def words_of_tables(html: str) -> Searched:
    """Leave the words of each table in its place."""
    tables = tuple(match[0] for match in _TABLE.finditer(html))
    numbers = iter(range(len(tables)))
    return Searched(_TABLE.sub(lambda match: _words(match[0], next(numbers)), html), tables)


def _words(table: str, number: int) -> str:
    words = " ".join(_TAG.sub(" ", table).split())
    return f'<table data-table="{number}"> {words} </table>'


def tables_put_back(html: str, tables: Sequence[str]) -> str:
    """Put each table in the place of its words."""
    return _WORDS.sub(lambda match: tables[int(match[1])], html)
