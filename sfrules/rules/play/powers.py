"""The powers of the sample heroes and monsters: what each rolls, and what it deals."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.authored import Row
from sfrules.rules import core
from sfrules.rules.domain import Count, Listed, rule
from sfrules.rules.play.fighters import row_of

Power: TypeAlias = Annotated[str, Listed("powers", "id")]


def owner_of(power: str) -> Row:
    """Return the row of the hero or the monster that has a power."""
    return row_of(authored.row("powers", power).owner)


@rule
def power_dice(power: Power) -> str:
    """Give the damage dice of a power: its own, or so many of the weapon's.

    Args:
        power: id of a row of the powers table.

    Raises:
        ValueError: for a power that the table does not hold, or one without damage.

    Source: SF-07.

    >>> power_dice("orrik_great"), power_dice("tamsin_cold")
    ('2d8', '3d8')
    """
    row = authored.row("powers", power)
    if row.dice:
        return str(row.dice)
    if row.weapon_dice is None:
        raise ValueError(f'power is "{power}"; allowed: one that deals damage')
    return core.weapon_dice(row.weapon_dice, owner_of(power).weapon)


@rule
def power_ability(power: Power) -> int:
    """Give the ability that a power's damage or healing adds; 0 where it adds none.

    Args:
        power: id of a row of the powers table.

    Raises:
        ValueError: for a power that the table does not hold.

    Source: SF-08.

    >>> power_ability("pell_knife"), power_ability("orc_axe"), power_ability("troll_sweep")
    (4, 3, 0)
    """
    named = authored.row("powers", power).ability
    if named is None:
        return 0
    return getattr(owner_of(power), "ability" if named == "own" else named)


@rule
def power_modifier(power: Power) -> int:
    """Give what a power's ability adds to damage or healing at its owner's level.

    Args:
        power: id of a row of the powers table.

    Raises:
        ValueError: for a power that the table does not hold.

    Source: SF-11.

    >>> power_modifier("pell_knife"), power_modifier("troll_claws")
    (4, 10)
    """
    return core.ability_damage_modifier(power_ability(power), owner_of(power).level)


@rule
def power_damage(power: Power, dice_total: Count) -> int:
    """Give the damage of a hit with a power, at its owner's level.

    Args:
        power: id of a row of the powers table.
        dice_total: what the damage dice show together, 0 or more.

    Raises:
        ValueError: for a power that the table does not hold, or a total that is no whole number
            from 0 up.

    Source: SF-08.

    >>> power_damage("orrik_great", 13), power_damage("troll_claws", 11)
    (17, 26)
    """
    return core.damage(dice_total, power_ability(power), owner_of(power).level)


@rule
def power_average(power: Power) -> Fraction:
    """Give the average damage of a hit with a power, at its owner's level.

    Args:
        power: id of a row of the powers table.

    Raises:
        ValueError: for a power that the table does not hold, or one without damage.

    Source: SF-12.

    >>> power_average("pell_knife"), power_average("orrik_great")
    (Fraction(13, 2), Fraction(13, 1))
    """
    return core.average_damage(power_dice(power), power_ability(power), owner_of(power).level)
