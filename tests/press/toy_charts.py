"""Plots of boats, one of each kind."""

from fractions import Fraction

from toy_book import fleet

from sfrules.press.things.charts.chart import Axis, Boundary, Chart, Series, Spot
from sfrules.press.things.tables.table import Column, Spanner, Table

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


def depths() -> Table:
    """How the pressure of the sea grows, out of all proportion."""
    return Table(
        id="depths",
        caption="Depths",
        stub=Column("Depth", lambda n: Fraction(10) ** n, "How deep.", "m"),
        columns=(Column("Fear", lambda n: Fraction(4) ** n, "How bad.", style="times"),),
        rows=tuple(range(-1, 5)),
    )


def line() -> Chart:
    """Lines, one of which passes another, with a boundary each way and a spot."""
    return Chart(
        id="crossing",
        title='The "race"',
        caption="Gull & Tern, and a wreck.",
        table=crossing(),
        mark="line",
        across=Axis(title="Hour", unit="h"),
        up=Axis(title="Miles", unit="from the mole"),
        series=(Series("Gull"), Series("Tern", "Tern <late>"), Series("Wreck")),
        boundaries=(Boundary(6, "Noon & after"), Boundary(20, "Buoy", "up")),
        spots=(Spot("Gull", 12, "home"),),
    )


def step() -> Chart:
    """Steps."""
    return Chart(
        id="fleet", title="Speed", caption="Speed.", table=fleet(), mark="step",
        across=SAILS, up=KNOTS, series=(Series("Wood: Speed", "Wood"), Series("Iron: Slow", "Iron")),
    )  # fmt: skip


def points() -> Chart:
    """Points above names, one of them missing."""
    return Chart(
        id="berths", title="Berths", caption="Berths.", table=harbors(), mark="points",
        across=Axis(title="Harbor"), up=Axis(title="Boats", unit="count"),
        series=(Series("Berths"), Series("Boats <afloat>")),
    )  # fmt: skip


def bars() -> Chart:
    """Bars above names."""
    return Chart(
        id="full-moon", title="Berths", caption="Berths.", table=harbors(), mark="bars",
        across=Axis(title="Harbor"), up=Axis(title="Chance", style="percent"),
        series=(Series("full", "Chance"),),
    )  # fmt: skip


def heat() -> Chart:
    """A heat map with a spot."""
    return Chart(
        id="moons", title="Berths", caption="Berths.", table=harbors(), mark="heat",
        across=Axis(title="Moon"), up=Axis(title="Harbor"), series=(Series("Moon"),),
        spots=(Spot("half", "Quay", "a coin's toss"),),
    )  # fmt: skip


def panels() -> Chart:
    """Bars above numbers, in panels, with a boundary up and a spot."""
    return Chart(
        id="watches", title="Speed", caption="Speed.", table=fleet(), mark="bars", panels=True,
        across=SAILS, up=KNOTS, series=(Series("Wood: Speed", "Wood"), Series("Iron: Slow", "Iron")),
        boundaries=(Boundary(4, "Storm"), Boundary(12, "Fast", "up")), spots=(Spot("Iron", 2, "x"),),
    )  # fmt: skip


def logs() -> Chart:
    """A line on two logarithmic axes."""
    return Chart(
        id="depths", title="Fear", caption="Fear.", table=depths(), mark="points",
        across=Axis(title="Depth", unit="m", scale="log"), up=Axis(title="Fear", style="times", scale="log"),
        series=(Series("Fear"),),
    )  # fmt: skip


CHARTS = {make.__name__: make for make in (line, step, points, bars, heat, panels, logs)}
