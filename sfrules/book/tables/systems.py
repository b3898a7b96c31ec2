"""Tables of the movement systems side by side."""

from operator import attrgetter

from sfrules import authored
from sfrules.book.tables.fields import facts, field, ids, text
from sfrules.ground.formats import format_value
from sfrules.press.things.tables.table import Column, Table
from sfrules.rules import systems as rules
from sfrules.rules.exact import Exact
from sfrules.rules.systems.registry import SYSTEMS
from sfrules.rules.systems.tasks import TaskPrice

NO_RULE = "no rule"


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


def side_by_side_share() -> Table:
    """What every task costs in every system, as a share of its typical turn."""
    return Table(
        id="side-by-side-share",
        caption="What tasks take of a typical turn in each system",
        stub=_task(),
        columns=tuple(
            Column(
                shape.name,
                _share,
                f"The share of a typical turn in the system; {NO_RULE} where it is silent.",
                style="percent",
                given={"system": system},
            )
            for system, shape in SYSTEMS.items()
        ),
        rows=ids("tasks"),
        notes=("A dash stands where a task costs harm, and no movement.",),
        rules=(rules.task_share, rules.task_cost, rules.typical_turn),
        authored=("tasks", "task-steps", "typical-turns"),
        sources=facts("task-steps"),
    )


def _share(task: str, system: str) -> Exact | str | None:
    silent = rules.task_cost(task, system) is None
    return NO_RULE if silent else rules.task_share(task, system)
