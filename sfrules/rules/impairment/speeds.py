"""What a movement set is worth in a fight, in a chase and on a journey."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Count, WholeNumber, rule
from sfrules.rules.exact import Exact, round_down
from sfrules.rules.impairment.ladder import Rung, Step, ladder, step_up

MOST_SIDES = 1000

Sides: TypeAlias = Annotated[int, WholeNumber(2, MOST_SIDES)]


@rule
def actions_per_round() -> int:
    """Give the actions of a round.

    Source: IM-05.

    >>> actions_per_round()
    2
    """
    return 2


@rule
def combat_speed(n: Step) -> int:
    """Give the speed in a fight, in meters per action, once Speed was taken n times.

    Args:
        n: how often the upgrade was taken, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 to 3000.

    Source: IM-05, IM-06.

    >>> combat_speed(0), combat_speed(2)
    (1, 5)
    """
    return ladder(n)


@rule
def chase_speed(n: Count) -> int:
    """Give the speed in a chase once Speed was taken n times.

    Args:
        n: how often the upgrade was taken, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 up.

    Source: IM-05, IM-06.

    >>> chase_speed(0), chase_speed(2)
    (1, 3)
    """
    return 1 + n


@rule
def travel_speed(n: Step) -> int:
    """Give the speed of travel, in regions a day, once Speed was taken n times.

    Args:
        n: how often the upgrade was taken, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 to 3000.

    Source: IM-05, IM-06.

    >>> travel_speed(0), travel_speed(3)
    (1, 10)
    """
    return combat_speed(n)


@rule
def rate_per_round(speed: Count) -> int:
    """Give the movement rate of a round in which every action is a move.

    Args:
        speed: speed in a fight, in meters per action, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 up.

    Source: IM-05.

    >>> rate_per_round(5)
    10
    """
    return actions_per_round() * speed


@rule
def regions_to_kilometers(regions: Count) -> Exact:
    """Give the length of some regions, in kilometers.

    Args:
        regions: number of regions, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 up.

    Source: IM-04.

    >>> regions_to_kilometers(10)
    50
    """
    length: Exact = authored.row("impairment-figures", "region").figure
    return regions * length


@rule
def sprint_speed(speed: Rung) -> int:
    """Give the speed of a move action spent on a sprint: a step up the ladder.

    Args:
        speed: speed in a fight or a chase, a number of the ladder.

    Raises:
        ValueError: for a number that is not on the ladder.

    Source: IM-07.

    >>> sprint_speed(5)
    10
    """
    return step_up(speed)


@rule
def sprint_price(sprints: Count, sprinter: bool = False) -> int:
    """Give the Endurance that the sprints of a round cost: 1 each, or 1 in all with the upgrade.

    Args:
        sprints: move actions of the round that are sprints, 0 or more.
        sprinter: whether the upgrade that caps the price was taken.

    Raises:
        ValueError: for anything but a whole number from 0 up.

    Source: IM-07.

    >>> sprint_price(2), sprint_price(2, sprinter=True)
    (2, 1)
    """
    return min(sprints, 1) if sprinter else sprints


@rule
def trailblazed_speed(speed: Count) -> int:
    """Give the speed of slower companions behind a trailblazer: half as much again, rounded down.

    Args:
        speed: speed of the companions by themselves, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 up.

    Source: IM-08.

    >>> trailblazed_speed(10), trailblazed_speed(5)
    (15, 7)
    """
    return round_down(Fraction(3, 2) * speed)


@rule
def risky_teleport_range(speed: Count) -> int:
    """Give how far a risky teleport reaches.

    Args:
        speed: how far a teleport without risk reaches, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 up.

    Source: IM-09.

    >>> risky_teleport_range(5)
    50
    """
    return 10 * speed


@rule
def risky_teleport_chance(sides: Sides = 6) -> Fraction:
    """Give the chance that a risky teleport succeeds: that the die shows more than 2.

    Args:
        sides: sides of the die, from 2 to 1000.

    Raises:
        ValueError: for anything but a whole number in that range.

    Source: IM-09.

    >>> risky_teleport_chance(), risky_teleport_chance(20)
    (Fraction(2, 3), Fraction(9, 10))
    """
    return Fraction(sides - 2, sides)


@rule
def jump_distance(speed: Count) -> int:
    """Give how far a jump carries across.

    Args:
        speed: speed in a fight, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 up.

    Source: IM-25.

    >>> jump_distance(10)
    10
    """
    return speed


@rule
def jump_height(speed: Count) -> int:
    """Give how high a jump carries: a fifth of what it would carry across, rounded down.

    Args:
        speed: speed in a fight, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 up.

    Source: IM-25.

    >>> jump_height(5), jump_height(9)
    (1, 1)
    """
    return jump_distance(speed) // 5
