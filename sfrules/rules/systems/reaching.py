"""Reach maps: where a budget takes a creature, and the cheapest way to a square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sfrules.rules.core.grid import Square
from sfrules.rules.domain import rule
from sfrules.rules.exact import Exact
from sfrules.rules.maps import Grid, Place
from sfrules.rules.systems.costs import Budget, FormOrOrdinary, System
from sfrules.rules.systems.registry import SYSTEMS
from sfrules.rules.systems.search import Ground


@dataclass(frozen=True)
class Reach:
    """What a budget reaches on a map: the least cost of each square, in the system's own unit.

    Attributes:
        grid: the map, the top row first.
        start: the square that the creature starts on, as (x, y).
        budget: what it may spend.
        system, form: how it moves.
        costs: each square within the budget with its cost, in rising order of squares.
    """

    grid: tuple[str, ...]
    start: Place
    budget: Exact
    system: str
    form: str
    costs: tuple[tuple[Place, Exact], ...]

    def __iter__(self) -> Iterator[tuple[Place, Exact]]:
        """Go through the squares, each with its cost."""
        return iter(self.costs)

    @property
    def squares(self) -> tuple[Place, ...]:
        """Every square within the budget, the start too."""
        return tuple(square for square, _ in self.costs)

    @property
    def size(self) -> int:
        """The number of squares within the budget, the start too."""
        return len(self.costs)

    @property
    def most(self) -> Exact:
        """The cost of the dearest square that is reached."""
        return max(cost for _, cost in self.costs)

    @property
    def rows(self) -> tuple[tuple[Exact | None, ...], ...]:
        """The costs laid out as the map is; None for what is not reached."""
        return tuple(
            tuple(self.cost(x, y) for x in range(len(line))) for y, line in enumerate(self.grid)
        )

    @property
    def spread(self) -> tuple[tuple[Exact, int], ...]:
        """Each cost with the number of squares that cost it, in rising order."""
        return tuple(sorted(Counter(cost for _, cost in self.costs).items()))

    def cost(self, x: int, y: int) -> Exact | None:
        """Return what a square costs, or None where the budget does not reach it."""
        return self._by_square.get((x, y))

    @cached_property
    def _by_square(self) -> dict[Place, Exact]:
        return dict(self.costs)


@dataclass(frozen=True)
class Way:
    """A way that costs the least: its squares from first to last, and its cost."""

    system: str
    form: str
    squares: tuple[Place, ...]
    cost: Exact

    def __iter__(self) -> Iterator[Place]:
        """Go through the squares, first to last."""
        return iter(self.squares)

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.squares) - 1


@rule
def reach_map(
    grid: Grid, start: Square, budget: Budget, system: System, form: FormOrOrdinary = None
) -> Reach:
    """Find every square that a budget reaches on a map, with the least that it costs to get there.

    A step goes to any of the eight squares around, past corners too, and costs what the terrain of
    the square that it enters says.

    Args:
        grid: map, a text of lines or a list of them: # wall, . clear, ~ difficult, ^ worse.
        start: square to start from, as (x, y), counted from 0 at the top left.
        budget: what may be spent, in the system's own unit, 0 or more.
        system: id of the movement system.
        form: form of movement, in the system's own words; left out, its ordinary one.

    Raises:
        ValueError: for a map of other letters or uneven rows, a start off the map or in a wall, or
            where the system has no rule for the form or for a letter of the map.

    Source: SF-30, YD-10, TR-04, IM-02, SC-03.

    >>> reach = reach_map(["..#", ".~."], start=(0, 0), budget=1, system="yards")
    >>> reach.squares, reach.cost(1, 0), reach.cost(1, 1)
    (((0, 0), (0, 1), (1, 0)), 1, None)
    """
    moving = form or SYSTEMS[system].ordinary_form
    ground = Ground.of(grid, system, moving)
    costs = ground.least_costs(ground.open_square("start", start), budget)
    return Reach(grid, start, budget, system, moving, tuple(sorted(costs.items())))


@rule
def cheapest(
    grid: Grid, start: Square, goal: Square, system: System, form: FormOrOrdinary = None
) -> Way | None:
    """Find a way between two squares of a map that costs the least; None where there is no way.

    Args:
        grid: map, a text of lines or a list of them: # wall, . clear, ~ difficult, ^ worse.
        start: square to start from, as (x, y), counted from 0 at the top left.
        goal: square to get to, as (x, y).
        system: id of the movement system.
        form: form of movement, in the system's own words; left out, its ordinary one.

    Raises:
        ValueError: for a map of other letters or uneven rows, a square off the map or in a wall, or
            where the system has no rule for the form or for a letter of the map.

    Source: SF-30, YD-10, TR-04, IM-02, SC-03.

    >>> way = cheapest([".^.", "..."], start=(0, 0), goal=(2, 0), system="seconds")
    >>> way.squares, way.cost
    (((0, 0), (1, 1), (2, 0)), 3)
    """
    moving = form or SYSTEMS[system].ordinary_form
    ground = Ground.of(grid, system, moving)
    ground.open_square("start", start)
    found = ground.cheapest_path(start, ground.open_square("goal", goal))
    return None if found is None else Way(system, moving, found[1], found[0])
