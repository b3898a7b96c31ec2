"""Tables that are plotted: what a turn reaches, what tasks take of it, what falls cost."""

from __future__ import annotations

from operator import attrgetter, itemgetter

from sfrules import authored
from sfrules.press.things.table import Column, Table
from sfrules.rules import systems, terrain, yards

# A form of movement, the ground that it is used on, and the words for both.
Way = tuple[str, str, str]
FALLS = range(0, 55, 5)


def yards_reach() -> Table:
    """How far each form of movement goes on a turn's yards."""
    ways = [(row.id, "clear", row.name) for row in authored.rows("yards-forms")]
    return _reach("yards", ways, "Yards reached on a typical turn, by form", "yards", "YD-01")


def terrain_reach() -> Table:
    """How far each mode of movement goes on a turn's meters."""
    spd = authored.row("typical-turns", "terrain").figure
    return Table(
        id="terrain-reach",
        caption="Meters reached on a typical turn, by mode",
        stub=Column("Way of moving", attrgetter("name"), "A mode of movement.", text=True),
        columns=(
            Column(
                "Reached",
                lambda mode: terrain.reach(mode.id, spd),
                "How far a turn goes; running takes the action too.",
                "meters",
            ),
        ),
        rows=authored.rows("terrain-modes"),
        rules=(terrain.reach,),
        authored=("terrain-modes", "typical-turns"),
        sources=("TR-02", "TR-04"),
    )


def impairment_reach() -> Table:
    """How many spaces each form of movement crosses on a turn's movement rate."""
    rows = [row for row in authored.rows("impairment-forms") if row.movement_set == "overland"]
    ways = [(row.id, "clear", row.name) for row in rows]
    caption = "Spaces reached on a typical turn, by form"
    return _reach("impairment", ways, caption, "spaces", "IM-02")


def seconds_reach() -> Table:
    """How far a round of moves goes over each kind of ground."""
    ways = [("walk", row.id, row.name) for row in authored.rows("seconds-terrain")]
    return _reach("seconds", ways, "Meters walked in a round, by ground", "meters", "SC-03")


def _reach(system: str, ways: list[Way], caption: str, unit: str, source: str) -> Table:
    budget = systems.typical_turn(system)

    def reached(way: Way) -> int:
        return systems.steps_within(system, budget, way[0], way[1])

    return Table(
        id=f"{system}-reach",
        caption=caption,
        stub=Column(
            "Way of moving", itemgetter(2), "A form of movement and its ground.", text=True
        ),
        columns=(Column("Reached", reached, "How far a typical turn's budget goes.", unit),),
        rows=tuple(ways),
        rules=(systems.steps_within,),
        sources=(source,),
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
        caption="What a fall costs in two systems, by distance",
        stub=Column("Distance", int, "How far the fall goes.", "yards or meters"),
        columns=(
            Column("Luck fails", yards.fall_health_loss, luck, "Health", given=dict(failed)),
            Column("Luck holds", yards.fall_health_loss, luck, "Health", given=dict(held)),
            Column("Meters", terrain.fall_damage, "Damage of a fall of meters.", "damage"),
        ),
        rows=tuple(FALLS),
        sources=("YD-24", "TR-12"),
    )
