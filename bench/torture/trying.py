"""Try many inputs in processes of their own, two at a time, and see what becomes of each.

A process that does not answer in time is ended, and what it was trying has fallen; so has an input
that ends the process, that takes too much memory, or that raises anything at all.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

WORKERS = 2
SECONDS = 5.0  # that an input may take
MAKING = 300.0  # seconds that the inputs of a batch may take to be made
_ROOM = 3 << 30  # bytes of addresses beyond what the process begins with
_FORK = multiprocessing.get_context("fork")
_HERE = Path(__file__).parent


class Fallen(Exception):
    """What was tried did what it must not do."""


@dataclass(frozen=True)
class Batch:
    """Inputs of one name, made in the process that tries them, and how each is tried.

    What `attempt` returns is the answer; it raises Fallen, or anything, where the input fell. The
    memory may grow by so many megabytes during an input.
    """

    name: str
    inputs: Callable[[], Sequence[Any]]
    attempt: Callable[[Any], str]
    megabytes: int = 400


@dataclass(frozen=True)
class Outcome:
    """What became of an input; `fell` says what was wrong, and is empty if nothing was."""

    name: str
    given: Any
    seconds: float
    megabytes: float
    answer: str = ""
    fell: str = ""


@dataclass
class _Worker:
    batch: Batch
    done: int
    process: BaseProcess
    pipe: Connection
    given: Any = None
    deadline: float = field(default=0.0)


def outcomes(batches: Iterable[Batch], seconds: float = SECONDS) -> Iterator[Outcome]:
    """Try all inputs of all batches; gives the outcomes as they come."""
    workers = list[_Worker]()
    try:
        yield from _outcomes(iter(batches), workers, seconds)
    finally:
        for worker in workers:
            worker.process.kill()


def _outcomes(
    waiting: Iterator[Batch], workers: list[_Worker], seconds: float
) -> Iterator[Outcome]:
    while True:
        while len(workers) < WORKERS and (batch := next(waiting, None)):
            workers.append(_started(batch, 0))
        if not workers:
            return
        ready = wait([each.pipe for each in workers], timeout=0.5)
        for worker in list(workers):
            if worker.pipe in ready:
                outcome, goes_on = _told(worker, seconds)
            elif time.monotonic() > worker.deadline:
                outcome, goes_on = _lost(worker, f"no answer within {seconds:g} seconds"), False
            else:
                continue
            if outcome:
                yield outcome
            if not goes_on:
                workers.remove(worker)
                if outcome:  # it was ended in the midst of its batch
                    workers.append(_started(worker.batch, worker.done))


def _started(batch: Batch, done: int) -> _Worker:
    ours, theirs = _FORK.Pipe(duplex=False)
    process = _FORK.Process(target=_work, args=(batch, done, theirs), daemon=True)
    process.start()
    theirs.close()
    return _Worker(batch, done, process, ours, deadline=time.monotonic() + MAKING)


def _told(worker: _Worker, seconds: float) -> tuple[Outcome | None, bool]:
    """What a worker tells: that it begins an input, what came of it, or that it is at an end."""
    try:
        told = worker.pipe.recv()
    except EOFError:
        worker.process.join()
        if worker.process.exitcode == 0:
            return None, False
        return _lost(worker, f"the process ended with {worker.process.exitcode}"), False
    if isinstance(told, str):
        raise RuntimeError(  # noqa: TRY004 what it is tells what it means
            f"the inputs of {worker.batch.name} cannot be made:\n{told}"
        )
    if isinstance(told, Outcome):
        worker.done += 1
        worker.deadline = time.monotonic() + MAKING
        return told, True
    (worker.given,) = told
    worker.deadline = time.monotonic() + seconds
    return None, True


def _lost(worker: _Worker, why: str) -> Outcome:
    worker.process.kill()
    worker.process.join()
    worker.done += 1
    return Outcome(worker.batch.name, worker.given, 0, 0, fell=why)


def _work(batch: Batch, done: int, pipe: Connection) -> None:
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(quiet, stream)
    taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = taken * resource.getpagesize() + _ROOM
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        inputs = batch.inputs()[done:]
    except Exception:  # noqa: BLE001 it is told where it can be read
        pipe.send(traceback.format_exc())
        os._exit(1)
    for given in inputs:
        pipe.send((given,))
        pipe.send(_outcome(batch, given))
    pipe.close()
    os._exit(0)


def _outcome(batch: Batch, given: Any) -> Outcome:
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins anew
    before, began = _peak(), time.process_time()
    answer = fell = ""
    try:
        answer = batch.attempt(given)
    except Fallen as fallen:
        fell = str(fallen)
    except BaseException as error:  # noqa: BLE001 whatever comes is what is looked for
        fell = _said(error)
    seconds, megabytes = time.process_time() - began, (_peak() - before) / 1024
    if not fell and megabytes > batch.megabytes:
        fell = f"it takes {megabytes:.0f} MB"
    return Outcome(batch.name, given, seconds, megabytes, answer, fell)


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _said(error: BaseException) -> str:
    """An error, and the last line of the project that it went through."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [each for each in frames if Path(each.filename).parent != _HERE] or frames
    inside = [each for each in own if "/sfrules/" in each.filename] or own
    where = f" in {Path(inside[-1].filename).name}, {inside[-1].name}" if inside else ""
    try:
        said = str(error)
    except Exception:  # noqa: BLE001 an error that cannot say what it is
        said = "?"
    return f"{type(error).__name__}: {' '.join(said.split())[:120]}{where}"
