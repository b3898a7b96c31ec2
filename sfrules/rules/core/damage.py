"""Damage: dice, ability and bonuses, with multipliers that grow with the level."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from sfrules import authored
from sfrules.rules.core.dice import Dice, dice_distribution
from sfrules.rules.distribution import Distribution
from sfrules.rules.domain import Count, Level, Whole, rule
from sfrules.rules.exact import Exact, round_down


@rule
def dice_multiplier(level: Level) -> Exact:
    """Give what the damage dice are multiplied by at a level.

    Args:
        level: level of the attacker, from 1 up.

    Raises:
        ValueError: for a level below 1 or not whole.

    Source: SF-09.

    >>> dice_multiplier(5), dice_multiplier(6), dice_multiplier(26)
    (Fraction(1, 1), Fraction(3, 2), Fraction(3, 1))
    """
    return authored.step("dice-multiplier", level).multiplier


@rule
def ability_multiplier(level: Level) -> Exact:
    """Give what an ability is multiplied by in damage at a level.

    Args:
        level: level of the attacker, from 1 up.

    Raises:
        ValueError: for a level below 1 or not whole.

    Source: SF-10.

    >>> ability_multiplier(3), ability_multiplier(4), ability_multiplier(29)
    (Fraction(1, 1), Fraction(3, 2), Fraction(8, 1))
    """
    return authored.step("ability-multiplier", level).multiplier


@rule
def ability_damage_modifier(ability: Whole, level: Level) -> int:
    """Give what an ability is worth in damage, healing and the like: ability times multiplier.

    Args:
        ability: the ability, any whole number, usually -1 to 5.
        level: level of the character, from 1 up.

    Raises:
        ValueError: for anything but whole numbers, or a level below 1.

    Source: SF-11.

    >>> ability_damage_modifier(3, level=4), ability_damage_modifier(-1, level=4)
    (4, -2)
    """
    return round_down(ability * ability_multiplier(level))


@rule
def damage(dice_total: Count, ability: Whole, level: Level, bonus: Whole = 0) -> int:
    """Give the damage of a hit; each product is rounded down by itself.

    Args:
        dice_total: what the damage dice show together, 0 or more.
        ability: the ability that the attack uses, any whole number, usually -1 to 5.
        level: level of the attacker, from 1 up.
        bonus: all damage bonuses together, any whole number.

    Raises:
        ValueError: for anything but whole numbers, a total below 0 or a level below 1.

    Source: SF-08.

    >>> damage(dice_total=9, ability=3, level=7, bonus=2)
    19
    """
    return (
        round_down(dice_total * dice_multiplier(level))
        + ability_damage_modifier(ability, level)
        + bonus
    )


@rule
def damage_distribution(dice: Dice, ability: Whole, level: Level, bonus: Whole = 0) -> Distribution:
    """Give the exact distribution of the damage of a hit.

    Args:
        dice: the damage dice, 1 to 100 of them in all.
        ability: the ability that the attack uses, any whole number, usually -1 to 5.
        level: level of the attacker, from 1 up.
        bonus: all damage bonuses together, any whole number.

    Raises:
        ValueError: for dice that the game does not have, other numbers than whole ones, or a
            level below 1.

    Source: SF-12.

    >>> hit = damage_distribution("2d12", ability=4, level=1)
    >>> hit.minimum, hit.maximum, hit.mean == 17, hit.at_least(28)
    (6, 28, True, Fraction(1, 144))
    """
    counts: Counter[int] = Counter()
    for dice_total, count in dice_distribution(dice).counts:
        counts[damage(dice_total, ability, level, bonus)] += count
    return Distribution.of(counts)


@rule
def average_damage(dice: Dice, ability: Whole, level: Level, bonus: Whole = 0) -> Fraction:
    """Give the average damage of a hit.

    Args:
        dice: the damage dice, 1 to 100 of them in all.
        ability: the ability that the attack uses, any whole number, usually -1 to 5.
        level: level of the attacker, from 1 up.
        bonus: all damage bonuses together, any whole number.

    Raises:
        ValueError: for dice that the game does not have, other numbers than whole ones, or a
            level below 1.

    Source: SF-12.

    >>> average_damage("d8", ability=2, level=1)
    Fraction(13, 2)
    """
    return damage_distribution(dice, ability, level, bonus).mean
