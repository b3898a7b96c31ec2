"""Checks: a d20, a bonus, and a number to reach."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Level, Whole, WholeNumber, rule

# At -10 no face of the die saves, and the wait for a save would never end.
SaveModifier: TypeAlias = Annotated[int, WholeNumber(-9)]
Turns: TypeAlias = Annotated[int, WholeNumber(0, 100)]


@rule
def check_die() -> str:
    """Give the die that attack rolls, skill checks and saves roll.

    Source: SF-01, SF-03.

    >>> check_die()
    'd20'
    """
    return str(authored.row("checks", "skill_check").die)


@rule
def needed_roll(bonus: Whole, target: Whole) -> int:
    """Give the lowest face of the d20 that succeeds: the target less the bonus.

    At 1 or less every face succeeds; above 20 none does.

    Args:
        bonus: bonus and modifiers together, any whole number.
        target: defense, difficulty or other number to reach, any whole number.

    Raises:
        ValueError: for anything but whole numbers.

    Source: SF-02.

    >>> needed_roll(bonus=4, target=13)
    9
    """
    return target - bonus


@rule
def check_chance(bonus: Whole, target: Whole) -> Fraction:
    """Give the chance that d20 + bonus reaches the target; no face is special.

    Args:
        bonus: bonus and modifiers together, any whole number.
        target: defense, difficulty or other number to reach, any whole number.

    Raises:
        ValueError: for anything but whole numbers.

    Source: SF-02, SF-05.

    >>> check_chance(bonus=4, target=13)
    Fraction(3, 5)
    """
    return Fraction(max(0, min(20, 21 - needed_roll(bonus, target))), 20)


@rule
def typical_chance(modifier: Whole = 0) -> Fraction:
    """Give the chance that a typical attack hits an average defense, once it is modified.

    Args:
        modifier: to the roll of the attack, any whole number.

    Raises:
        ValueError: for anything but a whole number.

    Source: SF-05.

    >>> typical_chance(), typical_chance(-2)
    (Fraction(3, 5), Fraction(1, 2))
    """
    attack, defense = (authored.row("typical", name).usual for name in ("attack_bonus", "defense"))
    return check_chance(attack + modifier, defense)


@rule
def save_target() -> int:
    """Give the number that a save has to reach.

    Source: SF-04.

    >>> save_target()
    11
    """
    return 11


@rule
def save_chance(modifier: Whole = 0) -> Fraction:
    """Give the chance of a save: a check against the number that saves have to reach.

    Args:
        modifier: all modifiers to the save together, any whole number.

    Raises:
        ValueError: for anything but a whole number.

    Source: SF-04.

    >>> save_chance()
    Fraction(1, 2)
    """
    return check_chance(modifier, save_target())


@rule
def expected_turns_to_save(modifier: SaveModifier = 0) -> Fraction:
    """Give the average number of turns that a save-ends effect lasts, one save at the end of each.

    Args:
        modifier: all modifiers to the save together, -9 or more: below that no save succeeds.

    Raises:
        ValueError: for anything but a whole number from -9 up.

    Source: SF-04.

    >>> expected_turns_to_save() == 2, expected_turns_to_save(-5)
    (True, Fraction(4, 1))
    """
    return 1 / save_chance(modifier)


@rule
def chance_to_save_within(turns: Turns, modifier: Whole = 0) -> Fraction:
    """Give the chance that one of the saves of so many turns succeeds.

    Args:
        turns: how many saves, one a turn, 0 to 100.
        modifier: all modifiers to each save together, any whole number.

    Raises:
        ValueError: for anything but whole numbers, or more than 100 turns.

    Source: SF-04.

    >>> chance_to_save_within(turns=3)
    Fraction(7, 8)
    """
    return 1 - (1 - save_chance(modifier)) ** turns


@rule
def level_attack_modifier(attacker_level: Level, defender_level: Level) -> int:
    """Give the modifier to hit for a difference in level: 1 for every two full levels.

    It helps an attacker above the defender and hinders one below; an odd level counts for nothing.

    Args:
        attacker_level: level of the attacker, from 1 up.
        defender_level: level of the defender, from 1 up.

    Raises:
        ValueError: for a level below 1 or not whole.

    Source: SF-06.

    >>> level_attack_modifier(9, 6), level_attack_modifier(6, 9)
    (1, -1)
    """
    above = attacker_level - defender_level
    return math.trunc(Fraction(above, 2))
