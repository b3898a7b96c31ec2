"""The lock: what the book prints, kept in files beside it, so that a review shows what changes.

`tables/printed/` has a file for each table, as printed, and `values.csv` for the numbers, claims,
formulas and worked examples of the text. It names no lines, which move with the prose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import zip_longest
from typing import NamedTuple

from sfrules.ground.edits import Rewrite
from sfrules.ground.faults import cause
from sfrules.ground.git import Unreachable
from sfrules.ground.ledger import Entry
from sfrules.ground.problems import Problem, counted, problem_at
from sfrules.ground.source import Source, Span
from sfrules.ground.terminal import masked
from sfrules.press.changes import (
    COLUMNS,
    VALUES,
    NoSheet,
    Row,
    Sheet,
    files_now,
    first_difference,
    paired_rows,
    read_sheet,
)
from sfrules.press.expression.bounds import in_time
from sfrules.press.things.book import Book
from sfrules.press.things.kinds import kept_kinds
from sfrules.press.things.tables.table import csv_text

HINT = "sfrules check --fix writes it"
AT_MOST = 80  # characters of a cell that a message repeats
_CELL = re.compile(r'(?:^|,)("(?:[^"]|"")*"|[^,]*)')


def lock_problems(
    book: Book, tables: Mapping[str, Callable[[], str]], entries: Iterable[Entry], *, complete: bool
) -> list[Problem]:
    """What is wrong with the book's lock; nothing for a book without one.

    `tables` give the text of each table, as it is printed. If the pages have problems of their own,
    what they print is not `complete`: then the tables that they do print are compared, and the
    numbers wait.
    """
    if book.lock is None:
        return []
    folder = book.lock.as_posix()
    try:
        found = files_now(book.root / book.lock)
    except Unreachable as error:
        return [Problem(folder, 1, 1, f"the lock cannot be read: {error.message}")]
    texts: dict[str, str] = {}
    problems: list[Problem] = []
    # A page that prints some rows of a table has computed only those, within its bounds.
    for id, text_of in sorted(tables.items()):
        try:
            texts[f"{id}.csv"] = in_time(text_of, "it")
        except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
            message = f'table "{id}" cannot be worked out whole: {error}'
            hint = "this comes of the book's facts, not of the page"
            here = Problem(f"{folder}/{id}.csv", 1, 1, message, hint)
            problems.append(cause(error, book.root) or here)
    if complete and not problems:
        texts[VALUES] = _locked_values(entries, kept_kinds(book))
    else:
        found = {name: found[name] for name in texts if name in found}
    return [*problems, *stale(folder, texts, found)]


def _locked_values(entries: Iterable[Entry], kept: Collection[str]) -> str:
    """The numbers of the text, page by page, in the order in which they stand on it."""
    rows = [COLUMNS]
    for entry in sorted(entries, key=lambda entry: entry.page):
        # Several lines that a macro returns are a part of the page, and no value.
        if entry.kind in kept and not (entry.kind == "value" and "\n" in entry.printed):
            printed = " ".join(entry.printed.splitlines())
            rows.append((entry.page, entry.anchor, entry.kind, entry.expression, printed))
    return csv_text(*rows)


def stale(folder: str, wanted: Mapping[str, str], found: Mapping[str, bytes]) -> list[Problem]:
    """A problem for each file that is stale, missing, or superfluous."""
    problems = []
    for name, text in wanted.items():
        path, fix = f"{folder}/{name}", Rewrite(f"{folder}/{name}", text)
        if name not in found:
            problems.append(Problem(path, 1, 1, "the lock lacks this file", HINT, fix=fix))
        elif found[name] != text.encode("utf-8"):
            keys = len(COLUMNS) - 1 if name == VALUES else 1
            problems.append(stale_problem(path, found[name], text, keys, HINT))
    for name in sorted(found.keys() - wanted.keys()):
        path, hint = f"{folder}/{name}", "sfrules check --fix deletes it"
        fix = Rewrite(path, None)
        problems.append(Problem(path, 1, 1, "the book prints no such table", hint, fix=fix))
    return problems


class StaleCell(NamedTuple):
    """What differs at a place of the file: its line, and the index of the cell on that line."""

    line: int
    cell: int
    message: str


def stale_problem(path: str, content: bytes, wanted: str, keys: int, hint: str) -> Problem:
    """The problem of a stale file, at the first cell that differs, with the fix.

    `keys` is how many cells name a row.
    """
    fix = Rewrite(path, wanted)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        return Problem(path, line, column, "the file is not UTF-8", hint, fix=fix)
    try:
        found = _found(read_sheet(text), read_sheet(wanted), keys)
    except NoSheet as error:
        return Problem(path, 1, 1, f"the file is no table: {error}", hint, fix=fix)
    # Any line end counts as one here, as it does to the reader of rows.
    source = Source(path, re.sub(r"\r\n?", "\n", text))
    if found is None:
        message, (line, column) = _as_text(source, text, wanted)
        return Problem(path, line, column, message, hint, fix=fix)
    shown, start = source.line(found.line), source.start_of(found.line)
    cells = [cell.span(1) for cell in _CELL.finditer(shown)]
    left, right = cells[found.cell] if found.cell < len(cells) else (len(shown), len(shown))
    return problem_at(Span(source, start + left, start + right), found.message, hint, fix)


def _as_text(source: Source, text: str, wanted: str) -> tuple[str, tuple[int, int]]:
    """What is wrong with a file of the right cells, such as its line ends; and the place."""
    if "\r" in text:
        return "the lines end in CR; those of the lock end in LF alone", (1, 1)
    message = "the cells are right, but they are not written as the lock writes them"
    if text.startswith("\ufeff"):
        message = "the file begins with a byte order mark"
    return message, source.position(first_difference(text, wanted))


def _found(lock: Sheet, book: Sheet, keys: int) -> StaleCell | None:
    """The first difference in the order of the lock, and how many more there are."""
    if lock.headings != book.headings:
        return _headings(lock, book)
    pairs = paired_rows(lock.rows, book.rows, keys)
    cells = {
        (old, at): pair
        for old, new in pairs.both
        for at, pair in enumerate(zip_longest(lock.rows[old], book.rows[new], fillvalue=""))
        if pair[0] != pair[1]
    }
    gone, lacking = [(old, 0) for old in pairs.gone], sorted(pairs.new)
    counts = Counter({"more cell": len(cells), "more row": len(gone) + len(lacking)})
    if first := min((*cells, *gone), default=None):
        line, at = lock.lines[first[0] + 1], first[1]
        if first in cells:
            says, prints = map(_shown, cells[first])
            message = f"the lock says {says}, the book prints {prints}"
        else:
            message = f"the book no longer prints this row: {_row(lock.rows[first[0]])}"
        counts["more cell" if first in cells else "more row"] -= 1
    elif lacking:
        above = max((old for old, new in pairs.both if new < lacking[0]), default=-1)
        line, at = lock.lines[above + 1], 0
        message = f"below this row the lock lacks another: {_row(book.rows[lacking[0]])}"
        counts["more row"] -= 1
    elif lock.rows == book.rows:
        return None
    else:
        moved, at = first_difference(lock.rows, book.rows), 0
        line = lock.lines[moved + 1]
        message = f"the rows stand in another order: here the book prints {_row(book.rows[moved])}"
    told = " and ".join(counted(count, word) for word, count in counts.items() if count)
    tail = f"; {told} {'differs' if counts.total() == 1 else 'differ'}" if told else ""
    return StaleCell(line, at, message + tail)


def _headings(lock: Sheet, book: Sheet) -> StaleCell:
    """The first heading that differs; then the rows below are not compared."""
    at = first_difference(lock.headings, book.headings)
    says, prints = (
        _shown(sheet.headings[at]) if at < len(sheet.headings) else "no more"
        for sheet in (lock, book)
    )
    message = f"the headings differ: the lock says {says}, the book prints {prints}"
    return StaleCell(lock.lines[0], at, message)


def _shown(cell: str) -> str:
    short = cell if len(cell) <= AT_MOST else f"{cell[:AT_MOST]}…"
    return masked(short, "\N{REPLACEMENT CHARACTER}") or "nothing"


def _row(row: Row) -> str:
    return _shown(", ".join(row))
