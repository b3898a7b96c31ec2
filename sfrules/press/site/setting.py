"""A page while its things are set: what each can ask of the page and of the book around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sfrules.press.changes.difference import Place
from sfrules.press.changes.html import mark_html, mark_line
from sfrules.press.page.macros import Piece
from sfrules.press.site.marks import Mark
from sfrules.press.site.numbering import Printing, is_same
from sfrules.press.things.book import Book
from sfrules.press.things.counts.number_kinds import Audit
from sfrules.press.things.kinds import kinds_of
from sfrules.press.things.tables.table import Table
from sfrules.press.things.thing import NamedLink


class PageView:
    """The view of one page; `ids` are those that its things have taken."""

    def __init__(self, book: Book, page: str, printing: Printing) -> None:
        self.book = book
        self.ids: Counter[str] = Counter()
        self.mark_line = ""
        self._kinds = kinds_of(book)
        self._page = page
        self._printing = printing

    def html(self, piece: Piece, marks: Iterable[Mark] = ()) -> str:
        """A thing as it stands on this page; `marks` say in which editions it changed."""
        self.mark_line = mark_line(self._marks(marks))
        html: str = piece.kind.html(piece.thing, self)
        return html

    def heading_marks(self, path: str) -> dict[str, str]:
        """The lines that stand below headings of a page that has changed."""
        marked = self._printing.marks.of_page(path)
        return {anchor: mark_line(self._marks(marks)) for anchor, marks in marked.items()}

    def _marks(self, marks: Iterable[Mark]) -> str:
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
