"""What these rules fix: what a fall, a jump and a collision go by."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from sfrules import authored
from sfrules.rules.domain import rule
from sfrules.rules.exact import Exact, exact
from sfrules.rules.yards.measures import Form
from sfrules.rules.yards.prices import form_rate

# A critical failure has no share: it costs all your Health.
SharingLuck: TypeAlias = Literal["failure", "success", "critical success"]


@rule
def collision_step() -> int:
    """Give the yards of velocity that add a die to a collision, above the least velocity.

    Source: YD-30.

    >>> collision_step()
    2
    """
    return 2


@rule
def collision_velocity() -> int:
    """Give the least velocity at which a collision does damage, in yards.

    Source: YD-30.

    >>> collision_velocity()
    5
    """
    return 5


@rule
def exit_velocity_step() -> int:
    """Give the yards of velocity that add a die to the cost of leaving a moving vehicle.

    Source: YD-29.

    >>> exit_velocity_step()
    5
    """
    return 5


@rule
def fall_gain() -> int:
    """Give the yards that each round of a fall adds to those of the round before.

    Source: YD-23.

    >>> fall_gain()
    100
    """
    return 100


@rule
def fall_share(luck: SharingLuck) -> Exact:
    """Give the share of the Health at stake that a fall costs, by the luck roll.

    Args:
        luck: outcome of the luck roll: "failure", "success" or "critical success".

    Raises:
        ValueError: for an outcome without a share.

    Source: YD-24.

    >>> fall_share("failure"), fall_share("success")
    (1, Fraction(1, 2))
    """
    return exact(authored.row("yards-luck", luck).fall_share)


@rule
def health_per_yard() -> int:
    """Give the Health that each yard of a fall puts at stake.

    Source: YD-24.

    >>> health_per_yard()
    1
    """
    return 1


@rule
def jump_multiple() -> int:
    """Give the multiple of a jump or a leap that a successful roll makes.

    Source: YD-22.

    >>> jump_multiple()
    2
    """
    return 2


@rule
def liquid_share() -> Fraction:
    """Give the share of the Health at stake that is left when a fall ends in liquid.

    Source: YD-24.

    >>> liquid_share()
    Fraction(1, 2)
    """
    return Fraction(1, 2)


@rule
def occupant_share(luck: SharingLuck) -> Exact:
    """Give the share of a vehicle's damage that an occupant loses as Health, by the luck roll.

    Args:
        luck: outcome of the luck roll: "failure", "success" or "critical success".

    Raises:
        ValueError: for an outcome without a share.

    Source: YD-30.

    >>> occupant_share("failure"), occupant_share("success")
    (1, Fraction(1, 2))
    """
    return exact(authored.row("yards-luck", luck).occupant_share)


@rule
def tunnel_margin() -> int:
    """Give the yards by which a burrower's tunnel is narrower than its Size.

    Source: YD-09.

    >>> tunnel_margin()
    1
    """
    return 1


@rule
def vehicle_damage_multiple(stopped: bool = False) -> Exact:
    """Give the multiple of the dice that a vehicle takes: half if it goes on, double if it stops.

    Args:
        stopped: whether the collision stops the vehicle.

    Raises:
        ValueError: for a yes or no that is neither.

    Source: YD-30.

    >>> vehicle_damage_multiple(), vehicle_damage_multiple(stopped=True)
    (Fraction(1, 2), 2)
    """
    return 2 if stopped else Fraction(1, 2)


@rule
def yards_per_speed(form: Form) -> Exact:
    """Give the yards that a yard of Speed takes you in a form of movement.

    Args:
        form: form of movement, such as "climb": a row of the table of forms.

    Raises:
        ValueError: for a form that the table does not hold.

    Source: YD-03.

    >>> yards_per_speed("descend a rope"), yards_per_speed("climb")
    (2, Fraction(1, 2))
    """
    return exact(1 / Fraction(form_rate(form)))
