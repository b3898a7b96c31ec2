"""A small book about boats, to try the press on: no rule of the game's."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from sfrules.ground.ledger import Origin
from sfrules.press.things.book import Record, Rulebook, Term, Unit, Units
from sfrules.press.things.charts import Axis, Chart, Series
from sfrules.press.things.figures import Area, Extent, Figure, Label, Panel, Token
from sfrules.press.things.formulas import Words
from sfrules.press.things.tables import Column, Spanner, Table

ROOT = Path(__file__).resolve().parents[2]
HULLS = ("wood", "iron")


def speed(sails: int, hull: str = "wood") -> int:
    """Speed in knots: sails, and one more for wood.

    Raises:
        ValueError: for a count of sails outside 1 to 9, or another hull.
    """
    if not 1 <= sails <= 9:
        raise ValueError(f"sails is {sails}; allowed: a whole number from 1 to 9")
    if hull not in HULLS:
        raise ValueError(f'hull is "{hull}"; allowed: "wood" or "iron"')
    return sails * 2 + (1 if hull == "wood" else 0)


def cargo(length: int, beam: int) -> Fraction:
    """Cargo in tons: length times beam, by three."""
    return Fraction(length) * beam / 3


def drift(knots: int) -> int:
    """Drift: what wind takes away."""
    return -knots


def crew(names: int) -> tuple[int, ...]:
    """The watches of a crew."""
    return tuple(range(1, names + 1))


@dataclass(frozen=True)
class Tide:
    """A rule's answer that has answers of its own."""

    height: int

    def at(self, hour: int) -> int:
        """The height at an hour."""
        return self.height - hour

    def _secret(self) -> int:
        return self.height


def tide(moon: int) -> Tide:
    """The tide of a moon."""
    return Tide(moon * 10)


def broken(depth: int) -> int:
    """A rule with a fault in it."""
    raise KeyError(depth)


def fleet() -> Table:
    """Speed by sails and hull."""
    return Table(
        id="fleet",
        caption="Speed by sails & hull",
        stub=Column("Sails", int, "How many sails are set."),
        columns=(
            Spanner(
                "Wood",
                (
                    Column("Speed", speed, "Speed under sail.", "knots"),
                    Column("Drift", drift, "Loss to the wind."),
                ),
            ),
            Spanner("Iron", (Column("Slow", speed, "Speed.", given={"hull": "iron"}),)),
        ),
        rows=tuple(range(1, 10)),
        group=lambda sails: (sails - 1) // 3,
        notes=("A tow counts as <one> sail | no more.",),
        sources=("T-01",),
    )


def harbor() -> Figure:
    """Where a boat may lie."""
    return Figure(
        id="harbor",
        title="The harbor",
        caption="The harbor & its mole.",
        panels=(
            Panel(
                extent=Extent(3, 2),
                description="A boat in the harbor.",
                tokens=(Token("Gull", "G", "ally", (0, 0)),),
                areas=(Area("mole", ((2, 0), (2, 1)), "hatched"),),
                labels=(Label("1", (1, 1)),),
            ),
        ),
        rules=(speed,),
    )


def race() -> Chart:
    """How speed grows with sails."""
    return Chart(
        id="race",
        title="Speed by sails",
        caption="Speed by sails & hull, plotted.",
        table=fleet(),
        mark="line",
        across=Axis(title="Sails"),
        up=Axis(title="Speed", unit="knots"),
        series=(Series("Wood: Speed", "Wood"), Series("Iron: Slow", "Iron")),
    )


# The values to try a formula at; of other parameters, the book knows none.
VALUES = {"sails": range(1, 10), "hull": HULLS, "length": range(1, 200), "beam": range(1, 50)}

UNITS = (
    Unit("knots", ("knot", "knots"), ("sea.speed", "sea.drift", "sea.drift.knots")),
    Unit("sails", ("sail", "sails"), ("sails",)),
    Unit("feet", ("foot", "feet"), ("length", "beam")),
    Unit("tons", ("ton", "tons"), ("cargo",)),
)

BOOK = Rulebook(
    title="Boats",
    root=ROOT,
    namespaces={
        "sea": {
            "speed": speed,
            "cargo": cargo,
            "drift": drift,
            "crew": crew,
            "broken": broken,
            "tide": tide,
        },
        "boats": {
            "gull": Record(
                {"name": "Gull", "sails": 3, "hull": "wood"}, Origin("boats.gull", "boats.csv", 2)
            ),
        },
    },
    cited={
        ("HB-1", "hands"): Record({"number": "2 to 4"}, Origin("HB-1 hands", "cited.csv", 2)),
        ("HB-1", "masters"): Record({"number": "1"}, Origin("HB-1 masters", "cited.csv", 3)),
        ("HB-2", "pumps"): Record({"number": "at least 3"}, Origin("HB-2 pumps", "cited.csv", 4)),
        ("HB-3", "lots"): Record({"number": "d6"}, Origin("HB-3 lots", "cited.csv", 5)),
    },
    tables={"fleet": fleet},
    figures={"harbor": harbor},
    charts={"race": race},
    terms=(
        Term("knot", "knot", 'Miles an hour, at "sea".', "terms.md", "knots", ("knots",)),
        Term("hull", "hull", "What keeps the water out.", "terms.md"),
    ),
    words=Words(names={"speed": "Speed"}),
    units=Units({unit.name: unit for unit in UNITS}),
    domain=lambda _rule, parameter: VALUES.get(parameter),
    answers=(Tide,),
)
