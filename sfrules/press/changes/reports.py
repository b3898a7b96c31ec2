"""The difference between two editions in Markdown, as text and as JSON.

What stands in the lock of a revision is anybody's text: no control character reaches a terminal,
and no sign of Markdown is more than a sign.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from sfrules.ground.terminal import masked
from sfrules.press.changes.comparison import Difference, NumberChange, TableChange

MOST = 50  # lines of one table or heading; what changes as a whole is counted, column by column
MOST_IN_ALL = 500  # beyond which the numbers of each heading are counted alone
NOW = "the working tree"
_SIGNS = re.compile(r"[\\`*_\[\]<>|#&~@$]")


@dataclass(frozen=True)
class Section:
    """What changed in a table or below a heading: row by row, or in sentences that count it."""

    headings: tuple[str, ...]
    rows: Sequence[Sequence[str]] = ()
    sentences: Sequence[str] = ()


def _section_of_table(table: TableChange, signs: Callable[[str], str]) -> Section:
    """The cells of a table, and in sentences whatever else differs."""
    lists = {
        "Rows added": table.rows_added,
        "Rows removed": table.rows_removed,
        "Columns added": table.columns_added,
        "Columns removed": table.columns_removed,
        "Order": ("the rows or columns stand in another one",) if table.reordered else (),
    }
    sentences = [f"{said}: {signs(_few(names))}" for said, names in lists.items() if names]
    if len(table.cells) <= MOST:
        rows = [tuple(asdict(cell).values()) for cell in table.cells]
        return Section(("row", "column", "was", "is"), rows, sentences)
    columns = Counter(cell.column for cell in table.cells)
    several = ", ".join(f"{signs(name)} {number:,}" for name, number in columns.items())
    changed = f"{len(table.cells):,} of {table.size:,} cells changed"
    rows_changed = len({cell.row for cell in table.cells})
    return Section((), (), [f"{changed}, in {rows_changed:,} rows ({several})", *sentences])


def _few(names: Sequence[str]) -> str:
    others = f" and {len(names) - MOST:,} more" if len(names) > MOST else ""
    return ", ".join(names[:MOST]) + others


def _section_of_place(changes: Sequence[NumberChange]) -> Section:
    if len(changes) > MOST:
        return Section((), (), [_kinds(changes)])
    rows = [
        (
            change.number.expression,
            change.before.printed if change.before else "—",
            change.after.printed if change.after else "—",
        )
        for change in changes
    ]
    return Section(("rule", "was", "is"), rows)


def _kinds(changes: Iterable[NumberChange]) -> str:
    kinds = Counter(
        "changed" if c.before and c.after else "added" if c.after else "removed" for c in changes
    )
    return ", ".join(f"{number:,} {kind}" for kind, number in kinds.items())


def _sizes(found: Difference) -> dict[str, dict[str, str]]:
    """The sizes of the tables that one edition alone prints, by their ids."""
    kinds = {"added": found.tables_added, "removed": found.tables_removed}
    return {
        kind: {table.id: f"{table.rows:,} rows, {table.columns:,} columns" for table in tables}
        for kind, tables in kinds.items()
        if tables
    }


def _summary(found: Difference) -> str:
    """The counts; words alone are counted as well, and are no change of what is printed."""
    counted = [
        (len(found.tables), "table changed", "tables changed"),
        (found.cells, "cell in it", "cells in them"),
        (len(found.tables_added), "table added", "tables added"),
        (len(found.tables_removed), "table removed", "tables removed"),
        (len(found.numbers), "number changed", "numbers changed"),
        (len(found.numbers_added), "number added", "numbers added"),
        (len(found.numbers_removed), "number removed", "numbers removed"),
        (found.reworded, "only reworded or moved", "only reworded or moved"),
    ]
    counts = ", ".join(f"{n:,} {one if n == 1 else several}" for n, one, several in counted if n)
    return counts if found else f"nothing changed ({counts})" if counts else "nothing changed"


def _is_long(found: Difference) -> bool:
    return found.cells + len(found.every_number) > MOST_IN_ALL


def _printable(lines: Iterable[str]) -> str:
    return "".join(masked(line, "\N{REPLACEMENT CHARACTER}") + "\n" for line in lines)


def difference_markdown(found: Difference, before: str, after: str) -> str:
    """Markdown for a pull request: a heading for each table and each place, with was and is.

    `before` and `after` name the editions here and below; "" is the working tree.
    """
    return _printable(_markdown(found, before, after or NOW))


def _markdown(found: Difference, before: str, after: str) -> Iterator[str]:
    yield from ("## What the book prints", "")
    yield f"From {_signs(before)} to {_signs(after)}: {_summary(found)}."
    for table in found.tables:
        yield from ("", f"### Table {_code(table.id)}")
        yield from _section_markdown(_section_of_table(table, _signs), _signs)
    for kind, sizes in _sizes(found).items():
        yield from ("", f"### Tables {kind}", "")
        yield from (f"- {_code(id)}: {size}" for id, size in sizes.items())
    if _is_long(found):
        yield from ("", "### Numbers of the text", "")
        yield from (f"- {_link(place)}: {_kinds(group)}" for place, group in found.by_place())
        return
    for place, group in found.by_place():
        yield from ("", f"### {_link(place)}")
        yield from _section_markdown(_section_of_place(group), _code)


def _section_markdown(section: Section, first: Callable[[str], str]) -> Iterator[str]:
    """A table whose first cells are written in a way of their own, and the sentences below it."""
    if section.rows:
        yield from ("", _row(section.headings), _row(["---"] * len(section.headings)))
    for name, *cells in section.rows:
        yield _row([first(name), *map(_signs, cells)])
    for sentence in section.sentences:
        yield from ("", f"{sentence}.")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _signs(text: str) -> str:
    """A text as Markdown that shows it as it is."""
    return _SIGNS.sub(r"\\\g<0>", text)


def _code(text: str) -> str:
    """A text as a code span in the cell of a table, or in a heading."""
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}".replace("|", r"\|")


def _link(place: Sequence[str]) -> str:
    name = "#".join(filter(None, place))
    address = re.sub(r"[^\w./#-]", "-", name).lstrip("/")
    return f"[{_code(name)}]({address})"


def difference_text(found: Difference, before: str, after: str) -> str:
    """A line for each change, compact, below a line of counts."""
    return _printable(_text(found, before, after or NOW))


def _text(found: Difference, before: str, after: str) -> Iterator[str]:
    yield f"{before} → {after}: {_summary(found)}"
    for table in found.tables:
        yield f"table {table.id}"
        yield from _section_text(_section_of_table(table, str))
    for kind, sizes in _sizes(found).items():
        yield from (f"table {id}: {kind}, {size}" for id, size in sizes.items())
    for place, group in found.by_place():
        name = "#".join(filter(None, place))
        yield f"{name}: {_kinds(group)}" if _is_long(found) else name
        yield from () if _is_long(found) else _section_text(_section_of_place(group))


def _section_text(section: Section) -> Iterator[str]:
    for *names, was, now in section.rows:
        yield f"  {', '.join(names)}: {was} → {now}"
    for sentence in section.sentences:
        yield f"  {sentence[0].lower()}{sentence[1:]}"


def difference_json(found: Difference, before: str, after: str) -> str:
    """Everything, for programs: nothing is left out, however much it is."""
    written = {
        "before": before,
        "after": after or None,
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
    number, before, after = change.number, change.before, change.after
    keys = ("page", "anchor", "kind", "expression")
    written: dict[str, str | None] = {key: getattr(number, key) for key in keys}
    if before and before.name != number.name:
        written["expression before"] = before.expression
    written["before"] = before.printed if before else None
    written["after"] = after.printed if after else None
    return written


WRITERS = {"md": difference_markdown, "text": difference_text, "json": difference_json}
