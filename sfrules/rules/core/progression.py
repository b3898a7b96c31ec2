"""Levels, tiers and hit points."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from sfrules import authored
from sfrules.rules.domain import HeroLevel, Level, Whole, WholeNumber, rule
from sfrules.rules.exact import Exact, round_down

Durability: TypeAlias = Literal["low", "medium", "high"]
CompanionDurability: TypeAlias = Literal["medium", "high"]
HitPointMaximum: TypeAlias = Annotated[int, WholeNumber(1)]


@rule
def tier(level: Level) -> str:
    """Give the tier of a level: "heroic", "paragon" or "epic".

    Args:
        level: level of a hero or a monster, from 1 up.

    Raises:
        ValueError: for a level below 1 or not whole.

    Source: SF-15, SF-16.

    >>> tier(10), tier(11), tier(21)
    ('heroic', 'paragon', 'epic')
    """
    return str(authored.step("tiers", level).id)


@rule
def tier_multiplier(level: Level) -> int:
    """Give what a level's tier multiplies hit points by.

    Args:
        level: level, from 1 up.

    Raises:
        ValueError: for a level below 1 or not whole.

    Source: SF-17.

    >>> tier_multiplier(1), tier_multiplier(11), tier_multiplier(21)
    (1, 2, 4)
    """
    return authored.step("tiers", level).multiplier


@rule
def place_in_tier(level: Level) -> int:
    """Give a level's place in its tier, counted from 1.

    Args:
        level: level, from 1 up.

    Raises:
        ValueError: for a level below 1 or not whole.

    Source: SF-17.

    >>> place_in_tier(10), place_in_tier(11)
    (10, 1)
    """
    first: int = authored.step("tiers", level).from_level
    return level - first + 1


@rule
def base_hit_points(level: HeroLevel) -> int:
    """Give the hit points of a level before durability: what heroes and companions share.

    Args:
        level: level of the hero, 1 to 30.

    Raises:
        ValueError: for a level outside 1 to 30 or not whole.

    Source: SF-17.

    >>> base_hit_points(1), base_hit_points(11), base_hit_points(30)
    (11, 22, 80)
    """
    return (10 + place_in_tier(level)) * tier_multiplier(level)


@rule
def durability_factor(durability: Durability) -> Exact:
    """Give what a hero's durability multiplies base hit points by.

    Args:
        durability: "low", "medium" or "high".

    Raises:
        ValueError: for any other durability.

    Source: SF-17.

    >>> durability_factor("low"), durability_factor("medium")
    (Fraction(2, 1), Fraction(5, 2))
    """
    return authored.row("durability", durability).factor


@rule
def companion_factor(durability: CompanionDurability) -> Exact:
    """Give what a beast companion's durability multiplies base hit points by.

    Args:
        durability: "medium" or "high"; no companion has low durability.

    Raises:
        ValueError: for any other durability.

    Source: SF-19.

    >>> companion_factor("medium"), companion_factor("high")
    (Fraction(3, 2), Fraction(2, 1))
    """
    return authored.row("durability", durability).companion_factor


@rule
def hit_points(level: HeroLevel, durability: Durability) -> int:
    """Give the hit points of a hero: base for the level, times durability, rounded down.

    Args:
        level: level of the hero, 1 to 30.
        durability: "low", "medium" or "high".

    Raises:
        ValueError: for a level or durability that the book does not define.

    Source: SF-17.

    >>> hit_points(1, "medium"), hit_points(11, "high")
    (27, 66)
    """
    return round_down(base_hit_points(level) * durability_factor(durability))


@rule
def surge_value(level: HeroLevel, durability: Durability) -> int:
    """Give the hit points that a surge gives back: a quarter of a hero's own, rounded down.

    Whatever raises or lowers the maximum leaves it alone.

    Args:
        level: level of the hero, 1 to 30.
        durability: "low", "medium" or "high".

    Raises:
        ValueError: for a level or durability that the book does not define.

    Source: SF-18.

    >>> surge_value(1, "medium"), surge_value(30, "high")
    (6, 60)
    """
    return hit_points(level, durability) // 4


@rule
def companion_hit_points(level: HeroLevel, durability: CompanionDurability) -> int:
    """Give the hit points of a beast companion, by the level of its hero.

    Args:
        level: level of the hero, 1 to 30.
        durability: "medium" or "high".

    Raises:
        ValueError: for a level or durability that the book does not define.

    Source: SF-19.

    >>> companion_hit_points(1, "medium"), companion_hit_points(1, "high")
    (16, 22)
    """
    return round_down(base_hit_points(level) * companion_factor(durability))


@rule
def hit_point_ratio(lower: HeroLevel, higher: HeroLevel, durability: Durability) -> Fraction:
    """Give how many times the hit points of one level are those of another.

    Args:
        lower: the level to compare with, 1 to 30.
        higher: the level compared, 1 to 30.
        durability: "low", "medium" or "high".

    Raises:
        ValueError: for a level or durability that the book does not define.

    Source: SF-21.

    >>> hit_point_ratio(1, 11, "low") == 2, hit_point_ratio(1, 30, "low")
    (True, Fraction(80, 11))
    """
    return Fraction(hit_points(higher, durability), hit_points(lower, durability))


@rule
def is_bloodied(current: Whole, maximum: HitPointMaximum) -> bool:
    """Tell whether someone is bloodied: below half of the maximum.

    Args:
        current: hit points left, any whole number.
        maximum: most hit points that they can have, from 1 up.

    Raises:
        ValueError: for anything but whole numbers, or a maximum below 1.

    Source: SF-20.

    >>> is_bloodied(13, 27), is_bloodied(14, 27)
    (True, False)
    """
    return 2 * current < maximum


@rule
def bloodied_at(maximum: HitPointMaximum) -> int:
    """Give the most hit points that still count as bloodied.

    Args:
        maximum: most hit points that they can have, from 1 up.

    Raises:
        ValueError: for anything but a whole number from 1 up.

    Source: SF-20.

    >>> bloodied_at(27), bloodied_at(22)
    (13, 10)
    """
    return (maximum - 1) // 2
