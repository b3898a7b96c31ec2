"""Tables among the kinds of things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sfrules.ground.ledger import Origin
from sfrules.press.things.book import Book
from sfrules.press.things.tables.html import Setting, origin_line, table_html
from sfrules.press.things.tables.table import Spanner, Table
from sfrules.press.things.thing import CELL, Desk, Kind, View, built


def table(
    desk: Desk, id: str, rows: Iterable[object] | None = None, columns: Iterable[str] | None = None
) -> Table:
    """A table of the book, or some of its rows and columns."""
    table = built(desk.book.tables, id, "table")
    if rows is not None or columns is not None:
        table = table.select(rows, columns)
    # Its cells are worked out here, where a rule's refusal has a place and a bound on time.
    desk.spend(length_of(table))
    return table


def length_of(table: Table) -> int:
    """About how many characters of HTML a table takes."""
    return CELL * len(table.cells) * (1 + len(table.leaves))


def setting_of(table: Table, page: View) -> Setting:
    """What a table needs to know of the page that it stands on."""
    # A table that is not the book's but a chart's own is not written out for download.
    forms = ("csv", "json") if table.id in page.book.tables else ()
    files = ((form.upper(), f"tables/{table.id}.{form}") for form in forms)
    own = page.own_id(f"table-{table.id}")
    return Setting(
        id=own,
        again=int(own.partition("--")[2] or 0),
        number=page.number_of(table),
        mark=page.marks_of("table", table.id),
        origin=origin_line(origins_of(table, page.book), table.sources),
        downloads=tuple((form, page.address(path)) for form, path in files),
    )


def origins_of(table: Table, book: Book) -> tuple[Origin, ...]:
    """The rules and authored tables that a table is made from."""
    named = book.origins_of_rules(table.all_rules)
    rows = (origin for name in table.authored if (origin := book.origins(name)))
    return (*named, *rows)


def words_of(table: Table) -> Iterator[str]:
    """The texts of a table beside its cells."""
    yield table.caption
    for column in table.columns:
        yield column.heading
        if isinstance(column, Spanner):
            yield from (leaf.heading for leaf in column.columns)
    yield from table.notes


TABLE = Kind(
    name="table",
    makes=Table,
    html=lambda table, page: table_html(table, setting_of(table, page)),
    macros=(table,),
    text=lambda table: table.caption,
    table=lambda table: table,
    words=words_of,
    origins=origins_of,
    numbered="table",
    offered=lambda book: book.tables,
)
