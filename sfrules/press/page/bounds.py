"""The bounds on what one page may use: a stranger's page can be wrong, but not run for ever."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from types import FrameType
from typing import Any


class BoundExceeded(Exception):
    """A page asked for more than its bounds allow."""


class Exhausted(BoundExceeded):
    """A page used up what all its macros may use together: nothing more of it is expanded."""


class Stopped(BoundExceeded):
    """The page went out of its bounds, which is reported: nothing more of it is run."""


VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))
CONTAINERS = (str, list, tuple, dict, range, set, frozenset, *VIEWS)


def weight(value: object) -> int:
    """The items and characters of a value, with those of its items, each as often as it occurs."""
    known: dict[int, int] = {}

    def weigh(thing: object) -> int:
        if isinstance(thing, str | range):
            return len(thing) + 1
        if not isinstance(thing, (*CONTAINERS, BaseException)):
            return 1
        if id(thing) not in known:
            known[id(thing)] = 1 + sum(map(weigh, _items(thing)))
        return known[id(thing)]

    return weigh(value)


def _items(thing: Any) -> Iterable[object]:
    if isinstance(thing, dict):
        return (*thing, *thing.values())
    if type(thing) in VIEWS[2:]:
        return chain.from_iterable(thing)  # not its pairs, which are made on the way
    items: Iterable[object] = thing.args if isinstance(thing, BaseException) else thing
    return items


RINGS_AGAIN = 1.0  # seconds between two alarms


@dataclass(frozen=True)
class Bounds:
    """How much a page may use.

    `iterations` counts those of all its loops together, `output` its characters, `bits` the
    size of an integer, `items` the length of a string or list that an expression makes, `seconds`
    the time of its expansion.
    """

    iterations: int = 20_000
    output: int = 2_000_000
    bits: int = 4_096
    items: int = 100_000
    seconds: float = 10.0


@dataclass
class Meter:
    """What one page has used so far."""

    bounds: Bounds
    _turns: int = 0
    _characters: int = 0
    _deadline: float = field(default=float("inf"))

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start the clock; in the main thread, an alarm also stops a rule that runs too long."""
        self._deadline = time.monotonic() + self.bounds.seconds
        if threading.current_thread() is not threading.main_thread():
            yield  # the checks at each call and loop remain
            return
        before = signal.signal(signal.SIGALRM, self._ring)
        # Again and again: a rule may catch the first, or Python lose it in a callback.
        timer = signal.setitimer(signal.ITIMER_REAL, self.bounds.seconds, RINGS_AGAIN)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, *timer)
            signal.signal(signal.SIGALRM, before)

    def _ring(self, _signal: int, _frame: FrameType | None) -> None:
        self._deadline = 0.0
        self.check_time()

    def check_time(self) -> None:
        """Refuse to go on when the time is used up."""
        if time.monotonic() > self._deadline:
            raise Exhausted(f"the page takes longer than {self.bounds.seconds:g} seconds")

    def turns(self, items: Iterable[object]) -> Iterator[object]:
        """The items of a loop, counted."""
        for item in items:
            self.turn()
            yield item

    def turn(self) -> None:
        """Count one iteration of a loop."""
        self._turns += 1
        if self._turns > self.bounds.iterations:
            raise Exhausted(f"the page's loops turn more than {self.bounds.iterations} times")
        self.check_time()

    def count_output(self, characters: int) -> None:
        """Count characters that are printed, or that a thing takes when it is."""
        self._characters += characters
        if self._characters > self.bounds.output:
            raise Exhausted(f"the page prints more than {self.bounds.output} characters")

    def check_value(self, value: object) -> object:
        """The value, unless it is too large an integer, fraction, string or list."""
        if isinstance(value, bool):
            return value
        if isinstance(value, int) and value.bit_length() > self.bounds.bits:
            raise self.too_large()
        if isinstance(value, Fraction):
            self.check_value(value.numerator)
            self.check_value(value.denominator)
        if isinstance(value, CONTAINERS):
            self.check_weight(weight(value))
        return value

    def check_weight(self, weighed: int) -> None:
        """Refuse a value of too many items and characters, those of its items counted."""
        if weighed > self.bounds.items:
            raise BoundExceeded(f"the value has more than {self.bounds.items} items or characters")

    def too_large(self) -> BoundExceeded:
        """The refusal of an integer."""
        return BoundExceeded(f"the number has more than {self.bounds.bits} bits")
