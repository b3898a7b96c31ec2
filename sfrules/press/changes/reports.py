"""The difference between two editions in Markdown, as text and as JSON.

What stands in the lock of a revision is anybody's text: no control character reaches a terminal,
and no sign of Markdown is more than a sign.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from sfrules.press.changes.difference import Difference, NumberChange, Place, TableChange, TableSize

MOST = 50  # lines of one table or heading; what changes as a whole is counted, column by column
MOST_IN_ALL = 500  # beyond which the numbers of each heading are counted alone
NOW = "the working tree"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_SIGNS = re.compile(r"[\\`*_\[\]<>|#&~@$]")


@dataclass(frozen=True)
class Compared:
    """Two editions by their names, the second "" for the working tree, and what differs."""

    before: str
    after: str
    difference: Difference

    @property
    def names(self) -> tuple[str, str]:
        """What the editions are called."""
        return _plain(self.before), _plain(self.after) or NOW


def _plain(text: str) -> str:
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def _signs(text: str) -> str:
    """A text as Markdown that shows it as it is."""
    return _SIGNS.sub(r"\\\g<0>", _plain(text))


def _code(text: str) -> str:
    """A text as a code span in the cell of a table, or in a heading."""
    plain = _plain(text)
    fence = "`" * (max(map(len, re.findall("`+", plain)), default=0) + 1)
    space = " " if "`" in plain else ""
    return f"{fence}{space}{plain}{space}{fence}".replace("|", r"\|")


def counts(found: Difference) -> str:
    """How much differs, in one line."""
    counted = [
        (len(found.tables), "table changed", "tables changed"),
        (found.cells, "cell in it", "cells in them") if found.cells else (0, "", ""),
        (len(found.tables_added), "table added", "tables added"),
        (len(found.tables_removed), "table removed", "tables removed"),
        (len(found.numbers), "number changed", "numbers changed"),
        (len(found.numbers_added), "number added", "numbers added"),
        (len(found.numbers_removed), "number removed", "numbers removed"),
        (found.reworded, "only reworded or moved", "only reworded or moved"),
    ]
    parts = (
        f"{number:,} {one if number == 1 else several}"
        for number, one, several in counted
        if number
    )
    return ", ".join(parts)


def difference_markdown(compared: Compared) -> str:
    """Markdown for a pull request: a heading for each table and each place, with was and is."""
    found = compared.difference
    before, after = map(_signs, compared.names)
    lines = ["## What the book prints", "", f"From {before} to {after}: {_summary(found)}."]
    for table in found.tables:
        lines += ["", f"### Table {_code(table.id)}", *_table_markdown(table)]
    lines += _sizes_markdown("Tables added", found.tables_added)
    lines += _sizes_markdown("Tables removed", found.tables_removed)
    if found.length > MOST_IN_ALL:
        lines += ["", "### Numbers of the text", ""]
        lines += [f"- {_link(place)}: {_kinds(changes)}" for place, changes in found.by_place()]
    else:
        for place, changes in found.by_place():
            lines += ["", f"### {_link(place)}", *_numbers_markdown(changes)]
    return "\n".join(lines) + "\n"


def _link(place: Place) -> str:
    name = "#".join(filter(None, place))
    address = re.sub(r"[^\w./#-]", "-", name).lstrip("/")
    return f"[{_code(name)}]({address})"


def _summary(found: Difference) -> str:
    """The counts; words alone are counted as well, and are no change of what is printed."""
    return (
        counts(found)
        if found
        else "nothing changed" + (f" ({counts(found)})" if found.reworded else "")
    )


def _table_markdown(table: TableChange) -> Iterator[str]:
    if len(table.cells) > MOST:
        yield ""
        yield f"{_most(table)}."
    elif table.cells:
        yield from ("", "| row | column | was | is |", "| --- | --- | --- | --- |")
        for cell in table.cells:
            cells = (cell.row, cell.column, cell.before, cell.after)
            yield f"| {' | '.join(map(_signs, cells))} |"
    for said, names in _lists(table):
        yield ""
        yield f"{said}: {_signs(names)}."


def _most(table: TableChange) -> str:
    """How many cells changed, and in which columns."""
    columns = Counter(cell.column for cell in table.cells)
    several = ", ".join(f"{_signs(name)} {number:,}" for name, number in columns.items())
    rows = len({cell.row for cell in table.cells})
    return f"{len(table.cells):,} of {table.size:,} cells changed, in {rows:,} rows ({several})"


def _lists(table: TableChange) -> Iterator[tuple[str, str]]:
    lists = {
        "Rows added": table.rows_added,
        "Rows removed": table.rows_removed,
        "Columns added": table.columns_added,
        "Columns removed": table.columns_removed,
    }
    for said, names in lists.items():
        if names:
            others = f" and {len(names) - MOST:,} more" if len(names) > MOST else ""
            yield said, ", ".join(map(_plain, names[:MOST])) + others
    if table.reordered:
        yield "Order", "the rows or columns stand in another one"


def _sizes_markdown(said: str, tables: Sequence[TableSize]) -> Iterator[str]:
    if tables:
        yield from ("", f"### {said}", "")
        for table in tables:
            yield f"- {_code(table.id)}: {_size(table)}"


def _size(table: TableSize) -> str:
    return f"{table.rows:,} rows, {table.columns:,} columns"


def _numbers_markdown(changes: Sequence[NumberChange]) -> Iterator[str]:
    if len(changes) > MOST:
        yield from ("", f"{_kinds(changes)}.")
        return
    yield from ("", "| rule | was | is |", "| --- | --- | --- |")
    for change in changes:
        was = _signs(change.before.printed) if change.before else "—"
        now = _signs(change.after.printed) if change.after else "—"
        yield f"| {_code(change.number.expression)} | {was} | {now} |"


def _kinds(changes: Iterable[NumberChange]) -> str:
    kinds = Counter(
        "changed" if c.before and c.after else "added" if c.after else "removed" for c in changes
    )
    return ", ".join(f"{number:,} {kind}" for kind, number in kinds.items())


def difference_text(compared: Compared) -> str:
    """A line for each change, compact, below a line of counts."""
    found = compared.difference
    before, after = compared.names
    lines = [f"{before} → {after}: {_summary(found)}"]
    for table in found.tables:
        lines += [f"table {_plain(table.id)}", *_table_text(table)]
    lines += [f"table {_plain(t.id)}: added, {_size(t)}" for t in found.tables_added]
    lines += [f"table {_plain(t.id)}: removed, {_size(t)}" for t in found.tables_removed]
    brief = found.length > MOST_IN_ALL
    for place, changes in found.by_place():
        name = _plain("#".join(filter(None, place)))
        lines += [f"{name}: {_kinds(changes)}"] if brief else [name, *_numbers_text(changes)]
    return "\n".join(lines) + "\n"


def _table_text(table: TableChange) -> Iterator[str]:
    if len(table.cells) > MOST:
        yield f"  {_most(table)}"
    else:
        for cell in table.cells:
            row, column, before, after = map(_plain, asdict(cell).values())
            yield f"  {row}, {column}: {before} → {after}"
    for said, names in _lists(table):
        yield f"  {said.lower()}: {names}"


def _numbers_text(changes: Sequence[NumberChange]) -> Iterator[str]:
    if len(changes) > MOST:
        yield f"  {_kinds(changes)}"
        return
    for change in changes:
        was = _plain(change.before.printed) if change.before else "—"
        now = _plain(change.after.printed) if change.after else "—"
        yield f"  {_plain(change.number.expression)}: {was} → {now}"


def difference_json(compared: Compared) -> str:
    """Everything, for programs: nothing is left out, however much it is."""
    found = compared.difference
    written = {
        "before": compared.before,
        "after": compared.after or None,
        "tables": {
            "changed": [asdict(table) for table in found.tables],
            "added": [asdict(table) for table in found.tables_added],
            "removed": [asdict(table) for table in found.tables_removed],
        },
        "values": {
            "changed": [_number(change) for change in found.numbers],
            "added": [_number(change) for change in found.numbers_added],
            "removed": [_number(change) for change in found.numbers_removed],
            "reworded": found.reworded,
        },
    }
    return json.dumps(written, ensure_ascii=False, indent=2) + "\n"


def _number(change: NumberChange) -> dict[str, str | None]:
    number = change.number
    written: dict[str, str | None] = {
        "page": number.page,
        "anchor": number.anchor,
        "kind": number.kind,
        "expression": number.expression,
    }
    if change.before and change.before.name != number.name:
        written["expression before"] = change.before.expression
    written["before"] = change.before.printed if change.before else None
    written["after"] = change.after.printed if change.after else None
    return written
