"""The lock: what the book prints, kept in files beside it, so that a review shows what changes.

`tables/printed/` has a file for each table, as printed, and `values.csv` for the numbers, claims,
formulas and worked examples of the text. It names no lines, which move with the prose.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from sfrules.ground.ledger import Entry
from sfrules.ground.mends import Rewrite
from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.press.changes.comparison import COLUMNS, VALUES
from sfrules.press.changes.history import Unreachable, files_now
from sfrules.press.changes.sheets import NoSheet, Row, Sheet, paired_rows, read_sheet
from sfrules.press.things.book import Book
from sfrules.press.things.kinds import kept_kinds
from sfrules.press.things.tables.table import Table
from sfrules.press.things.tables.text import printed_csv

HINT = "sfrules check --fix writes it"
AT_MOST = 80  # characters of a cell that a message repeats
WIDEST = 1_000  # characters of a line that are shown below it
_CELL = re.compile(r'"(?:[^"]|"")*"|[^,]*')
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def lock_problems(
    book: Book, tables: Mapping[str, Table], entries: Iterable[Entry], *, complete: bool
) -> list[Problem]:
    """What is wrong with the book's lock; nothing for a book without one.

    If the pages have problems of their own, what they print is not `complete`: then the tables
    that they do print are compared, and the numbers wait.
    """
    if book.lock is None:
        return []
    folder = book.lock.as_posix()
    try:
        found = files_now(book.root / book.lock)
    except Unreachable as error:
        return [Problem(folder, 1, 1, f"the lock cannot be read: {error.message}")]
    texts, problems = _locked_tables(tables)
    if complete and not problems:
        values = _locked_values(entries, kept_kinds(book))
        return stale(folder, {**texts, VALUES: values}, found)
    known = {name: found[name] for name in texts if name in found}
    at_folder = [_problem(folder, name, message) for name, message in problems]
    return [*at_folder, *stale(folder, texts, known)]


def _problem(folder: str, name: str, message: str) -> Problem:
    hint = "this comes of the book's facts, not of the page"
    return Problem(f"{folder}/{name}", 1, 1, message, hint)


def _locked_tables(tables: Mapping[str, Table]) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """The text of each table's file; and the files of tables that cannot be printed, and why.

    A page that prints some rows of a table has computed only those, within its bounds.
    """
    texts, problems = {}, []
    for id, table in sorted(tables.items()):
        try:
            texts[f"{id}.csv"] = printed_csv(table)
        except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
            message = f'table "{id}" cannot be worked out whole: {error}'
            problems.append((f"{id}.csv", message))
    return texts, problems


def _locked_values(entries: Iterable[Entry], kept: Collection[str]) -> str:
    """The numbers of the text, page by page, in the order in which they stand on it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry in sorted(entries, key=lambda entry: entry.page):
        if entry.kind in kept:
            printed = " ".join(entry.printed.splitlines())
            writer.writerow((entry.page, entry.anchor, entry.kind, entry.expression, printed))
    return text.getvalue()


def stale(folder: str, wanted: Mapping[str, str], found: Mapping[str, bytes]) -> list[Problem]:
    """A problem for each file that is stale, missing, or superfluous."""
    problems = []
    for name, text in wanted.items():
        path, mend = f"{folder}/{name}", Rewrite(f"{folder}/{name}", text)
        if name not in found:
            problems.append(Problem(path, 1, 1, "the lock lacks this file", HINT, mend=mend))
        elif found[name] != text.encode("utf-8"):
            keys = len(COLUMNS) - 1 if name == VALUES else 1
            problems.append(stale_problem(path, found[name], text, keys, HINT))
    for name in sorted(found.keys() - wanted.keys()):
        path, hint = f"{folder}/{name}", "sfrules check --fix deletes it"
        message = "the book prints no such table"
        problems.append(Problem(path, 1, 1, message, hint, mend=Rewrite(path, None)))
    return problems


@dataclass(frozen=True)
class StaleCell:
    """What differs at a place of the file: its line, and the index of the cell on that line."""

    line: int
    cell: int
    message: str


def stale_problem(path: str, content: bytes, wanted: str, keys: int, hint: str) -> Problem:
    """The problem of a stale file, at the first cell that differs, with the mend.

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
    """The problem of a file with the right cells: other line ends or quotes, or a blank line."""
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


def _place_in(line: str, index: int) -> tuple[int, int]:
    """The column and the length of a cell of a line."""
    start = 0
    for _ in range(index):
        cell = _CELL.match(line, start)
        start = min(cell.end() + 1 if cell else len(line), len(line))
    cell = _CELL.match(line, start)
    return start + 1, max(1, len(cell[0]) if cell else 1)


def _found(lock: Sheet, book: Sheet, keys: int) -> StaleCell | None:
    """The first difference in the order of the lock, and how many more there are."""
    if lock.headings != book.headings:
        return _headings(lock, book)
    pairs = paired_rows(lock.rows, book.rows, keys)
    cells = [place for old, new in pairs for place in _cells(lock, book, old, new)]
    gone = [(old, 0) for old, new in pairs if old is not None and new is None]
    lacking = sorted(new for old, new in pairs if old is None and new is not None)
    if first := min((*cells, *gone), default=None):
        reported, rest = (
            _reported(first, lock, book, dict(pairs)),
            (first in cells, first not in cells),
        )
    elif lacking:
        old = [old for old, new in pairs if old is not None and (new or 0) < lacking[0]]
        message = f"below this row the lock lacks another: {_row(book.rows[lacking[0]])}"
        reported, rest = (
            StaleCell(lock.lines[max(old, default=-1) + 1], 0, message),
            (False, True),
        )
    else:
        return _order(lock, book)
    tail = _tail(len(cells) - rest[0], len(gone) + len(lacking) - rest[1])
    return StaleCell(reported.line, reported.cell, reported.message + tail)


def _cells(lock: Sheet, book: Sheet, old: int | None, new: int | None) -> Iterator[tuple[int, int]]:
    """The row and index of each cell that differs, in rows that both have."""
    if old is not None and new is not None:
        cells = zip_longest(lock.rows[old], book.rows[new], fillvalue="")
        yield from ((old, at) for at, (one, other) in enumerate(cells) if one != other)


def _reported(
    first: tuple[int, int], lock: Sheet, book: Sheet, pairs: dict[int | None, int | None]
) -> StaleCell:
    row, cell = first
    line, new = lock.lines[row + 1], pairs[row]
    if new is None:
        return StaleCell(line, 0, f"the book no longer prints this row: {_row(lock.rows[row])}")
    says, prints = (_shown("".join(r[cell : cell + 1])) for r in (lock.rows[row], book.rows[new]))
    return StaleCell(line, cell, f"the lock says {says}, the book prints {prints}")


def _headings(lock: Sheet, book: Sheet) -> StaleCell:
    """The first heading that differs; then the rows below are not compared."""
    pairs = zip(lock.headings, book.headings, strict=False)
    both = min(len(lock.headings), len(book.headings))
    at = next((at for at, (one, other) in enumerate(pairs) if one != other), both)
    says = _shown(lock.headings[at]) if at < len(lock.headings) else "no more"
    prints = _shown(book.headings[at]) if at < len(book.headings) else "no more"
    message = f"the headings differ: the lock says {says}, the book prints {prints}"
    return StaleCell(lock.lines[0], at, message)


def _order(lock: Sheet, book: Sheet) -> StaleCell | None:
    """The first row that stands elsewhere in the book."""
    pairs = enumerate(zip(lock.rows, book.rows, strict=True))
    moved = (at for at, (one, other) in pairs if one != other)
    if (at := next(moved, None)) is None:
        return None
    message = f"the rows stand in another order: here the book prints {_row(book.rows[at])}"
    return StaleCell(lock.lines[at + 1], 0, message)


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
    """An invisible sign as a message shows it: a blank stays, all else is replaced."""
    return sign[0] if sign[0] in " \N{NO-BREAK SPACE}" else "\N{REPLACEMENT CHARACTER}"


def _row(row: Row) -> str:
    return _shown(", ".join(row))
