"""Plots of boats, one of each kind."""

from fractions import Fraction

from toy_book import fleet

from sfrules.press.things.charts import Axis, Boundary, Chart, Series
from sfrules.press.things.tables import Column, Spanner, Table

SAILS = Axis(title="Sails")
KNOTS = Axis(title="Speed", unit="knots")


def crossing() -> Table:
    """Two sloops that pass each other, and one that never moves."""
    return Table(
        id="crossing",
        caption="Miles sailed, by hour",
        stub=Column("Hour", int, "Hours out."),
        columns=(
            Column("Gull", lambda hour: 10 + hour, "Miles of the Gull.", "miles"),
            Column("Tern", lambda hour: 3 * hour, "Miles of the Tern.", "miles"),
            Column("Wreck", lambda _: -2, "Miles of the wreck.", "miles"),
        ),
        rows=tuple(range(13)),
    )


def harbors() -> Table:
    """The chance of a berth, by harbor and moon."""
    return Table(
        id="harbors",
        caption="Chance of a berth",
        stub=Column("Harbor", str, "Which harbor."),
        columns=(
            Spanner("Moon", tuple(_under(moon) for moon in ("new", "half", "full"))),
            Column("Berths", len, "How many there are."),
            Column("Boats <afloat>", lambda harbor: None if harbor == "Hole" else 4, "Boats."),
        ),
        rows=("Mole", "Hole & Cove beyond", "Quay", "Hole"),
    )


def _under(moon: str) -> Column:
    return Column(moon, _berth, "The chance.", style="percent", given={"moon": moon})


def _berth(harbor: str, moon: str) -> Fraction:
    return Fraction(len(harbor), len(harbor) + len(moon))


def line() -> Chart:
    """Lines, one of which passes another, with a boundary."""
    return Chart(
        id="crossing",
        title='The "race"',
        caption="Gull & Tern, and a wreck.",
        table=crossing(),
        mark="line",
        across=Axis(title="Hour", unit="h"),
        up=Axis(title="Miles", unit="from the mole"),
        series=(Series("Gull"), Series("Tern", "Tern <late>"), Series("Wreck")),
        boundaries=(Boundary(6, "Noon & after"),),
    )


def step() -> Chart:
    """Steps."""
    return Chart(
        id="fleet", title="Speed", caption="Speed.", table=fleet(), mark="step",
        across=SAILS, up=KNOTS, series=(Series("Wood: Speed", "Wood"), Series("Iron: Slow", "Iron")),
    )  # fmt: skip


def bars() -> Chart:
    """Bars above names."""
    return Chart(
        id="full-moon", title="Berths", caption="Berths.", table=harbors(), mark="bars",
        across=Axis(title="Harbor"), up=Axis(title="Chance", style="percent"),
        series=(Series("full", "Chance"),),
    )  # fmt: skip


def heat() -> Chart:
    """A heat map."""
    return Chart(
        id="moons", title="Berths", caption="Berths.", table=harbors(), mark="heat",
        across=Axis(title="Moon"), up=Axis(title="Harbor"), series=(Series("Moon"),),
    )  # fmt: skip


CHARTS = {make.__name__: make for make in (line, step, bars, heat)}
