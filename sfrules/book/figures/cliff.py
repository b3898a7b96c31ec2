"""A cliff seen from the front, and who gets how far up it."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from sfrules import Figure, Panel
from sfrules.book.figures.grounds import Ground as Map
from sfrules.book.figures.grounds import ground_panel
from sfrules.book.maps import map_rows
from sfrules.book.shipped import book
from sfrules.ground.formats import format_value
from sfrules.press.things.figures.figure import Square
from sfrules.rules import systems, yards
from sfrules.rules.exact import Exact
from sfrules.rules.maps import WALL
from sfrules.rules.systems.search import Ground

START = (5, 10)
LEDGE, ROCK = ".", "^"
NAMES = {WALL: "overhang", ROCK: "rock to climb"}


@book.figure
def reach_yards_climber() -> Figure:
    """What a typical turn of Yards of Speed reaches on a cliff, without and with the trait."""
    rows, budget = map_rows("cliff"), systems.typical_turn("yards")
    without, by_trait = (climbed(rows, budget, traits) for traits in ((), ("climber",)))
    spent = f"{format_value(budget)} yards to spend"
    return Figure(
        id="reach-yards-climber",
        title="A cliff under Yards of Speed",
        caption=f"A cliff seen from the front, with {spent}: {len(without)} squares in reach "
        f"without the Climber trait, and {len(by_trait)} with it. Ledges are walked, rock is "
        "climbed, and each number is the least that its square costs.",
        panels=(
            _panel("Without the trait", rows, without, budget),
            _panel("Climber", rows, by_trait, budget),
        ),
        rules=(yards.rate, systems.typical_turn),
    )


def climbed(rows: Sequence[str], budget: Exact, traits: tuple[str, ...]) -> dict[Square, Exact]:
    """The squares that a budget reaches with these traits, each with the least that it costs."""
    rates = {
        LEDGE: Fraction(yards.rate("walk", traits=traits)),
        ROCK: Fraction(yards.rate("climb", traits=traits)),
    }
    parts = lcm(*(rate.denominator for rate in rates.values()))
    whole = {letter: (int(rate * parts),) * 2 for letter, rate in rates.items()}
    found = Ground(tuple(rows), whole, parts).least_costs(START, budget)
    return dict(sorted(found.items()))


def _panel(heading: str, rows: Sequence[str], costs: dict[Square, Exact], budget: Exact) -> Panel:
    top = START[1] - min(row for _, row in costs)
    return ground_panel(
        Map(tuple(rows), NAMES),
        costs,
        budget,
        f"A cliff {len(rows[0])} squares wide and {len(rows)} high, seen from the front. "
        f"{heading}, with {format_value(budget)} yards to spend from its foot, the highest square "
        f"in reach is {top} up.",
        heading,
    )
