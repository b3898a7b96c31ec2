"""Mend what can be mended, and look again, until nothing more comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sfrules.ground.mends import Mend, Texts, as_seen, lies_in, mended, read_below
from sfrules.ground.problems import Problem

ROUNDS = 8  # a mended claim alters the lock, and what waits for an earlier mend is few
Check = Callable[[Mapping[str, str]], Sequence[Problem]]


@dataclass(frozen=True)
class Mended:
    """The files that change, as they are and as they would be, and the problems that remain.

    `outside` are files that would change, and are none of the book's.
    """

    root: Path
    before: Texts
    after: Texts
    left: tuple[Problem, ...]
    outside: tuple[str, ...] = ()


def mend(check: Check, root: Path, folders: Iterable[Path] = ()) -> Mended:
    """Work out what would put a book's problems right; nothing is written.

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
        changed = mended(new, now)
        if not changed:
            break
        texts |= changed
        done.update(new)
    before = {path: on_disk(path) for path in texts}
    return Mended(root, before, texts, left, tuple(sorted(outside)))
