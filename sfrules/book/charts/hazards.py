"""Charts of falling, of lying unconscious, and of the impairment ladder."""

from __future__ import annotations

from sfrules.book.tables import impairment, plotted, terrain, yards_dangers
from sfrules.press.things.charts.chart import Axis, Chart, Series


def falls() -> Chart:
    """What a fall costs in the two systems that say so."""
    return Chart(
        id="falls",
        title="What a fall costs in yards and in meters, by distance",
        caption="What a fall of some yards costs in Health, and one of as many meters in damage.",
        table=plotted.fall_costs(),
        mark="line",
        across=Axis(title="Distance", unit="yards or meters"),
        up=Axis(title="Cost", unit="Health or damage"),
        series=(
            Series("Meters", "Meters: damage"),
            Series("Luck fails", "Yards: luck fails"),
            Series("Luck holds", "Yards: luck holds"),
        ),
    )


def fall_by_round() -> Chart:
    """How far one has fallen by the end of each round."""
    return Chart(
        id="fall-by-round",
        title="Yards fallen by the end of each round",
        caption="Yards fallen by the end of each round, and in that round alone.",
        table=yards_dangers.falls(),
        mark="line",
        across=Axis(title="Round"),
        up=Axis(title="Fallen", unit="yards"),
        series=(Series("In all", "So far"), Series("Drop", "In the round")),
    )


def terrain_survival() -> Chart:
    """The chance to be alive after so many rounds unconscious, by VIT."""
    table = terrain.survival()
    return Chart(
        id="terrain-survival",
        title="Chance to survive unconscious, by VIT and round",
        caption="Chance to be still alive after so many rounds unconscious, by VIT.",
        table=table,
        mark="line",
        across=Axis(title="VIT"),
        up=Axis(title="Chance to be alive", style="percent"),
        series=tuple(
            Series(f"Round: {leaf.heading}", f"After round {leaf.heading}") for leaf in table.leaves
        ),
    )


def impairment_ladder() -> Chart:
    """The ladder, on an axis on which equal steps are equal multiples."""
    return Chart(
        id="impairment-ladder",
        title="The impairment ladder",
        caption="The numbers of the ladder, on an axis on which equal multiples are equally high.",
        table=impairment.ladder(),
        mark="step",
        across=Axis(title="Step"),
        up=Axis(title="Number", scale="log"),
        series=(Series("Number"),),
    )
