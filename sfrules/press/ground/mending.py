"""What would put a problem right: characters to write in place of others, or a file to write."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import unified_diff
from itertools import groupby
from pathlib import Path
from tempfile import NamedTemporaryFile


@dataclass(frozen=True, order=True)
class Edit:
    """New text for a stretch of a file, counted as its author sees it: a line ends in one newline.

    `was` is what stands there now; a file that has changed since is left alone.
    """

    path: str
    start: int
    end: int
    was: str
    text: str


@dataclass(frozen=True, order=True)
class Rewrite:
    """The whole text of a generated file; None for a file that should not be there."""

    path: str
    text: str | None


Mend = Edit | Rewrite


def mended(mends: Iterable[Mend], root: Path) -> dict[str, tuple[str, str | None]]:
    """Each file that the mends change: its text now, and as it should be. Nothing is written."""
    changed: dict[str, tuple[str, str | None]] = {}
    in_order = sorted(set(mends), key=lambda mend: mend.path)
    for path, group in groupby(in_order, key=lambda mend: mend.path):
        of_file = list(group)
        edits = [mend for mend in of_file if isinstance(mend, Edit)]
        # What is written anew as a whole may be in any state, and its text is shown, not kept.
        before = _read(root / path, "strict" if edits else "replace")
        after: str | None = before
        for rewrite in (mend for mend in of_file if isinstance(mend, Rewrite)):
            after = rewrite.text
        if edits and after is not None:
            after = _edited(before, sorted(edits))
        if after != before or (after == "" and not (root / path).exists()):
            changed[path] = (before, after)
    return changed


def _edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with its edits; one that overlaps an earlier one waits for the next time."""
    places = _places(text)
    parts, at = [], 0
    for edit in edits:
        if edit.end >= len(places):
            continue
        start, end = places[edit.start], places[edit.end]
        stands = text[start:end].replace("\r\n", "\n")
        if start >= at and stands == edit.was:
            parts += [text[at:start], edit.text]
            at = end
    return "".join([*parts, text[at:]])


def _places(text: str) -> list[int]:
    """For each character as the author sees it, and for the end, its place in the file's text."""
    start = 1 if text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}") else 0
    seen = [
        at
        for at in range(start, len(text))
        if not (text[at] == "\r" and text[at + 1 : at + 2] == "\n")
    ]
    return [*seen, len(text)]


def _read(path: Path, errors: str) -> str:
    """A file's text with its own line ends; nothing for a file that is not there."""
    return path.read_bytes().decode("utf-8", errors) if path.exists() else ""


def write(changed: dict[str, tuple[str, str | None]], root: Path) -> None:
    """Write each file beside its place first, so that none is ever half written."""
    for path, (_, after) in sorted(changed.items()):
        target = root / path
        if after is None:
            target.unlink(missing_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=target.parent, prefix=".", delete=False) as beside:
            beside.write(after.encode("utf-8"))
        if target.exists():
            os.chmod(beside.name, target.stat().st_mode)  # noqa: PTH101 the name is all there is
        else:
            os.chmod(beside.name, 0o644)  # noqa: PTH101 as above
        os.replace(beside.name, target)  # noqa: PTH105 as above


def difference(changed: dict[str, tuple[str, str | None]]) -> str:
    """What changes, as a unified diff."""
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for path, (before, after) in sorted(changed.items())
        for line in unified_diff(
            before.splitlines(keepends=True),
            (after or "").splitlines(keepends=True),
            f"a/{path}",
            f"b/{path}",
        )
    )
