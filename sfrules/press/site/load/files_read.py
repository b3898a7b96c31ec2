"""Which files the code of a book reads while it is loaded and at work: any may change its pages."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from stat import S_ISDIR
from typing import Any, TypeAlias

from sfrules.ground.ledger import PACKAGES

# The size of a file with its times, or the names in a folder; None for what is not there.
Look: TypeAlias = tuple[int, int, int] | tuple[str, ...] | None
STALE: Look = (-1, -1, -1)  # of what has changed since it was read: no file looks like it
_EVENTS = frozenset({"open", "os.listdir", "os.scandir", "sqlite3.connect", "subprocess.Popen"})
_WRITES = os.O_WRONLY | os.O_RDWR
_NO_FACTS = ("/proc/", "/dev/")
_PROGRAM = ""  # stands for what a program answers: nobody knows what that depends on

_noting: ContextVar[bool] = ContextVar("noting", default=False)
_read: dict[str, Look] = {}  # how each file looked when it was opened


@contextmanager
def noting_files() -> Iterator[None]:
    """Note the files and folders that are read inside the block, in this thread."""
    before = _noting.set(True)
    try:
        yield
    finally:
        _noting.reset(before)


def files_read() -> dict[str, Look]:
    """Every file and folder that was read, as it looked then."""
    return dict(_read)


def read_again() -> None:
    """Begin to load code again: of what has changed, the look counts that is taken from now on."""
    for path, look in _read.items():
        if look_at(path) != look:
            _read[path] = STALE


def look_at(path: str) -> Look:
    """What tells one state of a file or a folder from another."""
    try:
        found = Path(path).stat()
        if S_ISDIR(found.st_mode):
            names = (each.name for each in Path(path).iterdir())
            return tuple(sorted(name for name in names if name[0] not in "._"))
    except (OSError, ValueError):
        return None
    # Environments share the files of packages by links, and each new link is a change of the file.
    changed = 0 if PACKAGES in path else found.st_ctime_ns
    return found.st_size, found.st_mtime_ns, changed


def _hear(event: str, given: tuple[Any, ...]) -> None:
    if event in _EVENTS and _noting.get():
        noting = _noting.set(False)  # to look is to read, too
        try:
            _note(event, given, sys._getframe(1).f_globals.get("__name__", ""))  # noqa: SLF001 the caller
        finally:
            _noting.reset(noting)


def _note(event: str, given: tuple[Any, ...], caller: str) -> None:
    if event == "subprocess.Popen":
        _read[_PROGRAM] = STALE
        return
    # What looks for modules looks into folders; modules are known by themselves.
    is_read = not given[2] & _WRITES if event == "open" else not caller.startswith("importlib.")
    named = "." if given[0] is None else given[0]
    if is_read and isinstance(named, str | bytes | os.PathLike):
        path = str(Path(os.fsdecode(named)).absolute())
        if not path.endswith(".pyc") and not path.startswith(_NO_FACTS):
            _read[path] = look_at(path) if _read.get(path, STALE) == STALE else _read[path]


sys.addaudithook(_hear)
