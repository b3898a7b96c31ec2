"""Charts of scale."""

from sfrules.book.tables import scale as tables
from sfrules.press.things.charts.chart import Axis, Chart, Series


def scale() -> Chart:
    """Side, toughness and size multiplier of every scale, on one logarithmic axis."""
    return Chart(
        id="scale",
        title="Size multiplier, side and base toughness by scale",
        caption="Size multiplier, side and base toughness, by scale. On this axis equal "
        "multiples are equally high, so that what grows by multiplying runs straight.",
        table=tables.scale(),
        mark="line",
        across=Axis(title="Scale"),
        up=Axis(title="Value", unit="each in its own unit", scale="log"),
        series=(
            Series("Size multiplier", "Size multiplier (×)"),
            Series("Side", "Side (m)"),
            Series("Base toughness"),
        ),
    )
