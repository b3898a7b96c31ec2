"""Fix files: make the edits that problems bring, check again, write the files or show a diff."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from io import StringIO
from pathlib import Path
from shutil import copymode
from stat import S_IWRITE

from sfrules.ground.command import CommandError
from sfrules.ground.edits import Fix, apply_fixes, as_seen
from sfrules.ground.problems import Problem

ROUNDS = 8  # a fixed claim changes the lock, and few fixes wait for an earlier one


Texts = Mapping[str, str | None]
Checker = Callable[[Mapping[str, str]], Sequence[Problem]]


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


def write(settled: FixResult) -> tuple[str, ...]:
    """Write each file, unless one is read-only; a link is replaced, and its target left alone.

    A file that is no longer what the fixes were made for is left alone, and returned.

    Raises:
        CommandError: for a file that is read-only, and for whatever the system refuses.
    """
    root, left, after = settled.root, list[str](), sorted(settled.after.items())
    for path, _ in after:
        if (root / path).is_file() and not (root / path).stat().st_mode & S_IWRITE:
            raise CommandError(f"{path} is read-only")
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
            raise CommandError(f"{path} cannot be written: {error.strerror}") from error
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
