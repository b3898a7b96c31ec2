"""The side by side: what the same tasks cost in each movement system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, NamedTuple, TypeAlias

from sfrules import authored
from sfrules.rules import core, impairment, terrain, yards
from sfrules.rules.domain import Listed, rule
from sfrules.rules.exact import Exact, exact
from sfrules.rules.systems.costs import System
from sfrules.rules.systems.registry import SYSTEMS

Task: TypeAlias = Annotated[str, Listed("tasks", "id")]


class TaskPrice(NamedTuple):
    """What a task costs in a system; None all through where the system has no rule for it.

    `share` is the cost as a share of a typical turn; None where the cost is harm, and not movement.
    """

    system: str
    cost: Exact | None
    unit: str | None
    share: Fraction | None


class TaskLine(NamedTuple):
    """A task, and its price in every system."""

    task: str
    name: str
    prices: tuple[TaskPrice, ...]


def _maneuver(row: authored.Row, amount: int) -> Exact:
    """Whole moves, each of them good for the squares of the maneuver."""
    moves = -(-amount // authored.row("maneuvers", row.act.replace(" ", "_")).squares)
    return exact(moves * SYSTEMS[row.system].turn)


# What is done besides moving step by step, by system.
ACTS: Mapping[tuple[str, str], Callable[[authored.Row, int], Exact]] = {
    ("core", "climb"): _maneuver,
    ("core", "crawl"): _maneuver,
    ("core", "stand up"): _maneuver,
    ("core", "fall"): lambda _row, amount: exact(core.average(core.fall_dice(amount))),
    ("yards", "stand up"): lambda _row, _amount: yards.activity_cost("stand up"),
    ("yards", "retreat"): lambda row, amount: yards.cost(row.form, amount, retreating=True),
    ("yards", "fall"): lambda _row, amount: Fraction(yards.fall_health_loss(amount, "failure")),
    ("terrain", "stand up"): lambda _row, _amount: terrain.stand_up_cost(
        authored.row("typical-turns", "terrain").figure
    ),
    ("terrain", "fall"): lambda _row, amount: terrain.fall_damage(amount),
    ("impairment", "gain height"): lambda _row, amount: impairment.ascent_cost(
        amount, ["Perfect Ascent"]
    ),
}


@rule
def task_cost(task: Task, system: System) -> Exact | None:
    """Give what a task costs in a movement system, in its own unit; None where it has no rule.

    Args:
        task: id of a row of the tasks table.
        system: id of the movement system.

    Raises:
        ValueError: for a task that the table does not hold, or a system that there is not.

    Source: SF-32, LE-06, YD-13, TR-11, IM-24, SC-03.

    >>> task_cost("climb", "core"), task_cost("climb", "yards"), task_cost("climb", "seconds")
    (18, 6, None)
    """
    return _price(task, system).cost


@rule
def task_share(task: Task, system: System) -> Fraction | None:
    """Give what a task costs as a share of a typical turn; None where it costs no movement.

    Args:
        task: id of a row of the tasks table.
        system: id of the movement system.

    Raises:
        ValueError: for a task that the table does not hold, or a system that there is not.

    Source: SF-32, LE-06, YD-13, TR-11, IM-24, SC-03.

    >>> task_share("climb", "yards"), task_share("fall", "yards")
    (Fraction(3, 5), None)
    """
    return _price(task, system).share


@rule
def tasks_priced(system: System) -> tuple[str, ...]:
    """Give the tasks that a movement system has a price for.

    Args:
        system: id of the movement system.

    Raises:
        ValueError: for a system that there is not.

    Source: SF-32, LE-06, YD-13, TR-11, IM-24, SC-03.

    >>> tasks_priced("seconds")
    ('rough_ground',)
    """
    return tuple(
        row.id for row in authored.rows("tasks") if _price(row.id, system).cost is not None
    )


@rule
def side_by_side() -> tuple[TaskLine, ...]:
    """Give every task with its price in every movement system.

    Source: SF-32, LE-06, YD-13, TR-11, IM-24, SC-03.

    >>> [line.task for line in side_by_side()][:3]
    ['rough_ground', 'climb', 'swim']
    """
    return tuple(
        TaskLine(row.id, row.name, tuple(_price(row.id, system) for system in SYSTEMS))
        for row in authored.rows("tasks")
    )


def _price(task: str, system: str) -> TaskPrice:
    rows = [row for row in authored.rows("task-steps") if (row.task, row.system) == (task, system)]
    if not rows:
        return TaskPrice(system, None, None, None)
    cost, unit = exact(Fraction(sum(_cost(row) for row in rows))), rows[0].unit
    shape = SYSTEMS[system]
    share = Fraction(cost, shape.turn) if unit == shape.unit else None
    return TaskPrice(system, cost, unit, share)


def _cost(row: authored.Row) -> Exact:
    amount: int = authored.row("tasks", row.task).amount
    if row.act == "move":
        return amount * SYSTEMS[row.system].step_cost(row.form, row.terrain)
    return ACTS[row.system, row.act](row, amount)
