"""A plain hero against a monster: how often each hits, and how many attacks fell the other.

A plain hero has a typical bonus, defense and ability, medium durability and a longsword, and uses
nothing but basic attacks. What a real hero has more than that is the players' margin.
"""

from __future__ import annotations

from fractions import Fraction

from sfrules import authored
from sfrules.rules.core.blows import attack_chance, hits_needed, hits_to_fell
from sfrules.rules.core.monsters import Role, monster_hit_points, role_damage
from sfrules.rules.core.progression import hit_points
from sfrules.rules.core.weapons import weapon_die
from sfrules.rules.distribution import Distribution
from sfrules.rules.domain import HeroLevel, Level, OutOfDomain, Whole, rule

WEAPON = "longsword"


@rule
def plain_hero_hit_chance(
    hero_level: HeroLevel,
    monster_level: HeroLevel,
    role: Role,
    round: Level = 1,  # noqa: A002 — the pages' word, and part of the signature
) -> Fraction:
    """Give the chance that a plain hero hits a monster's Armor Class.

    Args:
        hero_level: level of the hero, 1 to 30.
        monster_level: level of the monster, 1 to 30.
        role: id of a row of the table of roles.
        round: the round of the fight, from 1 up.

    Raises:
        ValueError: for a level, a round or a role that is none of these.

    Source: SF-05, SF-06, SF-14, LE-19.

    >>> plain_hero_hit_chance(1, 1, "soldier"), plain_hero_hit_chance(5, 1, "brute")
    (Fraction(1, 2), Fraction(4, 5))
    """
    armor: int = authored.row("monster-roles", role).armor_class
    return attack_chance(_usual("attack_bonus"), armor, hero_level, monster_level, round)


@rule
def monster_hit_chance(
    hero_level: HeroLevel,
    monster_level: HeroLevel,
    role: Role,
    round: Level = 1,  # noqa: A002 — as above
    guard: Whole = 0,
) -> Fraction:
    """Give the chance that a monster hits a plain hero.

    Args:
        hero_level: level of the hero, 1 to 30.
        monster_level: level of the monster, 1 to 30.
        role: id of a row of the table of roles.
        round: the round of the fight, from 1 up.
        guard: how far the hero's defenses are above the typical one, any whole number.

    Raises:
        ValueError: for a level, a round, a role or a guard that is none of these.

    Source: SF-05, SF-06, SF-14, LE-19.

    >>> monster_hit_chance(1, 1, "lurker"), monster_hit_chance(1, 5, "soldier")
    (Fraction(3, 5), Fraction(13, 20))
    """
    bonus = _usual("attack_bonus") + authored.row("monster-roles", role).attack_modifier
    return attack_chance(bonus, _usual("defense") + guard, monster_level, hero_level, round)


@rule
def hits_to_fell_monster(
    hero_level: HeroLevel, monster_level: HeroLevel, role: Role
) -> Distribution:
    """Give the exact distribution of the hits by plain heroes that fell a monster.

    Args:
        hero_level: level of the hero, 1 to 30.
        monster_level: level of the monster, 1 to 30.
        role: id of a row of the table of roles.

    Raises:
        ValueError: for a level or a role that is none of these.

    Source: SF-12, LE-18.

    >>> hits_to_fell_monster(1, 1, "lurker").outcomes
    (2, 3, 4, 5)
    """
    points = monster_hit_points(monster_level, role)
    return hits_needed(points, weapon_die(WEAPON), _usual("plain_ability"), hero_level)


@rule
def hits_to_fell_plain_hero(hero_level: HeroLevel, monster_level: HeroLevel, role: Role) -> int:
    """Give how many hits of a monster fell a plain hero.

    Args:
        hero_level: level of the hero, 1 to 30.
        monster_level: level of the monster, 1 to 30.
        role: id of a row of the table of roles.

    Raises:
        ValueError: for a level or a role that is none of these.

    Source: SF-17, LE-20.

    >>> hits_to_fell_plain_hero(1, 1, "soldier"), hits_to_fell_plain_hero(1, 1, "brute")
    (4, 3)
    """
    return hits_to_fell(hit_points(hero_level, "medium"), role_damage(monster_level, role))


@rule
def attacks_to_fell_monster(
    hero_level: HeroLevel, monster_level: HeroLevel, role: Role
) -> Fraction:
    """Give how many attacks of plain heroes fell a monster, on average and before escalation.

    Args:
        hero_level: level of the hero, 1 to 30.
        monster_level: level of the monster, 1 to 30.
        role: id of a row of the table of roles.

    Raises:
        ValueError: for a level or a role that is none of these, or where nobody ever hits.

    Source: SF-02, SF-12, LE-18.

    >>> attacks_to_fell_monster(1, 1, "soldier") > attacks_to_fell_monster(1, 1, "lurker")
    True
    """
    hits = hits_to_fell_monster(hero_level, monster_level, role).mean
    chance = plain_hero_hit_chance(hero_level, monster_level, role)
    if chance == 0:
        raise OutOfDomain("monster_level", monster_level, "a level that such a hero can hit")
    return hits / chance


@rule
def attacks_to_fell_plain_hero(
    hero_level: HeroLevel, monster_level: HeroLevel, role: Role
) -> Fraction:
    """Give how many attacks of a monster fell a plain hero, on average and before escalation.

    Args:
        hero_level: level of the hero, 1 to 30.
        monster_level: level of the monster, 1 to 30.
        role: id of a row of the table of roles.

    Raises:
        ValueError: for a level or a role that is none of these, or where nobody ever hits.

    Source: SF-02, SF-17, LE-20.

    >>> attacks_to_fell_plain_hero(1, 1, "skirmisher"), attacks_to_fell_plain_hero(1, 1, "brute")
    (Fraction(20, 3), Fraction(60, 11))
    """
    hits = hits_to_fell_plain_hero(hero_level, monster_level, role)
    chance = monster_hit_chance(hero_level, monster_level, role)
    if chance == 0:
        raise OutOfDomain("hero_level", hero_level, "a level that such a monster can hit")
    return hits / chance


def _usual(figure: str) -> int:
    return authored.row("typical", figure).usual
