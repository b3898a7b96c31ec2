"""A chart as HTML: the plot as inline SVG, its caption, and the way to its numbers.

The table of its numbers is what stands for the plot, for those who do not see it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from xml.etree.ElementTree import tostring

from sfrules.ground.formats import styled
from sfrules.press.things.charts.chart import Chart
from sfrules.press.things.charts.chart_layout import WIDTH, PlotLayout
from sfrules.press.things.charts.chart_picture import picture
from sfrules.press.things.svg import element, image
from sfrules.press.things.tables.html import (
    COMPUTED,
    contents_of,
    length_of,
    table_html,
)
from sfrules.press.things.thing import DRAWING, Desk, Kind, View, built

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
        folded = f'<details class="chart-data">{summary}{table_html(chart.table, page)}</details>'
    layout, said = PlotLayout(chart), (chart.title, told)
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
    for trace in chart.traces:
        for at, value in trace.points:
            x, y = layout.left + layout.x(at), layout.top + layout.y(value)
            shown = styled(at, chart.column_along.style)
            places.setdefault(shown, [round(x, 1)]).append(round(y, 1))
    told = {"top": layout.top, "foot": layout.top + layout.height, "places": places}
    along = chart.column_along.heading
    return {"data_along": along, "data_places": json.dumps(told, separators=(",", ":"))}


def chart(desk: Desk, id: str) -> Chart:
    """A chart of the book."""
    chart = built(desk.book.charts, id, "chart")
    desk.spend(DRAWING + length_of(chart.table))
    return chart


def _words(chart: Chart) -> Iterator[str]:
    yield from (chart.caption, chart.title, chart.across.text, chart.up.text)
    yield from (series.name for series in chart.series)
    yield from (boundary.name for boundary in chart.boundaries)
    yield from contents_of(chart.table).words


CHART = Kind(
    name="chart",
    makes=Chart,
    html=chart_html,
    macros=(chart,),
    contents=lambda chart: replace(
        contents_of(chart.table), text=chart.caption, words=_words(chart)
    ),
    computed_in=f"{COMPUTED}, svg, .chart-number, .chart-numbers, summary",
    files=(HERE / "charts.css", HERE / "charts.js"),
    numbered="figure",
)
