"""Charts of fights."""

from sfrules.book.tables import fights
from sfrules.press.things.charts.chart import Axis, Chart, Series


def odds() -> Chart:
    """How often the heroes win, by the number of monsters and their level."""
    table = fights.odds()
    return Chart(
        id="fight-odds",
        title="How often plain heroes win, by the number of monsters and their level",
        caption=f"{table.caption}.",
        table=table,
        mark="heat",
        across=Axis(title="Levels above the heroes"),
        up=Axis(title="Monsters"),
        series=(Series("Levels above the heroes"),),
    )
