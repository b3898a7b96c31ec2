"""From the HTML that Markdown makes to the page: things in their places, entries under headings."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import unescape

from sfrules.ground.ledger import Entry
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Span
from sfrules.press.changes.difference import Place
from sfrules.press.changes.html import mark_html, mark_line
from sfrules.press.page.expand import PIECE_CLOSE, PIECE_OPEN, Expanded, Piece
from sfrules.press.page.regions import Regions, regions
from sfrules.press.site.last_look import last_look
from sfrules.press.site.numbering import ChangeMark, Printing, is_same, mark_headings
from sfrules.press.things.book import Book
from sfrules.press.things.counts.number_kinds import Audit
from sfrules.press.things.kinds import kinds_of
from sfrules.press.things.tables.table import Table
from sfrules.press.things.thing import NamedLink

_MARK = rf"{PIECE_OPEN}(\d+){PIECE_CLOSE}"
_IN_TAG = re.compile(rf"<[^<>]*{_MARK}[^<>]*>")
_BLOCK = re.compile(rf"<p>\s*{_MARK}\s*</p>")
_TIGHT = re.compile(rf"(?<=>){_MARK}(?=\s*</(?:li|dd|td|div)>)")
_ALONE = re.compile(rf"^[ \t]*{_MARK}[ \t]*$", re.MULTILINE)
_INLINE = re.compile(_MARK)


_MARKS = re.compile(r"[ \t>]*(?P<marks>#{1,6})")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*")
_EXPLICIT = re.compile(r"\{[^{}]*#(?P<id>[\w-]+)[^{}]*\}[ \t]*$")
_ATTRIBUTES = re.compile(r"\{[^{}%]*\}[ \t]*$|(?<=\])\{:?[ \t]*[.#][^{}%]*\}")
_LINK = re.compile(r"\[(?P<text>[^\[\]]*)\]\([^()]*\)|\[\[(?:[^\[\]|]*\|)?(?P<term>[^\[\]|]*)\]\]")
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True)
class SiteHeading:
    """A heading of the site: its id, level and text."""

    id: str
    level: int
    title: str

    @property
    def plain(self) -> str:
        """The text without its tags."""
        return unescape(_TAG.sub("", self.title))


class Anchors:
    """The headings of a page's source, each with the id that it has on the site."""

    def __init__(
        self, text: str, start: int, found: Regions, headings: Sequence[SiteHeading]
    ) -> None:
        self._starts: list[int] = []
        self._ids: list[str] = []
        waiting = list(headings)
        for offset, level, title in _written(text, start, found):
            if (id := _id_of(title, level, waiting)) is not None:
                self._starts.append(offset)
                self._ids.append(id)

    def above(self, offset: int) -> str:
        """The id of the heading that an offset stands under; nothing above the first."""
        at = bisect_right(self._starts, offset) - 1
        return self._ids[at] if at >= 0 else ""


def _written(text: str, start: int, found: Regions) -> Iterator[tuple[int, int, str]]:
    """The offset, level and title of each line that may be a heading."""
    code = [(region.start, region.end) for region in found.of_kind("code")]
    code_starts = [region_start for region_start, _ in code]
    lines = text[start:].split("\n")
    offset = start
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        at = bisect_right(code_starts, offset) - 1
        in_code = at >= 0 and offset < code[at][1]
        if marks := None if in_code else _MARKS.match(line):
            yield offset, len(marks["marks"]), line[marks.end() :].strip().rstrip("#").rstrip()
        elif line.strip() and not in_code and _UNDERLINE.fullmatch(below):
            yield offset, 1 if below.startswith("=") else 2, line.strip()
        offset += len(line) + 1


def _id_of(title: str, level: int, waiting: list[SiteHeading]) -> str | None:
    """The id, written or made, of the next heading of the site that this may be.

    Headings of the site before it are used up. None if it is no heading of the site.
    """
    explicit = _EXPLICIT.search(title)
    for at, heading in enumerate(waiting):
        same = heading.id == explicit["id"] if explicit else _alike(title, level, heading)
        if same:
            del waiting[: at + 1]
            return heading.id
    return None


def _alike(title: str, level: int, heading: SiteHeading) -> bool:
    if level != heading.level:
        return False
    # A title with a macro in it is known by its level and its order.
    return "{{" in title or _letters(title) == _letters(heading.plain)


def _letters(title: str) -> str:
    plain = _LINK.sub(lambda link: link["text"] or link["term"] or "", _ATTRIBUTES.sub("", title))
    return re.sub(r"\W+", "", _TAG.sub("", unescape(plain))).casefold()


class PageView:
    """The view of one page; `ids` are those that its things have taken."""

    def __init__(self, book: Book, page: str, printing: Printing) -> None:
        self.book = book
        self.ids: Counter[str] = Counter()
        self.mark_line = ""
        self._kinds = kinds_of(book)
        self._page = page
        self._printing = printing

    def html(self, piece: Piece, marks: Iterable[ChangeMark] = ()) -> str:
        """A thing as it stands on this page; `marks` say in which editions it changed."""
        self.mark_line = mark_line(self._marks(marks))
        html: str = piece.kind.html(piece.thing, self)
        return html

    def heading_marks(self, path: str) -> dict[str, str]:
        """The lines that stand below headings of a page that has changed."""
        marked = self._printing.marks.of_page(path)
        return {anchor: mark_line(self._marks(marks)) for anchor, marks in marked.items()}

    def _marks(self, marks: Iterable[ChangeMark]) -> str:
        return mark_html((mark.text, f"{self.address(mark.page)}#{mark.id}") for mark in marks)

    def marks_of(self, series: str, id: str) -> str:
        """The marks at everything of an id, as HTML; only tables have any."""
        marks = self._printing.marks.tables if series == "table" else {}
        return self._marks(marks.get(id, ()))

    def own_id(self, id: str) -> str:
        """An id of its own on the page; the second printing of a thing is marked as such."""
        times = sum(1 for known in self.ids if known == id or known.startswith(f"{id}--"))
        own = _numbered_id(id, times)
        self.ids[own] += 1
        return own

    def number_of(self, thing: object) -> str:
        """What a thing is called by its number; "" if it has none."""
        kind = self._kinds[type(thing)]
        number = self._printing.numbers.get((kind.numbered, getattr(thing, "id", "")))
        return f"{kind.numbered.capitalize()} {number}" if number else ""

    def id_of_whole(self, table: Table) -> str:
        """The id of another printing of the whole table on this page; "" if there is none."""
        here = (each.thing for each in self._printing.things.get(self._page, ()))
        alike = (one for one in here if isinstance(one, Table) and one.id == table.id)
        for times, one in enumerate(alike):
            if one is not table and is_same(table, one):
                return _numbered_id(f"table-{table.id}", times)
        return ""

    def address(self, path: str) -> str:
        """The URL of a file of the site, seen from this page."""
        return self._printing.address(self._page, path)

    def numbered(self, series: str) -> list[tuple[int, str, str]]:
        """The number, caption and address of each thing of a series, in order."""
        return [
            (number, caption, self.address(self._printing.homes[series, id]) + f"#{series}-{id}")
            for number, id, caption in self._printing.listed(series)
        ]

    def link_to(self, series: str, id: str) -> NamedLink:
        """A thing by its caption, with its address while the book prints it."""
        if (series, id) not in self._printing.homes:
            return NamedLink(f"{series.capitalize()} {id}")
        home = self._printing.homes[series, id]
        named = (each.thing for each in self._printing.things[home] if each.key == (series, id))
        return NamedLink(next(named).caption, f"{self.address(home)}#{series}-{id}")

    def heading_of(self, place: Place) -> NamedLink:
        """The heading that a place stands under, with its address while the book has it."""
        path, anchor = place
        headings = self._printing.headings.get(path)
        if headings is None or (anchor and anchor not in headings.titles):
            return NamedLink("#".join(filter(None, place)))
        titles = list(headings.titles.values())
        names = dict.fromkeys([*titles[:1], headings.titles.get(anchor, "")])
        name = ": ".join(filter(None, names)) or path
        return NamedLink(name, self.address(headings.page) + (f"#{anchor}" if anchor else ""))

    def audits(self) -> list[tuple[NamedLink, Audit]]:
        """Each page of the book, with what the audit found of its numbers."""
        printing = self._printing
        return [
            (NamedLink(printing.titles[name], self.address(name)), audit)
            for name, audit in printing.audits.items()
        ]


def _numbered_id(id: str, times: int) -> str:
    """An id that has been given so many times already."""
    return f"{id}--{times + 1}" if times else id


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
