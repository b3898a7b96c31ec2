"""The bounds on what one page may use: a stranger's page can be wrong, but not run for ever."""

from __future__ import annotations

import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, ValuesView
from contextlib import redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar, TypeVar, cast

from sfrules.ground.faults import LimitReached
from sfrules.ground.problems import Mistake

T = TypeVar("T")


CONTAINERS = (str, list, tuple, dict, range, set, frozenset, KeysView, ValuesView, ItemsView)


def weight(value: object) -> int:
    """The items and characters of a value, with those of its items, each as often as it occurs."""
    known: dict[int, int] = {}
    made: list[object] = []  # on the way: as long as it is there, nothing else has its id

    def weigh(thing: Any) -> int:
        if isinstance(thing, str | range):
            return len(thing) + 1
        if not isinstance(thing, CONTAINERS):
            return 1
        if id(thing) not in known:
            items = [*thing, *thing.values()] if isinstance(thing, dict) else [*thing]
            made.append(items)
            known[id(thing)] = 1 + sum(map(weigh, items))
        return known[id(thing)]

    return weigh(value)


# How much a page may use.
ITERATIONS = 20_000  # of all loops of a page together
OUTPUT = 2_000_000  # characters
BITS = 4_096  # of an integer
ITEMS = 100_000  # items and characters of what an expression makes
SECONDS = 10.0  # of the processor, for all work on a page of ordinary length
# Without it, on Windows, the clock is read between calls alone, and a rule ends when it ends.
ALARM = hasattr(signal, "setitimer")
RINGS_AGAIN = 0.1  # seconds between two alarms
# A machine may be busy with other work: only after so many times its seconds has a page waited
# too long that did not work for as long as it may.
PATIENCE = 6
PACE = 100_000  # characters of a page that give it another second
_ENDS: dict[type, str] = {
    MemoryError: "the page takes more memory than there is",
    RecursionError: "the page is nested too deep",
}
# Modules that no alarm stops: half an import would stay for all pages after this one.
UNSTOPPABLE = frozenset({"importlib._bootstrap", "signal"})


@dataclass
class Meter:
    """What all work on one page has used so far.

    `length` is that of the page: a long one has more time.
    """

    length: int = 0
    #: What ended the work, once anything is used up.
    ended: LimitReached | None = None
    #: What takes too long, in the message.
    work: str = "the page"
    unstoppable: frozenset[str] = UNSTOPPABLE
    #: Whether some meter is at work.
    is_running: ClassVar[bool] = False
    #: The seconds that all work on the page has taken.
    used: float = 0.0
    _turns: int = 0
    _characters: int = 0
    _left: float = float("inf")
    _began: tuple[float, float] = (0.0, 0.0)

    @property
    def seconds(self) -> float:
        """The time that the page has."""
        return SECONDS + self.length // PACE

    @property
    def out(self) -> str:
        """What is used up, if anything, with the rule that had not ended."""
        return str(self.ended or "")

    def within(self, work: Callable[[], T]) -> T | None:
        """What some work on the page comes to; None, if the page has used up what it may.

        Then `out` says what it has used up, which is still to be reported.
        """
        if self.ended:
            return None
        if Meter.is_running:
            return work()  # it is a part of other work, whose clock runs
        Meter.is_running = True
        self._began = time.process_time(), time.monotonic()
        self._left = self.seconds - self.used
        try:
            with redirect_stdout(sys.stderr):  # what a book prints is no part of a report
                # Elsewhere the clock is read at each call and turn, and when the work is done.
                has_alarm = ALARM and threading.current_thread() is threading.main_thread()
                answer = self._watched(work) if has_alarm else work()
            if not self.ended:
                self.check_time()  # whatever ran may have caught the alarm
        except (LimitReached, MemoryError, RecursionError) as error:
            self.end(error)
            return None
        except SystemExit as error:
            self.ended = self.ended or left_by(error)
            return None
        finally:
            self.used += self._spent()
            Meter.is_running = False
        return answer

    def _watched(self, work: Callable[[], T]) -> T:
        """Do some work with an alarm, which also stops a rule or pattern that runs too long."""
        before = signal.signal(signal.SIGALRM, self._ring)
        # Again and again: something may catch the first, or Python lose it in a callback.
        left = max(self._left, RINGS_AGAIN / 100)
        timer = signal.setitimer(signal.ITIMER_REAL, left, RINGS_AGAIN)
        try:
            return work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, *timer)
            signal.signal(signal.SIGALRM, before)

    def _ring(self, _signal: int, frame: FrameType | None) -> None:
        own = Meter._watched.__code__
        if frame is None or frame.f_code is own:
            return  # the work is done, or has not begun
        while frame is not None and frame.f_code is not own:
            if frame.f_globals.get("__name__") in self.unstoppable:
                return  # it rings again
            frame = frame.f_back
        self.check_time()

    def _spent(self) -> float:
        """The seconds of work since this began, or a share of those that went by."""
        worked, began = self._began
        return max(time.process_time() - worked, (time.monotonic() - began) / PATIENCE)

    def check_time(self) -> None:
        """Refuse to go on when the time is used up."""
        if time.monotonic() - self._began[1] > self._left and self._spent() > self._left:
            raise self.reached(f"{self.work} takes longer than {self.seconds:g} seconds")

    def reached(self, message: str) -> LimitReached:
        """The refusal of all further work on the page, and why."""
        self.ended = self.ended or LimitReached(message)
        return self.ended

    def end(self, error: BaseException) -> str:
        """End all work on the page after an error that leaves it nothing; says in words why."""
        return str(self.reached(_ENDS.get(type(error), str(error))))

    def begin(self) -> None:
        """Begin the page, perhaps again: its loops and its text are counted from here."""
        self._turns = self._characters = 0

    def turns(self, items: Iterable[object], characters: int = 0) -> Iterator[object]:
        """The items of a loop, counted, with the characters that each prints of the page itself."""
        for item in items:
            self.turn()
            self.count_output(characters)
            yield item

    def turn(self) -> None:
        """Count one iteration of a loop."""
        self._turns += 1
        if self._turns > ITERATIONS:
            raise self.reached(f"the page's loops turn more than {ITERATIONS} times")
        self.check_time()

    def count_output(self, characters: int) -> None:
        """Count characters that are printed, or that a thing takes when it is."""
        self._characters += characters
        if self._characters > OUTPUT:
            raise self.reached(f"the page prints more than {OUTPUT} characters")

    def check_value(self, value: object) -> object:
        """The value, unless it is too large an integer, fraction, string or list."""
        if isinstance(value, int | Fraction):
            largest = max(abs(value.numerator), value.denominator)
            if largest.bit_length() > BITS:
                raise self.too_large()
        if isinstance(value, CONTAINERS):
            try:
                self.check_weight(weight(value))
            except RecursionError:
                raise Mistake("the value is nested too deep") from None
        return value

    def listed(self, items: Iterable[object]) -> list[object]:
        """The items of an iterator, which is left where they are too many, or too large."""
        found, weighed = list[object](), 0
        for item in items:
            weighed += weight(item)
            self.check_weight(weighed)
            found.append(item)
        return found

    def check_weight(self, weighed: int) -> None:
        """Refuse a value of too many items and characters, those of its items counted."""
        if weighed > ITEMS:
            raise Mistake(f"the value has more than {ITEMS} items or characters")

    def too_large(self) -> Mistake:
        """The refusal of an integer."""
        return Mistake(f"the number has more than {BITS} bits")


def left_by(error: SystemExit) -> LimitReached:
    """What to say of code of the book that ends the program: a gate would take it for a pass."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    said = f"sys.exit({'' if error.code is None else repr(error.code)})"
    place = f"{Path(last.filename).name}:{last.lineno}"
    found = LimitReached(f"the code of the book calls {said}, at {place}")
    return found.with_traceback(error.__traceback__)


def in_time(work: Callable[[], T], name: str, unstoppable: frozenset[str] = UNSTOPPABLE) -> T:
    """Do some work that belongs to no page, such as a table of the book, in the time of a page.

    Raises:
        Mistake: if it takes longer; the message begins with the name.
    """
    meter = Meter(work=name, unstoppable=unstoppable)
    done = meter.within(work)
    if meter.ended:
        raise Mistake(meter.out) from meter.ended
    return cast("T", done)
