"""Locks where a system cannot lock a file itself: by a file of the same name somewhere else."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from sfrules.ground import locks
from sfrules.ground.locks import locked


def locking(held: int, _mode: int, _bytes: int) -> None:
    """Lock a byte as `msvcrt.locking` does: at once, or with its error."""
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OSError(errno.EACCES, "Permission denied") from None


MSVCRT = SimpleNamespace(LK_NBLCK=2, locking=locking)
HOLDS = """
import sys, time
from pathlib import Path
from test_locks_elsewhere import MSVCRT, locks
locks.fcntl, locks.msvcrt = None, MSVCRT
with locks.locked(Path(sys.argv[1])) as ours:
    print(ours, flush=True)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def by_name(monkeypatch, tmp_path):
    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "msvcrt", MSVCRT)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(locks, "gettempdir", lambda: str(tmp_path))


@pytest.fixture(params=["site", "page.md"])
def path(request, tmp_path):
    """A folder, and a file."""
    made = tmp_path / "book" / request.param
    made.parent.mkdir()
    made.write_text("8") if made.suffix else made.mkdir()
    return made


def test_two_runs_are_kept_apart_and_leave_nothing(path):
    with locked(path) as ours, locked(path, wait=False) as twice:
        assert (ours, twice) == (True, False)
        with locked(path.parent, wait=False) as another:
            assert another
    with locked(path, wait=False) as free:
        assert free
    assert [each.name for each in path.parent.parent.iterdir()] == ["book"]


def test_a_file_that_is_locked_can_be_moved_and_removed_meanwhile(path):
    with locked(path) as ours:
        path.rename(path.with_name("moved"))
        assert ours
    assert [each.name for each in path.parent.iterdir()] == ["moved"]


def test_whoever_waits_is_served_when_the_other_is_done(path):
    served = []

    def wait():
        with locked(path) as ours:
            served.append(ours)

    waiting = threading.Thread(target=wait)
    with locked(path):
        waiting.start()
        waiting.join(0.2)
        assert served == []
    waiting.join()
    assert served == [True]


def test_what_is_gone_cannot_be_locked(path):
    with locked(path.with_name("gone")) as ours:
        assert not ours


def test_a_lock_ends_with_its_process_however_that_ends(path):
    here = Path(__file__).parent
    command = [sys.executable, "-c", HOLDS, str(path)]
    environment = {**os.environ, "PYTHONPATH": f"{here}{os.pathsep}{here.parents[1]}"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "True\n"
        with locked(path, wait=False) as free:
            assert not free
        other.send_signal(signal.SIGKILL)
    with locked(path, wait=False) as free:
        assert free


@pytest.mark.parametrize("wait", [True, False])
def test_without_any_lock_nobody_waits_and_nothing_is_taken_for_free(monkeypatch, path, wait):
    monkeypatch.setattr(locks, "msvcrt", None)
    with locked(path, wait=wait) as ours:
        assert ours is wait
