"""Locks that end with the process that holds them, however it ends."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def locked(path: Path, *, wait: bool = True) -> Iterator[bool]:
    """Keep others from locking a file or folder for a while; whether that was possible.

    It is not if the path is gone, or leads to another by the time the lock is free; nor, without
    `wait`, if the lock is not free. A file system without locks lets all go on that would wait.
    """
    try:
        held = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # to open a pipe would wait as well
    except FileNotFoundError:
        yield False
        return
    try:
        yield _lock(held, wait=wait) and _leads_to(path, held)
        # Closing it is not enough if a process was forked that has it open too. After an exception
        # that process keeps the lock on purpose, as it may be moving files.
        with suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_UN)
    finally:
        os.close(held)


def _lock(held: int, *, wait: bool) -> bool:
    try:
        fcntl.flock(held, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return wait
    return True


def _leads_to(path: Path, held: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(held))
    except FileNotFoundError:
        return False
