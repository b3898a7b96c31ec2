"""Charts among the kinds of things."""

from __future__ import annotations

from sfrules.press.things.charts.chart import Chart
from sfrules.press.things.charts.html import ChartSetting, PrintedTable, chart_html
from sfrules.press.things.tables.table_kind import length_of, origins_of, setting_of, words_of
from sfrules.press.things.thing import DRAWING, Desk, Kind, View, built


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
