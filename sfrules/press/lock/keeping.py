"""The lock: what the book prints, written down beside it, so that a review shows what changes.

`tables/printed/` has a file for each table, in the printed form, and `values.csv` for the numbers,
claims, formulas and worked examples of the text. It names no lines, which move with the prose.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping

from sfrules.ground.ledger import Entry
from sfrules.ground.mends import Rewrite
from sfrules.ground.problems import Problem
from sfrules.press.changes.comparing import VALUES
from sfrules.press.changes.history import Unreachable, files_now
from sfrules.press.changes.pairing import COLUMNS
from sfrules.press.lock.staleness import stale_problem
from sfrules.press.things.book import Book
from sfrules.press.things.tables.table import Table
from sfrules.press.things.tables.text import printed_csv

HINT = "sfrules check --fix writes it"
KINDS = frozenset({"value", "claim", "formula", "worked", "session"})


def lock_problems(
    book: Book, tables: Mapping[str, Table], entries: Iterable[Entry], *, complete: bool
) -> list[Problem]:
    """What is wrong with the book's lock; nothing for a book that keeps none.

    Where the pages have problems of their own, what they print is not `complete`: then tables
    are compared as far as there are any, and the numbers wait.
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
        return stale(folder, {**texts, VALUES: _locked_values(entries)}, found)
    known = {name: found[name] for name in texts if name in found}
    at_folder = [_problem(folder, name, message) for name, message in problems]
    return [*at_folder, *stale(folder, texts, known)]


def _problem(folder: str, name: str, message: str) -> Problem:
    hint = "this comes of the book's facts, not of the page"
    return Problem(f"{folder}/{name}", 1, 1, message, hint)


def _locked_tables(tables: Mapping[str, Table]) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Each table as printed, by its file; and, by their files too, those that cannot be, and why.

    A page that prints some rows of a table has worked out those alone, within its bounds.
    """
    texts, problems = {}, []
    for id, table in sorted(tables.items()):
        try:
            texts[f"{id}.csv"] = printed_csv(table)
        except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
            message = f'table "{id}" cannot be worked out whole: {error}'
            problems.append((f"{id}.csv", message))
    return texts, problems


def _locked_values(entries: Iterable[Entry]) -> str:
    """The numbers of the text: page by page, on each in the order in which they stand."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry in sorted(entries, key=lambda entry: entry.page):
        if entry.kind in KINDS:
            printed = " ".join(entry.printed.splitlines())
            writer.writerow((entry.page, entry.anchor, entry.kind, entry.expression, printed))
    return text.getvalue()


def stale(folder: str, wanted: Mapping[str, str], found: Mapping[str, bytes]) -> list[Problem]:
    """A problem for each file that is not as it should be, is missing, or should not be there."""
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
