"""Lists of changes between two editions among the kinds of things."""

from __future__ import annotations

import re

from sfrules.ground.problems import Mistake
from sfrules.press.changes.comparison import difference
from sfrules.press.changes.difference import Changes
from sfrules.press.changes.history import History, Unreachable
from sfrules.press.changes.html import changes_html
from sfrules.press.changes.sheets import NoSheet
from sfrules.press.things.thing import CELL, Desk, Kind

# All that a page may name: a tag, a branch or a commit, and no option or path of git's.
REVISION = re.compile(r"[A-Za-z0-9][\w./-]*", re.ASCII)


def changes(desk: Desk, before: str, after: str | None = None) -> Changes:
    """What differs between two editions of the book, or between one and the book as it is."""
    changes = changes_between(desk.book.history, before, after)
    desk.spend(4 * CELL * changes.difference.length)
    return changes


def changes_between(history: History | None, before: object, after: object) -> Changes:
    """The difference between two editions; without the second, that to the lock as it is.

    Raises:
        Mistake: for a name that is no revision, or an edition that cannot be read.
    """
    if history is None:
        raise Mistake("this book keeps no editions", "Book.history would read them")
    old = _files(history, before, "before")
    new = _files(history, after, "after") if after is not None else _now(history)
    try:
        found = difference(old, new)
    except NoSheet as error:
        raise Mistake(f"the lock of an edition cannot be compared: {error}") from error
    return Changes(str(before), str(after or ""), found)


def _files(history: History, revision: object, parameter: str) -> dict[str, bytes]:
    if not isinstance(revision, str) or not REVISION.fullmatch(revision):
        hint = 'a tag, such as "v0.1"'
        raise Mistake(f"{parameter} is not the name of a revision", hint, parameter)
    try:
        files = dict(history(revision))
    except Unreachable as error:
        raise Mistake(error.message, error.hint, parameter) from error
    if not files:
        raise Mistake(f'"{revision}" keeps no lock', "it is older than the lock", parameter)
    return files


def _now(history: History) -> dict[str, bytes]:
    try:
        return dict(history(""))
    except Unreachable as error:
        raise Mistake(error.message, error.hint) from error


CHANGES = Kind(name="changes", makes=Changes, html=changes_html, macros=(changes,))
