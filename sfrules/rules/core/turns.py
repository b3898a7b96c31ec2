"""Turns: basic attacks, and what the moment does to an attack."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.core.weapons import Weapon, weapon_dice
from sfrules.rules.domain import Level, Listed, rule

HitModifier: TypeAlias = Annotated[str, Listed("hit-modifiers", "id")]


@rule
def basic_attack_dice(weapon: Weapon, level: Level) -> str:
    """Give the dice that a hit with a basic attack rolls.

    Args:
        weapon: id of a row of the weapons table.
        level: level of the attacker, from 1 up.

    Raises:
        ValueError: for a weapon that the table does not hold, or a level below 1.

    Source: LE-08.

    >>> basic_attack_dice("longsword", 20), basic_attack_dice("longsword", 21)
    ('d8', '2d8')
    """
    return weapon_dice(authored.step("basic-attacks", level).weapon_dice, weapon)


@rule
def hit_modifier(condition: HitModifier) -> int:
    """Give what a condition adds to an attack roll, or takes from it.

    Args:
        condition: id of a row of the table of modifiers to hit.

    Raises:
        ValueError: for a condition that the table does not hold.

    Source: LE-09.

    >>> hit_modifier("advantage"), hit_modifier("hindered")
    (2, -2)
    """
    return authored.row("hit-modifiers", condition).modifier
