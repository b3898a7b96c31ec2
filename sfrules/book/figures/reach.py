"""Reach maps: where a typical turn takes a hero under each movement system."""

from collections.abc import Collection
from typing import Annotated

from sfrules import Figure
from sfrules.book.figures.grounds import Ground, ground_panel
from sfrules.book.maps import BRIDGE, RIVER, drawn_rows, map_rows
from sfrules.book.shipped import book
from sfrules.facts.domain import OneOf
from sfrules.ground.formats import format_value
from sfrules.rules import systems
from sfrules.rules.exact import Exact
from sfrules.rules.maps import UNLESS_SAID, WALL, terrains_by_letter
from sfrules.rules.systems.registry import SYSTEMS

START = (2, 4)
NAMES = {
    WALL: "rock or tree, no way through",
    RIVER: "deep river, no way through",
    BRIDGE: "bridge",
}


@book.figure
def reach(system: Annotated[str, OneOf(tuple(SYSTEMS))]) -> Figure:
    """What a typical turn reaches at the ford, under a movement system."""
    return _reached(f"reach-{system}", "ford", system)


@book.figure
def reach_terrain_swamp() -> Figure:
    """What a typical turn reaches in the swamp, in meters."""
    return _reached("reach-terrain-swamp", "swamp", "terrain")


def _reached(id: str, map_id: str, system: str) -> Figure:
    """What a typical turn reaches on a map of the book, under a movement system."""
    shape, budget = SYSTEMS[system], systems.typical_turn(system)
    known = terrains_by_letter(system)
    rows = tuple(as_known(row, known) for row in map_rows(map_id))
    found = systems.reach_map(rows, START, budget, system)
    to_spend = spending(shape.unit, budget)
    drawn = tuple(as_known(row, known, (WALL, RIVER, BRIDGE)) for row in drawn_rows(map_id))
    names = NAMES | {letter: f"{name} terrain" for letter, name in known.items()}
    return Figure(
        id=id,
        title=f"The {map_id} under {shape.name}",
        caption=f"The {map_id} under {shape.name}: {to_spend} and {found.size} squares in reach, "
        f"the start among them. Each number is the least that its square costs.",
        panels=(
            ground_panel(
                Ground(drawn, names),
                dict(found),
                budget,
                f"A map of {len(rows[0])} by {len(rows)} squares, with {to_spend}.",
            ),
        ),
        rules=(systems.reach_map, systems.typical_turn),
    )


def as_known(row: str, known: dict[str, str], others: Collection[str] = (WALL,)) -> str:
    """A row of a map in the letters that a system knows, and others; what is neither is clear."""
    clear = next(letter for letter, terrain in known.items() if terrain == UNLESS_SAID)
    return "".join(letter if letter in known or letter in others else clear for letter in row)


def spending(unit: str, budget: Exact) -> str:
    """A budget in words: "10 yards to spend", or "a movement rate of 10"."""
    amount = format_value(budget)
    return f"{amount} {unit} to spend" if unit.endswith("s") else f"a {unit} of {amount}"
