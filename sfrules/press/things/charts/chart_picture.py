"""A plot drawn as SVG: its axes, and what stands for its numbers.

No colour is set here: a class names the ink of a thing, such as `chart-series-1`, and the
stylesheet of the book has its colour.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import chain, groupby, pairwise
from operator import itemgetter
from xml.etree.ElementTree import Element

from sfrules.ground.formats import styled
from sfrules.press.things.charts.chart import At, Number, Trace
from sfrules.press.things.charts.chart_layout import (
    GAP,
    HEIGHT_OF_CELL,
    LINE,
    TEXT_SIZE,
    Names,
    PlotLayout,
    Ruler,
    beside,
    wrapped,
)
from sfrules.press.things.svg import element, short

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
# The label of a bar or a cell keeps half a pixel before its middle, as in all drawings published.
EARLY = 0.5

Look = dict[str, str | float]
"""What a thing looks like, as against where it is: the attributes of a group."""
Leaf = tuple[Look, Element]
Point = tuple[float, float]
Cell = tuple[Trace, At, Number]


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
    parts = (_heat, _axes) if layout.chart.mark == "heat" else (_grid, _axes, _marks)
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
        y = layout.y(tick) - _early(layout, layout.up)
        yield _text(layout, _letters("faint", "end"), -GAP, y + MIDDLE, label)
    above = LINE - GAP / 2 - layout.top
    yield _text(layout, _letters("ink"), -layout.left, above, layout.chart.up.text)


def _axis_across(layout: PlotLayout) -> Iterator[Leaf]:
    bottom, tick = layout.height, 0 if layout.chart.mark == "heat" else TICK
    places = [layout.x(at) - _early(layout, layout.across) for at in layout.across.ticks]
    if tick:
        yield from (_line(layout, _AXIS, (x, bottom), (x, bottom + tick)) for x in places)
    for x, lines in zip(places, layout.labels, strict=True):
        yield _text(layout, _letters("faint", "middle"), x, bottom + tick + GAP / 2 + TOP, *lines)
    if tick:
        yield _line(layout, _AXIS, (0, bottom), (layout.width, bottom))
    middle, below = layout.width / 2, bottom + layout.bottom - GAP / 2
    yield _text(layout, _letters("ink", "middle"), middle, below, layout.chart.across.text)


def _early(layout: PlotLayout, axis: Ruler | Names) -> float:
    return EARLY if isinstance(axis, Names) and layout.chart.mark in ("bars", "heat") else 0


def _marks(layout: PlotLayout) -> Iterator[Leaf]:
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
    yield _path(layout, look, _run(_steps(layout, run)) if mark == "step" else _parted(layout, run))
    if mark == "line" and len(points) <= DOTTED_LINE:
        yield from (_path(layout, _fill(ink, stroke_width=2), DOT, x, y) for x, y in points)


def _ink(index: int) -> str:
    return f"series-{index % len(DASHES) + 1}"


def _steps(layout: PlotLayout, points: list[Point]) -> list[Point]:
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
    # By way of thousandths, so that drawings published before do not change in the last decimal.
    places = (f"{short(round(x, 3))},{short(round(y, 3))}" for x, y in points)
    return f"M{'L'.join(places)}"


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
    cells = [(trace, at, value) for trace in layout.chart.traces for at, value in trace.points]
    low, high = (extreme(value for *_, value in cells) for extreme in (min, max))
    for cell in cells:
        yield _path(layout, _fill(shade(cell[2], low, high)), _outline(layout, cell))
    yield from (_number(layout, cell) for cell in cells)


def _outline(layout: PlotLayout, cell: Cell) -> str:
    trace, at, _ = cell
    width, height = layout.width / len(layout.across.ticks), HEIGHT_OF_CELL
    x, y = layout.x(trace.name) - width / 2, layout.y(at) - height / 2
    return _rectangle(
        x + BETWEEN_CELLS, y + BETWEEN_CELLS, width - 2 * BETWEEN_CELLS, height - 2 * BETWEEN_CELLS
    )


def _number(layout: PlotLayout, cell: Cell) -> Leaf:
    trace, at, value = cell
    x, y, text = layout.x(trace.name), layout.y(at), styled(value, trace.column.style)
    return _text(layout, _letters("cell", "middle"), x, y + MIDDLE, text)


def shade(value: Number, low: Number, high: Number) -> str:
    """The shade of a value, of as many equal steps as there are shades."""
    if low == high:
        return "heat-1"
    share = (Fraction(value) - Fraction(low)) / (Fraction(high) - Fraction(low))
    return f"heat-{min(SHADES, int(share * SHADES) + 1)}"
