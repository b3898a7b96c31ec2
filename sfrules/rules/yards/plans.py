"""A turn planned step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeAlias

from sfrules import authored
from sfrules.rules.domain import (
    ExactNumber,
    NotInDomain,
    OneOf,
    OutOfDomain,
    WholeNumber,
    either,
    rule,
    shown,
)
from sfrules.rules.exact import Exact
from sfrules.rules.yards.measures import Yards
from sfrules.rules.yards.prices import activity_cost, cost
from sfrules.rules.yards.traits import Traits

_TIMES = WholeNumber(0)
_YARDS = ExactNumber(minimum=0)


class Step(NamedTuple):
    """An activity and how often it is done, or a form of movement and its yards."""

    name: str
    amount: Exact
    surcharges: tuple[str, ...] = ()


class Plan(NamedTuple):
    """What a turn comes to, in yards: each step's cost, their total, and how the Speed bears it.

    Of `left` and `overspent` at least one is 0.
    """

    costs: tuple[Exact, ...]
    total: Exact
    left: Exact
    overspent: Exact


@dataclass(frozen=True)
class StepsOfTurn:
    """Steps as a page writes them: texts, and pairs of a name and a number."""

    allowed: str = 'a list of steps, such as ["stand up", ("walk", 6)]'

    def take(self, value: object) -> tuple[Step, ...]:
        """Accept a list or tuple of steps; a wrong one is refused by its place in the list.

        Raises:
            OutOfDomain: for a step that is none.
        """
        if not isinstance(value, (list, tuple)):
            raise NotInDomain
        return tuple(_checked_step(f"steps[{at}]", step) for at, step in enumerate(value))


Steps: TypeAlias = Annotated[tuple[Step, ...], StepsOfTurn()]


def _checked_step(place: str, written: object) -> Step:
    parts = [written] if isinstance(written, str) else written
    try:
        return _step(parts)
    except NotInDomain:
        name = parts[0] if isinstance(parts, (list, tuple)) and parts else None
        raise OutOfDomain(place, written, _allowed(name)) from None


def _step(parts: object) -> Step:
    match parts:
        case [name] if name in _ids("yards-activities"):
            return Step(name, 1)
        case [name, times] if name in _ids("yards-activities"):
            return Step(name, _TIMES.take(times))
        case [name, distance, *surcharges] if name in _ids("yards-forms"):
            known = OneOf(_ids("yards-surcharges"))
            return Step(name, _YARDS.take(distance), tuple(map(str, map(known.take, surcharges))))
    raise NotInDomain


def _allowed(name: object) -> str:
    """Say what a step may be that begins with a name."""
    forms, activities = _ids("yards-forms"), _ids("yards-activities")
    if name in activities:
        return f"the activity alone, or with how often, such as ({shown(name)}, 2)"
    if name in forms:
        surcharges = either(map(shown, _ids("yards-surcharges")))
        return f"the form with its yards, such as ({shown(name)}, 6), and {surcharges} after them"
    return "a step that begins with " + either(map(shown, (*forms, *activities)))


def _ids(table: str) -> tuple[str, ...]:
    return tuple(row.id for row in authored.rows(table))


def _price(step: Step, traits: Traits) -> Exact:
    if step.name in _ids("yards-activities"):
        return step.amount * activity_cost(step.name)
    return cost(
        step.name,
        step.amount,
        challenging="challenging" in step.surcharges,
        retreating="retreating" in step.surcharges,
        traits=traits,
    )


@rule
def plan(speed: Yards, steps: Steps, *, traits: Traits = ()) -> Plan:
    """Add up the steps of a turn, and hold them against the Speed that pays for them.

    A step is an activity, as "stand up" or ("change velocity", 3), or a form of movement with its
    yards, as ("walk", 6); "challenging" and "retreating" may follow: ("walk", 6, "challenging").
    The answer has costs (one for each step), total, left and overspent, in this order.

    Args:
        speed: yards to spend, 0 or more; a decimal is taken exactly.
        steps: what is done, in a list.
        traits: traits of the creature that change prices, in a list.

    Raises:
        ValueError: for a step that no table holds or that lacks its yards, or a speed below 0.

    Source: YD-01, YD-10, YD-11, YD-13.

    >>> plan(10, ["stand up", ("walk", 6)])
    Plan(costs=(4, Fraction(6, 1)), total=Fraction(10, 1), left=0, overspent=0)
    >>> plan(10, [("climb", 4, "challenging"), "minor activity"]).overspent
    Fraction(4, 1)
    """
    costs = tuple(_price(step, traits) for step in steps)
    total = sum(costs)
    return Plan(costs, total, left=max(0, speed - total), overspent=max(0, total - speed))
