"""Tables that charts alone show: what a turn reaches, what tasks take of it, what falls cost."""

from __future__ import annotations

from operator import attrgetter, itemgetter

from sfrules import authored
from sfrules.press.things.tables.table import Column, Table
from sfrules.rules import systems, terrain, yards

# A form of movement, the ground that it is used on, and the words for both.
Way = tuple[str, str, str]
FALLS = range(0, 55, 5)


def yards_reach() -> Table:
    """How far each form of movement goes on some yards."""
    ways = [(row.id, "clear", row.name) for row in authored.rows("yards-forms")]
    return _reach("yards", ways, (5, 8, 10, 12), "yards", "YD-01")


def impairment_reach() -> Table:
    """How many spaces each form of movement crosses on some movement rate."""
    rows = [row for row in authored.rows("impairment-forms") if row.movement_set == "overland"]
    ways = [(row.id, "clear", row.name) for row in rows]
    return _reach("impairment", ways, (2, 4, 10, 20), "movement rate", "IM-02")


def seconds_reach() -> Table:
    """How far some meters of moves go over each kind of ground."""
    ways = [("walk", row.id, row.name) for row in authored.rows("seconds-terrain")]
    return _reach("seconds", ways, (9, 12, 15, 24), "meters", "SC-03")


def _reach(system: str, ways: list[Way], budgets: tuple[int, ...], unit: str, source: str) -> Table:
    return Table(
        id=f"{system}-reach",
        caption=f"Reach on a budget of {unit}",
        stub=Column("Way of moving", itemgetter(2), "A form, and its ground.", text=True),
        columns=tuple(_reached(system, budget, unit) for budget in budgets),
        rows=tuple(ways),
        rules=(systems.steps_within,),
        sources=(source,),
    )


def _reached(system: str, budget: int, unit: str) -> Column:
    return Column(
        str(budget),
        lambda way: systems.steps_within(system, budget, way[0], way[1]),
        f"How many steps {budget} {unit} pay for.",
    )


def task_shares() -> Table:
    """What each task takes of a typical turn, under every system that has a rule for it."""
    lines = systems.side_by_side()
    names = [price.system for price in lines[0].prices]
    return Table(
        id="task-shares",
        caption="Share of a typical turn that a task takes, by system",
        stub=Column("Task", attrgetter("name"), "What is to be done.", text=True),
        columns=tuple(_share(at, name) for at, name in enumerate(names)),
        rows=tuple(line for line in lines if any(p.share is not None for p in line.prices)),
        rules=(systems.task_share,),
        authored=("tasks", "typical-turns"),
        sources=("SF-32", "YD-01", "TR-01", "IM-02", "SC-01"),
    )


def _share(at: int, name: str) -> Column:
    return Column(
        name.capitalize(),
        lambda line: line.prices[at].share,
        f"Share of a typical turn under {name}.",
        style="percent",
    )


def fall_costs() -> Table:
    """What a fall costs in the two systems that say so, by its distance."""
    luck = "Health lost, of yards fallen."
    failed, held = {"luck": "failure"}, {"luck": "success"}
    return Table(
        id="fall-costs",
        caption="What a fall costs in yards and in meters, by distance",
        stub=Column("Distance", int, "How far the fall goes.", "yards or meters"),
        columns=(
            Column("Luck fails", yards.fall_health_loss, luck, "Health", given=dict(failed)),
            Column("Luck holds", yards.fall_health_loss, luck, "Health", given=dict(held)),
            Column("Meters", terrain.fall_damage, "Damage of a fall of meters.", "damage"),
        ),
        rows=tuple(FALLS),
        sources=("YD-24", "TR-12"),
    )
