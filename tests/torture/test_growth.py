"""What can be many takes as many steps: the calls of Python, counted at three sizes.

`make torture` measures the time, which tells of what is no call as well.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator

import cases
import pytest
from doors import Doors
from growth import KINDS, MOST, Work
from section import ROOT

FEW, BYTES = 20, 10_000  # of what is counted one by one, and of a page
# Each level is read within all others, as far down as a page may go: few take more steps than many.
NESTED = {"quotations in each other"}


def _calls(run: Callable[[], object]) -> int:
    """How many functions some work calls."""
    calls = 0

    def note(_frame: object, event: str, _given: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return calls


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Come back from the folders of the doors, which are gone afterwards."""
    monkeypatch.chdir(ROOT)
    yield
    cases.clear()


def _power(work: Work, least: int) -> float:
    """The power of the size that the calls grow with, whatever each size has alike."""
    _calls(work(Doors(cases.own_folder()), least))  # what is loaded once, and known from then on
    one, two, four = (_calls(work(Doors(cases.own_folder()), least * times)) for times in (1, 2, 4))
    return math.log2((four - two) / (two - one))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in NESTED])
def test_twice_as_many_take_twice_the_steps(kind: str) -> None:
    work, sizes = KINDS[kind]
    assert _power(work, BYTES if sizes[0] == BYTES else FEW) <= MOST


def test_what_looks_at_each_for_each_is_told() -> None:
    def pairs(_doors: Doors, size: int) -> Callable[[], object]:
        return lambda: [repr(one) for one in range(size) for _ in range(size)]

    assert _power(pairs, FEW) > MOST
