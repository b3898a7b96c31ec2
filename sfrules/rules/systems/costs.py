"""What movement costs in a system, asked for by the system's id."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeAlias

from sfrules.rules.domain import ExactNumber, NotInDomain, OneOf, rule
from sfrules.rules.exact import Exact
from sfrules.rules.systems.registry import SYSTEMS


@dataclass(frozen=True)
class Word:
    """A word of some system, which the system itself knows or does not."""

    allowed: str
    optional: bool = False

    def take(self, value: object) -> str | None:
        """Accept any text that is not empty, and None where the word may be left out."""
        if isinstance(value, str) and value:
            return value
        if value is None and self.optional:
            return None
        raise NotInDomain


System: TypeAlias = Annotated[str, OneOf(tuple(SYSTEMS))]
Form: TypeAlias = Annotated[str, Word("a form of movement of the system")]
FormOrOrdinary: TypeAlias = Annotated[
    str | None,
    Word("a form of movement of the system, or None for its ordinary one", optional=True),
]
Terrain: TypeAlias = Annotated[str, Word("a terrain of the system")]
Budget: TypeAlias = Annotated[Exact, ExactNumber(minimum=0)]


class StepPrice(NamedTuple):
    """What a straight step costs in a form on a terrain; None where there is no rule."""

    form: str
    terrain: str
    cost: Exact | None


@rule
def typical_turn(system: System) -> Exact:
    """Give what a typical turn of a movement system gives, in the unit that movement is paid in.

    Args:
        system: id of the movement system.

    Raises:
        ValueError: for a system that there is not.

    Source: SF-32, YD-01, TR-01, IM-05, SC-01.

    >>> [typical_turn(each) for each in SYSTEMS]
    [6, 10, 10, 10, 15]
    """
    return SYSTEMS[system].turn


@rule
def forms(system: System) -> tuple[str, ...]:
    """Give the forms of movement that a system has prices for, the ordinary one first.

    Args:
        system: id of the movement system.

    Raises:
        ValueError: for a system that there is not.

    Source: SF-32, YD-01, TR-04, IM-02, SC-01.

    >>> forms("core")
    ('walking', 'flight', 'swimming', 'burrowing')
    """
    return SYSTEMS[system].forms


@rule
def terrains(system: System) -> tuple[str, ...]:
    """Give the terrains that a system tells apart, what is clear first.

    Args:
        system: id of the movement system.

    Raises:
        ValueError: for a system that there is not.

    Source: SF-30, YD-10, TR-04, IM-14, SC-03.

    >>> terrains("seconds")
    ('clear', 'difficult', 'extreme')
    """
    return SYSTEMS[system].terrains


@rule
def step_cost(
    system: System, form: Form, terrain: Terrain = "clear", diagonal: bool = False
) -> Exact:
    """Give what a step costs in a movement system, in the system's own unit.

    Args:
        system: id of the movement system.
        form: form of movement, in the system's own words.
        terrain: terrain that is entered, in the system's own words.
        diagonal: whether the step goes over a corner.

    Raises:
        ValueError: for a system that there is not, or where it has no rule for such a step.

    Source: SF-30, YD-01, TR-04, IM-02, SC-03.

    >>> step_cost("yards", "climb"), step_cost("seconds", "walk", "difficult", diagonal=True)
    (2, 3)
    """
    return SYSTEMS[system].step_cost(form, terrain, diagonal)


@rule
def steps_within(system: System, budget: Budget, form: Form, terrain: Terrain = "clear") -> int:
    """Give the whole straight steps that a budget pays for in a movement system.

    Args:
        system: id of the movement system.
        budget: what is spent, in the system's own unit, 0 or more; a decimal is taken exactly.
        form: form of movement, in the system's own words.
        terrain: terrain that is entered, in the system's own words.

    Raises:
        ValueError: for a system that there is not, or where it has no rule for such a step.

    Source: SF-30, YD-01, TR-04, IM-02, SC-03.

    >>> steps_within("yards", 10, "climb"), steps_within("terrain", 10, "walk", "heavy")
    (5, 2)
    """
    return SYSTEMS[system].steps_within(budget, form, terrain)


@rule
def prices(system: System) -> tuple[Exact, ...]:
    """Give the different prices of a straight step in a movement system, in rising order.

    Args:
        system: id of the movement system.

    Raises:
        ValueError: for a system that there is not.

    Source: SF-30, YD-01, YD-10, TR-04, IM-02, SC-03.

    >>> prices("seconds")
    (1, 2, 3)
    """
    return tuple(sorted({price.cost for price in step_prices(system) if price.cost}))


def step_prices(system: str) -> Iterable[StepPrice]:
    """Yield what a straight step costs in every form on every terrain of a movement system."""
    shape = SYSTEMS[system]
    for form in shape.forms:
        for terrain in shape.terrains:
            yield StepPrice(form, terrain, shape.find_step_cost(form, terrain))
