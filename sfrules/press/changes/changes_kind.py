"""The changes between two editions as a kind of thing: accessible HTML, listed and linked to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from sfrules.ground.problems import Mistake
from sfrules.press.changes.comparison import difference
from sfrules.press.changes.difference import (
    Changes,
    NumberChange,
    Place,
    TableChange,
    TableSize,
    version,
)
from sfrules.press.changes.history import History, Unreachable
from sfrules.press.changes.sheets import NoSheet
from sfrules.press.things.thing import CELL, Desk, Kind, NamedLink, View

# All that a page may name: a tag, a branch or a commit, and no option or path of git's.
REVISION = re.compile(r"[A-Za-z0-9][\w./-]*", re.ASCII)
MOST = 200  # cells or numbers that are listed one by one; what changes as a whole is counted
GONE = "not printed"


def changes(desk: Desk, before: str, after: str | None = None) -> Changes:
    """What differs between two editions of the book, or between one and the book as it is."""
    if (history := desk.book.history) is None:
        raise Mistake("this book keeps no editions", "Book.history would read them")
    old = _files(history, before, "before")
    new = _files(history, after, "after") if after is not None else _read(history, "")
    try:
        found = difference(old, new)
    except NoSheet as error:
        raise Mistake(f"the lock of an edition cannot be compared: {error}") from error
    desk.spend(4 * CELL * found.length)
    return Changes(before, after or "", found)


def _files(history: History, revision: object, parameter: str) -> Mapping[str, bytes]:
    if not isinstance(revision, str) or not REVISION.fullmatch(revision):
        hint = 'a tag, such as "v0.1"'
        raise Mistake(f"{parameter} is not the name of a revision", hint, parameter)
    if not (files := _read(history, revision, parameter)):
        raise Mistake(f'"{revision}" keeps no lock', "it is older than the lock", parameter)
    return files


def _read(history: History, revision: str, parameter: str = "") -> Mapping[str, bytes]:
    try:
        return history(revision)
    except Unreachable as error:
        error.parameter = parameter
        raise


def edition_id(changes: Changes) -> str:
    """The id of a list of changes."""
    return f"changes-{_slug(changes.before)}-{_slug(changes.after or 'now')}"


def table_id(changes: Changes, id: str) -> str:
    """The id of a table's entry in a list of changes."""
    return f"{edition_id(changes)}-table-{_slug(id)}"


def place_id(changes: Changes, place: Place) -> str:
    """The id of a heading's entry in a list of changes."""
    return f"{edition_id(changes)}-{_slug('-'.join(filter(None, place)))}"


def _slug(text: str) -> str:
    return re.sub(r"[^\w-]+", "-", text)


def changes_html(changes: Changes, page: View) -> str:
    """Every table and every heading with what was and what is, and how many there are in all."""
    found = changes.difference
    parts = [
        f"<p>{escape(_summary(changes))}</p>",
        *(_table(changes, table, page) for table in found.tables),
        _tables("New tables", changes, found.tables_added, page),
        _tables("Tables no longer printed", changes, found.tables_removed, page),
        *(_place(changes, place, group, page) for place, group in found.by_place()),
    ]
    own = page.own_id(edition_id(changes))
    lines = "\n".join(filter(None, parts))
    return f'<div class="changes" id="{own}">\n{lines}\n</div>'


def _summary(changes: Changes) -> str:
    found = changes.difference
    until = f"to {version(changes.after)}" if changes.after else "until now"
    when = f"from {version(changes.before)} {until}"
    counts = (
        counted(len(found.tables), "table changed", "tables changed"),
        counted(len(found.tables_added), "new table", "new tables"),
        counted(len(found.tables_removed), "table gone", "tables gone"),
        counted(len(found.numbers), "number of the text changed", "numbers of the text changed"),
        counted(len(found.numbers_added), "number came", "numbers came"),
        counted(len(found.numbers_removed), "number went", "numbers went"),
    )
    summary = ", ".join(filter(None, counts))
    return f"{when[0].upper()}{when[1:]}: {summary or 'nothing changed'}."


def counted(number: int, one: str, several: str) -> str:
    """A count with its word; nothing for none."""
    return f"{number} {one if number == 1 else several}" if number else ""


def _table(changes: Changes, table: TableChange, page: View) -> str:
    id, link = page.own_id(table_id(changes, table.id)), page.link_to("table", table.id)
    rows = [
        (escape(cell.row), escape(cell.column), escape(cell.before), escape(cell.after))
        for cell in table.cells
    ]
    notes = (
        f"{len(rows)} of {table.size} cells changed.",
        _names("Rows added", table.rows_added),
        _names("Rows gone", table.rows_removed),
        _names("Columns added", table.columns_added),
        _names("Columns gone", table.columns_removed),
        "The rows or columns stand in another order." if table.reordered else "",
    )
    return _entry(id, link, ("Row", "Column", "Was", "Is"), rows, notes)


def _names(said: str, names: Sequence[str]) -> str:
    few, others = ", ".join(names[:MOST]), len(names) - MOST
    return f"{said}: {few}{f' and {others} more' if others > 0 else ''}." if names else ""


def _place(changes: Changes, place: Place, group: Sequence[NumberChange], page: View) -> str:
    id = page.own_id(place_id(changes, place))
    rows = [
        (
            f"<code>{escape(change.number.expression)}</code>",
            escape(change.before.printed if change.before else GONE),
            escape(change.after.printed if change.after else GONE),
        )
        for change in group
    ]
    notes = (f"{len(rows)} numbers changed.",)
    return _entry(id, page.heading_of(place), ("Rule", "Was", "Is"), rows, notes)


def _tables(said: str, changes: Changes, tables: Sequence[TableSize], page: View) -> str:
    items = "".join(
        f'<li id="{page.own_id(table_id(changes, table.id))}">'
        f"{page.link_to('table', table.id).html}, {counted(table.rows, 'row', 'rows') or 'no row'}"
        "</li>"
        for table in tables
    )
    return f"<p>{said}:</p>\n<ul>{items}</ul>" if items else ""


def _entry(
    id: str,
    link: NamedLink,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    notes: Sequence[str],
) -> str:
    """A table of what was and is; of no rows or too many, a paragraph. The first note counts."""
    shown = rows if len(rows) <= MOST else ()
    text = " ".join(escape(note) for note in (notes[1:] if shown or not rows else notes) if note)
    if not shown:
        return f'<div class="table-wrap" id="{id}"><p><b>{link.html}.</b> {text}</p></div>'
    head = "".join(f'<th scope="col" class="text">{each}</th>' for each in headings)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{each}</td>" for each in others)}</tr>'
        for first, *others in shown
    )
    below = f'<div class="table-notes"><p>{text}</p></div>' if text else ""
    return (
        f'<div class="table-wrap" id="{id}"><div class="table-scroll" role="region" tabindex="0" '
        f'aria-labelledby="{id}-caption"><table class="rules-table">'
        f'<caption id="{id}-caption">{link.html}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>{below}</div>"
    )


CHANGES = Kind(
    name="changes", makes=Changes, html=changes_html, macros=(changes,), computed_in=".changes"
)
