"""The store on the disk, for a check, a build or a preview that goes on where the last one ended.

A cache that is missing, damaged, or of another version is an empty store: the answer is the same,
only later. A book may come from a stranger with a cache in it, so nothing but data is read from
it: the classes of the press that hold data, and a few of Python's own.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import is_dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sfrules.press.site.keep.dependencies import Dependencies, digest
from sfrules.press.site.keep.store import Store
from sfrules.press.things.book import Book

FOLDER = Path(".cache", "sfrules")
CHECK, SITE, PREVIEW = "check", "site", "preview"  # what leaves a store, each its own
_LIBRARIES = ("jinja2", "markdown", "pymdown-extensions", "pyyaml")
_PLAIN = frozenset(
    "builtins.frozenset builtins.set builtins.str collections.Counter decimal.Decimal"
    " fractions.Fraction operator.itemgetter".split()
)
_OURS = ("sfrules", "__main__")  # in the mark, and no code of a book
_PRESS = Path(__file__).resolve().parents[3]


class _Reader(pickle.Unpickler):
    """Reads data, and no name of anything that could be called to some effect."""

    def find_class(self, module: str, name: str) -> Any:
        if f"{module}.{name}" in _PLAIN:
            return super().find_class(module, name)
        if module.startswith("sfrules.") and module in sys.modules:
            found = getattr(sys.modules[module], name, None)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, tuple | str)):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no data")


def mark_of(settings: Iterable[object]) -> bytes:
    """What a cache must begin with to be of use: the versions of all that makes pages."""
    libraries = map(version, _LIBRARIES)
    return digest(sys.version, *libraries, *map(repr, settings), *_code()).encode()


def _code() -> Iterator[str]:
    """The files of the press, by what a look at them says."""
    for path in sorted(_PRESS.rglob("*.py")):
        found = path.stat()
        yield f"{path} {found.st_size} {found.st_mtime_ns}"


def load(root: Path, mark: bytes, book: Book, file: str = CHECK) -> Store:
    """The store that the last check or build left; an empty one, if it may stand on other code."""
    store = Store(Dependencies(book))
    if _has_unknown_code(store.reach):
        return store
    # Damaged in whatever way, it is of no use.
    with suppress(Exception), (root / FOLDER / file).open("rb") as kept:
        if kept.read(len(mark)) == mark:
            count, known, read = _Reader(kept).load()
            pages = dict(_Reader(kept).load() for _ in range(count))
            store.pages, store.known, store.read = pages, known, read
    return store


def _has_unknown_code(reach: Dependencies) -> bool:
    """Whether the book has loaded modules of its folder that are not among those it names."""
    for name, module in list(sys.modules.items()):
        path = Path(getattr(module, "__file__", None) or "/")
        is_others = name.split(".")[0] in _OURS or "site-packages" in path.parts
        below = not is_others and path.is_relative_to(reach.whole.root)
        if below and name not in reach.code.own:
            return True
    return False


def save(root: Path, mark: bytes, store: Store, file: str = CHECK) -> None:
    """Leave a store for the next time; a folder that cannot be written to is left alone."""
    folder = root / FOLDER
    with suppress(OSError, pickle.PicklingError, TypeError, AttributeError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".gitignore").write_text("*\n", encoding="utf-8", newline="\n")
        half = folder / f"{file}-half"
        try:
            with half.open("wb") as kept:
                kept.write(mark)
                pickle.dump((len(store.pages), store.known, store.read), kept)
                for page in store.pages.items():  # each by itself, so that none is held twice
                    pickle.dump(page, kept)
            half.replace(folder / file)
        finally:
            half.unlink(missing_ok=True)
