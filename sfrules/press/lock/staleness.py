"""Where a file of the lock first differs from what the book prints, and by how much."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from sfrules.ground.mends import Rewrite
from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.press.changes.sheets import NoSheet, Row, Sheet, paired_rows, read_sheet

AT_MOST = 80  # characters of a cell that a message repeats
WIDEST = 1_000  # characters of a line that are shown below it
_CELL = re.compile(r'"(?:[^"]|"")*"|[^,]*')
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@dataclass(frozen=True)
class Found:
    """What differs at a place of the file: a line and the turn of a cell in it, from 0."""

    line: int
    cell: int
    message: str


def stale_problem(path: str, content: bytes, wanted: str, keys: int, hint: str) -> Problem:
    """The problem of a file that differs, at the first cell that does, with what mends it.

    `keys` is how many cells name a row.
    """
    mend = Rewrite(path, wanted)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        return Problem(path, line, column, "the file is not UTF-8", hint, mend=mend)
    try:
        found = _found(read_sheet(text), read_sheet(wanted), keys)
    except NoSheet as error:
        return Problem(path, 1, 1, f"the file is no table: {error}", hint, mend=mend)
    # Any line end counts as one here, as it does to the reader of rows.
    source = Source(path, re.sub(r"\r\n?", "\n", text))
    if found is None:
        return _as_text(source, text, wanted, hint)
    shown = source.line(found.line)
    column, length = _place_in(shown, found.cell)
    shown = "" if _CONTROL.search(shown) or len(shown) > WIDEST else shown
    return Problem(path, found.line, column, found.message, hint, shown, length, mend)


def _as_text(source: Source, text: str, wanted: str, hint: str) -> Problem:
    """The same cells in another writing: other line ends or quotes, or a line that is blank."""
    message = "the cells are right, but they are not written as the lock writes them"
    if "\r" in text:
        message = "the lines end in CR; those of the lock end in LF alone"
    elif text.startswith("\ufeff"):
        message = "the file begins with a byte order mark"
    pairs = zip(source.text, wanted, strict=False)
    end = min(len(source.text), len(wanted))
    at = next((at for at, (one, other) in enumerate(pairs) if one != other), end)
    line, column = (1, 1) if "\r" in text else source.position(at)
    return Problem(source.path, line, column, message, hint, mend=Rewrite(source.path, wanted))


def _place_in(line: str, turn: int) -> tuple[int, int]:
    """The column and the length of a cell of a line."""
    start = 0
    for _ in range(turn):
        cell = _CELL.match(line, start)
        start = min(cell.end() + 1 if cell else len(line), len(line))
    cell = _CELL.match(line, start)
    return start + 1, max(1, len(cell[0]) if cell else 1)


def _found(lock: Sheet, book: Sheet, keys: int) -> Found | None:
    """The first difference in the order of the lock, and how many there are beside it."""
    if lock.headings != book.headings:
        return _headings(lock, book)
    pairs = paired_rows(lock.rows, book.rows, keys)
    cells = [place for old, new in pairs for place in _cells(lock, book, old, new)]
    gone = [(old, 0) for old, new in pairs if old is not None and new is None]
    lacking = sorted(new for old, new in pairs if old is None and new is not None)
    if first := min((*cells, *gone), default=None):
        said, rest = _said(first, lock, book, dict(pairs)), (first in cells, first not in cells)
    elif lacking:
        old = [old for old, new in pairs if old is not None and (new or 0) < lacking[0]]
        message = f"below this row the lock lacks another: {_row(book.rows[lacking[0]])}"
        said, rest = Found(lock.lines[max(old, default=-1) + 1], 0, message), (False, True)
    else:
        return _order(lock, book)
    tail = _tail(len(cells) - rest[0], len(gone) + len(lacking) - rest[1])
    return Found(said.line, said.cell, said.message + tail)


def _cells(lock: Sheet, book: Sheet, old: int | None, new: int | None) -> Iterator[tuple[int, int]]:
    """The row and turn of each cell of the lock that differs in a row that both have."""
    if old is not None and new is not None:
        cells = zip_longest(lock.rows[old], book.rows[new], fillvalue="")
        yield from ((old, at) for at, (one, other) in enumerate(cells) if one != other)


def _said(
    first: tuple[int, int], lock: Sheet, book: Sheet, pairs: dict[int | None, int | None]
) -> Found:
    row, cell = first
    line, new = lock.lines[row + 1], pairs[row]
    if new is None:
        return Found(line, 0, f"the book no longer prints this row: {_row(lock.rows[row])}")
    says, prints = (_shown("".join(r[cell : cell + 1])) for r in (lock.rows[row], book.rows[new]))
    return Found(line, cell, f"the lock says {says}, the book prints {prints}")


def _headings(lock: Sheet, book: Sheet) -> Found:
    """The first heading that differs; rows below other headings are not compared."""
    pairs = zip(lock.headings, book.headings, strict=False)
    both = min(len(lock.headings), len(book.headings))
    at = next((at for at, (one, other) in enumerate(pairs) if one != other), both)
    says = _shown(lock.headings[at]) if at < len(lock.headings) else "no more"
    prints = _shown(book.headings[at]) if at < len(book.headings) else "no more"
    message = f"the headings differ: the lock says {says}, the book prints {prints}"
    return Found(lock.lines[0], at, message)


def _order(lock: Sheet, book: Sheet) -> Found | None:
    """The first row that stands elsewhere in the book."""
    pairs = enumerate(zip(lock.rows, book.rows, strict=True))
    moved = (at for at, (one, other) in pairs if one != other)
    if (at := next(moved, None)) is None:
        return None
    message = f"the rows stand in another order: here the book prints {_row(book.rows[at])}"
    return Found(lock.lines[at + 1], 0, message)


def _tail(cells: int, rows: int) -> str:
    counts = (_count(cells, "more cell"), _count(rows, "more row"))
    told = " and ".join(filter(None, counts))
    return f"; {told} {'differs' if cells + rows == 1 else 'differ'}" if told else ""


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}" if number else ""


def _shown(cell: str) -> str:
    short = cell if len(cell) <= AT_MOST else f"{cell[:AT_MOST]}…"
    return re.sub(r"\s|[\x00-\x1f\x7f-\x9f]", _visible, short) or "nothing"


def _visible(sign: re.Match[str]) -> str:
    """A sign in one line of a message: a space stays, whatever else is unseen is told as such."""
    return sign[0] if sign[0] in " \N{NO-BREAK SPACE}" else "\N{REPLACEMENT CHARACTER}"


def _row(row: Row) -> str:
    return _shown(", ".join(row))
