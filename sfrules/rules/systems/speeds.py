"""How fast heroes, companions and monsters are in each movement system."""

from __future__ import annotations

from itertools import chain
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.authored import Row
from sfrules.rules import core, terrain, yards
from sfrules.rules.domain import Listed, WholeNumber, rule
from sfrules.rules.exact import Exact, exact, round_down
from sfrules.rules.systems.costs import System
from sfrules.rules.systems.registry import SYSTEMS

FASTEST = 1000
CREATURES = ("cast", "companions", "monsters")


def _flies(row: Row) -> bool:
    return row.flight is not None


Squares: TypeAlias = Annotated[int, WholeNumber(1, FASTEST)]
Creature: TypeAlias = Annotated[str, Listed("cast", "id", *CREATURES[1:])]
Flier: TypeAlias = Annotated[str, Listed("monsters", "id", only=_flies)]


@rule
def converted_speed(system: System, squares: Squares) -> Exact:
    """Give a core speed as the speed that a movement system asks for; the conversion is the book's.

    In yards it is Speed, by the meter the meters of a round, with movement sets the meters per
    action, and by seconds the meters of a move.

    Args:
        system: id of the movement system.
        squares: speed on foot in the core game, from 1 to 1000 squares.

    Raises:
        ValueError: for a system that there is not, or squares out of range.

    Source: SF-32, YD-01, TR-01, IM-06, SC-01.

    >>> [converted_speed(each, 6) for each in SYSTEMS]
    [6, 10, 10, 5, Fraction(5, 2)]
    """
    return exact(SYSTEMS[system].from_squares(squares))


@rule
def speed(system: System, creature: Creature) -> Exact:
    """Give the speed on foot of a hero, a companion or a monster of the book in a movement system.

    Args:
        system: id of the movement system.
        creature: id of a row of the cast, the companions or the monsters.

    Raises:
        ValueError: for a system that there is not, or a creature that no table holds.

    Source: SF-32, YD-01, TR-01, IM-06, SC-01.

    >>> [speed(each, "orrik") for each in SYSTEMS]
    [5, 9, 9, 5, 2]
    """
    return converted_speed(system, _squares(_row(creature)))


@rule
def spd(creature: Creature) -> int:
    """Give the SPD of a hero, a companion or a monster of the book, by the meter.

    Args:
        creature: id of a row of the cast, the companions or the monsters.

    Raises:
        ValueError: for a creature that no table holds.

    Source: TR-01.

    >>> spd("orrik"), spd("tamsin"), spd("wyrm")
    (-1, 0, 1)
    """
    return round_down(speed("terrain", creature) - terrain.speed(0))


@rule
def flight(system: System, creature: Flier) -> Exact | None:
    """Give the speed in the air of a monster that flies; None where the system leaves it alone.

    In yards and by the meter it follows from the speed on foot, as those systems say. A movement
    set for flying has a speed of its own.

    Args:
        system: id of the movement system.
        creature: id of a monster that flies.

    Raises:
        ValueError: for a system that there is not, or a creature that does not fly.

    Source: SF-32, YD-05, TR-03, IM-06.

    >>> [flight(each, "wyrm") for each in SYSTEMS]
    [10, 22, 11, 10, None]
    """
    in_the_air = {
        "core": converted_speed("core", _row(creature).flight),
        "yards": yards.reach("fly", speed("yards", creature)),
        "terrain": terrain.reach("fly", spd(creature)),
        "impairment": converted_speed("impairment", _row(creature).flight),
    }
    return in_the_air.get(system)


def _row(creature: str) -> Row:
    return next(
        row for row in chain.from_iterable(map(authored.rows, CREATURES)) if row.id == creature
    )


def _squares(creature: Row) -> int:
    """The speed on foot: a hero's is worked out, anyone else's stands in the row."""
    if creature in authored.rows("cast"):
        return core.movement_speed(creature.origin_speed, creature.armor_movement_penalty)
    return int(creature.speed)
