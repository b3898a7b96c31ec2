"""Set a page's things: each rendered with its number, its id and its links."""

from __future__ import annotations

from collections import Counter

from sfrules.press.render.formulas import formula_html, worked_html
from sfrules.press.render.svg import figure_html
from sfrules.press.render.tables import Setting, origin_line, table_html
from sfrules.press.render.terms import glossary_html, index_html, term_id, term_link_html
from sfrules.press.things.book import Book, Term
from sfrules.press.things.figure import Figure
from sfrules.press.things.formula import Formula
from sfrules.press.things.table import Table
from sfrules.press.things.worked import Worked
from sfrules.press.weave.macros import Glossary, Index, TermLink
from sfrules.press.weave.notes import origins_of
from sfrules.press.weave.numbering import Printing, key_of


class PageSetter:
    """Renders the things of one page; `ids` are those that they have taken on it."""

    def __init__(self, book: Book, page: str, printing: Printing) -> None:
        self.ids: Counter[str] = Counter()
        self._book = book
        self._page = page
        self._printing = printing

    def html(self, thing: object) -> str:
        """A thing as it stands on this page."""
        match thing:
            case Table():
                return table_html(thing, self._setting(thing))
            case Figure():
                return self._figure(thing)
            case Formula():
                return formula_html(thing)
            case Worked():
                return worked_html(thing)
            case TermLink():
                return term_link_html(thing.term, thing.shown, self._href(thing.term))
            case _:
                return self._list(thing)

    def _list(self, thing: object) -> str:
        match thing:
            case Glossary():
                self.ids.update(map(term_id, thing.terms))
                return glossary_html(thing.terms, self._href)
            case Index():
                return self._index(thing.kind)
            case _:
                raise TypeError(f"a page cannot show a {type(thing).__name__}")

    def _own_id(self, id: str) -> str:
        """An id of its own on the page; the second printing of a thing is marked as such."""
        times = sum(1 for known in self.ids if known == id or known.startswith(f"{id}--"))
        own = f"{id}--{times + 1}" if times else id
        self.ids[own] += 1
        return own

    def _numbered(self, word: str, thing: Table | Figure) -> str:
        number = self._printing.numbers.get(key_of(thing) or ("", ""))
        return f"{word} {number}" if number else ""

    def _setting(self, table: Table) -> Setting:
        return Setting(
            id=self._own_id(f"table-{table.id}"),
            number=self._numbered("Table", table),
            origin=origin_line(origins_of(table, self._book), table.sources),
            downloads=tuple(
                (kind.upper(), self._address(f"tables/{table.id}.{kind}"))
                for kind in ("csv", "json")
            ),
        )

    def _figure(self, figure: Figure) -> str:
        own = self._own_id(f"figure-{figure.id}")
        html = figure_html(figure, self._numbered("Figure", figure))
        # A drawing's ids all begin with its own, so a second printing can take another.
        return html.replace(f'"figure-{figure.id}', f'"{own}').replace(
            f" figure-{figure.id}", f" {own}"
        )

    def _address(self, path: str) -> str:
        return self._printing.address(self._page, path)

    def _href(self, term: Term) -> str:
        return self._address(term.page) + (f"#{term.anchor}" if term.anchor else "")

    def _index(self, kind: str) -> str:
        one = kind.removesuffix("s")
        things = self._book.tables if one == "table" else self._book.figures
        rows = []
        for number, id in self._printing.of_kind(one):
            href = self._address(self._printing.homes[one, id]) + f"#{one}-{id}"
            rows.append((number, things[id]().caption, href))
        return index_html(one, rows)
