"""A chart as HTML: the plot as inline SVG, its caption, and the way to its numbers."""

from __future__ import annotations

from html import escape
from xml.etree.ElementTree import tostring

from sfrules.press.things.charts.chart import Chart
from sfrules.press.things.charts.chart_layout import WIDTH, PlotLayout
from sfrules.press.things.charts.chart_picture import picture
from sfrules.press.things.charts.chart_words import description
from sfrules.press.things.svg import element, image
from sfrules.press.things.tables.html import length_of, origins_of, table_html, words_of
from sfrules.press.things.thing import DRAWING, Desk, Kind, View, built


def chart_html(chart: Chart, page: View) -> str:
    """The plot with its caption; the table is linked if it is on the page, else folded below."""
    id, number = page.own_id(f"figure-{chart.id}"), page.number_of(chart)
    table, whole = page.number_of(chart.table), page.id_of_whole(chart.table)
    numbered = element("span", f"{number}. " if number else "", class_="chart-number")
    caption = element("figcaption", numbered, chart.caption)
    folded = ""
    if whole:
        link = element("a", table, href=f"#{whole}")
        caption.append(element("span", " The numbers are in ", link, ".", class_="chart-numbers"))
    else:
        name, of = f"{table}: the" if table else "The", f" of {number}" if number else ""
        summary = f"<summary>{escape(f'{name} numbers{of}')}</summary>"
        folded = f'<details class="chart-data">{summary}{table_html(chart.table, page)}</details>'
    layout, said = PlotLayout(chart), (chart.title, description(chart))
    size = WIDTH, layout.top + layout.height + layout.bottom
    # The caption is found by a search; the figures along an axis need not be.
    plot = image(id, said, picture(layout), size, data_search_exclude="", stroke="none")
    figure = element("figure", plot, caption, id=id, class_="chart")
    return tostring(figure, encoding="unicode") + folded


def chart(desk: Desk, id: str) -> Chart:
    """A chart of the book."""
    chart = built(desk.book.charts, id, "chart")
    desk.spend(DRAWING + length_of(chart.table))
    return chart


CHART = Kind(
    name="chart",
    makes=Chart,
    html=chart_html,
    macros=(chart,),
    text=lambda chart: chart.caption,
    table=lambda chart: chart.table,
    words=lambda chart: words_of(chart.table),
    origins=lambda chart, book: origins_of(chart.table, book),
    numbered="figure",
    offered=lambda book: book.charts,
)
