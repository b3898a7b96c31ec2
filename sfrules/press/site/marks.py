"""Where a page says that a rule has changed: at tables, formulas, examples and headings."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sfrules.ground.ledger import NO_PIECE, Entry
from sfrules.press.changes.difference import Changes, Place
from sfrules.press.changes.html import place_id, table_id
from sfrules.press.page.expand import Expanded

Key = tuple[str, str, str, str, int]


@dataclass(frozen=True)
class Mark:
    """The text of a mark, and its link: the page that lists the changes, and the id there."""

    text: str
    page: str
    id: str


@dataclass(frozen=True)
class Marks:
    """The marks of a book: of tables by id, of boxes by the key of their number, of headings."""

    tables: Mapping[str, Sequence[Mark]] = field(default_factory=dict)
    boxes: Mapping[Key, Sequence[Mark]] = field(default_factory=dict)
    headings: Mapping[Place, Sequence[Mark]] = field(default_factory=dict)

    def of_pieces(self, entries: Sequence[Entry]) -> dict[int, Sequence[Mark]]:
        """The marks of a page's formulas and examples, by the numbers of their pieces."""
        if not self.boxes:
            return {}
        keyed = ((entry.piece, key) for entry, key in _keyed(entries) if entry.piece != NO_PIECE)
        return {piece: self.boxes[key] for piece, key in keyed if key in self.boxes}

    def of_page(self, path: str) -> dict[str, Sequence[Mark]]:
        """The marks of a page's headings, by their ids; "" stands for the top of the page."""
        return {anchor: marks for (page, anchor), marks in self.headings.items() if page == path}


def _keyed(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Key]]:
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
    tables: dict[str, list[Mark]] = defaultdict(list)
    boxes: dict[Key, list[Mark]] = defaultdict(list)
    headings: dict[Place, list[Mark]] = defaultdict(list)
    for page, changes in found:
        for id in (table.id for table in changes.difference.tables):
            tables[id].append(Mark(changes.mark("changed"), page, table_id(changes, id)))
        for id in (table.id for table in changes.difference.tables_added):
            tables[id].append(Mark(changes.mark("new"), page, table_id(changes, id)))
        for number in (change.number for change in changes.difference.numbers):
            mark = Mark(changes.mark("changed"), page, place_id(changes, number.place))
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
