"""What the core rules fix: the dice of checks, the shares, and what surrounds a square."""

from __future__ import annotations

from fractions import Fraction

from sfrules import authored
from sfrules.rules.core.grid import Radius, burst_size
from sfrules.rules.domain import rule


@rule
def action_point_die() -> str:
    """Give the die that an action point check rolls.

    Source: SF-01, SF-13.

    >>> action_point_die()
    'd4'
    """
    return str(authored.row("checks", "action_point_check").die)


@rule
def bloodied_share() -> Fraction:
    """Give the share of your hit points below which you are bloodied.

    Source: SF-20.

    >>> bloodied_share()
    Fraction(1, 2)
    """
    return Fraction(1, 2)


@rule
def chance_per_point() -> Fraction:
    """Give what a point of bonus or target is worth on a check: the chance of a face of its die.

    Source: SF-02.

    >>> chance_per_point()
    Fraction(1, 20)
    """
    return Fraction(1, 20)


@rule
def check_die() -> str:
    """Give the die that attack rolls, skill checks and saves roll.

    Source: SF-01, SF-03.

    >>> check_die()
    'd20'
    """
    return str(authored.row("checks", "skill_check").die)


@rule
def lone_dice() -> int:
    """Give the number of dice that a notation without a number means, such as d6.

    Source: SF-01.

    >>> lone_dice()
    1
    """
    return 1


@rule
def squares_around(radius: Radius) -> int:
    """Give the number of squares within a distance of a square, itself left out.

    Args:
        radius: distance, in squares, 0 to 50.

    Raises:
        ValueError: for a distance out of range or not whole.

    Source: SF-30, SF-31.

    >>> squares_around(1), squares_around(2)
    (8, 24)
    """
    return burst_size(radius) - 1


@rule
def surge_share() -> Fraction:
    """Give the share of your hit points that a surge gives back, before it is rounded down.

    Source: SF-18.

    >>> surge_share()
    Fraction(1, 4)
    """
    return Fraction(1, 4)
