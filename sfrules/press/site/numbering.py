"""What a page must know of the others: numbers of tables and figures, and marks of changes."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, NamedTuple

from sfrules.ground.ledger import NO_PIECE, Entry
from sfrules.press.changes.changes_kind import place_id, table_id
from sfrules.press.changes.difference import Changes, Place
from sfrules.press.changes.sheets import numbered
from sfrules.press.page.expand import Expanded, Piece
from sfrules.press.things.book import Book
from sfrules.press.things.counts.number_kinds import Audit
from sfrules.press.things.kinds import kinds_of
from sfrules.press.things.tables.html import TABLE, row_id
from sfrules.press.things.tables.table import Table
from sfrules.press.things.thing import NamedLink, View

_TITLE = re.compile(r"^#[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
_MARKUP = re.compile(r"\{:?[^{}]*\}|\]\([^()]*\)|</?[a-zA-Z][^<>]*>|[*_`\[\]\\]")
Key = tuple[str, str]  # ("table", its id); readers take a chart for a figure
BoxKey = tuple[tuple[str, str, str, str], int]  # the name of a number, and its index


@dataclass(frozen=True)
class ChangeMark:
    """The text of a mark, and its link: the page that lists the changes, and the id there."""

    text: str
    page: str
    id: str


@dataclass(frozen=True)
class Marks:
    """The marks of a book: of tables by id, of boxes by the key of their number, of headings."""

    tables: Mapping[str, Sequence[ChangeMark]] = field(default_factory=dict)
    boxes: Mapping[BoxKey, Sequence[ChangeMark]] = field(default_factory=dict)
    headings: Mapping[Place, Sequence[ChangeMark]] = field(default_factory=dict)

    def of_pieces(self, entries: Sequence[Entry]) -> dict[int, Sequence[ChangeMark]]:
        """The marks of a page's formulas and examples, by the numbers of their pieces."""
        if not self.boxes:
            return {}
        names = numbered((e.page, e.anchor, e.kind, e.expression) for e in entries)
        return {
            entry.piece: self.boxes[key]
            for entry, key in zip(entries, names, strict=True)
            if entry.piece != NO_PIECE and key in self.boxes
        }

    def of_page(self, path: str) -> dict[str, Sequence[ChangeMark]]:
        """The marks of a page's headings, by their ids; "" stands for the top of the page."""
        return {anchor: marks for (page, anchor), marks in self.headings.items() if page == path}


def changes_of(pages: Mapping[str, Expanded]) -> list[tuple[str, Changes]]:
    """Every list of changes that the book prints, with the page that prints it first."""
    found: dict[tuple[str, str], tuple[str, Changes]] = {}
    for name, expanded in pages.items():
        for thing in (piece.thing for piece in expanded.pieces):
            if isinstance(thing, Changes):
                found.setdefault((thing.before, thing.after), (name, thing))
    return list(found.values())


def marks_of(found: Iterable[tuple[str, Changes]], boxed: Collection[str]) -> Marks:
    """The marks that lists of changes ask for, in the order of the lists.

    `boxed` are the kinds whose things carry a mark themselves; other numbers mark their heading.
    """
    tables: dict[str, list[ChangeMark]] = defaultdict(list)
    boxes: dict[BoxKey, list[ChangeMark]] = defaultdict(list)
    headings: dict[Place, list[ChangeMark]] = defaultdict(list)
    for page, changes in found:
        for id in (table.id for table in changes.difference.tables):
            tables[id].append(ChangeMark(changes.mark("changed"), page, table_id(changes, id)))
        for id in (table.id for table in changes.difference.tables_added):
            tables[id].append(ChangeMark(changes.mark("new"), page, table_id(changes, id)))
        for number in (change.number for change in changes.difference.numbers):
            mark = ChangeMark(changes.mark("changed"), page, place_id(changes, number.place))
            if number.kind in boxed:
                boxes[number.name, number.index].append(mark)
            elif mark not in headings[number.place]:
                headings[number.place].append(mark)
    return Marks(tables, boxes, headings)


def mark_headings(html: str, marks: Mapping[str, str]) -> str:
    """The page with a line below each marked heading; the heading itself stays as it is."""
    for anchor, mark in marks.items():
        heading = re.compile(
            rf'<h([1-6])(?=\s)[^<>]*\sid="{re.escape(anchor)}"[^<>]*>.*?</h\1>', re.DOTALL
        )
        found = heading.search(html) if anchor else None
        if found or not anchor:
            at = found.end() if found else 0
            html = f"{html[:at]}\n{mark}{html[at:]}"
    return html


class Standing(NamedTuple):
    """A table on a page; `folded` is one that only shows the numbers of a chart."""

    table: Table
    folded: bool


class Headings(NamedTuple):
    """The name of a page, and the plain titles of its headings by their ids."""

    page: str
    titles: Mapping[str, str]


@dataclass(frozen=True)
class Printing:
    """What one page must know of the others.

    `numbers` has the number of each table and figure, `homes` the page that prints it first, and
    `captions` its caption; `address` turns a file of the site into a URL relative to a page.
    `tables` are those of each page, with those that are folded up below its charts: they repeat
    what the chart shows, and have no number.
    `marks` say what has changed between editions, and `headings` has the headings of every page,
    by its name and by the path of its file. `titles` are the titles of the pages, and
    `audits` what was found about the numbers on each. `formulas` are the page and the heading
    under which the formula of each rule stands, if a proof asks for it.
    """

    numbers: Mapping[Key, int]
    homes: Mapping[Key, str]
    address: Callable[[str, str], str]
    captions: Mapping[Key, str] = field(default_factory=dict)
    tables: Mapping[str, Sequence[Standing]] = field(default_factory=dict)
    marks: Marks = field(default_factory=Marks)
    headings: Mapping[str, Headings] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    audits: Mapping[str, Audit] = field(default_factory=dict)
    formulas: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def number_things(
    pages: Iterable[tuple[str, Expanded]], address: Callable[[str, str], str]
) -> Printing:
    """Number the tables and figures of pages, given in the order of reading."""
    numbers: dict[Key, int] = {}
    homes: dict[Key, str] = {}
    captions: dict[Key, str] = {}
    tables: dict[str, list[Standing]] = {}
    counts: Counter[str] = Counter()
    titles: dict[str, str] = {}
    audits: dict[str, Audit] = {}
    for name, expanded in pages:
        titles[name], audits[name] = title_of(expanded.markdown) or name, expanded.audit
        things = numbered_things(expanded)
        tables[name] = tables_of(expanded)
        for series, thing in things:
            key = (series or TABLE.numbered, thing.id)
            if series and key not in numbers:
                counts[series] += 1
                numbers[key], homes[key], captions[key] = counts[series], name, thing.caption
            elif key not in homes:
                homes[key], captions[key] = name, thing.caption
    return Printing(
        numbers, homes, address, captions=captions, tables=tables, titles=titles, audits=audits
    )


def title_of(markdown: str) -> str:
    """A page's title in plain words: its first heading."""
    heading = _TITLE.search(markdown)
    return "".join(_MARKUP.split(heading[1])).strip() if heading else ""


def numbered_things(expanded: Expanded) -> list[tuple[str, Any]]:
    """The things of a page, each with the series that it is numbered in; "" for a folded table."""
    pieces = [piece for piece in expanded.pieces if piece.kind.numbered]
    printed = [piece.thing for piece in pieces]
    things: list[tuple[str, Any]] = []
    for piece in pieces:
        things.append((piece.kind.numbered, piece.thing))
        # The table that a chart is drawn from follows it, if the page has it nowhere else.
        table = piece.kind.table(piece.thing)
        if table and not any(is_same(table, other) for other in printed):
            things.append(("", table))
            printed.append(table)
    return things


def tables_of(expanded: Expanded) -> list[Standing]:
    """The tables of a page, with those that its charts are drawn from."""
    things = numbered_things(expanded)
    return [Standing(thing, not series) for series, thing in things if isinstance(thing, Table)]


def is_same(table: Table, other: object) -> bool:
    """Whether another thing is the same table with all of its rows and columns."""
    if not isinstance(other, Table) or other.id != table.id:
        return False
    return (other.headings, other.cells) == (table.headings, table.cells)


class PageView(View):
    """The view of one page; `ids` are those that its things have taken."""

    def __init__(self, book: Book, page: str, printing: Printing) -> None:
        self.book = book
        self.ids: Counter[str] = Counter()
        self.mark_line = ""
        self.tables: dict[str, Table] = {}
        self._kinds = kinds_of(book)
        self._page = page
        self._printing = printing

    def html(self, piece: Piece, marks: Iterable[ChangeMark] = ()) -> str:
        """A thing as it stands on this page; `marks` say in which editions it changed."""
        self.mark_line = self._line(marks)
        html: str = piece.kind.html(piece.thing, self)
        return html

    def heading_marks(self, path: str) -> dict[str, str]:
        """The lines that stand below headings of a page that has changed."""
        marked = self._printing.marks.of_page(path)
        return {anchor: self._line(marks) for anchor, marks in marked.items()}

    def _marks(self, marks: Iterable[ChangeMark]) -> str:
        links = (
            f'<a href="{escape(self.address(mark.page))}#{escape(mark.id)}">{escape(mark.text)}</a>'
            for mark in marks
        )
        return " ".join(f'<span class="changed">{link}</span>' for link in links)

    def _line(self, marks: Iterable[ChangeMark]) -> str:
        mark = self._marks(marks)
        return f'<p class="changed-line">{mark}</p>' if mark else ""

    def marks_of(self, series: str, id: str) -> str:
        marks = self._printing.marks.tables if series == "table" else {}
        return self._marks(marks.get(id, ()))

    def own_id(self, id: str) -> str:
        """An id of its own on the page; the second printing of a thing is marked as such."""
        times = sum(1 for known in self.ids if known == id or known.startswith(f"{id}--"))
        own = _numbered_id(id, times)
        self.ids[own] += 1
        return own

    def number_of(self, thing: object) -> str:
        kind = self._kinds[type(thing)]
        number = self._printing.numbers.get((kind.numbered, getattr(thing, "id", "")))
        return f"{kind.numbered.capitalize()} {number}" if number else ""

    def address_of_whole(self, table: Table) -> str:
        pages = self._printing.tables
        here = _times_of_whole(table, pages.get(self._page, ()))
        if here is not None:
            return f"#{_numbered_id(f'table-{table.id}', here)}"
        for page, standing in pages.items():
            printed = [one for one in standing if not one.folded]
            if page != self._page and (times := _times_of_whole(table, printed)) is not None:
                return f"{self.address(page)}#{_numbered_id(f'table-{table.id}', times)}"
        return ""

    def address(self, path: str) -> str:
        return self._printing.address(self._page, path)

    def numbered(self, series: str) -> list[tuple[int, str, str]]:
        numbers = self._printing.numbers.items()
        keys = sorted((number, key) for key, number in numbers if key[0] == series)
        links = ((number, self.link_to(*key)) for number, key in keys)
        return [(number, link.name, link.href) for number, link in links]

    def link_to(self, series: str, id: str) -> NamedLink:
        key = (series, id)
        if key not in self._printing.homes:
            return NamedLink(f"{series.capitalize()} {id}")
        href = f"{self.address(self._printing.homes[key])}#{series}-{id}"
        return NamedLink(self._printing.captions[key], href)

    def formula_of(self, rule: str) -> NamedLink:
        """A rule by its name, with the address of its formula while the book prints one."""
        if rule not in self._printing.formulas:
            return NamedLink(rule)
        page, anchor = self._printing.formulas[rule]
        return NamedLink(rule, self.address(page) + (f"#{anchor}" if anchor else ""))

    def row_of(self, id: str, name: str) -> NamedLink:
        """A row by its name, with its address while the book prints the table."""
        if ("table", id) not in self._printing.homes:
            return NamedLink(name)
        own = row_id(f"table-{id}", name)
        return NamedLink(name, f"{self.address(self._printing.homes['table', id])}#{own}")

    def heading_of(self, place: Place) -> NamedLink:
        path, anchor = place
        headings = self._printing.headings.get(path)
        if headings is None or (anchor and anchor not in headings.titles):
            return NamedLink("#".join(filter(None, place)))
        titles = list(headings.titles.values())
        names = dict.fromkeys([*titles[:1], headings.titles.get(anchor, "")])
        name = ": ".join(filter(None, names)) or path
        return NamedLink(name, self.address(headings.page) + (f"#{anchor}" if anchor else ""))

    def audits(self) -> list[tuple[NamedLink, Audit]]:
        printing = self._printing
        return [
            (NamedLink(printing.titles[name], self.address(name)), audit)
            for name, audit in printing.audits.items()
        ]


def _times_of_whole(table: Table, standing: Sequence[Standing]) -> int | None:
    """How many printings of a table's rows and columns come before one that has them all."""
    alike = [one.table for one in standing if one.table.id == table.id]
    wholes = (at for at, one in enumerate(alike) if one is not table and is_same(table, one))
    return next(wholes, None)


def _numbered_id(id: str, times: int) -> str:
    """An id that has been given so many times already."""
    return f"{id}--{times + 1}" if times else id
