"""What these rules fix: the base of speed, shares, multiples, and the die at death's door."""

from __future__ import annotations

from fractions import Fraction

from sfrules.rules.domain import rule


@rule
def base_speed() -> int:
    """Give the speed before SPD and bonuses, in meters a round.

    Source: TR-01.

    >>> base_speed()
    10
    """
    return 10


@rule
def deadly_multiple() -> int:
    """Give the multiple of your base health that kills outright when it comes as damage.

    Source: TR-05.

    >>> deadly_multiple()
    2
    """
    return 2


@rule
def death_die() -> str:
    """Give the die that the unconscious roll at the end of each round.

    Source: TR-06.

    >>> death_die()
    'd10'
    """
    return "d10"


@rule
def fall_damage_per_meter() -> int:
    """Give the damage of each meter of a fall beyond the safe ones.

    Source: TR-12.

    >>> fall_damage_per_meter()
    10
    """
    return 10


@rule
def lowest_conscious_health() -> int:
    """Give the lowest health at which you stay conscious.

    Source: TR-05.

    >>> lowest_conscious_health()
    0
    """
    return 0


@rule
def running_multiple() -> int:
    """Give the multiple of your speed that you run at.

    Source: TR-02.

    >>> running_multiple()
    2
    """
    return 2


@rule
def safe_fall() -> int:
    """Give the meters that a fall may have without damage.

    Source: TR-12.

    >>> safe_fall()
    3
    """
    return 3


@rule
def stand_up_share() -> Fraction:
    """Give the share of your base speed that going prone or getting up costs.

    Source: TR-11.

    >>> stand_up_share()
    Fraction(1, 2)
    """
    return Fraction(1, 2)
