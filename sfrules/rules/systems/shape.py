"""The shape that the movement systems share: what a step costs, in the system's own unit.

A system says in its own words which forms of movement and which terrains it knows. Where it has no
rule for a form, a terrain or the two together, `find_step_cost` is None and `step_cost` refuses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from sfrules import authored
from sfrules.rules.domain import shown
from sfrules.rules.exact import Exact, exact

# What a step in a form on a terrain costs, straight or diagonal; None where there is no rule.
Price: TypeAlias = Callable[[str, str, bool], Exact | None]


class NoRule(ValueError):
    """A movement system was asked about something that it has no rule for."""


@dataclass(frozen=True)
class MovementSystem:
    """A movement system, by what its steps cost.

    Attributes:
        id: the namespace of its rules.
        name: its name as the book prints it.
        unit: what is spent on movement.
        step: what a step of movement is.
        price: what a step costs, or None.
        words_for_forms: ids that may be forms; those without any price are none.
        words_for_terrains: ids of its terrains.
        budget: what a turn gives, from the figure that its typical turn follows from.
        from_squares: the speed that it asks for, from squares of the core game.
    """

    id: str
    name: str
    unit: str
    step: str
    price: Price
    words_for_forms: Callable[[], tuple[str, ...]]
    words_for_terrains: Callable[[], tuple[str, ...]]
    budget: Callable[[Exact], Exact]
    from_squares: Callable[[int], Exact]

    @property
    def terrains(self) -> tuple[str, ...]:
        """The terrains that it tells apart, what is clear first."""
        return self.words_for_terrains()

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of movement that it has a price for, the ordinary one first."""
        return tuple(form for form in self.words_for_forms() if self._has_price(form))

    @property
    def ordinary_form(self) -> str:
        """The form of movement that is meant where none is said."""
        return next(form for form in self.words_for_forms() if self._has_price(form))

    @property
    def turn(self) -> Exact:
        """What a typical turn gives, in the unit that movement is paid in."""
        return exact(self.budget(authored.row("typical-turns", self.id).figure))

    def find_step_cost(self, form: str, terrain: str, diagonal: bool = False) -> Exact | None:
        """Return what a step costs, or None where the system has no rule for it."""
        if terrain not in self.terrains or form not in self.words_for_forms():
            return None
        price = self.price(form, terrain, diagonal)
        return None if price is None else exact(price)

    def step_cost(self, form: str, terrain: str, diagonal: bool = False) -> Exact:
        """Return what a step costs.

        Raises:
            NoRule: where the system has no rule for the form on the terrain.
        """
        cost = self.find_step_cost(form, terrain, diagonal)
        if cost is None:
            raise NoRule(
                f"{self.id} has no rule for form {shown(form)} on terrain {shown(terrain)}; "
                f"forms: {', '.join(self.forms)}; terrains: {', '.join(self.terrains)}"
            )
        return cost

    def steps_within(self, budget: Exact, form: str, terrain: str) -> int:
        """Return the whole straight steps that a budget pays for.

        Raises:
            NoRule: where the system has no rule for the form on the terrain.
        """
        return budget // self.step_cost(form, terrain)

    def _has_price(self, form: str) -> bool:
        return any(self.find_step_cost(form, terrain) is not None for terrain in self.terrains)
