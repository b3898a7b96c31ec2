"""Charts of what grows with level."""

from sfrules import authored
from sfrules.book.charts.tiers import tier_boundaries
from sfrules.book.tables import progression
from sfrules.press.things.charts.chart import Axis, Chart, Series


def hit_points() -> Chart:
    """Hit points of heroes, at every level and durability."""
    return Chart(
        id="hit-points",
        title="Hit points by level and durability",
        caption="Hit points of heroes, by level and durability. "
        "In each tier a level is worth more than in the one before.",
        table=progression.hit_points(),
        mark="line",
        across=Axis(title="Level"),
        up=Axis(title="Hit points"),
        series=tuple(
            Series(f"{row.name}: HP", row.name) for row in reversed(authored.rows("durability"))
        ),
        boundaries=tier_boundaries(),
    )
