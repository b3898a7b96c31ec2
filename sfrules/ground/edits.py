"""Edits that fix problems, and how they are made in a text."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, order=True)
class Edit:
    """New text for a stretch of a file, in characters as its author sees it: see `as_seen`."""

    path: str
    start: int
    end: int
    #: The text that is there now; a file that has changed since is left alone.
    was: str
    text: str


@dataclass(frozen=True)
class Rewrite:
    """The whole text of a generated file; None for a file that should not be there."""

    path: str
    text: str | None


@dataclass(frozen=True)
class Edits:
    """Edits of one file that stand or fall together: none is made unless all can be."""

    edits: tuple[Edit, ...]

    @property
    def path(self) -> str:
        """The file."""
        return self.edits[0].path


Fix = Edit | Edits | Rewrite


def apply_fixes(fixes: Iterable[Fix], read: Callable[[str], str | None]) -> dict[str, str | None]:
    """The new text of each file that the fixes change; None for a file to be removed.

    `read` gives the text of a file with its own line ends, and None for a file that is not there.
    """
    changed: dict[str, str | None] = {}
    for path, group in groupby(sorted(fixes, key=attrgetter("path")), key=attrgetter("path")):
        before, of_file = read(path), list(group)
        after = before
        for rewrite in (fix for fix in of_file if isinstance(fix, Rewrite)):
            after = rewrite.text
        if after is not None:
            joined = {_joined(fix) for fix in of_file if not isinstance(fix, Rewrite)}
            after = _edited(after, sorted(joined))
        if after != before:
            changed[path] = after
    return changed


def _joined(fix: Edit | Edits) -> tuple[Edit, ...]:
    return tuple(sorted(fix.edits)) if isinstance(fix, Edits) else (fix,)


def _edited(text: str, groups: Iterable[tuple[Edit, ...]]) -> str:
    """The text with its edits; those that overlap earlier ones wait for the next round."""
    places, usual = _places(text), _LINE_END.search(text)
    chosen: list[tuple[int, int, str]] = []
    for group in groups:
        placed = [_placed(edit, text, places) for edit in group]
        if all(each is not None and not _overlaps(each, chosen) for each in placed):
            for each in filter(None, placed):
                insort(chosen, each)
    parts, at = [], 0
    for start, end, new in chosen:
        line_end = _LINE_END.search(text, start, end) or usual
        parts += [text[at:start], new.replace("\n", line_end[0]) if line_end else new]
        at = end
    return "".join([*parts, text[at:]])


def _placed(edit: Edit, text: str, places: Sequence[int]) -> tuple[int, int, str] | None:
    """Return where an edit goes, and what it writes; None if the text has changed."""
    if edit.end >= len(places):
        return None
    start, end = places[edit.start], places[edit.end]
    return (start, end, edit.text) if as_seen(text[start:end]) == edit.was else None


def _overlaps(new: tuple[int, int, str], chosen: Sequence[tuple[int, int, str]]) -> bool:
    """Whether an edit would write characters that one of the chosen ones, in order, writes."""
    start, end, _ = new
    at = bisect_left(chosen, (end,))  # the first that begins where this one ends, or later
    return at > 0 and chosen[at - 1][1] > start


def as_seen(text: str) -> str:
    """A file's text as its author sees it, and as Python reads it: with one newline a line."""
    return text.removeprefix(BOM).replace("\r\n", "\n").replace("\r", "\n")


def _places(text: str) -> Sequence[int]:
    """The offset in the file of each character that the author sees, and of the end."""
    first = 1 if text.startswith(BOM) else 0
    if "\r\n" not in text:
        return range(first, len(text) + 1)
    ends = range(first, len(text))
    seen = [at for at in ends if text[at] != "\n" or text[at - 1 : at] != "\r"]
    return [*seen, len(text)]
