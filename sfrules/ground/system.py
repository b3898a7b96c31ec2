"""What not every system can do, and what is done where it cannot: the one place that asks.

Where POSIX has one way and another system a second, whoever needs it takes what is there. What has
no second way is said once when a command begins, and the work goes on without.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any


def _module(name: str) -> Any:
    """A module of the standard library that only some systems have; None on the others."""
    try:
        return import_module(name)
    except ImportError:
        return None


fcntl, msvcrt, resource = map(_module, ("fcntl", "msvcrt", "resource"))
SIZES = Path("/proc/self/statm")  # how many pages of memory this process has
WITHOUT_WAITING: int = getattr(os, "O_NONBLOCK", 0)  # where a path may lead to a pipe


@dataclass(frozen=True)
class Capability:
    """Something that a system can do or not; `words` complete "this system cannot …"."""

    words: str
    is_there: bool


# Without it, a page takes what memory there is.
MEMORY = Capability("bound the memory of a page", resource is not None and SIZES.is_file())
# Without it, the clock is read at each call and turn of a loop, and when the work on a page ends.
ALARM = Capability("stop a rule before it ends", hasattr(signal, "setitimer"))
# Windows locks a file of the same name in its folder for such, instead of the file itself. Without
# either, nobody waits, and what a killed run left is not cleared away.
LOCKS = Capability("keep two runs on the same files apart", bool(fcntl or msvcrt))
# Without it, the last site is renamed away and the new one into its place; after a kill in between,
# the next build puts the last one back. A file system may lack it where the system has it.
EXCHANGE = Capability("publish a site in one step", sys.platform in ("linux", "darwin"))

_NOTED: set[Capability] = set()


def note_missing(*asked: Capability) -> None:
    """Say what this system cannot do of what a command would: each once in a run, in one line."""
    new = [each for each in asked if not (each.is_there or each in _NOTED)]
    _NOTED.update(new)
    if new:
        words = ", and cannot ".join(each.words for each in new)
        sys.stderr.write(f"note: this system cannot {words}\n")


def is_mine(path: Path) -> bool:
    """Whether a file is this user's; where files have no owners, it is."""
    return not hasattr(os, "geteuid") or path.lstat().st_uid == os.geteuid()


def is_root() -> bool:
    """Whether this user may do everything, on a system that has such a one."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
