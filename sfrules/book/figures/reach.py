"""Reach maps: where a typical turn takes a hero under each movement system."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Annotated

from sfrules import Area, Extent, Figure, Label, Panel, Token, n
from sfrules.book.maps import BRIDGE, RIVER, drawn_rows, map_rows
from sfrules.book.shipped import book
from sfrules.facts.domain import OneOf
from sfrules.ground.problems import counted, enumerated
from sfrules.press.things.figures import Level, Shade, Square, level
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
SHADES: Mapping[str, Shade] = {WALL: "solid", RIVER: "rippled", BRIDGE: "railed", "~": "wavy"}
Costs = Mapping[Square, Exact]


@book.figure
def reach(system: Annotated[str, OneOf(tuple(SYSTEMS))]) -> Figure:
    """What a typical turn reaches at the ford, under a movement system."""
    shape, budget = SYSTEMS[system], systems.typical_turn(system)
    known = terrains_by_letter(system)
    rows = tuple(as_known(row, known) for row in map_rows("ford"))
    found = systems.reach_map(rows, START, budget, system)
    to_spend = spending(shape.unit, budget)
    drawn = tuple(as_known(row, known, (WALL, RIVER, BRIDGE)) for row in drawn_rows("ford"))
    names = NAMES | {letter: f"{name} terrain" for letter, name in known.items()}
    costs, extent = dict(found), Extent(len(rows[0]), len(rows))
    return Figure(
        id=f"reach-{system}",
        title=f"The ford under {shape.name}",
        caption=f"The ford under {shape.name}: {to_spend} and {n(found.size)} squares in reach, "
        f"the start among them. Each number is the least that its square costs.",
        panels=(
            Panel(
                description=f"A map of {n(extent.columns)} by {n(extent.rows)} squares, "
                f"with {to_spend}. {told(costs)}",
                extent=extent,
                tokens=(Token("start", "S", "ally", START),),
                areas=(
                    *_shades(costs, budget),
                    *_terrains(drawn, names),
                    Area("in reach", tuple(costs), "outline"),
                ),
                labels=tuple(Label(n(cost), at) for at, cost in costs.items() if cost),
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
    return f"{n(budget)} {unit} to spend" if unit.endswith("s") else f"a {unit} of {n(budget)}"


def told(costs: Costs) -> str:
    """What is reached, in words: how many squares at which cost, and how far they go."""
    counts = sorted(Counter(costs.values()).items())
    spread = enumerated(f"{n(count)} at {n(cost)}" for cost, count in counts)
    columns, lines = ([square[at] + 1 for square in costs] for at in (0, 1))
    return (
        f"{n(counted(len(costs), 'square'))} in reach, the start among them, by their cost: "
        f"{spread}. They lie in columns {n(min(columns))} to {n(max(columns))} "
        f"and rows {n(min(lines))} to {n(max(lines))}; the farthest cost {n(counts[-1][0])}."
    )


def _shades(costs: Costs, budget: Exact) -> Iterator[Area]:
    """The squares of each shade together; the start has none, for it costs nothing."""
    shades: dict[Level, list[Square]] = defaultdict(list)
    for square, cost in costs.items():
        if cost:
            shades[level(cost, budget)].append(square)
    for shade in sorted(shades):
        yield Area("", tuple(shades[shade]), shade)


def _terrains(rows: tuple[str, ...], names: Mapping[str, str]) -> Iterator[Area]:
    for letter, shade in SHADES.items():
        squares = [
            (x, y) for y, row in enumerate(rows) for x in range(len(row)) if row[x] == letter
        ]
        if squares:
            yield Area(names[letter], tuple(squares), shade)
