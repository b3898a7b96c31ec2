"""The dice tables of a file: columns to roll on, and tables continued in the next one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sfrules.lint.dice.die import Die, Stretch, stretches_in
from sfrules.lint.dice.guesses import guess, rows_fit, rows_lie_within
from sfrules.lint.dice.heads import (
    die_beside,
    die_called_for,
    die_in,
    die_of_table,
    says_modifiers,
    says_number,
    says_roll,
)
from sfrules.lint.dice.rolls import A_DIE, plain
from sfrules.lint.document import MarkdownTable, PlacedText, Row

ODD = 8  # one cell in so many may be a range with a slip in it
_WITH_MORE = re.compile(
    r"\b(?:re-?)?roll(?:s|ed|ing)?\b[^.|]{0,40}(?:\+\s?\d|\badd|\bplus\b|\bbonus\b)", re.IGNORECASE
)
_SLIPPED = re.compile(r"\W*\d{1,4}\s?\W{1,3}\s?\d{1,4}\W*")


@dataclass(frozen=True)
class DrawEntry:
    """A cell that names faces; `begins` if it is the first of a column, a table or a section.

    A cell that is `odd` looks like a range, and cannot be read as one.
    """

    cell: PlacedText
    stretches: tuple[Stretch, ...]
    begins: bool = False
    odd: bool = False


@dataclass(frozen=True)
class Draw:
    """All entries of one die in one table, column after column.

    `beside` says that another die has a column of its own in the table; `why` is the reason that
    a table is not judged. `is_guessed` says that the rows alone tell the die.
    """

    die: Die
    entries: tuple[DrawEntry, ...]
    head: PlacedText
    beside: bool = False
    why: str = ""
    is_guessed: bool = False

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest number that its entries name."""
        ends = [end for stretch in self.stretches for end in stretch.ends] or [0]
        return min(ends), max(ends)

    @property
    def stretches(self) -> list[Stretch]:
        """All stretches that its entries name."""
        return [stretch for entry in self.entries for stretch in entry.stretches]


NONE = Die("")


def draws_of(tables: Sequence[MarkdownTable]) -> Iterator[Draw]:
    """The draws of a file's tables; one that is continued in the next table is one draw."""
    waiting: dict[Die, list[Draw]] = {}
    before: MarkdownTable | None = None
    for table in tables:
        again = before is not None and _headings(before) == _headings(table)
        found = list(_draws_in(table))
        yield from (draw for draw in found if draw.why)
        fresh = {draw.die: [draw] for draw in found if not draw.why}
        for die, draws in waiting.items():
            if die in fresh and _continues(draws, *fresh[die], again=again):
                draws.extend(fresh[die])
                fresh[die] = draws
            else:
                yield _joined(draws)
        waiting, before = fresh, table
    for draws in waiting.values():
        yield _joined(draws)


def heads_of_another_die(tables: Sequence[MarkdownTable]) -> Iterator[tuple[PlacedText, Die, Die]]:
    """Each heading with a die where the text above tells to roll another, and what that is.

    A section may have several tables; the die that it names is for one of them, if one has it.
    """
    ours = [(table, list(_dice_columns(table).values())) for table in tables]
    used: dict[str, set[str]] = defaultdict(set)
    for table, dice in ours:
        used[table.section].update(die.name for die in dice)
    for table, dice in ours:
        if len(set(dice)) != 1 or dice[0].open:
            continue
        for text in (table.caption, table.section):
            said = die_of_table(text)
            if said and said.name not in used[table.section] and not said.is_doubtful:
                yield table.headings[min(_dice_columns(table))], dice[0], said
                break


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
    if not columns:
        if draw := _unnamed(table):
            yield draw
        return
    if any(at + 1 in columns for at in columns):
        head = table.headings[min(columns)]
        yield Draw(NONE, (), head, why="dice stand side by side, to roll together or to choose")
        return
    if 0 not in columns and _numbered(table):
        yield Draw(NONE, (), table.headings[min(columns)], why="its rows are numbered already")
        return
    if _is_grid(table):
        yield Draw(NONE, (), table.headings[min(columns)], why="its columns are rolled as well")
        return
    if 0 not in columns:
        columns = {at: columns[at] for at in columns if _ranged(table, at)}
    for die in dict.fromkeys(columns.values()):
        yield _named(table, die, columns)


def _is_grid(table: MarkdownTable) -> bool:
    """Whether the headings after the first count faces: one die is for them, one for the rows."""
    others = [stretches_in(heading.text) for heading in table.headings[1:]]
    return len(others) > 1 and all(others)


def _named(table: MarkdownTable, die: Die, columns: dict[int, Die]) -> Draw:
    """The draw of a die that a heading names."""
    places = [at for at, of_column in columns.items() if of_column == die]
    entries = [_entries(table, at) for at in places]
    head = table.headings[places[0]]
    if any(column is None for column in entries):
        return Draw(die, (), head, why=_unreadable(table, places))
    named = tuple(entry for column in entries for entry in column or ())
    draw = Draw(die, named, head, beside=len(set(columns.values())) > 1)
    if die.is_doubtful and not (named and rows_fit(die, draw.stretches)):
        return replace(draw, why="the die may be read digit by digit")
    if die.open or draw.ends == die.ends or not named:
        return draw
    passes = draw.ends[1] > die.faces[-1] or draw.ends[0] < die.faces[0]
    adjusted = passes and says_modifiers(table.caption) and not _tops_out(die, draw)
    return replace(draw, die=die.modified()) if adjusted or _is_higher(table, draw) else draw


def _tops_out(die: Die, draw: Draw) -> bool:
    """Whether the rows end in 00, the top of a die that nothing is added to."""
    return die.zero_is_top and any(row.high == 0 and row.low for row in draw.stretches)


def _unreadable(table: MarkdownTable, places: Iterable[int]) -> str:
    """Why the columns of a die are not faces."""
    for at in places:
        for row in table.rows:
            text = row.cells[at].text
            if text and stretches_in(text) is None and not _is_section(row, table):
                return f'a row says "{text[:30]}" where faces should be'
    return "its sections are for other dice"


def _unnamed(table: MarkdownTable) -> Draw | None:
    """The draw of a table whose heading names no die alone: words or rows say it."""
    head = table.headings[0] if table.headings else None
    entries = _entries(table, 0) if head else None
    if head is None or not entries:
        return None
    draw = Draw(NONE, tuple(entries), head)
    rows = draw.stretches
    weak = says_roll(head.text) or says_number(head.text)
    if beside := die_beside(head.text):
        fits = rows_fit(beside, rows)
        return replace(draw, die=beside) if fits else replace(draw, why="the rows are for no die")
    for text in (table.caption, table.section):
        called = die_called_for(text)
        if called is None:
            continue
        is_within = not called.is_doubtful and rows_lie_within(called, rows) and len(rows) > 1
        if rows_fit(called, rows) or (weak and is_within):
            return replace(draw, die=called)
    hint = f"{table.caption} {table.section}"
    if says_modifiers(head.text):
        return None
    if found := guess(head.text, rows, hint):
        return replace(draw, die=found, is_guessed=True)
    return replace(draw, why="nothing says which die is rolled") if says_roll(head.text) else None


def _is_higher(table: MarkdownTable, draw: Draw) -> bool:
    """Whether a row says to roll again with a bonus, and rows beyond the die are for that."""
    return draw.ends[1] > draw.die.faces[-1] and any(
        _WITH_MORE.search(text) for row in table.rows for text in row.texts
    )


def _dice_columns(table: MarkdownTable) -> dict[int, Die]:
    """The columns to roll on, left to right, each with its die."""
    columns: dict[int, Die] = {}
    last: Die | None = None
    for at, heading in enumerate(table.headings):
        die = die_in(heading.text)
        if die is None and last and not heading.text and _all_faces(table.column(at)):
            die = last
        if die:
            columns[at] = last = die
    return columns


def _all_faces(cells: Iterable[PlacedText]) -> bool:
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
    """The entries of a column; None if some of its cells say anything else."""
    entries, begins = [], True
    for row in table.rows:
        cell = row.cells[at]
        stretches = stretches_in(cell.text)
        if _is_section(row, table) or cell.text == table.headings[at].text:
            if any(map(A_DIE.search, {*row.texts} - {*_headings(table)})):
                return None  # what follows may be for another die
            begins = True
        elif stretches is None and not _SLIPPED.fullmatch(plain(cell.text)):
            return None
        elif stretches is None or stretches:
            entries.append(DrawEntry(cell, stretches or (), begins, stretches is None))
            begins = False
    odd = sum(entry.odd for entry in entries)
    return entries if odd <= max(1, len(entries) // ODD) < len(entries) else None


def _is_section(row: Row, table: MarkdownTable) -> bool:
    """Whether a row is a heading for those below: one text across it, and no faces."""
    texts = {text for text in row.texts if text.strip("-–— ")}
    if row.texts == _headings(table) or not texts:
        return True
    return len(texts) == 1 and len(row.cells) > 1 and stretches_in(texts.pop()) is None
