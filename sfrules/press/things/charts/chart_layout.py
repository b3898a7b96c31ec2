"""Where everything of a plot lies, in pixels: its frame, its panels, its axes and its labels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import dropwhile, pairwise

from sfrules.ground.formats import styled
from sfrules.press.things.charts.chart import At, Axis, Chart, Number

# A phone 390 pixels wide leaves 358 for the text column, so that a plot shows there unscaled.
WIDTH = 358
LINE = 16
GAP = 8
HEIGHT, HEIGHT_OF_BARS, HEIGHT_OF_CELL = 220, 170, 27
WIDEST_LABEL = 66
BOLD = 1.08  # how much wider bold letters are
WIDEST_BAR = 30
# The share of the way to the next bar that a bar takes: above a name, and above a number.
BAR_OF_NAME, BAR_OF_NUMBER = 0.6, 0.7
BESIDE_BARS = 2.0  # between the frame and the first and the last bar

TEXT_SIZE = 12
# Widths in shares of the size, a little more than most fonts need: the reader's own is not known.
_LETTER, _DIGIT, _CAPITAL = 0.58, 0.62, 0.7
_SHARES = (
    dict.fromkeys(" .,:;'|!iljt()", 0.33)
    | dict.fromkeys("mwMW%", 0.95)
    | dict.fromkeys("+\N{MINUS SIGN}\N{MULTIPLICATION SIGN}", _CAPITAL)
    | dict.fromkeys("0123456789", _DIGIT)
)
BETWEEN_LABELS = 7
MOST_LABELS_ACROSS = 12
# A plot fills with lines sooner than with numbers.
MOST_STEPS_UP = 5


def text_width(text: str) -> float:
    """How many pixels a line of text takes, at most, in the fonts that readers have."""
    shares = (_SHARES.get(letter, _CAPITAL if letter.isupper() else _LETTER) for letter in text)
    return TEXT_SIZE * sum(shares)


@dataclass(frozen=True)
class Ruler:
    """An axis of numbers: from where to where, and which of them are written along it."""

    axis: Axis
    low: Fraction
    high: Fraction
    ticks: Sequence[Fraction]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The numbers as they are written."""
        return tuple(styled(tick, self.axis.style) for tick in self.ticks)

    def share(self, at: At) -> float:
        """How far along the axis a number lies, from 0 to 1."""
        return float((Fraction(at) - self.low) / (self.high - self.low))


@dataclass(frozen=True)
class Names:
    """An axis of names: each stands in the middle of an equal share of it."""

    ticks: tuple[At, ...]
    labels: tuple[str, ...]

    def share(self, at: At) -> float:
        """How far along the axis a name stands, from 0 to 1."""
        return (self.ticks.index(at) + 0.5) / len(self.ticks)


def ruler_up(axis: Axis, values: Iterable[Number]) -> Ruler:
    """The axis up: from zero to a round number above the highest."""
    exact = [Fraction(value) for value in values]
    low, high = min(*exact, Fraction(0)), max(*exact, Fraction(0))
    spans = ((step, math.floor(low / step), math.ceil(high / step)) for step in _steps(exact))
    step, first, last = next(span for span in spans if span[2] - span[1] <= MOST_STEPS_UP)
    last += first == last
    return Ruler(axis, first * step, last * step, [n * step for n in range(first, last + 1)])


def ruler_across(axis: Axis, exact: Sequence[Fraction], room: float, end: Fraction) -> Ruler:
    """The axis across, with as many labels as there is room for, in pixels.

    It goes from the first of the `exact` places, which are in order, to the last or beyond it.
    """
    low, high = exact[0], exact[-1]
    # Too small a step is passed over before its ticks are counted out: there may be millions.
    for step in dropwhile(lambda step: (high - low) / step > MOST_LABELS_ACROSS + 1, _steps(exact)):
        ticks = [n * step for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
        for limit in (low, high):
            # An end is written too, unless it would crowd its neighbour.
            if all(abs(limit - tick) >= step * Fraction(3, 5) for tick in ticks):
                ticks = sorted([*ticks, limit])
        ruler = Ruler(axis, low, end if end > low else low + 1, ticks)
        needed = sum(text_width(label) + BETWEEN_LABELS for label in ruler.labels)
        if len(ticks) <= MOST_LABELS_ACROSS and needed <= room:
            break
    return ruler


def _steps(values: Iterable[Fraction]) -> Iterator[Fraction]:
    """Round steps from small to large: 1, 2, 5, 10 …; whole ones where all values are whole."""
    whole = all(value.denominator == 1 for value in values)
    power = Fraction(1) if whole else Fraction(1, 10**6)
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


@dataclass(frozen=True)
class PlotLayout:
    """The measures of a plot; `x` and `y` count from the upper left corner of its frame."""

    chart: Chart

    @property
    def labelled(self) -> bool:
        """Whether the series are named beside their ends: not one alone."""
        return self.chart.mark in ("line", "step") and len(self.chart.traces) > 1

    @cached_property
    def up(self) -> Ruler | Names:
        """The axis up; that of a heat map runs down, as the rows of its table do."""
        chart, style = self.chart, self.chart.column_along.style
        if chart.mark == "heat":
            return Names(chart.places, tuple(styled(each, style) for each in chart.places))
        return ruler_up(chart.up, [value for trace in chart.traces for value in trace.values])

    @cached_property
    def across(self) -> Ruler | Names:
        """The axis across."""
        chart = self.chart
        columns = tuple(trace.name for trace in chart.traces)
        if names := columns if chart.mark == "heat" else chart.names:
            return Names(names, names)
        return ruler_across(chart.across, self._numbers, self.width, self.end)

    @cached_property
    def _numbers(self) -> list[Fraction]:
        """The places across that are numbers, in order."""
        return sorted({Fraction(at) for at in self.chart.places if not isinstance(at, str)})

    @property
    def end(self) -> Fraction:
        """Where an axis of numbers ends: at the last of them, or where its step would end."""
        numbers = self._numbers
        steps = self.chart.mark == "step" and len(numbers) > 1
        return 2 * numbers[-1] - numbers[-2] if steps else numbers[-1]

    @cached_property
    def left(self) -> int:
        """What the labels of the axis up need."""
        return math.ceil(max(map(text_width, self.up.labels))) + GAP

    @cached_property
    def right(self) -> int:
        """What the names of the series need, or half of the last number across."""
        chart = self.chart
        if self.labelled:
            lines = (line for trace in chart.traces for line in wrapped(trace.name))
            return math.ceil(BOLD * max(map(text_width, lines))) + GAP
        if isinstance(self.up, Names) or chart.names:
            return GAP
        return max(GAP, math.ceil(text_width(styled(self._numbers[-1], chart.across.style)) / 2))

    @cached_property
    def top(self) -> int:
        """A line for the title of the axis up, and one for what stands above the highest number."""
        chart = self.chart
        above = chart.mark == "bars" or bool(chart.boundaries)
        return LINE + GAP + (LINE if above else GAP // 2)

    @property
    def bottom(self) -> int:
        """Lines for the labels of the axis across, and one for its title."""
        return (1 + max(map(len, self.labels))) * LINE + GAP

    @cached_property
    def labels(self) -> list[list[str]]:
        """What is written along the axis across, in lines where a name is long."""
        across = self.across
        room = self.width / len(across.labels) if isinstance(across, Names) else self.width
        return [wrapped(label, room) for label in across.labels]

    @cached_property
    def width(self) -> int:
        """The frame, from side to side."""
        return WIDTH - self.left - self.right

    @cached_property
    def height(self) -> int:
        """The frame, from top to bottom."""
        heights = {"heat": HEIGHT_OF_CELL * len(self.up.labels), "bars": HEIGHT_OF_BARS}
        return heights.get(self.chart.mark, HEIGHT)

    @cached_property
    def bar(self) -> float:
        """How wide a bar is: most of the way to the next."""
        if isinstance(self.across, Names):
            return BAR_OF_NAME * self.width / len(self.across.ticks)
        apart = min((float(b - a) for a, b in pairwise(self._numbers)), default=1.0)
        reach = float(self.across.high - self.across.low) + apart
        return round(min(BAR_OF_NUMBER * apart / reach * self.width, WIDEST_BAR), 2)

    @cached_property
    def _margin(self) -> float:
        """How far inside of the frame an axis of numbers begins and ends."""
        inside = self.chart.mark == "bars" and not isinstance(self.across, Names)
        return self.bar / 2 + BESIDE_BARS if inside else 0

    def x(self, at: At) -> float:
        """How far across a place lies."""
        share = self.across.share(at)
        return self._margin * (1 - share) + (self.width - self._margin) * share

    def y(self, at: At) -> float:
        """How far down a value lies."""
        share = self.up.share(at)
        return self.height * (share if isinstance(self.up, Names) else 1 - share)


def wrapped(name: str, room: float = WIDEST_LABEL) -> list[str]:
    """A name in lines, none longer than there is room for, unless a single word is."""
    lines: list[str] = []
    for word in name.split():
        if lines and text_width(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def beside(layout: PlotLayout) -> list[float]:
    """How far down the middle of each series' name lies: at its end, clear of other names."""
    traces = layout.chart.traces
    heights = [len(wrapped(trace.name)) * LINE for trace in traces]
    ends = (layout.y(trace.values[-1]) for trace in traces)
    tops = [end - height / 2 for end, height in zip(ends, heights, strict=True)]
    order = sorted(range(len(traces)), key=tops.__getitem__)
    # Pushed down until none lies on another, and back up where they left the plot.
    free = -float(LINE)
    for at in order:
        tops[at] = max(tops[at], free)
        free = tops[at] + heights[at]
    limit = layout.height + LINE / 2
    for at in reversed(order):
        tops[at] = min(tops[at], limit - heights[at])
        limit = tops[at]
    return [top + height / 2 for top, height in zip(tops, heights, strict=True)]
