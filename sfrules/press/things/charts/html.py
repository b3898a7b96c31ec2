"""A chart as HTML: the plot as inline SVG, its caption, and the way to its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from xml.etree.ElementTree import Element, tostring

from sfrules.press.things.charts.chart import Chart
from sfrules.press.things.charts.chart_layout import WIDTH, PlotLayout
from sfrules.press.things.charts.chart_picture import picture
from sfrules.press.things.charts.chart_words import description
from sfrules.press.things.svg import element
from sfrules.press.things.tables.html import Setting, table_html
from sfrules.press.things.tables.table_kind import length_of, origins_of, setting_of, words_of
from sfrules.press.things.thing import DRAWING, Desk, Kind, View, built


@dataclass(frozen=True)
class PrintedTable:
    """A table that the page has printed: what it is called there, and its address."""

    name: str
    href: str


@dataclass(frozen=True)
class ChartSetting:
    """What a chart needs to know about the page that it is on.

    `numbers` is its table: printed on the page already, or to be set below the plot.
    """

    id: str
    numbers: PrintedTable | Setting
    number: str = ""


def chart_html(chart: Chart, setting: ChartSetting) -> str:
    """The plot with its caption; below it, folded up, the table that it is drawn from."""
    figure = element(
        "figure", _plot(chart, setting), _caption(chart, setting), id=setting.id, class_="chart"
    )
    return tostring(figure, encoding="unicode") + _folded_table(chart, setting)


def _plot(chart: Chart, setting: ChartSetting) -> Element:
    layout = PlotLayout(chart)
    height = layout.top + layout.height + layout.bottom
    title, desc = f"{setting.id}-title", f"{setting.id}-desc"
    return element(
        "svg",
        element("title", chart.title, id=title),
        element("desc", description(chart), id=desc),
        *picture(layout),
        role="img",
        data_search_exclude="",  # the caption is found; the figures along an axis need not be
        aria_labelledby=f"{title} {desc}",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        fill="none",
        stroke="none",
    )


def _caption(chart: Chart, setting: ChartSetting) -> Element:
    numbered = f"{setting.number}. " if setting.number else ""
    caption = element("figcaption", element("span", numbered, class_="chart-number"), chart.caption)
    if isinstance(setting.numbers, PrintedTable):
        link = element("a", setting.numbers.name, href=setting.numbers.href)
        caption.append(element("span", " The numbers are in ", link, ".", class_="chart-numbers"))
    return caption


def _folded_table(chart: Chart, setting: ChartSetting) -> str:
    if isinstance(setting.numbers, PrintedTable):
        return ""
    of = f" of {setting.number}" if setting.number else ""
    name = f"{setting.numbers.number}: the" if setting.numbers.number else "The"
    summary = escape(f"{name} numbers{of}")
    table = table_html(chart.table, setting.numbers)
    return f'<details class="chart-data"><summary>{summary}</summary>{table}</details>'


def chart(desk: Desk, id: str) -> Chart:
    """A chart of the book."""
    chart = built(desk.book.charts, id, "chart")
    desk.spend(DRAWING + length_of(chart.table))
    return chart


def chart_on_page(chart: Chart, page: View) -> str:
    """The plot; its table where this page prints it as a whole, or else below the chart."""
    own, table = page.own_id(f"figure-{chart.id}"), chart.table
    whole = page.id_of_whole(table)
    numbers = PrintedTable(page.number_of(table), f"#{whole}") if whole else setting_of(table, page)
    return chart_html(chart, ChartSetting(own, numbers, page.number_of(chart)))


CHART = Kind(
    name="chart",
    makes=Chart,
    html=chart_on_page,
    macros=(chart,),
    text=lambda chart: chart.caption,
    table=lambda chart: chart.table,
    words=lambda chart: words_of(chart.table),
    origins=lambda chart, book: origins_of(chart.table, book),
    numbered="figure",
    offered=lambda book: book.charts,
)
