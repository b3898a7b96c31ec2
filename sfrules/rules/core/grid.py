"""The battle grid: squares, distance, bursts and speed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from sfrules.rules.domain import Count, NotInDomain, WholeNumber, rule

_COORDINATE = WholeNumber()


@dataclass(frozen=True)
class SquareOfGrid:
    """A square by its column and row."""

    allowed: str = "a pair (x, y) of whole numbers"

    def take(self, value: object) -> tuple[int, int]:
        """Accept any tuple or list of two whole numbers."""
        if not isinstance(value, (tuple, list)) or len(value) != 2:  # noqa: PLR2004 — x and y
            raise NotInDomain
        return (_COORDINATE.take(value[0]), _COORDINATE.take(value[1]))


Square: TypeAlias = Annotated[tuple[int, int], SquareOfGrid()]
# Bounds the work: the widest burst still has only some ten thousand squares.
Radius: TypeAlias = Annotated[int, WholeNumber(0, 50)]


@rule
def distance(a: Square, b: Square) -> int:
    """Give the distance between two squares, in squares: a diagonal step counts as one.

    Args:
        a: one square, as (x, y).
        b: the other square, as (x, y).

    Raises:
        ValueError: for anything but pairs of whole numbers.

    Source: SF-30.

    >>> distance((0, 0), (3, -2))
    3
    """
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@rule
def is_adjacent(a: Square, b: Square) -> bool:
    """Tell whether two squares touch, at a side or a corner: as far as melee reaches.

    Args:
        a: one square, as (x, y).
        b: the other square, as (x, y).

    Raises:
        ValueError: for anything but pairs of whole numbers.

    Source: SF-30.

    >>> is_adjacent((0, 0), (1, 1)), is_adjacent((0, 0), (0, 0))
    (True, False)
    """
    return distance(a, b) == 1


@rule
def neighbors(square: Square, radius: Radius = 1) -> tuple[tuple[int, int], ...]:
    """Give every square within a radius of a square but itself, in rising order: the adjacent ones.

    Args:
        square: square in the middle, as (x, y).
        radius: how far away they may be, in squares, 0 to 50; 1 for those that are adjacent.

    Raises:
        ValueError: for a square that is no pair of whole numbers, or a radius outside 0 to 50.

    Source: SF-30.

    >>> neighbors((0, 0))
    ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
    """
    return tuple(each for each in burst(square, radius) if each != square)


@rule
def burst(center: Square, radius: Radius) -> tuple[tuple[int, int], ...]:
    """Give every square within a radius of a center, the center too, in rising order.

    Args:
        center: square in the middle, as (x, y).
        radius: distance that the burst reaches, in squares, 0 to 50.

    Raises:
        ValueError: for a center that is no pair of whole numbers, or a radius out of range.

    Source: SF-31.

    >>> len(burst((0, 0), 1)), burst((4, 4), 0)
    (9, ((4, 4),))
    """
    x, y = center
    reach = range(-radius, radius + 1)
    return tuple((x + across, y + along) for across in reach for along in reach)


@rule
def burst_width(radius: Radius) -> int:
    """Give the width of a burst, in squares.

    Args:
        radius: distance that the burst reaches, in squares, 0 to 50.

    Raises:
        ValueError: for a radius out of range or not whole.

    Source: SF-31.

    >>> burst_width(1)
    3
    """
    return 2 * radius + 1


@rule
def burst_size(radius: Radius) -> int:
    """Give the number of squares in a burst: its width, squared.

    Args:
        radius: distance that the burst reaches, in squares, 0 to 50.

    Raises:
        ValueError: for a radius out of range or not whole.

    Source: SF-31.

    >>> burst_size(1), burst_size(2)
    (9, 25)
    """
    return burst_width(radius) ** 2


@rule
def movement_speed(origin_speed: Count, armor_movement_penalty: Count = 0) -> int:
    """Give the speed on foot, in squares: the origin's, less what armor costs.

    Args:
        origin_speed: speed that the origin gives, in squares, 0 or more.
        armor_movement_penalty: what armor costs, in squares, 0 or more.

    Raises:
        ValueError: for anything but whole numbers from 0 up.

    Source: SF-32.

    >>> movement_speed(origin_speed=6, armor_movement_penalty=1)
    5
    """
    return origin_speed - armor_movement_penalty


@rule
def slowed_squares(speed: Count) -> int:
    """Give the squares that a move covers when slowed: each takes another square of the speed.

    Args:
        speed: speed in squares, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 up.

    Source: LE-12.

    >>> slowed_squares(6), slowed_squares(5)
    (3, 2)
    """
    return speed // 2
