"""Falling unconscious, bleeding, and getting up again."""

from __future__ import annotations

from fractions import Fraction

from sfrules.rules.core.checks import SaveModifier, save_chance
from sfrules.rules.core.progression import HitPointMaximum
from sfrules.rules.domain import Count, Whole, rule


@rule
def falls_unconscious(current: Whole) -> bool:
    """Tell whether someone falls unconscious: no hit points are left.

    Args:
        current: hit points left, any whole number.

    Raises:
        ValueError: for anything but a whole number.

    Source: SF-20, LE-13.

    >>> falls_unconscious(1), falls_unconscious(0), falls_unconscious(-4)
    (False, True, True)
    """
    return current < 1


@rule
def is_massive(current: Whole, maximum: HitPointMaximum) -> bool:
    """Tell whether a blow was so massive that it may kill: as far below zero as the maximum.

    Args:
        current: hit points left after the blow, any whole number.
        maximum: most hit points that the victim can have, from 1 up.

    Raises:
        ValueError: for anything but whole numbers, or a maximum below 1.

    Source: LE-15.

    >>> is_massive(-21, 22), is_massive(-22, 22)
    (False, True)
    """
    return current <= -maximum


@rule
def healed_hit_points(current: Whole, healing: Count, surge_value: Count) -> int:
    """Give the hit points after healing: who gets up has at least the surge value.

    Args:
        current: hit points before, any whole number.
        healing: hit points that the healing gives, 0 or more.
        surge_value: surge value of whoever is healed, 0 or more.

    Raises:
        ValueError: for anything but whole numbers, or one below 0 where none may be.

    Source: LE-14.

    >>> healed_hit_points(9, 12, 12), healed_hit_points(-5, 8, 12), healed_hit_points(-5, 5, 12)
    (21, 12, 0)
    """
    now = current + healing
    return max(now, surge_value) if current < 1 <= now else now


@rule
def stabilize_chance(modifier: Whole = 0) -> Fraction:
    """Give the chance to stop bleeding at the end of a turn: two saves, both made.

    Args:
        modifier: all modifiers to each save together, any whole number.

    Raises:
        ValueError: for anything but a whole number.

    Source: LE-13.

    >>> stabilize_chance()
    Fraction(1, 4)
    """
    return save_chance(modifier) * save_chance(modifier)


@rule
def expected_turns_bleeding(modifier: SaveModifier = 0) -> Fraction:
    """Give the average number of turns until someone who bleeds stops by their own saves.

    Args:
        modifier: all modifiers to each save together, -9 or more.

    Raises:
        ValueError: for anything but a whole number from -9 up.

    Source: LE-13.

    >>> expected_turns_bleeding() == 4
    True
    """
    return 1 / stabilize_chance(modifier)


@rule
def expected_surges_bled(modifier: SaveModifier = 0) -> Fraction:
    """Give the average number of surges that bleeding costs until one's own saves stop it.

    The surge that the fall itself costs is not counted.

    Args:
        modifier: all modifiers to each save together, -9 or more.

    Raises:
        ValueError: for anything but a whole number from -9 up.

    Source: LE-13.

    >>> expected_surges_bled() == 2
    True
    """
    return (1 - save_chance(modifier)) * expected_turns_bleeding(modifier)
