"""What these rules fix: the steps of the ladder, multiples and shares, and the price of a dive."""

from __future__ import annotations

from fractions import Fraction

from sfrules.rules.domain import rule


@rule
def dive_damage_per_round() -> int:
    """Give the damage that a dive below its depth does each round.

    Source: IM-24.

    >>> dive_damage_per_round()
    1
    """
    return 1


@rule
def evasive_spaces() -> int:
    """Give the spaces that a crisis counts lower for the evasive.

    Source: IM-24.

    >>> evasive_spaces()
    2
    """
    return 2


@rule
def jump_height_share() -> Fraction:
    """Give the share of a jump's width that it is high, before it is rounded down.

    Source: IM-25.

    >>> jump_height_share()
    Fraction(1, 5)
    """
    return Fraction(1, 5)


@rule
def powered_flight() -> int:
    """Give the meters that a powered flier goes for each that it gains in height.

    Source: IM-24.

    >>> powered_flight()
    10
    """
    return 10


@rule
def risky_teleport_failure() -> int:
    """Give the highest roll at which a risky teleport fails.

    Source: IM-09.

    >>> risky_teleport_failure()
    2
    """
    return 2


@rule
def risky_teleport_multiple() -> int:
    """Give the multiple of the range that a risky teleport has.

    Source: IM-09.

    >>> risky_teleport_multiple()
    10
    """
    return 10


@rule
def steps_to_tenfold() -> int:
    """Give the steps up the ladder that make a number ten times as large.

    Source: IM-01.

    >>> steps_to_tenfold()
    3
    """
    return 3


@rule
def trailblazer_multiple() -> Fraction:
    """Give the multiple of their speed that companions of a trailblazer have.

    Source: IM-08.

    >>> trailblazer_multiple()
    Fraction(3, 2)
    """
    return Fraction(3, 2)
