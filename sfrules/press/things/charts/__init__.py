"""Charts: the plot of a table, what it shows, where everything stands, and the picture as SVG."""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from itertools import chain, dropwhile, groupby, pairwise
from numbers import Rational
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal
from xml.etree.ElementTree import Element, tostring

from sfrules.ground.formats import styled
from sfrules.press.things.figures import check_id
from sfrules.press.things.svg import element, image, short
from sfrules.press.things.tables import TABLE, Column, Table
from sfrules.press.things.thing import DRAWING, Desk, Kind, View, built

Mark = Literal["line", "step", "bars", "heat"]
"""Straight from value to value; level until the next; from zero up; a grid."""

Amount = Rational | Decimal
At = Amount | str
"""A place along the axis across: a number, or one of several names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """What a side of the plot measures: its title, its unit, and the format of its ticks."""

    title: str
    unit: str = ""
    style: str = ""

    @property
    def text(self) -> str:
        """The title with its unit, as the plot prints it."""
        return f"{self.title} ({self.unit})" if self.unit else self.title


@dataclass(frozen=True, slots=True)
class Series:
    """A column to draw, by its heading; a spanner's heading draws each column below it."""

    heading: str
    #: What the plot calls the column, if not by its heading.
    name: str = ""


@dataclass(frozen=True, slots=True)
class Boundary:
    """A line through the whole plot at a place across, such as where a group of rows begins."""

    at: Amount
    name: str


@dataclass(frozen=True, slots=True)
class Trace:
    """A series as it is plotted: the exact values of its column's cells, without the blank ones."""

    name: str
    column: Column
    points: tuple[tuple[At, Amount], ...]

    @property
    def values(self) -> tuple[Amount, ...]:
        """The values without their places."""
        return tuple(value for _, value in self.points)


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A plot of some columns of a table.

    Raises:
        ValueError: for an id of another form, a column or cell that the table does not have, a cell
            that is no number, or a number that the plot has no place for.
    """

    id: str
    #: For those who do not see the plot.
    title: str
    caption: str
    #: Every number of the plot is in one of its cells.
    table: Table
    mark: Mark
    across: Axis
    up: Axis
    #: The columns that are drawn; those of a heat map go across, and the stub up.
    series: tuple[Series, ...]
    boundaries: tuple[Boundary, ...] = ()
    #: Lines that vouch for the numbers that are typed in its words.
    proof: str = ""

    def __post_init__(self) -> None:
        check_id(self.id)
        for fault in self._faults():
            raise ValueError(f"chart {self.id}: {fault}")

    @cached_property
    def traces(self) -> tuple[Trace, ...]:
        """Every series with its numbers."""
        return tuple(trace for one in self.series for trace in self._traced(one))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The places along the axis across, where they are names and not numbers."""
        return tuple(each for each in self.places if isinstance(each, str))

    @cached_property
    def places(self) -> tuple[At, ...]:
        """The place of each row along the axis across."""
        return self._cells(self.table.stub)

    def _traced(self, one: Series) -> Iterator[Trace]:
        for column in self.table.select(columns=[one.heading]).leaves:
            pairs = zip(self.places, self._cells(column), strict=True)
            points = tuple((place, cell) for place, cell in pairs if cell is not None)
            yield Trace(one.name or column.heading, column, points)

    def _cells(self, column: Column) -> tuple[Any, ...]:
        """The values below a column."""
        at = next(index for index, one in enumerate(self.table.all_columns) if one is column)
        return tuple(row[at] for row in self.table.cells)

    def _faults(self) -> Iterator[str]:
        """What is wrong; each check relies on those before it."""
        names = [trace.name for trace in self.traces]
        if len(set(names)) < len(names):
            yield f"two series share a name: {', '.join(names)}"
        yield from (f"{trace.name} is blank" for trace in self.traces if not trace.points)
        if not names:
            yield "there is no series"
        if self.names and len(self.names) < len(self.places):
            yield "the places along the axis are names and numbers"
        for trace in self.traces:
            cells: tuple[tuple[At, object], ...] = trace.points  # a rule may answer anything
            for at, value in cells:
                if not isinstance(value, Amount) or isinstance(value, bool):
                    yield f"{trace.name} at {at} is {value!r}, no number"
        yield from (fault for wrong, fault in self._misfits() if wrong)

    def _misfits(self) -> Iterator[tuple[bool, str]]:
        """What the mark and the places could have against each other."""
        mark, named, several = self.mark, bool(self.names), len(self.traces) > 1
        runs = named and mark in ("line", "step")
        yield runs, f"a {mark} runs along numbers, not {self.places[0]!r}"
        yield (
            mark == "bars" and several,
            'bars are of one series; draw a chart for each, by columns=["its heading"]',
        )
        divided = bool(self.boundaries)
        yield mark == "heat" and divided, "a heat map has no boundaries"
        yield named and divided, "a boundary stands at a number, and these places have names"


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


def ruler_up(axis: Axis, values: Iterable[Amount]) -> Ruler:
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
        chart, style = self.chart, self.chart.table.stub.style
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


# Series are told apart by dashes before colours, and by their names beside them.
DASHES = ("", "7,4", "2,4", "10,4,2,4", "4,3", "12,4")
SHADES = 7
# More bars than this have no room for their numbers.
NAMED_BARS = 12
# A line through more numbers than this would lose its dashes below the dots.
DOTTED_LINE = 16
# The path of a dot on a line.
DOT = "M1.8,0A1.8,1.8,0,1,1,-1.8,0A1.8,1.8,0,1,1,1.8,0"
TICK = 4
LINE_OF_NAME = 14
# How far the foot of a line of text lies below its middle, below its top, and above its bottom.
MIDDLE, TOP, BOTTOM = 4, 9, 3
# Between a line or a bar and the text at it; and between a place and the text above it.
CLEAR, ABOVE = 3, 5
# Half of what shows between two cells.
BETWEEN_CELLS = 1

Look = dict[str, str | float]
"""What a thing looks like, as against where it is: the attributes of a group."""
Leaf = tuple[Look, Element]
Point = tuple[float, float]


def _look(paint: str, ink: str, **more: str | float) -> Look:
    given = {name: value for name, value in more.items() if value}
    return {"class_": f"chart-{ink}", paint: "currentColor"} | given


_stroke, _fill = partial(_look, "stroke"), partial(_look, "fill")
_GRID, _AXIS = _stroke("grid", stroke_width=1), _stroke("axis", stroke_width=1)
_BOUNDARY = _stroke("boundary", stroke_dasharray="2,3")


def _letters(ink: str, anchor: str = "", weight: str = "") -> Look:
    return _fill(ink, text_anchor=anchor, font_size=TEXT_SIZE, font_weight=weight)


def picture(layout: PlotLayout) -> list[Element]:
    """What a plot shows, from the lowest to the uppermost, in groups of what looks alike."""
    parts = (_heat, _axes) if layout.chart.mark == "heat" else (_grid, _axes, _drawn_marks)
    leaves = chain.from_iterable(draw(layout) for draw in parts)
    return [
        element("g", *(leaf for _, leaf in alike), **look)
        for look, alike in groupby(leaves, key=itemgetter(0))
    ]


def _line(layout: PlotLayout, look: Look, start: Point, end: Point) -> Leaf:
    (x1, y1), (x2, y2), left, top = start, end, layout.left, layout.top
    return look, element("line", x1=left + x1, y1=top + y1, x2=left + x2, y2=top + y2)


def _path(layout: PlotLayout, look: Look, d: str, x: float = 0, y: float = 0) -> Leaf:
    place = f"{short(layout.left + x)} {short(layout.top + y)}"
    return look, element("path", d=d, transform=f"translate({place})")


def _text(
    layout: PlotLayout, look: Look, x: float, y: float, *lines: str, apart: int = LINE
) -> Leaf:
    """A text of one line, or of several below each other; `y` is the foot of the first."""
    x, y = layout.left + x, layout.top + y
    if len(lines) == 1:
        return look, element("text", lines[0], x=x, y=y)
    spans = (element("tspan", line, x=x, y=y + at * apart) for at, line in enumerate(lines))
    return look, element("text", *spans)


def _grid(layout: PlotLayout) -> Iterator[Leaf]:
    for y in map(layout.y, layout.up.ticks):
        yield _line(layout, _GRID, (0, y), (layout.width, y))


def _axes(layout: PlotLayout) -> Iterator[Leaf]:
    yield from _axis_across(layout)
    for tick, label in zip(layout.up.ticks, layout.up.labels, strict=True):
        yield _text(layout, _letters("faint", "end"), -GAP, layout.y(tick) + MIDDLE, label)
    above = LINE - GAP / 2 - layout.top
    yield _text(layout, _letters("ink"), -layout.left, above, layout.chart.up.text)


def _axis_across(layout: PlotLayout) -> Iterator[Leaf]:
    bottom, tick = layout.height, 0 if layout.chart.mark == "heat" else TICK
    places = [layout.x(at) for at in layout.across.ticks]
    if tick:
        yield from (_line(layout, _AXIS, (x, bottom), (x, bottom + tick)) for x in places)
    for x, lines in zip(places, layout.labels, strict=True):
        yield _text(layout, _letters("faint", "middle"), x, bottom + tick + GAP / 2 + TOP, *lines)
    if tick:
        yield _line(layout, _AXIS, (0, bottom), (layout.width, bottom))
    middle, below = layout.width / 2, bottom + layout.bottom - GAP / 2
    yield _text(layout, _letters("ink", "middle"), middle, below, layout.chart.across.text)


def _drawn_marks(layout: PlotLayout) -> Iterator[Leaf]:
    yield from _boundaries(layout)
    for index in range(len(layout.chart.traces)):
        yield from _series(layout, index)
    if layout.labelled:
        yield from _names_beside(layout)


def _series(layout: PlotLayout, index: int) -> Iterator[Leaf]:
    """A series: its line with a dot on each number, or its bars."""
    mark, trace = layout.chart.mark, layout.chart.traces[index]
    points = [(layout.x(at), layout.y(value)) for at, value in trace.points]
    if mark == "bars":
        yield from _bars(layout, trace, points)
        return
    ink, run = _ink(index), sorted(points)
    look = _stroke(ink, stroke_width=2, stroke_dasharray=DASHES[index % len(DASHES)])
    drawn = _run(_step_line(layout, run)) if mark == "step" else _parted(layout, run)
    yield _path(layout, look, drawn)
    if mark == "line" and len(points) <= DOTTED_LINE:
        yield from (_path(layout, _fill(ink, stroke_width=2), DOT, x, y) for x, y in points)


def _ink(index: int) -> str:
    return f"series-{index % len(DASHES) + 1}"


def _step_line(layout: PlotLayout, points: list[Point]) -> list[Point]:
    """Level until the next number, and after the last one until the axis ends."""
    ended = [*points, (layout.x(layout.end), points[-1][1])]
    corners = (((x, before), (x, y)) for (_, before), (x, y) in pairwise(ended))
    return [points[0], *chain.from_iterable(corners)]


def _parted(layout: PlotLayout, points: list[Point]) -> str:
    """Straight from number to number, but for the step into another group of rows.

    Drawn through, the line would bend at the last row before the boundary, not at the boundary.
    """
    lines = sorted(layout.x(each.at) for each in layout.chart.boundaries)
    runs = (list(run) for _, run in groupby(points, lambda point: bisect_right(lines, point[0])))
    return "".join(map(_run, runs))


def _run(points: Iterable[Point]) -> str:
    return f"M{'L'.join(f'{short(x)},{short(y)}' for x, y in points)}"


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    return f"M{short(x)},{short(y)}h{short(width)}v{short(height)}h-{short(width)}Z"


def _bars(layout: PlotLayout, trace: Trace, points: list[Point]) -> Iterator[Leaf]:
    zero = layout.y(Fraction(0))
    for x, y in points:
        bar = _rectangle(x - layout.bar / 2, min(y, zero), layout.bar, abs(zero - y))
        yield _path(layout, _fill("bar"), bar)
    if len(points) <= NAMED_BARS:
        for (x, y), value in zip(points, trace.values, strict=True):
            text = styled(value, trace.column.style)
            yield _text(layout, _letters("ink", "middle"), x, y - CLEAR - BOTTOM, text)


def _boundaries(layout: PlotLayout) -> Iterator[Leaf]:
    """Lines through the whole plot, named at their upper end."""
    for line in layout.chart.boundaries:
        x = layout.x(line.at)
        # The frame has an edge at its beginning already.
        if layout.across.share(line.at) > 0:
            yield _line(layout, _BOUNDARY, (x, CLEAR - LINE), (x, layout.height))
        yield _text(layout, _letters("faint"), x + CLEAR, -ABOVE, line.name)


def _names_beside(layout: PlotLayout) -> Iterator[Leaf]:
    named = zip(layout.chart.traces, beside(layout), strict=True)
    for index, (trace, middle) in enumerate(named):
        lines, look = wrapped(trace.name), _letters(_ink(index), weight="bold")
        y = middle - (len(lines) - 1) * LINE_OF_NAME / 2 + MIDDLE
        yield _text(layout, look, layout.width + GAP, y, *lines, apart=LINE_OF_NAME)


def _heat(layout: PlotLayout) -> Iterator[Leaf]:
    """The cells of a heat map and their numbers."""
    values = [value for trace in layout.chart.traces for value in trace.values]
    low, high = min(values), max(values)
    width = layout.width / len(layout.across.ticks) - 2 * BETWEEN_CELLS
    height = HEIGHT_OF_CELL - 2 * BETWEEN_CELLS
    numbers: list[Leaf] = []
    for trace in layout.chart.traces:
        for at, value in trace.points:
            x, y, text = layout.x(trace.name), layout.y(at), styled(value, trace.column.style)
            cell = _rectangle(x - width / 2, y - height / 2, width, height)
            yield _path(layout, _fill(shade(value, low, high)), cell)
            numbers.append(_text(layout, _letters("cell", "middle"), x, y + MIDDLE, text))
    yield from numbers


def shade(value: Amount, low: Amount, high: Amount) -> str:
    """The shade of a value, of as many equal steps as there are shades."""
    if low == high:
        return "heat-1"
    share = (Fraction(value) - Fraction(low)) / (Fraction(high) - Fraction(low))
    return f"heat-{min(SHADES, int(share * SHADES) + 1)}"


HERE = Path(__file__).parent


def chart_html(chart: Chart, page: View) -> str:
    """The plot with its caption; the table is linked if the book prints it, else folded below."""
    id, number = page.own_id(f"figure-{chart.id}"), page.number_of(chart)
    whole = page.address_of_whole(chart.table)
    numbered = element("span", f"{number}. " if number else "", class_="chart-number")
    caption = element("figcaption", numbered, chart.caption)
    folded, told = "", "The numbers are in the table below."
    if whole:
        table = page.number_of(chart.table) or "the table above"
        link, told = element("a", table, href=whole), f"The numbers are in {table}."
        caption.append(element("span", " The numbers are in ", link, ".", class_="chart-numbers"))
    else:
        of = f" of {number}" if number else ""
        summary = f"<summary>{escape(f'The numbers{of}')}</summary>"
        folded = f'<details class="chart-data">{summary}{TABLE.html(chart.table, page)}</details>'
    layout, said = PlotLayout(chart), (chart.title, told)
    size = WIDTH, layout.top + layout.height + layout.bottom
    # The caption is found by a search; the figures along an axis need not be.
    plot = image(id, said, picture(layout), size, data_search_exclude="", stroke="none")
    figure = element("figure", plot, caption, id=id, class_="chart", **_pins(layout))
    return tostring(figure, encoding="unicode") + folded


def _pins(layout: PlotLayout) -> dict[str, str]:
    """Where a script marks a place that its reader has set: along a chart of numbers alone."""
    chart = layout.chart
    if chart.mark == "heat" or chart.names:
        return {}
    places: dict[str, list[float]] = {}
    for trace in chart.traces:
        for at, value in trace.points:
            x, y = layout.left + layout.x(at), layout.top + layout.y(value)
            shown = styled(at, chart.table.stub.style)
            places.setdefault(shown, [round(x, 1)]).append(round(y, 1))
    told = {"top": layout.top, "foot": layout.top + layout.height, "places": places}
    along = chart.table.stub.heading
    return {"data_along": along, "data_places": json.dumps(told, separators=(",", ":"))}


def chart(desk: Desk, id: str) -> Chart:
    """A chart of the book."""
    chart: Chart = built(desk.book.charts, id, "chart")
    desk.spend(DRAWING + chart.table.length)
    return chart


def _words(chart: Chart) -> Iterator[str]:
    yield from (chart.caption, chart.title, chart.across.text, chart.up.text)
    yield from (series.name for series in chart.series)
    yield from (boundary.name for boundary in chart.boundaries)
    yield from TABLE.contents(chart.table).words


CHART = Kind(
    name="chart",
    makes=Chart,
    html=chart_html,
    macros=(chart,),
    contents=lambda chart: replace(
        TABLE.contents(chart.table), text=chart.caption, words=_words(chart)
    ),
    computed_in=f"{TABLE.computed_in}, svg, .chart-number, .chart-numbers, summary",
    files=(HERE / "charts.css", HERE / "charts.js"),
    numbered="figure",
)
