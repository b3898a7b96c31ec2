"""Speed in meters, and what rough ground makes of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import ExactNumber, Listed, OutOfDomain, Whole, rule
from sfrules.rules.exact import Exact

Mode: TypeAlias = Annotated[str, Listed("terrain-modes", "id")]
Distance: TypeAlias = Annotated[Exact, ExactNumber(minimum=0)]


@rule
def speed(spd: Whole, bonus: Whole = 0) -> int:
    """Give the speed of a walk, in meters a round.

    Args:
        spd: SPD of the creature, any whole number.
        bonus: all bonuses to speed together, any whole number.

    Raises:
        ValueError: for anything but whole numbers.

    Source: TR-01, TR-02.

    >>> speed(3), speed(3, bonus=2)
    (13, 15)
    """
    return 10 + spd + bonus


@rule
def running_speed(spd: Whole, bonus: Whole = 0) -> int:
    """Give the speed of a run, in meters a round: twice that of a walk, in place of an action.

    Args:
        spd: SPD of the creature, any whole number.
        bonus: all bonuses to speed together, any whole number.

    Raises:
        ValueError: for anything but whole numbers.

    Source: TR-02.

    >>> running_speed(3), running_speed(3, bonus=2)
    (26, 30)
    """
    return 2 * speed(spd, bonus)


@rule
def rate(mode: Mode) -> int:
    """Give the meters of speed spent for each meter moved.

    Args:
        mode: way to move, such as "walk" or "heavy": a row of the table of modes.

    Raises:
        ValueError: for a mode that the table does not hold.

    Source: TR-02, TR-03, TR-04.

    >>> rate("walk"), rate("light"), rate("climb")
    (1, 2, 4)
    """
    return authored.row("terrain-modes", mode).rate


@rule
def cost(mode: Mode, distance: Distance) -> Exact:
    """Give the meters of speed spent to move a distance.

    Args:
        mode: way to move, such as "walk" or "heavy": a row of the table of modes.
        distance: meters moved, 0 or more; a decimal is taken exactly.

    Raises:
        ValueError: for a mode that the table does not hold, or a distance below 0.

    Source: TR-03, TR-04.

    >>> cost("light", 6), cost("swim", 6), cost("ascend", 5)
    (12, 24, 20)
    """
    return distance * rate(mode)


def _nothing_heavy_at_a_run(reach: Callable[[str, int, int, bool], int]) -> Callable[..., int]:
    """Hold the two parameters to each other, so that the body stays the book's formula."""

    @wraps(reach)
    def held(mode: str, spd: int, bonus: int = 0, running: bool = False) -> int:
        if running and not authored.row("terrain-modes", mode).can_run:
            raise OutOfDomain("running", running, f'false, since nobody runs with mode "{mode}"')
        return reach(mode, spd, bonus, running)

    return held


@rule
@_nothing_heavy_at_a_run
def reach(mode: Mode, spd: Whole, bonus: Whole = 0, running: bool = False) -> int:
    """Give the whole meters that a round's speed goes: the farthest whose cost it still covers.

    Args:
        mode: way to move, such as "walk" or "heavy"; "run" is always at running speed.
        spd: SPD of the creature, any whole number.
        bonus: all bonuses to speed together, any whole number.
        running: whether the round's speed is that of a run; nothing that counts as heavy terrain
            can be run.

    Raises:
        ValueError: for a mode that the table does not hold, a run where there is none, or anything
            but whole numbers.

    Source: TR-02, TR-04.

    >>> reach("walk", 3), reach("run", 3), reach("light", 3, running=True), reach("heavy", 3)
    (13, 26, 13, 3)
    """
    budget = running_speed(spd, bonus) if running or mode == "run" else speed(spd, bonus)
    return max(0, budget // rate(mode))


@rule
def stand_up_cost(spd: Whole) -> int:
    """Give the meters of speed that going prone or getting up costs: half of the base speed.

    Args:
        spd: SPD of the creature, any whole number; bonuses to speed do not count.

    Raises:
        ValueError: for anything but a whole number.

    Source: TR-11.

    >>> stand_up_cost(2), stand_up_cost(3)
    (6, 6)
    """
    return speed(spd) // 2


@rule
def ambushed_speed(spd: Whole) -> int:
    """Give the speed of someone ambushed, in meters, in the first round: the ambush lowers SPD.

    Args:
        spd: SPD of the creature without the ambush, any whole number.

    Raises:
        ValueError: for anything but a whole number.

    Source: TR-14.

    >>> ambushed_speed(3)
    11
    """
    return speed(spd + authored.row("terrain-conditions", "ambushed").spd)
