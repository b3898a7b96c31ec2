"""Trails, depths, heights and drift."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Count, ExactNumber, NotInDomain, OutOfDomain, WholeNumber, rule
from sfrules.rules.exact import Exact, exact
from sfrules.rules.impairment.upgrades import Upgrades, times_taken

MOST_ACTIONS = 1000
PLANE, SPACE = 2, 3

Depth: TypeAlias = Annotated[Exact, ExactNumber(minimum=0)]
TrailUpgrades: TypeAlias = Annotated[int, WholeNumber(0, 3)]
Vector: TypeAlias = tuple[Exact, ...]


@dataclass(frozen=True)
class UnitVectors:
    """Some vectors of length 1, all in the plane or all in space."""

    allowed: str = "a list of vectors of length 1, all of them (x, y) or all of them (x, y, z)"

    def take(self, value: object) -> tuple[Vector, ...]:
        """Accept a list or tuple of vectors whose squares add up to exactly 1."""
        if not isinstance(value, (list, tuple)) or len(value) > MOST_ACTIONS:
            raise NotInDomain
        vectors = tuple(_vector(each) for each in value)
        if len({len(vector) for vector in vectors}) > 1:
            raise NotInDomain
        return vectors


Actions: TypeAlias = Annotated[Sequence[Vector], UnitVectors()]


@rule
def trail_successes(upgrades: TrailUpgrades = 0) -> int:
    """Give the successes that it takes to follow a careful trail.

    Args:
        upgrades: how often whoever left the trail took Covered Trail, 0 to 3.

    Raises:
        ValueError: for anything but a whole number from 0 to 3.

    Source: IM-23.

    >>> trail_successes(), trail_successes(3)
    (2, 5)
    """
    return 2 + upgrades


@rule
def crisis_spaces(spaces: Count, evasive: bool = False) -> int:
    """Give the roll that evades a crisis in a chase: the number of your space, or 2 less.

    Args:
        spaces: number of the space that you are in, 0 or more.
        evasive: whether the upgrade Evasive was taken.

    Raises:
        ValueError: for anything but a whole number from 0 up.

    Source: IM-24.

    >>> crisis_spaces(8), crisis_spaces(8, evasive=True), crisis_spaces(1, evasive=True)
    (8, 6, 0)
    """
    return max(spaces - (2 if evasive else 0), 0)


@rule
def dive_damage(depth: Depth, rounds: Count = 1) -> int:
    """Give the damage that a dive does: 1 at the end of each round below 50 meters, none above.

    Args:
        depth: depth of the dive, in meters, 0 or more.
        rounds: rounds spent at that depth, 0 or more.

    Raises:
        ValueError: for a depth below 0, or rounds that are no whole number from 0 up.

    Source: IM-24, IM-33.

    >>> dive_damage(50), dive_damage(51), dive_damage(80, rounds=4)
    (0, 1, 4)
    """
    return rounds if depth > 50 else 0  # noqa: PLR2004 — the book prints this formula


@rule
def climb_rate(upgrades: Upgrades = ()) -> Exact:
    """Give the height that a flier gains: per action without power, per meter flown with it.

    Args:
        upgrades: names or ids of upgrades; what they need before them is taken as given.

    Raises:
        ValueError: for an upgrade that the table does not hold, or too often.

    Source: IM-24.

    >>> climb_rate(), climb_rate(["Powered"]), climb_rate(["Ascent"])
    (Fraction(-1, 1), Fraction(1, 10), Fraction(1, 1))
    """
    taken = times_taken(upgrades)
    rows = authored.rows("impairment-climbs")
    rates: list[Exact] = [row.rate for row in rows if row.needs is None or taken[row.needs]]
    return rates[-1]


@rule
def ascent_cost(height: Depth, upgrades: Upgrades = ()) -> Exact:
    """Give the movement rate that a flier spends to gain height in calm air.

    Each meter of height costs as much as one along, and the way along comes on top, unless the
    flier can go straight up.

    Args:
        height: meters to gain, 0 or more.
        upgrades: names or ids of upgrades; what they need before them is taken as given.

    Raises:
        ValueError: for a height below 0, an upgrade that the table does not hold, or upgrades
            without Powered, since a glider gains no height.

    Source: IM-24, IM-28.

    >>> ascent_cost(6, ["Powered"]), ascent_cost(6, ["Ascent"]), ascent_cost(6, ["Perfect Ascent"])
    (66, 12, 6)
    """
    taken = times_taken(upgrades)
    if not taken["Powered"]:
        raise OutOfDomain("upgrades", upgrades, 'only with the upgrade "Powered"')
    along = 0 if taken["Perfect Ascent"] else Fraction(height) / climb_rate(upgrades)
    return exact(along + height)


@rule
def drift(actions: Actions) -> tuple[Exact, ...]:
    """Give the drift after some actions, in meters per action: their vectors, added up.

    Args:
        actions: the push of each action, as (x, y) or (x, y, z) of length 1; at most 1000.

    Raises:
        ValueError: for anything but vectors of length 1 with as many numbers each.

    Source: IM-27.

    >>> drift([(1, 0), (1, 0), (0, 1)]), drift([(1, 0), (-1, 0)])
    ((2, 1), (0, 0))
    """
    if not actions:
        return (0,) * PLANE
    return tuple(exact(sum(along)) for along in zip(*actions, strict=True))


def _vector(value: object) -> Vector:
    if not isinstance(value, (list, tuple)) or len(value) not in (PLANE, SPACE):
        raise NotInDomain
    vector = tuple(ExactNumber().take(each) for each in value)
    if sum(each * each for each in vector) != 1:
        raise NotInDomain
    return vector
