"""A table as accessible HTML, with its caption, notes and a field that filters a long one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path

from sfrules.ground.problems import Mistake
from sfrules.press.things.tables.table import (
    SERIES,
    Column,
    PrintedTable,
    Spanner,
    Table,
    constants_of,
)
from sfrules.press.things.thing import CELL, Contents, Desk, Kind, View, built, text_of

HERE = Path(__file__).parent
COMPUTED = "tbody, .table-number"
FEW = 15  # rows, beyond which a reader looks for some of them
#: Leaves those rows or items of what follows it that have the words in it.
FILTER = (
    '<p class="filter"><label>Filter <input type="search" autocomplete="off"></label>'
    "<output></output></p>"
)
_NO_LETTERS = re.compile(r"[^\w]+")
_ESCAPED = re.compile(r"[&<>\"']")


def table_html(table: Table, page: View | None = None) -> str:
    """The table; only on a page does it have a number, and a filter if it is long."""
    id = page.own_id(f"table-{table.id}") if page else f"table-{table.id}"
    rows, name = f"{_head(table)}{_body(table, id)}", ""
    if page:
        # Two regions of a page may not have the same name.
        before = [other.caption for other in page.tables.values()].count(table.caption)
        name = f"{table.caption}{', again' * before}" if before else ""
        page.tables[id] = table
    above = FILTER if page and len(table.rows) > FEW else ""
    return above + framed(id, _caption(table, id, page), rows, _notes(table), name)


def framed(id: str, caption: str, rows: str, below: str, name: str = "") -> str:
    """A table in a region that scrolls, can be focused, and is named by the caption."""
    named = f'aria-label="{escape(name)}"' if name else f'aria-labelledby="{id}-caption"'
    return (
        f'<div class="table-wrap" id="{id}">'
        f'<div class="table-scroll" role="region" tabindex="0" {named}>'
        f'<table class="rules-table"><caption id="{id}-caption">{caption}</caption>{rows}</table>'
        f"</div>{below}</div>"
    )


def printed_on_page(table: Table, id: str) -> PrintedTable:
    """What a reader reads of a table that has this id on the page at hand."""
    rows = tuple(zip(_row_ids(table, id), table.printed, strict=True))
    return PrintedTable(table.caption, table.headings, rows)


def table_html_alone(table: Table) -> str:
    """The table's HTML by itself, for a page that is not the book's."""
    return table_html(table) + "\n"


def _caption(table: Table, id: str, page: View | None) -> str:
    """The caption; its number is the address of the table, and opens what it is made from."""
    number = page.number_of(table) if page else ""
    numbered = f'<a class="table-number" href="#{id}">{number}.</a> ' if number else ""
    return f"{numbered}{escape(table.caption)}"


def _head(table: Table) -> str:
    span = ' rowspan="2"' if any(spanner for spanner, _ in table.spanned) else ""
    leaves = list(zip(table.spanned, table.texts[1:], strict=True))
    alone = iter([text for (spanner, _), text in leaves if not spanner])
    upper = _header(table.stub, table.texts[0], span) + "".join(
        f'<th scope="colgroup" class="span-start" colspan="{len(column.columns)}">'
        f"{escape(column.heading)}</th>"
        if isinstance(column, Spanner)
        else _header(column, next(alone), span)
        for column in table.columns
    )
    lower = "".join(
        _header(column, text, opens_spanner=column is spanner.columns[0])
        for (spanner, column), text in leaves
        if spanner
    )
    return f"<thead><tr>{upper}</tr>{lower and f'<tr>{lower}</tr>'}</thead>"


def _header(column: Column, text: bool, span: str = "", *, opens_spanner: bool = False) -> str:
    told = escape(column.description)
    title = f' aria-description="{told}"' if told else ""
    classes = _classes("text" if text else "", "span-start" if opens_spanner else "")
    unit = f' <span class="unit">({escape(column.unit)})</span>' if column.unit else ""
    return f'<th scope="col"{span}{classes}{title}>{escape(column.heading)}{unit}</th>'


def _classes(*names: str) -> str:
    given = " ".join(filter(None, names))
    return f' class="{given}"' if given else ""


def _row_ids(table: Table, id: str) -> list[str]:
    """The address of each row below a table's own: what the row is called, in small letters.

    No two are the same, and none is the id of a second printing of the table, which ends in "--2".
    """
    seen: Counter[str] = Counter()
    ids = []
    for own in (row_id(id, str(row[0])) for row in table.cells):
        seen[own] += 1
        ids.append(own if seen[own] == 1 else f"{own}.{seen[own]}")
    return ids


def row_id(id: str, name: str) -> str:
    """The address of a row that no other row of the table is called like."""
    return f"{id}.{_NO_LETTERS.sub('-', name).strip('-').casefold()}"


def _body(table: Table, id: str) -> str:
    number = _classes("" if table.texts[0] else "num")
    cells = f'<th scope="row"{number}>%s</th>'
    for (spanner, column), text in zip(table.spanned, table.texts[1:], strict=True):
        opens = spanner is not None and column is spanner.columns[0]
        classes = _classes("" if text else "num", "span-start" if opens else "")
        cells += f"<td{classes}>%s</td>"
    rows = []
    for own, starts, row in zip(_row_ids(table, id), table.starts, table.printed, strict=True):
        texts = tuple(map(escape, row)) if _ESCAPED.search("".join(row)) else row
        classes = _classes("group-start" if starts else "")
        rows.append(f'<tr id="{escape(own)}"{classes}>{cells % texts}</tr>')
    return f"<tbody>{''.join(rows)}</tbody>"


def _notes(table: Table) -> str:
    notes = "".join(f"<p>{escape(note)}</p>" for note in table.notes)
    return notes and f'<div class="table-notes">{notes}</div>'


def table(
    desk: Desk,
    id: str,
    rows: Iterable[object] | None = None,
    columns: Iterable[str] | None = None,
    caption: str | None = None,
    **arguments: object,
) -> Table:
    """A table of the book, or some of its rows and columns; then it may have its own caption."""
    if arguments:
        own, wrong = "-".join(map(str, (id, *arguments.values()))), next(iter(arguments))
        known = "there are rows, columns and caption"
        hint = f'table("{own}")' if own in desk.book.tables else known
        raise Mistake(f'table "{id}" has no parameter {wrong}', hint, wrong)
    table = built(desk.book.tables, id, "table").select(rows, columns)
    if caption is not None:
        table = replace(table, caption=text_of(caption, "caption"))
    # Its cells are computed here, where a rule's refusal has a place and a bound on time.
    desk.spend(length_of(table))
    return table


def length_of(table: Table) -> int:
    """About how many characters of HTML a table takes."""
    return CELL * len(table.cells) * (1 + len(table.leaves))


def contents_of(table: Table) -> Contents:
    """What a table says, and the rules and tables of facts that it is made from."""
    return Contents(
        text=table.caption,
        words=_words(table),
        table=table,
        rules=table.all_rules,
        facts=table.all_authored,
        given=partial(_given_at, table),
    )


def _words(table: Table) -> Iterator[str]:
    """The texts of a table beside its cells."""
    yield table.caption
    yield from (column.heading for column in table.columns if isinstance(column, Spanner))
    for leaf in (table.stub, *table.leaves):
        yield from (leaf.heading, leaf.unit, leaf.description)
    yield from table.notes


def _given_at(table: Table, text: str) -> Iterator[object]:
    """What the rules of a table are given where it says a text.

    At a heading, by its own column; elsewhere, by every column alike.
    """
    named = [
        leaf
        for spanner, leaf in table.spanned
        if text in (leaf.heading, spanner and spanner.heading)
    ]
    each = [list(constants_of(leaf.of, leaf.given)) for leaf in named or table.leaves]
    return (value for value in each[0] if all(value in others for others in each))


TABLE = Kind(
    name="table",
    makes=Table,
    html=table_html,
    macros=(table,),
    contents=contents_of,
    computed_in=COMPUTED,
    files=(HERE / "tables.css", HERE / "tables.js"),
    numbered=SERIES,
)
