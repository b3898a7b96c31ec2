"""One-second moves: how far, how far at a run, and what the ground makes of it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import ExactNumber, Listed, WholeNumber, rule
from sfrules.rules.exact import Exact, exact, round_half_up
from sfrules.rules.maps import Path, TerrainOf, TerrainOfSquares, is_diagonal

Seconds: TypeAlias = Annotated[int, WholeNumber(3, 6)]
Speed: TypeAlias = Annotated[Exact, ExactNumber(minimum=0)]
Side: TypeAlias = Annotated[Exact, ExactNumber(above=0)]
Terrain: TypeAlias = Annotated[str, Listed("seconds-terrain", "id")]
TerrainAt: TypeAlias = Annotated[TerrainOf, TerrainOfSquares("seconds")]


@rule
def moves_per_round() -> int:
    """Give the moves of a round, each a second long.

    Source: SC-01.

    >>> moves_per_round()
    6
    """
    return 6


@rule
def shortest_run() -> int:
    """Give the seconds that a run takes at least, all in one line.

    Source: SC-02.

    >>> shortest_run()
    3
    """
    return 3


@rule
def runs_per_round() -> int:
    """Give the runs that a round has room for, each with a direction of its own.

    Source: SC-02.

    >>> runs_per_round()
    2
    """
    return moves_per_round() // shortest_run()


@rule
def squares_per_move(speed: Speed, square: Side = 1) -> int:
    """Give the squares that a move covers: speed by the side of a square, a half rounded up.

    Args:
        speed: speed in meters, 0 or more; a decimal is taken exactly.
        square: side of a square in meters, above 0; a decimal is taken exactly.

    Raises:
        ValueError: for a speed below 0, or a side that is not above 0.

    Source: SC-01.

    >>> squares_per_move(2.5), squares_per_move(2.4), squares_per_move(5, square=2)
    (3, 2, 3)
    """
    return round_half_up(Fraction(speed, square))


@rule
def walk_per_round(speed: Speed) -> Exact:
    """Give the meters of a round that is walked from end to end.

    Args:
        speed: speed in meters, 0 or more; a decimal is taken exactly.

    Raises:
        ValueError: for a speed below 0.

    Source: SC-02.

    >>> walk_per_round(2)
    12
    """
    return moves_per_round() * speed


@rule
def run_per_round(speed: Speed) -> Exact:
    """Give the meters of a round that is run from end to end.

    Args:
        speed: speed in meters, 0 or more; a decimal is taken exactly.

    Raises:
        ValueError: for a speed below 0.

    Source: SC-02.

    >>> run_per_round(2)
    36
    """
    return run_distance(speed, moves_per_round())


@rule
def run_distance(speed: Speed, seconds: Seconds) -> Exact:
    """Give the meters of one run: three times the speed each second.

    Args:
        speed: speed in meters, 0 or more; a decimal is taken exactly.
        seconds: how long the run takes, from 3 to 6.

    Raises:
        ValueError: for a speed below 0, or a run shorter than 3 seconds or longer than a round.

    Source: SC-02.

    >>> run_distance(2, 3)
    18
    """
    return 3 * speed * seconds


@rule
def terrain_factor(terrain: Terrain) -> Exact:
    """Give what terrain multiplies the cost of a step by.

    Args:
        terrain: "clear", "difficult" or "extreme".

    Raises:
        ValueError: for any other terrain.

    Source: SC-03.

    >>> [terrain_factor(each) for each in ("clear", "difficult", "extreme")]
    [1, 2, 3]
    """
    return authored.row("seconds-terrain", terrain).factor


@rule
def step_cost(diagonal: bool, terrain: Terrain) -> Exact:
    """Give what a step to a neighboring square costs: 1, or 1.5 diagonally, times the terrain.

    Args:
        diagonal: whether the step goes over a corner.
        terrain: terrain of the square that is entered.

    Raises:
        ValueError: for a terrain that the table does not hold, or a yes or no that is neither.

    Source: SC-03.

    >>> step_cost(False, "difficult"), step_cost(True, "difficult") == 3, step_cost(True, "clear")
    (2, True, Fraction(3, 2))
    """
    return terrain_factor(terrain) * (Fraction(3, 2) if diagonal else 1)


@rule
def path_cost(path: Path, terrain_at: TerrainAt) -> Exact:
    """Give what a path costs: each step by the terrain of the square that it enters.

    Args:
        path: squares in order, as (x, y), the first of which is where it starts.
        terrain_at: terrain by square: rows of letters (. clear, ~ difficult, ^ extreme) or of
            terrains, the top row first; a mapping, in which what is left out is clear; a function.

    Raises:
        ValueError: for squares that do not touch, a square off the rows, or an unknown terrain.

    Source: SC-03.

    >>> path_cost([(0, 0), (1, 0), (2, 1)], {(2, 1): "difficult"})
    4
    >>> path_cost([(0, 0), (1, 1)], [".~", "~."])
    Fraction(3, 2)
    """
    steps = pairwise(path)
    costs = [step_cost(is_diagonal(here, there), terrain_at(there)) for here, there in steps]
    return exact(sum(costs))
