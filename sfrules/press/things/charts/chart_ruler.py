"""Where numbers and names lie along an axis, and which of them are written there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import dropwhile

from sfrules.ground.formats import styled
from sfrules.press.things.charts.chart import At, Axis, Number

TEXT_SIZE = 12
# Widths in shares of the size, a little more than most fonts need: the reader's own is not known.
_NARROW, _LETTER, _DIGIT, _CAPITAL, _BROADEST = 0.33, 0.58, 0.62, 0.7, 0.95
_THIN, _BROAD = frozenset(" .,:;'|!iljt()"), frozenset("mwMW%")
_SIGNS = frozenset("+\N{MINUS SIGN}\N{MULTIPLICATION SIGN}")
BETWEEN_LABELS = 7
MOST_LABELS_ACROSS = 12
# A plot fills with lines sooner than with numbers.
MOST_STEPS_UP, MOST_STEPS_OF_PANEL = 5, 2
MOST_DECADES = 8


def text_width(text: str) -> float:
    """How many pixels a line of text takes, at most, in the fonts that readers have."""
    return TEXT_SIZE * sum(map(_share, text))


def _share(letter: str) -> float:
    if letter in _THIN:
        return _NARROW
    if letter in _BROAD:
        return _BROADEST
    if letter.isdigit():
        return _DIGIT
    return _CAPITAL if letter.isupper() or letter in _SIGNS else _LETTER


@dataclass(frozen=True)
class Ruler:
    """An axis of numbers: from where to where, and what is written along it."""

    low: Fraction
    high: Fraction
    ticks: tuple[Fraction, ...]
    labels: tuple[str, ...]
    log: bool = False

    def share(self, at: At) -> float:
        """How far along the axis a number lies, from 0 to 1."""
        value = Fraction(at)
        if self.log:
            low, high = math.log10(self.low), math.log10(self.high)
            return (math.log10(value) - low) / (high - low)
        return float((value - self.low) / (self.high - self.low))


@dataclass(frozen=True)
class Names:
    """An axis of names: each stands in the middle of an equal share of it."""

    ticks: tuple[At, ...]
    labels: tuple[str, ...]

    def share(self, at: At) -> float:
        """How far along the axis a name stands, from 0 to 1."""
        return (self.ticks.index(at) + 0.5) / len(self.ticks)


def ruler_up(axis: Axis, values: Iterable[Number], most: int = MOST_STEPS_UP) -> Ruler:
    """The axis up: from zero to a round number above the highest."""
    exact = [Fraction(value) for value in values]
    if axis.scale == "log":
        return _decades(axis, min(exact), max(exact))
    low, high = min(*exact, Fraction(0)), max(*exact, Fraction(0))
    step = next(
        step for step in _steps(exact) if math.ceil(high / step) - math.floor(low / step) <= most
    )
    first, last = math.floor(low / step), math.ceil(high / step)
    last += first == last
    return _ruler(axis, first * step, last * step, [n * step for n in range(first, last + 1)])


def ruler_across(axis: Axis, exact: Sequence[Fraction], room: float, end: Fraction) -> Ruler:
    """The axis across, with as many labels as there is room for.

    Args:
        axis: what it measures.
        exact: the places along it, in order.
        room: how many pixels there are.
        end: how far it goes on, which may be beyond the last place.
    """
    if axis.scale == "log":
        return _decades(axis, exact[0], end)
    low, high = exact[0], exact[-1]
    # Too small a step is passed over before its ticks are counted out: there may be millions.
    for step in dropwhile(lambda step: (high - low) / step > MOST_LABELS_ACROSS + 1, _steps(exact)):
        ticks = [n * step for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
        # An end is written too, unless it would crowd its neighbour.
        ticks = _with_end(_with_end(ticks, low, step), high, step)
        if len(ticks) <= MOST_LABELS_ACROSS and _needed(axis, ticks) <= room:
            break
    return _ruler(axis, low, end if end > low else low + 1, ticks)


def _with_end(ticks: list[Fraction], end: Fraction, step: Fraction) -> list[Fraction]:
    if all(abs(end - tick) >= step * Fraction(3, 5) for tick in ticks):
        return sorted([*ticks, end])
    return ticks


def _needed(axis: Axis, ticks: list[Fraction]) -> float:
    return sum(text_width(styled(tick, axis.style)) + BETWEEN_LABELS for tick in ticks)


def _steps(values: Iterable[Fraction]) -> Iterable[Fraction]:
    """Round steps from small to large: 1, 2, 5, 10 …; whole ones where all values are whole."""
    whole = all(value.denominator == 1 for value in values)
    power = Fraction(1) if whole else Fraction(1, 10**6)
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _decades(axis: Axis, lowest: Fraction, highest: Fraction) -> Ruler:
    """A logarithmic axis: from a power of ten to the highest value, with the powers between."""
    first, last = math.floor(math.log10(lowest)), math.floor(math.log10(highest))
    every = math.ceil((last - first + 1) / MOST_DECADES)
    ticks = [Fraction(10) ** n for n in range(first, last + 1, every)]
    ruler = _ruler(axis, ticks[0], max(highest, 10 * ticks[0]), ticks)
    return replace(ruler, log=True)


def _ruler(axis: Axis, low: Fraction, high: Fraction, ticks: list[Fraction]) -> Ruler:
    return Ruler(low, high, tuple(ticks), tuple(styled(tick, axis.style) for tick in ticks))
