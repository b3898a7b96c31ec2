"""A chart as HTML: the plot as inline SVG, its caption, and the way to its numbers.

Those who do not see the plot get it in words: its ends, its extremes, and where lines meet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from itertools import combinations, groupby, pairwise
from operator import ge, gt, le, lt
from pathlib import Path
from xml.etree.ElementTree import tostring

from sfrules.ground.formats import styled
from sfrules.ground.problems import enumerated
from sfrules.press.things.charts.chart import At, Axis, Boundary, Chart, Number, Spot, Trace
from sfrules.press.things.charts.chart_layout import WIDTH, PlotLayout
from sfrules.press.things.charts.chart_picture import picture
from sfrules.press.things.svg import element, image
from sfrules.press.things.tables.html import (
    COMPUTED,
    given_at,
    length_of,
    origins_of,
    table_html,
    words_of,
)
from sfrules.press.things.thing import DRAWING, Desk, Kind, View, built

HERE = Path(__file__).parent
# A single series of this many numbers or fewer is described number by number.
GIVEN_IN_FULL = 8
# What each step of a series is, compared with 0; the first that fits is said.
TRENDS = {
    "rising all the way": gt,
    "falling all the way": lt,
    "never falling": ge,
    "never rising": le,
}


def chart_html(chart: Chart, page: View) -> str:
    """The plot with its caption; the table is linked if the book prints it, else folded below."""
    id, number = page.own_id(f"figure-{chart.id}"), page.number_of(chart)
    whole = page.address_of_whole(chart.table)
    numbered = element("span", f"{number}. " if number else "", class_="chart-number")
    caption = element("figcaption", numbered, chart.caption)
    folded = ""
    if whole:
        link = element("a", page.number_of(chart.table) or "the table above", href=whole)
        caption.append(element("span", " The numbers are in ", link, ".", class_="chart-numbers"))
    else:
        of = f" of {number}" if number else ""
        summary = f"<summary>{escape(f'The numbers{of}')}</summary>"
        folded = f'<details class="chart-data">{summary}{table_html(chart.table, page)}</details>'
    layout, said = PlotLayout(chart), (chart.title, description(chart))
    size = WIDTH, layout.top + layout.height + layout.bottom
    # The caption is found by a search; the figures along an axis need not be.
    plot = image(id, said, picture(layout), size, data_search_exclude="", stroke="none")
    figure = element("figure", plot, caption, id=id, class_="chart", **_marks(layout))
    return tostring(figure, encoding="unicode") + folded


def _marks(layout: PlotLayout) -> dict[str, str]:
    """Where a script marks a place that its reader has set: along a chart of numbers alone."""
    chart = layout.chart
    if chart.mark == "heat" or chart.names:
        return {}
    places: dict[str, list[float]] = {}
    for index, trace in enumerate(chart.traces):
        for at, value in trace.points:
            x, y = layout.left + layout.x(at), layout.top + layout.y(value, index)
            places.setdefault(_shown(chart, at), [round(x, 1)]).append(round(y, 1))
    told = {"top": layout.top, "foot": layout.top + layout.height, "places": places}
    along = chart.column_along.heading
    return {"data_along": along, "data_places": json.dumps(told, separators=(",", ":"))}


def description(chart: Chart) -> str:
    """What a plot shows."""
    sentences = _heat(chart) if chart.mark == "heat" else _series(chart)
    return " ".join([*sentences, *(_spot(chart, spot) for spot in chart.spots)])


def _series(chart: Chart) -> Iterator[str]:
    places = chart.places
    span = f"from {_shown(chart, places[0])} to {_shown(chart, places[-1])}"
    yield f"{chart.up.text} by {_lower(chart.across.text)}, {span}."
    for trace in chart.traces:
        yield f"{trace.name}: {_course(chart, trace)}."
    if len(chart.traces) > 1 and not chart.panels and not chart.names:
        yield from _meetings(chart)
    if chart.boundaries:
        yield f"Lines: {enumerated(_boundary(chart, line) for line in chart.boundaries)}."


def _course(chart: Chart, trace: Trace) -> str:
    """How a series runs: each number if there are few, else its ends and its extremes."""

    def described(point: tuple[At, Number]) -> str:
        return f"{_value(trace, point[1])} at {_place(chart, point[0])}"

    points = trace.points
    if len(set(trace.values)) == 1:
        return f"{_value(trace, trace.values[0])} throughout"
    if len(chart.traces) == 1 and len(points) <= GIVEN_IN_FULL:
        return enumerated(map(described, points))
    first, last = points[0], points[-1]
    steps = [Fraction(after) - Fraction(before) for before, after in pairwise(trace.values)]
    trends = [text for text, holds in TRENDS.items() if all(holds(step, 0) for step in steps)]
    parts = [f"{described(first)}, {described(last)}", *trends[:1]]
    for name, extreme in (("highest", max), ("lowest", min)):
        point = extreme(points, key=lambda point: Fraction(point[1]))
        if point[1] not in (first[1], last[1]):
            parts.append(f"{name} {described(point)}")
    return "; ".join(parts)


def _meetings(chart: Chart) -> Iterator[str]:
    """Where lines meet or cross; if they never do, their order."""
    pairs = combinations(chart.traces, 2)
    if met := [sentence for pair in pairs for sentence in _meeting(chart, *pair)]:
        yield from met
    else:
        order = sorted(chart.traces, key=lambda trace: Fraction(trace.values[-1]), reverse=True)
        yield f"They never meet; from the top: {enumerated(trace.name for trace in order)}."


def _meeting(chart: Chart, one: Trace, other: Trace) -> Iterator[str]:
    theirs = {at: Fraction(value) for at, value in other.points}
    gaps = [(at, Fraction(value) - theirs[at]) for at, value in one.points if at in theirs]
    if equal := [at for at, gap in gaps if not gap]:
        yield f"{one.name} and {other.name} are equal at {_runs(chart, equal)}."
    apart = [(at, gap > 0) for at, gap in gaps if gap]
    for (_, before), (at, after) in pairwise(apart):
        if before is not after:
            above, below = (one, other) if after else (other, one)
            yield f"{above.name} passes {below.name} at {_place(chart, at)}."


def _runs(chart: Chart, equal: Sequence[At]) -> str:
    """Places, with those next to each other as a range."""
    numbered = groupby(enumerate(equal), key=lambda each: chart.places.index(each[1]) - each[0])
    runs = [[_shown(chart, at) for _, at in run] for _, run in numbered]
    ranges = [" to ".join(dict.fromkeys((run[0], run[-1]))) for run in runs]
    return f"{_lower(chart.across.title)} {enumerated(ranges)}"


def _heat(chart: Chart) -> Iterator[str]:
    """The sides of a heat map, and its extremes."""
    first, last, columns = chart.places[0], chart.places[-1], chart.traces
    yield f"{chart.up.text} from {_shown(chart, first)} to {_shown(chart, last)} downward."
    yield f"{chart.across.text} from {columns[0].name} to {columns[-1].name} across."
    cells = [(trace, at, value) for trace in columns for at, value in trace.points]
    for name, extreme in (("Lowest", min), ("Highest", max)):
        trace, at, value = extreme(cells, key=lambda cell: Fraction(cell[2]))
        yield f"{name}: {_value(trace, value)} at {_cell(chart, trace.name, at)}."


def _spot(chart: Chart, spot: Spot) -> str:
    value = _value(chart.trace(spot.series), chart.value_of(spot))
    if chart.mark == "heat":
        return f"Marked: {value} at {_cell(chart, spot.series, spot.at)}, {spot.name}."
    return f"Marked: {spot.series}, {value} at {_place(chart, spot.at)}, {spot.name}."


def _boundary(chart: Chart, line: Boundary) -> str:
    axis = chart.up if line.side == "up" else chart.across
    what = "" if line.side == "up" else f"{_lower(axis.title)} "
    return f"{line.name} at {what}{styled(line.at, axis.style)}"


def _cell(chart: Chart, name: str, at: At) -> str:
    return f"{_counted(chart.up, _shown(chart, at))} and {_counted(chart.across, name)}"


def _place(chart: Chart, at: At) -> str:
    return _counted(chart.across, _shown(chart, at))


def _counted(axis: Axis, shown: str) -> str:
    """A number with what it counts; a name speaks for itself."""
    return shown if shown[:1].isalpha() else f"{_lower(axis.title)} {shown}"


def _shown(chart: Chart, at: At) -> str:
    return styled(at, chart.column_along.style)


def _value(trace: Trace, value: Number) -> str:
    """A number with the unit of its column."""
    return f"{styled(value, trace.column.style)} {trace.column.unit}".rstrip()


def _lower(title: str) -> str:
    """A title in the middle of a sentence; an abbreviation stays as it is."""
    return title if title[:2].isupper() else title[:1].lower() + title[1:]


def chart(desk: Desk, id: str) -> Chart:
    """A chart of the book."""
    chart = built(desk.book.charts, id, "chart")
    desk.spend(DRAWING + length_of(chart.table))
    return chart


def _words(chart: Chart) -> Iterator[str]:
    yield from (chart.caption, chart.title, chart.across.text, chart.up.text)
    yield from (series.name for series in chart.series)
    yield from (boundary.name for boundary in chart.boundaries)
    yield from (spot.name for spot in chart.spots)
    yield from words_of(chart.table)


CHART = Kind(
    name="chart",
    makes=Chart,
    html=chart_html,
    macros=(chart,),
    text=lambda chart: chart.caption,
    table=lambda chart: chart.table,
    words=_words,
    given=lambda chart, text: given_at(chart.table, text),
    computed_in=f"{COMPUTED}, svg, .chart-number, .chart-numbers, summary",
    origins=lambda chart, book: origins_of(chart.table, book),
    styles=(HERE / "charts.css",),
    scripts=(HERE / "charts.js",),
    numbered="figure",
    offered=lambda book: book.charts,
)
