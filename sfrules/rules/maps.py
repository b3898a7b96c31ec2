"""Maps in text: rows of letters, the paths over them, and the terrain that they show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.core.grid import SquareOfGrid, is_adjacent
from sfrules.rules.domain import NotInDomain, OutOfDomain

WALL = "#"
UNLESS_SAID = "clear"
# Bound the work: the largest map still has only ten thousand squares.
LONGEST_SIDE = 100
LONGEST_PATH = 10_000

Place: TypeAlias = tuple[int, int]
TerrainOf: TypeAlias = Callable[[Place], str]


@dataclass(frozen=True)
class RowsOfLetters:
    """A map: a text of equally long lines, or a list of them, the top row first."""

    @property
    def allowed(self) -> str:
        """The letters, in words."""
        letters = " ".join([WALL, *authored.made_of("map-letters", _letters)])
        return f"equally long rows of the letters {letters}, at most {LONGEST_SIDE} each way"

    def take(self, value: object) -> tuple[str, ...]:
        """Accept a text or a list or tuple of texts; spaces around a line do not count."""
        lines = value.strip().split("\n") if isinstance(value, str) else value
        if not isinstance(lines, (list, tuple)) or not 0 < len(lines) <= LONGEST_SIDE:
            raise NotInDomain
        if not all(isinstance(line, str) for line in lines):
            raise NotInDomain
        rows = tuple(line.strip() for line in lines)
        if len({len(row) for row in rows}) > 1 or not 0 < len(rows[0]) <= LONGEST_SIDE:
            raise NotInDomain
        if not set("".join(rows)) <= {WALL, *authored.made_of("map-letters", _letters)}:
            raise NotInDomain
        return rows


@dataclass(frozen=True)
class TouchingSquares:
    """A path: squares of which each touches the one before it."""

    allowed: str = "a list of squares (x, y), each next to the one before it"

    def take(self, value: object) -> tuple[Place, ...]:
        """Accept a list or tuple of squares, one at least."""
        if not isinstance(value, (list, tuple)) or not 0 < len(value) <= LONGEST_PATH:
            raise NotInDomain
        squares = tuple(SquareOfGrid().take(each) for each in value)
        if not all(is_adjacent(here, there) for here, there in pairwise(squares)):
            raise NotInDomain
        return squares


@dataclass(frozen=True)
class TerrainOfSquares:
    """What lies where: a function of a square, a mapping of squares, or rows of a map."""

    system: str

    @property
    def allowed(self) -> str:
        """The three ways to say it, in words."""
        return "rows of letters or of terrains, a mapping of squares to terrains, or a function"

    def take(self, value: object) -> TerrainOf:
        """Accept any of the three; a mapping may leave out what is clear."""
        if isinstance(value, Mapping):
            terrains = {SquareOfGrid().take(square): each for square, each in value.items()}
            return lambda square: terrains.get(square, UNLESS_SAID)
        if isinstance(value, (str, list, tuple)):
            return _terrain_in(self._rows(value))
        if callable(value):
            return value
        raise NotInDomain

    def _rows(self, value: str | Sequence[object]) -> list[list[str]]:
        rows = [row for row in value if isinstance(row, (list, tuple))]
        if rows and len(rows) == len(value):
            return [[str(terrain) for terrain in row] for row in rows]
        terrains = terrains_by_letter(self.system)
        return [[terrains.get(each, each) for each in row] for row in RowsOfLetters().take(value)]


Grid: TypeAlias = Annotated[tuple[str, ...], RowsOfLetters()]
Path: TypeAlias = Annotated[Sequence[Place], TouchingSquares()]


def terrains_by_letter(system: str) -> dict[str, str]:
    """Return the terrain that each letter of a map stands for in a system."""
    return authored.made_of("map-letters", _terrains).get(system, {})


def _terrains(rows: Sequence[authored.Row]) -> dict[str, dict[str, str]]:
    terrains: dict[str, dict[str, str]] = {}
    for row in rows:
        terrains.setdefault(row.system, {})[row.letter] = row.terrain
    return terrains


def is_diagonal(here: Place, there: Place) -> bool:
    """Tell whether a step between two squares that touch goes over a corner."""
    return here[0] != there[0] and here[1] != there[1]


def _letters(rows: Sequence[authored.Row]) -> list[str]:
    return list(dict.fromkeys(row.letter for row in rows))


def _terrain_in(rows: Sequence[Sequence[str]]) -> TerrainOf:
    def terrain_at(square: Place) -> str:
        x, y = square
        if not (0 <= y < len(rows) and 0 <= x < len(rows[y])):
            raise OutOfDomain("path", square, "squares of the map")
        return rows[y][x]

    return terrain_at
