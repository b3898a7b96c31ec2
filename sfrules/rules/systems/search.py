"""The least cost of going from a square to others on a map."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sfrules.rules.domain import OutOfDomain
from sfrules.rules.exact import Exact, exact, round_down
from sfrules.rules.maps import WALL, Place, is_diagonal, terrains_by_letter
from sfrules.rules.systems.registry import SYSTEMS
from sfrules.rules.systems.shape import NoRule

STEPS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))


@dataclass(frozen=True)
class Ground:
    """A map, and what a step onto each of its letters costs, straight and diagonally.

    Whole numbers are compared many times faster than fractions, so costs are counted in equal parts
    of the system's unit, as many to the unit as make every cost whole.
    """

    rows: tuple[str, ...]
    costs: Mapping[str, tuple[int, int]]
    parts: int

    @classmethod
    def of(cls, rows: tuple[str, ...], system: str, form: str) -> Ground:
        """Price a map by a movement system.

        Raises:
            NoRule: for a letter of the map that the system has no rule for.
        """
        letters = sorted(set("".join(rows)) - {WALL})
        costs = {letter: _costs(letter, system, form) for letter in letters}
        parts = math.lcm(*(cost.denominator for pair in costs.values() for cost in pair))
        whole = {letter: (int(s * parts), int(d * parts)) for letter, (s, d) in costs.items()}
        return cls(rows, whole, parts)

    def letter(self, square: Place) -> str:
        """Return the letter of a square; beyond its edges a map is all wall."""
        x, y = square
        inside = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y])
        return self.rows[y][x] if inside else WALL

    def open_square(self, parameter: str, square: Place) -> Place:
        """Return a square of the map that is no wall.

        Raises:
            OutOfDomain: for any other.
        """
        if self.letter(square) == WALL:
            raise OutOfDomain(parameter, square, "a square of the map that is no wall")
        return square

    def least_costs(self, start: Place, budget: Exact | None = None) -> dict[Place, Exact]:
        """Find every square within a budget, with the least that it costs to get there."""
        return {square: cost for square, (cost, _) in self._reached(start, budget).items()}

    def cheapest_path(self, start: Place, goal: Place) -> tuple[Exact, tuple[Place, ...]] | None:
        """Find a way that costs the least, and its cost; None where there is no way."""
        reached = self._reached(start, None)
        if goal not in reached:
            return None
        path = [goal]
        while path[-1] != start:
            path.append(reached[path[-1]][1])
        return reached[goal][0], tuple(reversed(path))

    def _reached(self, start: Place, budget: Exact | None) -> dict[Place, tuple[Exact, Place]]:
        """Find each square with its least cost and the square before it, cheapest first."""
        most = None if budget is None else round_down(budget * self.parts)
        found: dict[Place, tuple[int, Place]] = {}
        ahead = [(0, start, start)]
        while ahead:
            cost, here, before = heapq.heappop(ahead)
            if here in found or (most is not None and cost > most):
                continue
            found[here] = (cost, before)
            for there, price in self._steps(here):
                if there not in found:
                    heapq.heappush(ahead, (cost + price, there, here))
        return {
            square: (exact(Fraction(cost, self.parts)), before)
            for square, (cost, before) in found.items()
        }

    def _steps(self, here: Place) -> Iterator[tuple[Place, int]]:
        for x, y in STEPS:
            there = (here[0] + x, here[1] + y)
            letter = self.letter(there)
            if letter != WALL:
                yield there, self.costs[letter][is_diagonal(here, there)]


def _costs(letter: str, system: str, form: str) -> tuple[Exact, Exact]:
    terrain = terrains_by_letter(system).get(letter)
    if terrain is None:
        raise NoRule(f'{system} has no rule for "{letter}" on a map')
    shape = SYSTEMS[system]
    return shape.step_cost(form, terrain), shape.step_cost(form, terrain, diagonal=True)
