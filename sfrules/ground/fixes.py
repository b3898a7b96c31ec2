"""Fix files: make the edits that problems bring, check again, write the files or show a diff."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from difflib import unified_diff
from io import StringIO
from pathlib import Path
from stat import S_IWRITE
from tempfile import NamedTemporaryFile

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
    #: Files that would change, but are in none of the book's folders.
    outside: tuple[str, ...] = ()


def settle(check: Checker, root: Path, folders: Iterable[Path] = ()) -> FixResult:
    """Apply the fixes of problems and check again, until nothing changes; no file is written.

    `check` gives the problems of the book with some of its pages' texts in place of the files'.
    What lies neither below the root nor in one of the `folders` is left alone.
    """
    on_disk, own = read_below(root), (root, *folders)
    outside: set[str] = set()
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
        all_new = [each.fix for each in left if each.fix is not None]
        new = [each for each in all_new if lies_in(own, root / each.path)]
        outside.update(each.path for each in all_new if each not in new)
        changed = apply_fixes(new, now)
        if not changed:
            break
        texts |= changed
        done.update(new)
    read = {path: before[path] for path in texts}
    return FixResult(root, read, texts, left, tuple(sorted(outside)))


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


def write(settled: FixResult) -> tuple[str, ...]:
    """Write each file, if all may be written; a link is replaced, and its target left alone.

    A file that is no longer what the fixes were made for is left alone, and returned.

    Raises:
        Unwritable: for a file that is read-only, and for whatever the system refuses.
    """
    after = sorted(settled.after.items())
    root, left = settled.root, list[str]()
    for path, _ in after:
        if (root / path).is_file() and not (root / path).stat().st_mode & S_IWRITE:
            raise Unwritable(f"{path} is read-only")
    with ExitStack() as stack:
        new: dict[str, Path | None] = {}
        for path, text in after:
            with _refusals_of(path):
                new[path] = stack.enter_context(_beside(root / path, text))
        for path, ready in new.items():
            if read_below(root)(path) != settled.before[path]:
                left.append(path)
                continue
            with _refusals_of(path):
                ready.replace(root / path) if ready else (root / path).unlink(missing_ok=True)
    return tuple(left)


@contextmanager
def _refusals_of(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unwritable(f"{path} cannot be written: {error.strerror}") from error


@contextmanager
def _beside(target: Path, text: str | None) -> Iterator[Path | None]:
    """Write a new file beside the one that it will replace, and remove it; None for no text."""
    if text is None:
        yield None
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = target.stat().st_mode if target.is_file() and not target.is_symlink() else 0o644
    with NamedTemporaryFile(dir=target.parent, prefix=".sfrules-fix-", delete=False) as made:
        path = Path(made.name)
    try:
        path.write_bytes(text.encode("utf-8"))
        path.chmod(mode)
        yield path
    finally:
        path.unlink(missing_ok=True)


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
