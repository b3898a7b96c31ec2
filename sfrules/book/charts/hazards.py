"""Charts of falling, of lying unconscious, and of the impairment ladder."""

from __future__ import annotations

from sfrules.press.things.chart import Axis, Chart, Series
from sfrules.press.things.table import Column, Table
from sfrules.rules import impairment, terrain, yards

FALLS = range(0, 55, 5)
RUNGS = range(13)
ROUNDS = range(6)
VITALITIES = (-2, 0, 2, 4, 6)


def falls() -> Chart:
    """What a fall costs in the two systems that say so."""
    return Chart(
        id="falls",
        title="What a fall costs, by distance, in two systems",
        caption="What a fall of some yards costs in Health, and one of as many meters in damage.",
        table=Table(
            id="falls",
            caption="What a fall costs, by distance",
            stub=Column("Distance", int, "How far the fall goes.", "yards or meters"),
            columns=(
                Column(
                    "All Health lost",
                    yards.fall_health_loss,
                    "Bad luck.",
                    "Health",
                    given={"luck": "failure"},
                ),
                Column(
                    "Luck",
                    yards.fall_health_loss,
                    "Good luck.",
                    "Health",
                    given={"luck": "success"},
                ),
                Column("Meters", terrain.fall_damage, "Damage of a fall of meters.", "damage"),
            ),
            rows=tuple(FALLS),
            sources=("YD-24", "TR-12"),
        ),
        mark="line",
        across=Axis(title="Distance", unit="yards or meters"),
        up=Axis(title="Cost", unit="Health or damage"),
        series=(
            Series("Meters", "Meters: damage"),
            Series("All Health lost", "Yards: luck fails"),
            Series("Luck", "Yards: luck holds"),
        ),
    )


def terrain_survival() -> Chart:
    """The chance to be alive after so many rounds unconscious."""
    return Chart(
        id="terrain-survival",
        title="Chance to survive unconscious, by round and VIT",
        caption="Chance to be still alive after so many rounds unconscious, by VIT.",
        table=Table(
            id="terrain-survival-by-round",
            caption="Chance to survive, by round and VIT",
            stub=Column("Rounds", int, "End phases passed unconscious."),
            columns=tuple(_vitality(vit) for vit in VITALITIES),
            rows=tuple(ROUNDS),
            rules=(terrain.survival_chance,),
            authored=("terrain-death",),
            sources=("TR-06",),
        ),
        mark="line",
        across=Axis(title="Rounds unconscious"),
        up=Axis(title="Chance to be alive", style="percent"),
        series=tuple(Series(f"VIT {vit}") for vit in reversed(VITALITIES)),
    )


def _vitality(vit: int) -> Column:
    return Column(
        f"VIT {vit}",
        lambda rounds: terrain.survival_chance(vit, rounds),
        f"Chance of somebody with VIT {vit}.",
        style="percent",
    )


def impairment_ladder() -> Chart:
    """The ladder, on an axis on which equal steps are equal multiples."""
    return Chart(
        id="impairment-ladder",
        title="The impairment ladder",
        caption="What a space costs, by impairments: each three steps cost ten times as much.",
        table=Table(
            id="impairment-ladder-rungs",
            caption="Cost of a space, by impairments",
            stub=Column("Impairments", int, "How many impairments apply."),
            columns=(Column("Cost", impairment.move_cost, "Movement rate for a space."),),
            rows=tuple(RUNGS),
            sources=("IM-01", "IM-02"),
        ),
        mark="step",
        across=Axis(title="Impairments"),
        up=Axis(title="Cost of a space", unit="movement rate", scale="log"),
        series=(Series("Cost"),),
    )
