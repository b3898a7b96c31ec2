"""Vehicles and mounts: what it costs to leave them in a hurry, and to run into things."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Count, ExactNumber, rule
from sfrules.rules.exact import Exact, round_down
from sfrules.rules.yards.measures import Size

Velocity: TypeAlias = Annotated[Exact, ExactNumber(minimum=0)]
# What a critical failure costs someone in a vehicle, no rule says.
OccupantLuck: TypeAlias = Literal["failure", "success", "critical success"]


@rule
def vehicle_exit_dice(velocity: Velocity) -> int:
    """Give the dice of Health that leaving a moving vehicle costs: one for every full 5 yards.

    Args:
        velocity: velocity of the vehicle in yards, 0 or more; a decimal is taken exactly.

    Raises:
        ValueError: for anything but a number from 0 up.

    Source: YD-29.

    >>> vehicle_exit_dice(4), vehicle_exit_dice(5), vehicle_exit_dice(14)
    (0, 1, 2)
    """
    return velocity // 5


@rule
def collision_dice(velocity: Velocity) -> int:
    """Give the dice of a collision: one at velocity 5, and one more for every full 2 yards above.

    Args:
        velocity: velocity of the vehicle in yards, 0 or more; a decimal is taken exactly.

    Raises:
        ValueError: for anything but a number from 0 up.

    Source: YD-30.

    >>> collision_dice(4), collision_dice(5), collision_dice(7)
    (0, 1, 2)
    """
    return 0 if velocity < 5 else 1 + (velocity - 5) // 2  # noqa: PLR2004 — the rule's own figure


@rule
def stops_vehicle(obstacle_size: Size, vehicle_size: Size) -> bool:
    """Tell whether an obstacle stops a vehicle: a smaller one only slows it.

    Args:
        obstacle_size: Size of the obstacle, 1/2 or a whole number from 1 up.
        vehicle_size: Size of the vehicle, 1/2 or a whole number from 1 up.

    Raises:
        ValueError: for a Size that there is not.

    Source: YD-30.

    >>> stops_vehicle(1, vehicle_size=2), stops_vehicle(2, vehicle_size=2)
    (False, True)
    """
    return obstacle_size >= vehicle_size


@rule
def vehicle_damage(roll: Count, stopped: bool = False) -> int:
    """Give the damage that a vehicle takes in a collision: half if it goes on, double if it stops.

    Args:
        roll: total of the dice of the collision, 0 or more.
        stopped: whether the collision stops the vehicle.

    Raises:
        ValueError: for anything but a whole number from 0 up, or a yes or no that is neither.

    Source: YD-30.

    >>> vehicle_damage(7), vehicle_damage(7, stopped=True)
    (3, 14)
    """
    return 2 * roll if stopped else roll // 2


@rule
def occupant_health_loss(damage: Count, luck: OccupantLuck) -> int:
    """Give the Health that an occupant loses when a collision stops the vehicle.

    Args:
        damage: damage that the vehicle took, 0 or more.
        luck: outcome of the luck roll: "failure", "success" or "critical success".

    Raises:
        ValueError: for anything but a whole number from 0 up, or an outcome without a rule.

    Source: YD-30.

    >>> occupant_health_loss(15, "failure"), occupant_health_loss(15, "success")
    (15, 7)
    """
    return round_down(damage * authored.row("yards-luck", luck).occupant_share)


@rule
def mount_fall_dice(size: Size) -> int:
    """Give the dice of Health that a mount costs the rider it falls on: one for each point of Size.

    Args:
        size: Size of the mount, 1/2 or a whole number from 1 up.

    Raises:
        ValueError: for a Size that there is not.

    Source: YD-31.

    >>> mount_fall_dice(2), mount_fall_dice(0.5)
    (2, 0)
    """
    return round_down(size)
