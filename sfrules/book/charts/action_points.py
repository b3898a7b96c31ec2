"""Charts of action points."""

from sfrules.book.tables import action_points
from sfrules.ground.formats import signed
from sfrules.press.things.charts.chart import Axis, Chart, Series


def action_point_chance() -> Chart:
    """The chance of an action point check by round."""
    return Chart(
        id="action-point-chance",
        title="Chance of an action point check, by round",
        caption="Chance of an action point check without modifiers, by round.",
        table=action_points.action_point_chance(),
        mark="bars",
        across=Axis(title="Round"),
        up=Axis(title="Chance", style="percent"),
        series=(Series(signed(0), "Without modifiers"),),
    )
