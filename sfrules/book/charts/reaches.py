"""Charts of what a turn's budget reaches, a movement system each, and of the systems together."""

from __future__ import annotations

from operator import itemgetter

from sfrules import authored
from sfrules.press.things.chart import Axis, Chart, Series
from sfrules.press.things.table import Column, Table
from sfrules.rules import systems

# A form and the ground that it is used on, with the words of both.
Way = tuple[str, str, str]


def yards_reach() -> Chart:
    """How far each form of movement goes on a turn's yards."""
    ways = [(row.id, "clear", row.name) for row in authored.rows("yards-forms")]
    return _reach("yards", ways, "Yards reached by form", "yards", "YD-01")


def terrain_reach() -> Chart:
    """How far each mode of movement goes on a turn's meters."""
    named = {row.id: row.name for row in authored.rows("terrain-modes")}
    walks = [("walk", "clear", named["walk"])]
    walks += [("walk", ground, named[ground]) for ground in ("light", "heavy")]
    others = [(form, "clear", named[form]) for form in systems.forms("terrain") if form != "walk"]
    return _reach("terrain", [*walks, *others], "Meters reached by mode", "meters", "TR-04")


def impairment_reach() -> Chart:
    """How many spaces each form of movement crosses on a turn's movement rate."""
    rows = [row for row in authored.rows("impairment-forms") if row.movement_set == "overland"]
    ways = [(row.id, "clear", row.name) for row in rows]
    return _reach("impairment", ways, "Spaces reached by form", "spaces", "IM-02")


def seconds_reach() -> Chart:
    """How far a round of moves goes over each kind of ground."""
    ways = [("walk", row.id, row.name) for row in authored.rows("seconds-terrain")]
    return _reach("seconds", ways, "Meters walked in a round by ground", "meters", "SC-03")


def _reach(system: str, ways: list[Way], title: str, unit: str, source: str) -> Chart:
    return Chart(
        id=f"{system}-reach",
        title=title,
        caption=f"{title}, on a typical turn's {systems.typical_turn(system)}.",
        table=_reach_table(system, ways, title, unit, source),
        mark="bars",
        across=Axis(title="Way of moving"),
        up=Axis(title="Reached", unit=unit),
        series=(Series("Reached"),),
    )


def _reach_table(system: str, ways: list[Way], title: str, unit: str, source: str) -> Table:
    budget = systems.typical_turn(system)

    def reached(way: Way) -> int:
        return systems.steps_within(system, budget, way[0], way[1])

    return Table(
        id=f"{system}-reach",
        caption=title,
        stub=Column(
            "Way of moving", itemgetter(2), "A form of movement and its ground.", text=True
        ),
        columns=(Column("Reached", reached, "How far a typical turn's budget goes.", unit),),
        rows=tuple(ways),
        rules=(systems.steps_within,),
        sources=(source,),
    )


def side_by_side() -> Chart:
    """What each task takes of a typical turn, in every system."""
    lines = systems.side_by_side()
    names = [price.system for price in lines[0].prices]
    return Chart(
        id="side-by-side",
        title="Share of a typical turn that a task takes, by system",
        caption="What a task takes of a typical turn. Where a system has no rule, it has no mark.",
        table=Table(
            id="side-by-side-shares",
            caption="Share of a typical turn, by task and system",
            stub=Column("Task", lambda line: line.name, "What is to be done.", text=True),
            columns=tuple(_share(at, name) for at, name in enumerate(names)),
            rows=tuple(line for line in lines if any(p.share is not None for p in line.prices)),
            rules=(systems.task_share,),
            authored=("tasks", "typical-turns"),
            sources=("SF-32", "YD-01", "TR-01", "IM-02", "SC-01"),
        ),
        mark="points",
        across=Axis(title="Task"),
        up=Axis(title="Share of a turn", style="percent"),
        series=tuple(Series(name.capitalize()) for name in names),
    )


def _share(at: int, name: str) -> Column:
    return Column(
        name.capitalize(),
        lambda line: line.prices[at].share,
        f"Share of a typical turn under {name}.",
        style="percent",
    )
