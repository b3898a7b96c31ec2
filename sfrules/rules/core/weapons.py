"""Weapons and their damage dice."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.core.dice import MOST_DICE, DiceTerm, dice_terms, notation
from sfrules.rules.domain import Listed, WholeNumber, rule

DiceCount: TypeAlias = Annotated[int, WholeNumber(1, MOST_DICE)]
Weapon: TypeAlias = Annotated[str, Listed("weapons", "id")]


@rule
def weapon_die(weapon: Weapon) -> str:
    """Give the damage die of a weapon: what a lone W stands for.

    Args:
        weapon: id of a row of the weapons table.

    Raises:
        ValueError: for a weapon that the table does not hold.

    Source: SF-07.

    >>> weapon_die("longsword")
    'd8'
    """
    return str(authored.row("weapons", weapon).die)


@rule
def weapon_dice(count: DiceCount, weapon: Weapon) -> str:
    """Give the dice that a number of W stands for, with a weapon in hand.

    Args:
        count: how many of the weapon's damage dice, 1 to 100.
        weapon: id of a row of the weapons table.

    Raises:
        ValueError: for a count out of range, or a weapon that the table does not hold.

    Source: SF-07.

    >>> weapon_dice(1, "longsword"), weapon_dice(2, "greatsword"), weapon_dice(7, "dagger")
    ('d8', '2d12', '7d4')
    """
    (die,) = dice_terms(weapon_die(weapon))
    return notation(DiceTerm(count, die.faces))
