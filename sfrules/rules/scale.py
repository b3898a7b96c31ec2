"""The scale table: one number for how big a creature is, and what follows from it."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, TypeAlias

from sfrules.rules.domain import ExactNumber, Whole, WholeNumber, rule
from sfrules.rules.exact import Exact

SMALLEST, LARGEST = -1, 10

Scale: TypeAlias = Annotated[int, WholeNumber(SMALLEST, LARGEST)]
Metres: TypeAlias = Annotated[Exact, ExactNumber(above=0)]
Squares: TypeAlias = Annotated[Exact, ExactNumber(minimum=0)]


@rule
def side(s: Scale) -> Fraction:
    """Give the side of a creature's own square, in metres: it doubles with each scale.

    Args:
        s: scale, -1 to 10.

    Raises:
        ValueError: for a scale outside -1 to 10 or not whole.

    Source: SC-04, SC-10.

    >>> side(-1), side(7) == 128
    (Fraction(1, 2), True)
    """
    return Fraction(2) ** s


@rule
def base_toughness(s: Scale) -> int:
    """Give the toughness of a scale before endurance and bonuses.

    Args:
        s: scale, -1 to 10.

    Raises:
        ValueError: for a scale outside -1 to 10 or not whole.

    Source: SC-04.

    >>> base_toughness(-1), base_toughness(0), base_toughness(10)
    (3, 6, 36)
    """
    return 6 + 3 * s


@rule
def toughness(s: Scale, endurance: Whole = 0, bonus: Whole = 0) -> int:
    """Give the toughness of a creature: its scale's, its endurance and its bonuses.

    Args:
        s: scale, -1 to 10.
        endurance: endurance of the creature, any whole number.
        bonus: all bonuses together, any whole number.

    Raises:
        ValueError: for a scale outside -1 to 10, or anything but whole numbers.

    Source: SC-04.

    >>> toughness(1, endurance=2, bonus=1)
    12
    """
    return base_toughness(s) + endurance + bonus


@rule
def size_multiplier(s: Scale) -> Fraction:
    """Give the size multiplier: it grows fourfold with each scale.

    Args:
        s: scale, -1 to 10.

    Raises:
        ValueError: for a scale outside -1 to 10 or not whole.

    Source: SC-04, SC-09.

    >>> size_multiplier(-1), size_multiplier(6) == 4096
    (Fraction(1, 4), True)
    """
    return Fraction(4) ** s


@rule
def attack_modifier(s: Scale) -> int:
    """Give the modifier to attack rolls: the bigger, the worse.

    Args:
        s: scale, -1 to 10.

    Raises:
        ValueError: for a scale outside -1 to 10 or not whole.

    Source: SC-04, SC-07.

    >>> attack_modifier(-1), attack_modifier(2)
    (1, -2)
    """
    return -s


@rule
def target_number(s: Scale) -> int:
    """Give the target number of a scale: the bigger, the easier to hit.

    Args:
        s: scale, -1 to 10.

    Raises:
        ValueError: for a scale outside -1 to 10 or not whole.

    Source: SC-04.

    >>> target_number(-1), target_number(0), target_number(10)
    (5, 4, -6)
    """
    return 4 - s


@rule
def stealth_modifier(s: Scale) -> int:
    """Give the modifier to stealth checks: the bigger, the worse.

    Args:
        s: scale, -1 to 10.

    Raises:
        ValueError: for a scale outside -1 to 10 or not whole.

    Source: SC-07.

    >>> stealth_modifier(-1), stealth_modifier(2)
    (1, -2)
    """
    return -s


@rule
def wrestle_modifier(s: Scale) -> int:
    """Give the modifier to the skill wrestle: the bigger, the better.

    Args:
        s: scale, -1 to 10.

    Raises:
        ValueError: for a scale outside -1 to 10 or not whole.

    Source: SC-07.

    >>> wrestle_modifier(-1), wrestle_modifier(2)
    (-1, 2)
    """
    return s


@rule
def fortitude_modifier(s: Scale) -> int:
    """Give the modifier to the skill fortitude, which is no defense: the bigger, the better.

    Args:
        s: scale, -1 to 10.

    Raises:
        ValueError: for a scale outside -1 to 10 or not whole.

    Source: SC-07.

    >>> fortitude_modifier(-1), fortitude_modifier(2)
    (-1, 2)
    """
    return s


@rule
def scale_of(metres: Metres) -> int:
    """Give the scale of a creature: the largest whose side is no longer than its longest dimension.

    Nothing ranks below -1 or above 10. Something very thin for its length may rank lower, by the
    game master's call.

    Args:
        metres: longest dimension, in metres, above 0; a decimal is taken exactly.

    Raises:
        ValueError: for anything but a number above 0.

    Source: SC-06.

    >>> scale_of(1), scale_of(1.99), scale_of(2)
    (0, 0, 1)
    """
    fitting = (s for s in range(SMALLEST, LARGEST + 1) if side(s) <= metres)
    return max(fitting, default=SMALLEST)


@rule
def squares_to_metres(squares: Squares, s: Scale) -> Exact:
    """Give the metres in some squares of a creature's own.

    Args:
        squares: number of squares, 0 or more; a decimal is taken exactly.
        s: scale of the creature, -1 to 10.

    Raises:
        ValueError: for a number of squares below 0, or a scale outside -1 to 10.

    Source: SC-08.

    >>> squares_to_metres(2, 0) == 2, squares_to_metres(2, -1) == 1
    (True, True)
    """
    return squares * side(s)
