"""What an attack is worth by its level and use, and what the powers of the roles deal."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from sfrules import authored
from sfrules.rules import core
from sfrules.rules.creation.choices import RolePower
from sfrules.rules.domain import HeroLevel, WholeNumber, rule

AttackUse: TypeAlias = Literal["at_will", "encounter", "daily"]
EarlyLevel: TypeAlias = Annotated[int, WholeNumber(1, 6)]

PLAIN_WEAPON = "longsword"


@rule
def attack_worth(level: EarlyLevel, use: AttackUse) -> int:
    """Give the damage that a hit with an attack is worth, by its level and how often it is used.

    Args:
        level: the level, 1 to 6.
        use: "at_will", "encounter" or "daily".

    Raises:
        ValueError: for a level outside 1 to 6, or another use.

    Source: OD-18.

    >>> [attack_worth(1, use) for use in ("at_will", "encounter", "daily")]
    [8, 13, 18]
    """
    return getattr(authored.row("power-damage", level), use)


@rule
def plain_damage(power: RolePower, level: HeroLevel) -> Fraction:
    """Give the average damage that a plain hero deals with a power, if each of its attacks hits.

    The plain hero of the tables of fights has a longsword and an ability of 4.

    Args:
        power: id of a row of the powers of the roles.
        level: level of the hero, 1 to 30.

    Raises:
        ValueError: for a power that the table does not hold, or one without damage.

    Source: SF-12, OD-18.

    >>> plain_damage("second_heart", 1), plain_damage("left_and_right", 6)
    (Fraction(35, 2), Fraction(13, 1))
    """
    row = authored.row("role-powers", power)
    if row.aim is None:
        raise ValueError(f'power is "{power}"; allowed: one that deals damage')
    dice = row.dice or core.weapon_dice(row.weapon_dice, PLAIN_WEAPON)
    ability = authored.row("typical", "plain_ability").usual if row.adds else 0
    attacks: int = row.attacks
    return attacks * core.average_damage(dice, ability, level)
