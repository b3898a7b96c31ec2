"""How a map is drawn: its walls and terrains, what of it is reached, and what each square costs."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from sfrules import Area, Extent, Label, Panel, Token
from sfrules.book.maps import BRIDGE, RIVER
from sfrules.ground.formats import format_value
from sfrules.ground.problems import counted, enumerated
from sfrules.press.things.figures.figure import Level, Shade, Square, level
from sfrules.rules.exact import Exact
from sfrules.rules.maps import WALL

SHADES: Mapping[str, Shade] = {
    WALL: "solid",
    RIVER: "rippled",
    BRIDGE: "railed",
    "~": "wavy",
    "^": "jagged",
}
Costs = Mapping[Square, Exact]
counted_squares = partial(counted, noun="square")


@dataclass(frozen=True)
class Ground:
    """A map, the top row first, and what its letters are called."""

    rows: tuple[str, ...]
    names: Mapping[str, str]

    @property
    def extent(self) -> Extent:
        """The squares of the map."""
        return Extent(len(self.rows[0]), len(self.rows))

    def squares_of(self, letter: str) -> tuple[Square, ...]:
        """The squares that have a letter."""
        return tuple((x, y) for x, y in self.extent if self.rows[y][x] == letter)


def ground_panel(
    ground: Ground, costs: Costs, budget: Exact, description: str, heading: str = ""
) -> Panel:
    """A map with what is reached on it, shaded by cost, the cost in each square.

    Args:
        ground: the map.
        costs: the squares that are reached, each with its cost; the one that is free is the start.
        budget: what the darkest shade stands for.
        description: what the map shows; what is reached on it is told after that.
        heading: stands above the map.
    """
    start = next(square for square, cost in costs.items() if cost == 0)
    return Panel(
        heading=heading,
        description=f"{description} {told(costs)}",
        extent=ground.extent,
        tokens=(Token("start", "S", "ally", start),),
        areas=(
            *_shades(costs, budget),
            *_terrains(ground),
            Area("in reach", tuple(costs), "outline"),
        ),
        labels=tuple(Label(format_value(cost), square) for square, cost in costs.items() if cost),
    )


def told(costs: Costs) -> str:
    """What is reached, in words: how many squares at which cost, and how far they go."""
    counts = sorted(Counter(costs.values()).items())
    spread = enumerated(f"{count} at {format_value(cost)}" for cost, count in counts)
    columns, lines = ([square[at] + 1 for square in costs] for at in (0, 1))
    return (
        f"{counted_squares(len(costs))} in reach, the start among them, by their cost: {spread}. "
        f"They lie in columns {min(columns)} to {max(columns)} and rows {min(lines)} to "
        f"{max(lines)}; the farthest cost {format_value(counts[-1][0])}."
    )


def _shades(costs: Costs, budget: Exact) -> Iterator[Area]:
    """The squares of each shade together; the start has none, for it costs nothing."""
    shades: dict[Level, list[Square]] = defaultdict(list)
    for square, cost in costs.items():
        if cost:
            shades[level(cost, budget)].append(square)
    for shade in sorted(shades):
        yield Area("", tuple(shades[shade]), shade)


def _terrains(ground: Ground) -> Iterator[Area]:
    for letter, shade in SHADES.items():
        if squares := ground.squares_of(letter):
            yield Area(ground.names[letter], squares, shade)
