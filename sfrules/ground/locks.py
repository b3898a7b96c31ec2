"""Locks that end with the process that holds them, however it ends."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir

from sfrules.ground.system import WITHOUT_WAITING, fcntl, msvcrt

PAUSE = 0.05  # seconds between two looks at a lock that nothing can wait for


@contextmanager
def locked(path: Path, *, wait: bool = True) -> Iterator[bool]:
    """Lock a file or folder, and yield whether that was possible.

    It is not if the path is gone, or leads to another by the time the lock is free; nor, without
    `wait`, if the lock is not free. A file system without locks lets all go on that would wait.
    """
    with _locked_itself(path, wait=wait) if fcntl else _locked_by_name(path, wait=wait) as is_ours:
        yield is_ours


@contextmanager
def _locked_itself(path: Path, *, wait: bool) -> Iterator[bool]:
    try:
        held = os.open(path, os.O_RDONLY | WITHOUT_WAITING)  # to open a pipe would wait as well
    except FileNotFoundError:
        yield False
        return
    try:
        yield _lock(held, wait=wait) and _leads_to(path, held)
    finally:
        with suppress(OSError):  # to close it is not enough if a forked process has it open, too
            fcntl.flock(held, fcntl.LOCK_UN)
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


@contextmanager
def _locked_by_name(path: Path, *, wait: bool) -> Iterator[bool]:
    """Lock a file that stands for this one, as Windows neither opens a folder nor moves open files.

    No other process can remove it while it is open, so whoever opens it next locks the same file.
    """
    name = sha256(os.path.normcase(os.path.realpath(path)).encode("utf-8", "surrogateescape"))
    stand_in = Path(gettempdir(), f"sfrules-{name.hexdigest()[:32]}.lock")
    held = os.open(stand_in, os.O_RDWR | os.O_CREAT)
    try:
        yield _lock_a_byte(held, wait=wait) and path.exists()
    finally:
        os.close(held)
        with suppress(OSError):
            stand_in.unlink()


def _lock_a_byte(held: int, *, wait: bool) -> bool:
    while msvcrt:
        try:
            msvcrt.locking(held, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if not (wait and error.errno == errno.EACCES):
                return wait
            time.sleep(PAUSE)
        else:
            return True
    return wait
