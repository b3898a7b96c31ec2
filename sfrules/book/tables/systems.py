"""Tables of the movement systems side by side."""

from operator import attrgetter

from sfrules import authored
from sfrules.book.facts import map_rows
from sfrules.book.figures.reach import START, as_known
from sfrules.book.tables.fields import facts, field, ids, text
from sfrules.ground.formats import format_value
from sfrules.press.things.tables.table import Column, Table
from sfrules.rules import systems as rules
from sfrules.rules.exact import Exact
from sfrules.rules.maps import terrains_by_letter
from sfrules.rules.systems.registry import SYSTEMS
from sfrules.rules.systems.tasks import TaskPrice

NO_RULE = "no rule"
WALK = "Walk on clear ground"
# Names of systems that are short enough to stand beside each other on a phone.
SHORT = {
    "core": "Core",
    "yards": "Yards",
    "terrain": "Meters",
    "impairment": "Sets",
    "seconds": "Seconds",
}


def systems() -> Table:
    """The movement systems, and what each counts in."""
    return Table(
        id="systems",
        caption="The movement systems",
        stub=_of_system("System", "name", "The name of the system."),
        columns=(
            _of_system("Step", "step", "What a step of movement is."),
            _of_system("Paid in", "unit", "What is spent on movement."),
            Column("Typical turn", rules.typical_turn, "What a typical turn has to spend."),
            Column("What that is", _turn, "What such a turn is made of.", text=True),
        ),
        rows=tuple(SYSTEMS),
        authored=("typical-turns",),
        sources=facts("typical-turns"),
    )


def _of_system(heading: str, name: str, description: str) -> Column:
    told = attrgetter(name)
    return Column(heading, lambda system: told(SYSTEMS[system]), description, text=True)


def _turn(system: str) -> str:
    return str(authored.row("typical-turns", system).turn)


def side_by_side() -> Table:
    """What every task costs in every system, each in its own unit."""
    lines = rules.side_by_side()
    prices = {(line.task, price.system): price for line in lines for price in line.prices}
    return Table(
        id="side-by-side",
        caption="What tasks cost in each system",
        stub=_task(),
        columns=(
            Column("How far", field("tasks", "amount"), "How many steps of its system it goes."),
            *(
                Column(
                    shape.name,
                    lambda task, system: _told(prices[task, system]),
                    f"What it costs in the system; {NO_RULE} where it is silent.",
                    shape.unit,
                    given={"system": system},
                )
                for system, shape in SYSTEMS.items()
            ),
            text("tasks", "description", "What it is", "The task in words."),
        ),
        rows=ids("tasks"),
        notes=("A fall costs harm in place of movement, and says so.",),
        rules=(rules.side_by_side,),
        authored=("tasks", "task-steps"),
        sources=facts("task-steps"),
    )


def _task() -> Column:
    return text("tasks", "name", "Task", "What is to be done.")


def _told(price: TaskPrice) -> Exact | str:
    """The cost, with its unit where that is not the one of the system's movement."""
    if price.cost is None:
        return NO_RULE
    harm = price.unit != SYSTEMS[price.system].unit
    return f"{format_value(price.cost)} {price.unit}" if harm else price.cost


def turn_reach() -> Table:
    """How far a typical turn goes in every system, in its own unit."""
    return Table(
        id="side-by-side-reach",
        caption="How far a typical turn goes",
        stub=Column("Way", _way, "What you do.", text=True),
        columns=tuple(
            Column(
                name,
                _reached,
                f"Whole {SYSTEMS[system].step}s; {NO_RULE} where the system is silent.",
                given={"system": system},
            )
            for system, name in SHORT.items()
        ),
        rows=(None, *_moves()),
        notes=("The flier of the movement sets has Perfect Ascent.",),
        rules=(rules.steps_within, rules.typical_turn),
        authored=("tasks", "task-steps", "typical-turns", "maneuvers"),
        sources=facts("task-steps", "typical-turns"),
    )


def _moves() -> tuple[str, ...]:
    """The tasks that are nothing but movement, by the step or, in the core game, by the move."""
    steps = (row for row in authored.rows("task-steps") if row.system != "core")
    still = {row.task for row in steps if row.form is None}
    return tuple(task for task in ids("tasks") if task not in still)


def _way(task: str | None) -> str:
    return WALK if task is None else str(authored.row("tasks", task).name)


def _reached(task: str | None, system: str) -> Exact | str:
    form, ground = SYSTEMS[system].ordinary_form, "clear"
    if task is not None:
        steps = (row for row in authored.rows("task-steps") if row.task == task)
        step = next((row for row in steps if row.system == system), None)
        if step is None:
            return NO_RULE
        if step.form is None:
            return int(authored.row("maneuvers", step.act).squares)
        form, ground = step.form, step.terrain
    return rules.steps_within(system, rules.typical_turn(system), form, ground)


def ford() -> Table:
    """What a typical turn reaches at the ford, and how much of that is on the other bank."""
    return Table(
        id="side-by-side-ford",
        caption="The ford under each system",
        stub=_of_system("System", "name", "The name of the system."),
        columns=(
            Column("To spend", rules.typical_turn, "What a typical turn has to spend."),
            Column("Squares in reach", lambda system: len(_squares(system)), "With the start."),
            Column("On the right bank", _across, "How many of them are beyond the water."),
        ),
        rows=tuple(SYSTEMS),
        rules=(rules.reach_map,),
        authored=("maps", "typical-turns"),
        sources=facts("typical-turns"),
    )


def _squares(system: str) -> tuple[tuple[int, int], ...]:
    known = terrains_by_letter(system)
    rows = tuple(as_known(row, known) for row in map_rows("ford"))
    return rules.reach_map(rows, START, rules.typical_turn(system), system).squares


def _across(system: str) -> int:
    water = max(row.rfind("~") for row in map_rows("ford"))
    return sum(column > water for column, _ in _squares(system))
