"""Set a page's things: each rendered with its number, its id and its links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sfrules.ground.formats import format_value
from sfrules.press.changes.difference import Changes, Place
from sfrules.press.changes.html import (
    ChangesSetting,
    Link,
    changes_html,
    mark_html,
    mark_line,
)
from sfrules.press.page.macros import Count, Glossary, Index, Numbers, TermLink
from sfrules.press.page.notes import origins_of
from sfrules.press.site.marks import Mark
from sfrules.press.site.numbering import Numbered, Printing, is_same, key_of
from sfrules.press.things.book import Book, Term
from sfrules.press.things.charts.chart import Chart
from sfrules.press.things.charts.html import ChartSetting, PrintedTable, chart_html
from sfrules.press.things.counts.counts import total
from sfrules.press.things.counts.html import PageOfNumbers, numbers_html
from sfrules.press.things.figures.figure import Figure
from sfrules.press.things.figures.html import figure_html
from sfrules.press.things.formulas.formula import Formula
from sfrules.press.things.formulas.html import formula_html, worked_html
from sfrules.press.things.formulas.worked import Worked
from sfrules.press.things.tables.html import Setting, origin_line, table_html
from sfrules.press.things.tables.table import Table
from sfrules.press.things.terms.html import glossary_html, index_html, term_id, term_link_html

# Below the book's root: drawings are kept from build to build.
DRAWINGS = Path(".cache", "charts")


class PageSetter:
    """Renders the things of one page; `ids` are those that they have taken on it."""

    def __init__(self, book: Book, page: str, printing: Printing) -> None:
        self.ids: Counter[str] = Counter()
        self._book = book
        self._page = page
        self._printing = printing

    def html(self, thing: object, marks: Iterable[Mark] = ()) -> str:
        """A thing as it stands on this page, with the marks of a formula or an example."""
        match thing:
            case Table():
                return table_html(thing, self._setting(thing))
            case Figure() | Chart():
                return self._chart(thing) if isinstance(thing, Chart) else self._figure(thing)
            case Formula():
                return formula_html(thing, mark_line(self._marks(marks)))
            case Worked():
                return worked_html(thing, mark_line(self._marks(marks)))
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
            case Changes():
                return changes_html(thing, ChangesSetting(self._own_id, self._table, self._place))
            case Count():
                return format_value(total(self._printing.audits.values())[thing.kind])
            case Numbers():
                return self._numbers_of_pages()
            case _:
                raise TypeError(f"a page cannot show a {type(thing).__name__}")

    def heading_marks(self, path: str) -> dict[str, str]:
        """The lines that stand below headings of a page that has changed."""
        marked = self._printing.marks.of_page(path)
        return {anchor: mark_line(self._marks(marks)) for anchor, marks in marked.items()}

    def _marks(self, marks: Iterable[Mark]) -> str:
        return mark_html((mark.text, f"{self._address(mark.page)}#{mark.id}") for mark in marks)

    def _table(self, id: str) -> Link:
        """The place of a table that has changed, while the book prints it."""
        if ("table", id) not in self._printing.homes:
            return Link(f"Table {id}")
        home = self._printing.homes["table", id]
        named = (thing for thing in self._printing.things[home] if thing.id == id)
        caption = next(thing.caption for thing in named if isinstance(thing, Table))
        return Link(caption, f"{self._address(home)}#table-{id}")

    def _place(self, place: Place) -> Link:
        """The heading that a number stands under, while the book has it."""
        path, anchor = place
        headings = self._printing.headings.get(path)
        if headings is None or (anchor and anchor not in headings.titles):
            return Link("#".join(filter(None, place)))
        titles = list(headings.titles.values())
        names = dict.fromkeys([*titles[:1], headings.titles.get(anchor, "")])
        name = ": ".join(filter(None, names)) or path
        return Link(name, self._address(headings.page) + (f"#{anchor}" if anchor else ""))

    def _own_id(self, id: str) -> str:
        """An id of its own on the page; the second printing of a thing is marked as such."""
        times = sum(1 for known in self.ids if known == id or known.startswith(f"{id}--"))
        own = _in_turn(id, times)
        self.ids[own] += 1
        return own

    def _numbered(self, word: str, thing: Numbered) -> str:
        number = self._printing.numbers.get(key_of(thing) or ("", ""))
        return f"{word} {number}" if number else ""

    def _setting(self, table: Table) -> Setting:
        # A table that is not the book's but a chart's own is not written out for download.
        kinds = ("csv", "json") if table.id in self._book.tables else ()
        own = self._own_id(f"table-{table.id}")
        return Setting(
            id=own,
            again=int(own.partition("--")[2] or 0),
            number=self._numbered("Table", table),
            mark=self._marks(self._printing.marks.tables.get(table.id, ())),
            origin=origin_line(origins_of(table, self._book), table.sources),
            downloads=tuple(
                (kind.upper(), self._address(f"tables/{table.id}.{kind}")) for kind in kinds
            ),
        )

    def _figure(self, figure: Figure) -> str:
        own = self._own_id(f"figure-{figure.id}")
        html = figure_html(figure, self._numbered("Figure", figure))
        # A drawing's ids all begin with its own, so a second printing can take another.
        return html.replace(f'"figure-{figure.id}', f'"{own}').replace(
            f" figure-{figure.id}", f" {own}"
        )

    def _chart(self, chart: Chart) -> str:
        own, number = self._own_id(f"figure-{chart.id}"), self._numbered("Figure", chart)
        drawings, numbers = self._book.root / DRAWINGS, self._numbers(chart.table)
        return chart_html(chart, ChartSetting(own, drawings, numbers, number))

    def _numbers(self, table: Table) -> PrintedTable | Setting:
        """A chart's table: where this page prints it as a whole, or else below the chart."""
        here = self._printing.things.get(self._page, ())
        alike = [one for one in here if isinstance(one, Table) and one.id == table.id]
        for turn, one in enumerate(alike):
            if one is not table and is_same(table, one):
                href = f"#{_in_turn(f'table-{table.id}', turn)}"
                return PrintedTable(self._numbered("Table", table), href)
        return self._setting(table)

    def _address(self, path: str) -> str:
        return self._printing.address(self._page, path)

    def _href(self, term: Term) -> str:
        return self._address(term.page) + (f"#{term.anchor}" if term.anchor else "")

    def _numbers_of_pages(self) -> str:
        printing = self._printing
        pages = [
            PageOfNumbers(printing.titles[name], self._address(name), audit.counts)
            for name, audit in printing.audits.items()
        ]
        return numbers_html(self._own_id("table-numbers"), pages)

    def _index(self, kind: str) -> str:
        one = kind.removesuffix("s")
        rows = []
        for number, id, caption in self._printing.listed(one):
            href = self._address(self._printing.homes[one, id]) + f"#{one}-{id}"
            rows.append((number, caption, href))
        return index_html(one, rows)


def _in_turn(id: str, times: int) -> str:
    """An id that has been given so many times already."""
    return f"{id}--{times + 1}" if times else id
