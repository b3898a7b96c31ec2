"""Edits that would put problems right: apply them, check again, write them or show a diff."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from itertools import groupby
from pathlib import Path
from stat import S_IWRITE
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sfrules.ground.problems import Problem

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
ROUNDS = 8  # a mended claim changes the lock, and few mends wait for an earlier one
_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, order=True)
class Edit:
    """New text for a stretch of a file, in characters as its author sees it: see `as_seen`.

    `was` is the text that is there now; a file that has changed since is left alone.
    """

    path: str
    start: int
    end: int
    was: str
    text: str


@dataclass(frozen=True)
class Rewrite:
    """The whole text of a generated file; None for a file that should not be there."""

    path: str
    text: str | None


Mend = Edit | Rewrite
Texts = Mapping[str, str | None]
Checker = Callable[[Mapping[str, str]], Sequence["Problem"]]


@dataclass(frozen=True)
class Settled:
    """The files that change, as they are and as they would be, and the problems that remain.

    `outside` are files that would change, but that are not the book's.
    """

    root: Path
    before: Texts
    after: Texts
    left: tuple[Problem, ...]
    outside: tuple[str, ...] = ()


def settle(check: Checker, root: Path, folders: Iterable[Path] = ()) -> Settled:
    """Apply the mends of problems and check again, until nothing changes; no file is written.

    `check` gives the problems of the book with some of its pages' texts in place of the files'.
    What lies neither below the root nor in one of the `folders` is left alone.
    """
    on_disk, own = read_below(root), (root, *folders)
    outside: set[str] = set()
    texts: dict[str, str | None] = {}

    def now(path: str) -> str | None:
        return texts[path] if path in texts else on_disk(path)

    done: set[Mend] = set()
    left: tuple[Problem, ...] = ()
    for _ in range(ROUNDS):
        pages = {path: as_seen(text) for path, text in texts.items() if text is not None}
        problems = check(pages)
        left = tuple(each for each in problems if each.mend is None or each.mend not in done)
        all_new = [each.mend for each in left if each.mend is not None]
        new = [each for each in all_new if lies_in(own, root / each.path)]
        outside.update(each.path for each in all_new if each not in new)
        changed = apply_mends(new, now)
        if not changed:
            break
        texts |= changed
        done.update(new)
    before = {path: on_disk(path) for path in texts}
    return Settled(root, before, texts, left, tuple(sorted(outside)))


def apply_mends(mends: Iterable[Mend], read: Callable[[str], str | None]) -> dict[str, str | None]:
    """The new text of each file that the mends change; None for a file to be removed.

    `read` gives the text of a file with its own line ends, and None for a file that is not there.
    """
    changed: dict[str, str | None] = {}
    for path, group in groupby(sorted(mends, key=_path), key=_path):
        before, of_file = read(path), list(group)
        after = before
        for rewrite in (mend for mend in of_file if isinstance(mend, Rewrite)):
            after = rewrite.text
        if after is not None:
            after = _edited(after, sorted({mend for mend in of_file if isinstance(mend, Edit)}))
        if after != before:
            changed[path] = after
    return changed


def _path(mend: Mend) -> str:
    return mend.path


def _edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with its edits; one that overlaps an earlier one waits for the next round."""
    places, usual = _places(text), _LINE_END.search(text)
    parts, at = [], 0
    for edit in edits:
        if edit.end >= len(places):
            continue
        start, end = places[edit.start], places[edit.end]
        if start >= at and as_seen(text[start:end]) == edit.was:
            line_end = _LINE_END.search(text, start, end) or usual
            new = edit.text.replace("\n", line_end[0]) if line_end else edit.text
            parts += [text[at:start], new]
            at = end
    return "".join([*parts, text[at:]])


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


def read_below(root: Path) -> Callable[[str], str | None]:
    """Read the files below a folder, with their own line ends."""

    def read(path: str) -> str | None:
        file = root / path
        return file.read_bytes().decode("utf-8", "replace") if file.is_file() else None

    return read


class Unwritable(Exception):
    """A file that cannot be written, and why."""


def lies_in(folders: Iterable[Path], path: Path) -> bool:
    """Whether a file really is in one of some folders, whatever links lead to it."""
    there = path.parent.resolve() / path.name
    return any(there.is_relative_to(folder) for folder in folders)


def write(changed: Texts, root: Path) -> None:
    """Write each file, if all may be written; a link is replaced, and its target left alone.

    Raises:
        Unwritable: for a file that is read-only, and for whatever the system refuses.
    """
    for path in sorted(changed):
        if (root / path).is_file() and not (root / path).stat().st_mode & S_IWRITE:
            raise Unwritable(f"{path} is read-only")
    for path, text in sorted(changed.items()):
        try:
            _write(root / path, text)
        except OSError as error:
            raise Unwritable(f"{path} cannot be written: {error.strerror}") from error


def _write(target: Path, text: str | None) -> None:
    """Write a file under another name first, so that it is never half written."""
    if text is None:
        target.unlink(missing_ok=True)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = target.stat().st_mode if target.is_file() and not target.is_symlink() else 0o644
    with NamedTemporaryFile(dir=target.parent, prefix=".", delete=False) as beside:
        beside.write(text.encode("utf-8"))
    try:
        Path(beside.name).chmod(mode)
        Path(beside.name).replace(target)
    except OSError:
        Path(beside.name).unlink(missing_ok=True)
        raise


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
    return [line for line in (text or "").replace("\n", "\n\0").split("\0") if line]
