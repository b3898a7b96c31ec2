"""What can be many takes as many steps: the calls of Python, counted at three sizes.

`make torture` measures the time, which tells of what is no call as well.
"""

from __future__ import annotations

import math
import sys
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import _base, thread
from functools import partial
from types import FrameType

import cases
import pytest
from doors import Doors
from growth import KINDS, MOST, Work
from trying import Batch, outcomes

FEW, BYTES = 20, 10_000  # of what is counted one by one, and of a page
# Each level is read within all others, as far down as a page may go: few take more steps than many.
NESTED = {"quotations in each other"}
# How often a thread is begun, and asked whether it is done, is up to the machine.
WAITING: set[str | None] = {each.__file__ for each in (threading, weakref, _base, thread)}


def _calls(run: Callable[[], object]) -> int:
    """How many functions some work calls."""
    calls = 0

    def note(frame: FrameType, event: str, _given: object) -> None:
        nonlocal calls
        if frame.f_code.co_filename not in WAITING:
            calls += event in {"call", "c_call"}

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return calls


def _counted(work: Work, least: int) -> str:
    """The power of the size that the calls grow with, whatever each size has alike."""
    _calls(work(Doors(cases.own_folder()), least))  # what is loaded once, and known from then on
    one, two, four = (_calls(work(Doors(cases.own_folder()), least * times)) for times in (1, 2, 4))
    return str(math.log2((four - two) / (two - one)))


def _power(work: Work, least: int) -> float:
    """The same, counted in a process of its own: a book that is loaded here would stay."""
    batch = Batch("growth", lambda: [least], partial(_counted, work))
    (outcome,) = outcomes([batch], seconds=300)
    cases.clear()
    assert outcome.fell == ""
    return float(outcome.answer)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in NESTED])
def test_twice_as_many_take_twice_the_steps(kind: str) -> None:
    work, sizes = KINDS[kind]
    assert _power(work, BYTES if sizes[0] == BYTES else FEW) <= MOST


def test_what_looks_at_each_for_each_is_told() -> None:
    def pairs(_doors: Doors, size: int) -> Callable[[], object]:
        return lambda: [repr(one) for one in range(size) for _ in range(size)]

    assert _power(pairs, FEW) > MOST
