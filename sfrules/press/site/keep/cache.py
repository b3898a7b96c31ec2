"""The store on the disk, for a check, a build or a preview that goes on where the last one ended.

It is of use only if all code that could have had a part in it is the same: the press, the packages
that are installed, and each other module that was loaded, by the path, size and time of its file.
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
from pathlib import Path
from typing import Any, TypeAlias

from sfrules.press.site.keep.dependencies import Dependencies, digest
from sfrules.press.site.keep.store import Store
from sfrules.press.things.book import Book

FOLDER = Path(".cache", "sfrules")
CHECK, SITE, PREVIEW = "check", "site", "preview"  # what leaves a store, each its own
_PLAIN = frozenset(
    "builtins.frozenset builtins.set builtins.str collections.Counter decimal.Decimal"
    " fractions.Fraction operator.itemgetter".split()
)
_OURS = ("sfrules", "__main__")  # in the mark, and no code of a book
Look: TypeAlias = tuple[int, int]  # the size of a file, and its time
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
    return digest(sys.version, *_installed(), *map(repr, settings), *_code()).encode()


def _installed() -> list[str]:
    """Each package that is installed, by the folder of its metadata: its name has the version."""
    folders = (Path(entry) for entry in sys.path if Path(entry).is_dir())
    found = (each for folder in folders for each in folder.glob("*.dist-info"))
    return sorted(f"{each} {each.stat().st_mtime_ns}" for each in found)


def _code() -> Iterator[str]:
    """The files of the press, by what a look at them says."""
    for path in sorted(_PRESS.rglob("*.py")):
        found = path.stat()
        yield f"{path} {found.st_size} {found.st_mtime_ns}"


def load(root: Path, mark: bytes, book: Book, file: str = CHECK) -> Store:
    """The store that the last check or build left; an empty one, if it may stand on other code."""
    store = Store(Dependencies(book))
    loaded = _loaded(store.reach)
    # Damaged in whatever way, it is of no use.
    with suppress(Exception), (root / FOLDER / file).open("rb") as kept:
        if loaded is not None and kept.read(len(mark)) == mark:
            modules, count, known, read = _Reader(kept).load()
            # A module that is loaded only now may answer otherwise than what was there before.
            if loaded.items() <= modules.items() and all(map(_is_as, modules, modules.values())):
                pages = dict(_Reader(kept).load() for _ in range(count))
                store.pages, store.known, store.read = pages, known, read
    return store


def _look(path: str) -> Look:
    found = Path(path).stat()
    return found.st_size, found.st_mtime_ns


def _is_as(path: str, known: Look) -> bool:
    """Whether a file is as it was when its code was last at work."""
    return _look(path) == known


def _loaded(reach: Dependencies) -> dict[str, Look] | None:
    """The files of the modules that are loaded, but for Python's, the press's and the book's own.

    None if that is not known of one of them, or if a file has been saved since the book was loaded.
    """
    files: dict[str, Look] = {}
    for name, module in list(sys.modules.items()):
        top = name.partition(".")[0]
        path = getattr(module, "__file__", None)  # without one, another module has made it
        if path is None or top in (*_OURS, *sys.stdlib_module_names) or name in reach.code.own:
            continue
        if not Path(path).is_file():
            return None
        files[path] = look = _look(path)
        if reach.whole.loaded and look[1] > reach.whole.loaded * 1e9:
            return None
    return files


def save(root: Path, mark: bytes, store: Store, file: str = CHECK) -> None:
    """Leave a store for the next time; a folder that cannot be written to is left alone."""
    folder, loaded = root / FOLDER, _loaded(store.reach)
    if loaded is None:
        return
    with suppress(OSError, pickle.PicklingError, TypeError, AttributeError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".gitignore").write_text("*\n", encoding="utf-8", newline="\n")
        half = folder / f"{file}-half"
        try:
            with half.open("wb") as kept:
                kept.write(mark)
                pickle.dump((loaded, len(store.pages), store.known, store.read), kept)
                for page in store.pages.items():  # each by itself, so that none is held twice
                    pickle.dump(page, kept)
            half.replace(folder / file)
        finally:
            half.unlink(missing_ok=True)
