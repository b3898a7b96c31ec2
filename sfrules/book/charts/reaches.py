"""Charts of what a turn's budget reaches, a movement system each, and of the systems together."""

from __future__ import annotations

from sfrules.book.tables import plotted, terrain
from sfrules.press.things.charts.chart import Axis, Chart, Series
from sfrules.press.things.tables.table import Table

# Names of systems that are short enough to stand beside each other on a phone.
SHORT = {"Terrain": "Meters", "Impairment": "Sets"}


def yards_reach() -> Chart:
    """How far each form of movement goes on a turn's yards."""
    return _reach(plotted.yards_reach(), "yards")


def terrain_reach() -> Chart:
    """How far each mode of movement goes in a round, by SPD."""
    table = terrain.costs()
    return Chart(
        id="terrain-reach",
        title=table.caption,
        caption=f"{table.caption}. No bonuses to speed are counted.",
        table=table,
        mark="heat",
        across=Axis(title="SPD"),
        up=Axis(title="Way of moving"),
        series=(Series("SPD"),),
    )


def impairment_reach() -> Chart:
    """How many spaces each form of movement crosses on a turn's movement rate."""
    return _reach(plotted.impairment_reach(), "movement rate")


def seconds_reach() -> Chart:
    """How far a round of moves goes over each kind of ground."""
    return _reach(plotted.seconds_reach(), "meters")


def _reach(table: Table, unit: str) -> Chart:
    return Chart(
        id=table.id,
        title=table.caption,
        caption=f"{table.caption}, by the way of moving.",
        table=table,
        mark="heat",
        across=Axis(title="Budget", unit=unit),
        up=Axis(title="Way of moving"),
        series=tuple(Series(column.heading) for column in table.leaves),
    )


def side_by_side() -> Chart:
    """What each task takes of a typical turn, in every system."""
    table = plotted.task_shares()
    return Chart(
        id="side-by-side",
        title=table.caption,
        caption="What a task takes of a typical turn; empty, where a system has no rule for it.",
        table=table,
        mark="heat",
        across=Axis(title="System"),
        up=Axis(title="Task"),
        series=tuple(
            Series(column.heading, SHORT.get(column.heading, "")) for column in table.leaves
        ),
    )
