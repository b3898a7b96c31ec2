"""Blows: the chance of one, and how many fell somebody."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Annotated, TypeAlias

from sfrules.rules.core.action_points import escalation_die
from sfrules.rules.core.checks import check_chance, level_attack_modifier
from sfrules.rules.core.damage import damage_distribution
from sfrules.rules.core.dice import Dice
from sfrules.rules.distribution import Distribution
from sfrules.rules.domain import Count, ExactNumber, Level, Whole, WholeNumber, rule
from sfrules.rules.exact import Exact

HitPoints: TypeAlias = Annotated[int, WholeNumber(1, 1000)]
Damage: TypeAlias = Annotated[Exact, ExactNumber(above=0)]


@rule
def attack_chance(
    bonus: Whole,
    defense: Whole,
    attacker_level: Level,
    defender_level: Level,
    round: Level = 1,  # noqa: A002 — the pages' word, and part of the signature
) -> Fraction:
    """Give the chance of an attack, with the difference in level and the escalation die.

    Args:
        bonus: attack bonus and all other modifiers together, any whole number.
        defense: the defense that the attack targets, any whole number.
        attacker_level: level of the attacker, from 1 up.
        defender_level: level of the defender, from 1 up.
        round: the round of the fight, from 1 up.

    Raises:
        ValueError: for anything but whole numbers, or a level or round below 1.

    Source: SF-02, SF-06, SF-14.

    >>> attack_chance(4, 13, attacker_level=1, defender_level=5, round=4)
    Fraction(3, 5)
    """
    modifier = level_attack_modifier(attacker_level, defender_level) + escalation_die(round)
    return check_chance(bonus + modifier, defense)


@rule
def hits_to_fell(hit_points: HitPoints, damage: Damage) -> int:
    """Give how many hits of the same damage fell somebody.

    Args:
        hit_points: hit points of the one who is struck, 1 to 1000.
        damage: what each hit deals, a number above 0.

    Raises:
        ValueError: for hit points outside 1 to 1000, or a damage of 0 or less.

    Source: SF-20.

    >>> hits_to_fell(27, 8), hits_to_fell(27, 9), hits_to_fell(27, 10)
    (4, 3, 3)
    """
    return -int(-hit_points // damage)


@rule
def hits_needed(hit_points: HitPoints, dice: Dice, ability: Count, level: Level) -> Distribution:
    """Give the exact distribution of the hits that fell somebody, when each rolls its damage.

    Args:
        hit_points: hit points of the one who is struck, 1 to 1000.
        dice: the damage dice of each hit, 1 to 100 of them in all.
        ability: the ability that the attack uses, 0 or more, so that no hit deals nothing.
        level: level of the attacker, from 1 up.

    Raises:
        ValueError: for hit points outside 1 to 1000, dice that the game does not have, an ability
            below 0 or a level below 1.

    Source: SF-12, SF-20.

    >>> hits_needed(10, "d8", ability=4, level=1).counts
    ((1, 24), (2, 40))
    """
    hit = damage_distribution(dice, ability, level)
    standing, felled = Counter({0: 1}), []
    while standing:
        after: Counter[int] = Counter()
        for taken, ways in standing.items():
            for more, count in hit.counts:
                after[min(hit_points, taken + more)] += ways * count
        felled.append(after.pop(hit_points, 0))
        standing = after
    most = len(felled)
    ways_of = {n: ways * hit.total ** (most - n) for n, ways in enumerate(felled, 1) if ways}
    return Distribution.of(ways_of)
