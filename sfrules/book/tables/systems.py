"""Tables of the movement systems side by side."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from sfrules import authored
from sfrules.authored import Row, facts
from sfrules.book.figures.reach import START, as_known
from sfrules.book.maps import map_rows
from sfrules.book.shipped import book
from sfrules.book.tables.plotted import SHORT
from sfrules.ground.formats import format_value
from sfrules.rules import systems as rules
from sfrules.rules.exact import Exact
from sfrules.rules.maps import terrains_by_letter
from sfrules.rules.systems.registry import SYSTEMS
from sfrules.rules.systems.tasks import TaskPrice

NO_RULE = "no rule"
WALK = "Walk on clear ground"
tasks, steps, turns = facts("tasks"), facts("task-steps"), facts("typical-turns")

name = {"System": (lambda system: SYSTEMS[system].name, "The name of the system.")}
shape = {
    "Step": (lambda system: SYSTEMS[system].step, "What a step of movement is."),
    "Paid in": (lambda system: SYSTEMS[system].unit, "What is spent on movement."),
    "Typical turn": (rules.typical_turn, "What a typical turn has to spend."),
    "What that is": (lambda system: turns[system].turn, "What such a turn is made of."),
}
book.table("systems", "The movement systems", SYSTEMS, name | shape, sources=turns.sources)


class Mover(NamedTuple):
    """A row of the table of speeds: a creature on foot, or in the air."""

    name: str
    speed: Callable[[str], Exact | None]
    spd: int | None


def _on_foot(row: Row) -> Mover:
    return Mover(row.name, lambda system: rules.speed(system, row.id), rules.spd(row.id))


def _in_the_air(row: Row) -> Mover:
    return Mover(f"{row.name}, flying", lambda system: rules.flight(system, row.id), None)


movers = [
    *map(_on_foot, (*facts("cast"), *facts("companions"), *facts("monsters"))),
    *(_in_the_air(row) for row in facts("monsters") if row.flight is not None),
]


def _speed(system: str) -> Callable[[Mover], Exact | str]:
    return lambda mover: NO_RULE if (speed := mover.speed(system)) is None else speed


speeds = {
    "Core": (_speed("core"), "Squares of a move in the core game."),
    "Yards": (_speed("yards"), "Yards in a turn: Speed, and in the air what Speed pays for."),
    "SPD": ("spd", "The SPD of the creature, by the meter."),
    "Meters": (_speed("terrain"), "Meters in a round, which follow from SPD."),
    "Sets": (_speed("impairment"), "Meters per action in a fight."),
    "Seconds": (_speed("seconds"), "Meters of a move, which takes a second."),
}
book.table(
    "creature-speeds",
    "Everyone's speed in each system",
    movers,
    {"Name": ("name", "The hero, the companion or the monster.")} | speeds,
    rules=(rules.speed, rules.spd, rules.flight),
    facts=("cast", "companions", "monsters", "typical-turns"),
    sources=turns.sources,
)


def _prices() -> dict[tuple[str, str], TaskPrice]:
    lines = rules.side_by_side()
    return {(line.task, price.system): price for line in lines for price in line.prices}


def _told(task: str, system: str) -> Exact | str:
    """The cost, with its unit where that is not the one of the system's movement."""
    price = authored.TABLES.kept(_prices)[task, system]
    if price.cost is None:
        return NO_RULE
    harm = price.unit != SYSTEMS[price.system].unit
    return f"{format_value(price.cost)} {price.unit}" if harm else price.cost


task = {
    "Task": ("name", "What is to be done."),
    "How far": ("amount", "How many steps of its system it goes."),
}
costs = {
    system.name: (
        partial(_told, system=id),
        "",
        system.unit,
        f"What it costs in the system; {NO_RULE} where it is silent.",
    )
    for id, system in SYSTEMS.items()
}
book.table(
    "side-by-side",
    "What tasks cost in each system",
    tasks.keys(),
    task | costs | {"What it is": ("description", "The task in words.")},
    notes="A fall costs harm in place of movement, and says so.",
    rules=(rules.side_by_side,),
    facts=("tasks", "task-steps"),
    sources=steps.sources,
)


def _moves() -> list[Row]:
    """The tasks that are nothing but movement, by the step or, in the core game, by the move."""
    still = {row.task for row in steps if row.system != "core" and row.form is None}
    return [task for task in tasks if task.id not in still]


def _reached(task: Row | None, system: str) -> Exact | str:
    form, ground = SYSTEMS[system].ordinary_form, "clear"
    if task is not None:
        step = next(iter(steps.where(task=task.id, system=system)), None)
        if step is None:
            return NO_RULE
        if step.form is None:
            return int(authored.row("maneuvers", step.act).squares)
        form, ground = step.form, step.terrain
    return rules.steps_within(system, rules.typical_turn(system), form, ground)


reached = {
    SHORT.get(system, system.capitalize()): (
        partial(_reached, system=system),
        f"Whole {SYSTEMS[system].step}s; {NO_RULE} where the system is silent.",
    )
    for system in SYSTEMS
}
book.table(
    "side-by-side-reach",
    "How far a typical turn goes",
    [None, *_moves()],
    {"Way": (lambda task: task.name if task else WALK, "What you do.")} | reached,
    notes="The flier of the movement sets has Perfect Ascent.",
    rules=(rules.steps_within, rules.typical_turn),
    facts=("tasks", "task-steps", "typical-turns", "maneuvers"),
    sources=(*steps.sources, *turns.sources),
)


def _squares(system: str) -> tuple[tuple[int, int], ...]:
    known = terrains_by_letter(system)
    rows = tuple(as_known(row, known) for row in map_rows("ford"))
    return rules.reach_map(rows, START, rules.typical_turn(system), system).squares


def _across(system: str) -> int:
    water = max(row.rfind("~") for row in map_rows("ford"))
    return sum(column > water for column, _ in _squares(system))


ford = {
    "To spend": (rules.typical_turn, "What a typical turn has to spend."),
    "Squares in reach": (lambda system: len(_squares(system)), "With the start."),
    "On the right bank": (_across, "How many of them are beyond the water."),
}
book.table(
    "side-by-side-ford",
    "The ford under each system",
    SYSTEMS,
    name | ford,
    facts=("maps", "typical-turns"),
    sources=turns.sources,
)
