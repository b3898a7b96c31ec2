"""Edits that fix problems: made in a text, checked again, and written or shown as a diff."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from io import StringIO
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from shutil import copymode
from stat import S_IWRITE
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sfrules.ground.problems import Problem

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
_LINE_END = re.compile(r"\r\n?|\n")
ROUNDS = 8  # a fixed claim changes the lock, and few fixes wait for an earlier one
Texts = Mapping[str, str | None]
Checker = Callable[[Mapping[str, str]], "Sequence[Problem]"]


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


@dataclass(frozen=True)
class FixResult:
    """The files that change, as they are and as they would be, and the problems that remain."""

    root: Path
    #: What the fixes were made for.
    before: Texts
    after: Texts
    left: tuple[Problem, ...]


def settle(check: Checker, root: Path) -> FixResult:
    """Apply the fixes of problems and check again, until nothing changes; no file is written.

    `check` gives the problems of the book with some of its pages' texts in place of the files'.
    """
    on_disk = read_below(root)
    before: dict[str, str | None] = {}
    texts: dict[str, str | None] = {}

    def now(path: str) -> str | None:
        if path not in texts:
            before[path] = on_disk(path)
        return texts[path] if path in texts else before[path]

    done: set[Fix] = set()
    left: tuple[Problem, ...] = ()
    for _ in range(ROUNDS):
        pages = {path: as_seen(text) for path, text in texts.items() if text is not None}
        left = tuple(each for each in check(pages) if each.fix not in done)
        new = [each.fix for each in left if each.fix is not None]
        changed = apply_fixes(new, now)
        if not changed:
            break
        texts |= changed
        done.update(new)
    return FixResult(root, {path: before[path] for path in texts}, texts, left)


def read_below(root: Path) -> Callable[[str], str | None]:
    """Read the files below a folder, with their own line ends."""

    def read(path: str) -> str | None:
        file = root / path
        return file.read_bytes().decode("utf-8", "replace") if file.is_file() else None

    return read


class Unwritable(Exception):
    """A file that cannot be written, and why."""


def write(settled: FixResult) -> tuple[str, ...]:
    """Write each file, unless one is read-only; a link is replaced, and its target left alone.

    A file that is no longer what the fixes were made for is left alone, and returned.

    Raises:
        Unwritable: for a file that is read-only, and for whatever the system refuses.
    """
    root, left, after = settled.root, list[str](), sorted(settled.after.items())
    for path, _ in after:
        if (root / path).is_file() and not (root / path).stat().st_mode & S_IWRITE:
            raise Unwritable(f"{path} is read-only")
    for path, text in after:
        if read_below(root)(path) != settled.before[path]:
            left.append(path)
            continue
        try:
            if text is None:
                (root / path).unlink(missing_ok=True)
            else:
                write_whole(root / path, text.encode())
        except OSError as error:
            raise Unwritable(f"{path} cannot be written: {error.strerror}") from error
    return tuple(left)


def write_whole(target: Path, content: bytes) -> None:
    """Write a file beside its place and move it there: it is whole, or the old one."""
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.half")
    try:
        beside.write_bytes(content)
        if target.is_file() and not target.is_symlink():
            copymode(target, beside)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def as_diff(before: Texts, after: Texts) -> str:
    """What changes from the one set of files to the other, as a unified diff."""
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for path in sorted(after)
        for line in unified_diff(
            _lines(before.get(path)),
            _lines(after[path]),
            f"a/{path}" if before.get(path) is not None else "/dev/null",
            f"b/{path}" if after[path] is not None else "/dev/null",
        )
    )


def _lines(text: str | None) -> list[str]:
    """Lines with their ends; a form feed or the like does not end one."""
    return list(StringIO(text or "", newline="\n"))
