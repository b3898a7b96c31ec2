"""What pages must know of each other: numbers of tables and figures, and marks of changes."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sfrules.ground.ledger import NO_PIECE, Entry
from sfrules.press.changes.difference import Changes, Place
from sfrules.press.changes.html import place_id, table_id
from sfrules.press.page.expand import Expanded
from sfrules.press.things.counts.number_kinds import Audit
from sfrules.press.things.tables.html import TABLE
from sfrules.press.things.tables.table import Table

_TITLE = re.compile(r"^#[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
_MARKUP = re.compile(r"\{:?[^{}]*\}|\]\([^()]*\)|</?[a-zA-Z][^<>]*>|[*_`\[\]\\]")
Key = tuple[str, str]  # ("table", its id); readers take a chart for a figure


BoxKey = tuple[str, str, str, str, int]


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
        keyed = ((entry.piece, key) for entry, key in _keyed(entries) if entry.piece != NO_PIECE)
        return {piece: self.boxes[key] for piece, key in keyed if key in self.boxes}

    def of_page(self, path: str) -> dict[str, Sequence[ChangeMark]]:
        """The marks of a page's headings, by their ids; "" stands for the top of the page."""
        return {anchor: marks for (page, anchor), marks in self.headings.items() if page == path}


def _keyed(entries: Iterable[Entry]) -> Iterator[tuple[Entry, BoxKey]]:
    counts: Counter[tuple[str, str, str, str]] = Counter()
    for entry in entries:
        name = (entry.page, entry.anchor, entry.kind, entry.expression)
        yield entry, (*name, counts[name])
        counts[name] += 1


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
                boxes[*number.name, number.index].append(mark)
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


class Headings(NamedTuple):
    """The name of a page, and the plain titles of its headings by their ids."""

    page: str
    titles: Mapping[str, str]


@dataclass(frozen=True)
class Printing:
    """What one page must know of the others.

    `numbers` has the number of each table and figure, `homes` the page that prints it first;
    `address` turns a file of the site into a URL relative to a page. `things` are the tables,
    figures and charts of each page; a chart's table follows it if the page has it nowhere else.
    `marks` say what has changed between editions; if the book prints that, `headings` has the
    headings of every page by the path of its file. `titles` are the titles of the pages, and
    `audits` what was found about the numbers on each.
    """

    numbers: Mapping[Key, int]
    homes: Mapping[Key, str]
    address: Callable[[str, str], str]
    things: Mapping[str, Sequence[NumberedThing]] = field(default_factory=dict)
    marks: Marks = field(default_factory=Marks)
    headings: Mapping[str, Headings] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    audits: Mapping[str, Audit] = field(default_factory=dict)

    def listed(self, series: str) -> list[tuple[int, str, str]]:
        """The number, id and caption of everything in a series, in order."""
        of = {each.key: each.thing for page in self.things.values() for each in page}
        keys = (key for key in self.numbers if key[0] == series)
        return sorted((self.numbers[key], key[1], of[key].caption) for key in keys)


@dataclass(frozen=True)
class NumberedThing:
    """A thing that has a number, and the series that it is numbered in."""

    thing: Any
    series: str

    @property
    def key(self) -> Key:
        """The series and id, which have one number in the book."""
        return self.series, self.thing.id


def number_things(
    pages: Iterable[tuple[str, Expanded]], address: Callable[[str, str], str]
) -> Printing:
    """Number the tables and figures of pages, given in the order of reading."""
    numbers: dict[Key, int] = {}
    homes: dict[Key, str] = {}
    things: dict[str, list[NumberedThing]] = {}
    counts: Counter[str] = Counter()
    titles: dict[str, str] = {}
    audits: dict[str, Audit] = {}
    for name, expanded in pages:
        titles[name], audits[name] = title_of(expanded.markdown) or name, expanded.audit
        things[name] = _numbered(expanded)
        for thing in things[name]:
            key = thing.key
            if key in numbers:
                continue
            counts[key[0]] += 1
            numbers[key], homes[key] = counts[key[0]], name
    return Printing(numbers, homes, address, things, titles=titles, audits=audits)


def title_of(markdown: str) -> str:
    """A page's title in plain words: its first heading."""
    heading = _TITLE.search(markdown)
    return "".join(_MARKUP.split(heading[1])).strip() if heading else ""


def _numbered(expanded: Expanded) -> list[NumberedThing]:
    pieces = [piece for piece in expanded.pieces if piece.kind.numbered]
    found = [piece.thing for piece in pieces]
    things: list[NumberedThing] = []
    for piece in pieces:
        things.append(NumberedThing(piece.thing, piece.kind.numbered))
        # The table that a chart is drawn from follows it, if the page has it nowhere else.
        table = piece.kind.table(piece.thing)
        printed = (*found, *(each.thing for each in things))
        if table and not any(is_same(table, other) for other in printed):
            things.append(NumberedThing(table, TABLE.numbered))
    return things


def is_same(table: Table, other: object) -> bool:
    """Whether another thing is the same table with all of its rows and columns."""
    if not isinstance(other, Table) or other.id != table.id:
        return False
    return (other.headings, other.cells) == (table.headings, table.cells)
