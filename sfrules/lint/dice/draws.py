"""The dice tables of a file: columns headed by a die, and tables continued in the next one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sfrules.lint.dice.die import Die, Stretch, die_in, says_modifiers, stretches_in
from sfrules.lint.dice.rolls import A_DIE
from sfrules.lint.document import Cell, MarkdownTable, Row

_WITH_MORE = re.compile(
    r"\b(?:re-?)?roll(?:s|ed|ing)?\b[^.|]{0,40}(?:\+\s?\d|\badd|\bplus\b|\bbonus\b)", re.IGNORECASE
)


@dataclass(frozen=True)
class DrawEntry:
    """A cell that names faces; `begins` if it is the first of a column, a table or a section."""

    cell: Cell
    stretches: tuple[Stretch, ...]
    begins: bool = False


@dataclass(frozen=True)
class Draw:
    """All entries of one die in one table, column after column."""

    die: Die
    entries: tuple[DrawEntry, ...]
    beside: bool = False  # another die has a column of its own in the table

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest number that its entries name."""
        ends = [
            end for entry in self.entries for stretch in entry.stretches for end in stretch.ends
        ]
        return min(ends), max(ends)


def draws_of(tables: Sequence[MarkdownTable]) -> Iterator[Draw]:
    """The draws of a file's tables; one that is continued in the next table is one draw."""
    waiting: dict[Die, list[Draw]] = {}
    before: MarkdownTable | None = None
    for table in tables:
        again = before is not None and _headings(before) == _headings(table)
        fresh = {draw.die: [draw] for draw in _draws_in(table)}
        for die, draws in waiting.items():
            if die in fresh and _continues(draws, *fresh[die], again=again):
                draws.extend(fresh[die])
                fresh[die] = draws
            else:
                yield _joined(draws)
        waiting, before = fresh, table
    yield from map(_joined, waiting.values())


def _headings(table: MarkdownTable) -> tuple[str, ...]:
    return tuple(heading.text for heading in table.headings)


def _continues(draws: list[Draw], then: Draw, *, again: bool) -> bool:
    """Whether a table continues the one before it; a new one starts from its lowest face."""
    if not draws[-1].entries or not then.entries:
        return False
    lowest, highest, low = draws[0].ends[0], draws[-1].ends[1], then.ends[0]
    return low > highest or (again and low > lowest and low >= highest)


def _joined(draws: list[Draw]) -> Draw:
    """Continued draws as one."""
    entries = tuple(entry for draw in draws for entry in draw.entries)
    return replace(draws[0], entries=entries, beside=any(draw.beside for draw in draws))


def _draws_in(table: MarkdownTable) -> Iterator[Draw]:
    columns = _dice_columns(table)
    adjusted = says_modifiers(table.caption)
    for die in dict.fromkeys(columns.values()):
        places = [at for at, of_column in columns.items() if of_column == die]
        entries = [_entries(table, at) for at in places]
        sure = all(column is not None for column in entries)
        named = tuple(entry for column in entries for entry in column or ()) if sure else ()
        yield Draw(
            die.modified() if adjusted or _is_rolled_higher(table, die, named) else die,
            named,
            beside=len(set(columns.values())) > 1,
        )


def _is_rolled_higher(table: MarkdownTable, die: Die, entries: Iterable[DrawEntry]) -> bool:
    """Whether a row says to roll again with a bonus, and rows beyond the die are for that."""
    most = max((end for each in entries for s in each.stretches for end in s.ends), default=0)
    return (
        bool(die.faces)
        and most > die.faces[-1]
        and any(_WITH_MORE.search(text) for row in table.rows for text in row.texts)
    )


def _dice_columns(table: MarkdownTable) -> dict[int, Die]:
    """The columns to roll on, left to right, each with its die.

    Left out, as not certain: dice in neighboring columns, which are rolled together or are
    alternatives, and a die to the right of names, unless its column has ranges.
    """
    columns: dict[int, Die] = {}
    last: Die | None = None
    for at, heading in enumerate(table.headings):
        die = die_in(heading.text)
        if die is None and last and not heading.text and _all_faces(table.column(at)):
            die = last
        if die:
            columns[at] = last = die
    if any(at + 1 in columns for at in columns):
        return {}
    if 0 in columns:
        return columns
    return {} if _numbered(table) else {at: columns[at] for at in columns if _ranged(table, at)}


def _all_faces(cells: Iterable[Cell]) -> bool:
    named = [stretches_in(cell.text) for cell in cells]
    return all(stretches is not None for stretches in named) and any(named)


def _ranged(table: MarkdownTable, at: int) -> bool:
    """Whether a column has ranges of faces."""
    named = (stretches_in(cell.text) or () for cell in table.column(at))
    return any(stretch.low != stretch.high for stretches in named for stretch in stretches)


def _numbered(table: MarkdownTable) -> bool:
    """Whether the first column has numbers."""
    return not table.headings or any(stretches_in(cell.text) for cell in table.column(0))


def _entries(table: MarkdownTable, at: int) -> list[DrawEntry] | None:
    """The entries of a column; None if one of its cells says anything else."""
    entries, begins = [], True
    for row in table.rows:
        cell = row.cells[at]
        stretches = stretches_in(cell.text)
        if _is_section(row, table) or cell.text == table.headings[at].text:
            if any(map(A_DIE.search, {*row.texts} - {*_headings(table)})):
                return None  # what follows may be for another die
            begins = True
        elif stretches is None:
            return None
        elif stretches:
            entries.append(DrawEntry(cell, stretches, begins))
            begins = False
    return entries


def _is_section(row: Row, table: MarkdownTable) -> bool:
    """Whether a row is a heading for those below: one text across it, and no faces."""
    texts = {text for text in row.texts if text.strip("-–— ")}
    if row.texts == _headings(table) or not texts:
        return True
    return len(texts) == 1 and len(row.cells) > 1 and stretches_in(texts.pop()) is None
