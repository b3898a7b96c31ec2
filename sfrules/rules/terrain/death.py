"""Falling unconscious, and dying of it or not."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Count, Listed, Whole, WholeNumber, rule

BaseHealth: TypeAlias = Annotated[int, WholeNumber(1)]
DeathRound: TypeAlias = Annotated[int, Listed("terrain-death", "round")]


@rule
def is_unconscious(health: Whole) -> bool:
    """Tell whether someone is unconscious, and prone: their health is below zero.

    Args:
        health: health left, any whole number.

    Raises:
        ValueError: for anything but a whole number.

    Source: TR-05.

    >>> is_unconscious(0), is_unconscious(-1)
    (False, True)
    """
    return health < 0


@rule
def wakes(health: Whole) -> bool:
    """Tell whether healing has brought someone back: conscious, but still prone.

    Args:
        health: health after healing, any whole number.

    Raises:
        ValueError: for anything but a whole number.

    Source: TR-06.

    >>> wakes(0), wakes(1)
    (False, True)
    """
    return health >= 1


@rule
def fatal_damage(base_health: BaseHealth) -> int:
    """Give the least damage that kills at once: twice the base maximum of health.

    Args:
        base_health: base maximum of health, from 1 up.

    Raises:
        ValueError: for anything but a whole number from 1 up.

    Source: TR-05.

    >>> fatal_damage(30)
    60
    """
    return 2 * base_health


@rule
def dies_outright(damage: Count, base_health: BaseHealth) -> bool:
    """Tell whether damage kills at once.

    Args:
        damage: damage taken, 0 or more.
        base_health: base maximum of health, from 1 up.

    Raises:
        ValueError: for anything but whole numbers, damage below 0 or base health below 1.

    Source: TR-05.

    >>> dies_outright(59, base_health=30), dies_outright(60, base_health=30)
    (False, True)
    """
    return damage >= fatal_damage(base_health)


@rule
def death_die() -> str:
    """Give the die that the unconscious roll at the end of each round.

    Source: TR-06.

    >>> death_die()
    'd10'
    """
    return "d10"


@rule
def death_threshold(round: DeathRound) -> int:  # noqa: A002 — the pages' word, and part of the signature
    """Give what the roll of the unconscious has to reach at the end of a round.

    Args:
        round: round of being unconscious, 1 to 4; the fifth in a row kills without a roll.

    Raises:
        ValueError: for a round that the table does not hold.

    Source: TR-06.

    >>> [death_threshold(n) for n in (1, 2, 3, 4)]
    [3, 5, 7, 9]
    """
    return authored.row("terrain-death", round).threshold


@rule
def death_save_chance(vit: Whole, round: DeathRound) -> Fraction:  # noqa: A002 — as above
    """Give the chance to live through one round unconscious: d10 + VIT reaches its threshold.

    Args:
        vit: VIT of the character, any whole number.
        round: round of being unconscious, 1 to 4.

    Raises:
        ValueError: for a VIT not whole, or a round that the table does not hold.

    Source: TR-06.

    >>> death_save_chance(0, round=1), death_save_chance(2, round=3)
    (Fraction(4, 5), Fraction(3, 5))
    """
    return Fraction(max(0, min(10, 11 + vit - death_threshold(round))), 10)


@rule
def survival_chance(vit: Whole, rounds: Count) -> Fraction:
    """Give the chance to live through so many rounds unconscious, with no help from anybody.

    Args:
        vit: VIT of the character, any whole number.
        rounds: rounds in a row, 0 or more; nobody lives through the fifth.

    Raises:
        ValueError: for anything but whole numbers, or rounds below 0.

    Source: TR-06.

    >>> survival_chance(0, rounds=1), survival_chance(0, rounds=2), survival_chance(9, rounds=5)
    (Fraction(4, 5), Fraction(12, 25), Fraction(0, 1))
    """
    if rounds > len(authored.rows("terrain-death")):
        return Fraction(0)
    chances = (death_save_chance(vit, round=each) for each in range(1, rounds + 1))
    return math.prod(chances, start=Fraction(1))
