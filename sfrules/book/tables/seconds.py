"""Tables of one-second moves: what a step costs, where nobody runs, how far a round goes."""

from fractions import Fraction

from sfrules.book.tables.fields import facts, ids, text
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import scale
from sfrules.rules import seconds as rules
from sfrules.rules.exact import Exact, exact

# From a stroll to a horse, in steps of half a meter.
SPEEDS = tuple(exact(Fraction(halves, 2)) for halves in range(2, 11))
HUMAN = 0


def costs() -> Table:
    """What a step costs, by the terrain that it enters."""
    return Table(
        id="seconds-costs",
        caption="What a step costs, by terrain",
        stub=text("seconds-terrain", "name", "Terrain", "The terrain that the step enters."),
        columns=(
            _step("Straight", "to a square beside yours", diagonal=False),
            _step("Diagonal", "over a corner", diagonal=True),
            text("seconds-terrain", "effect", "What it means", "What the terrain does to moves."),
        ),
        rows=ids("seconds-terrain"),
        rules=(rules.step_cost,),
        authored=("seconds-terrain",),
        sources=facts("seconds-terrain"),
    )


def _step(heading: str, where: str, *, diagonal: bool) -> Column:
    return Column(
        heading,
        lambda terrain: rules.step_cost(diagonal, terrain),
        f"Meters that a step {where} costs.",
        "meters",
    )


def running() -> Table:
    """Where nobody runs."""
    return Table(
        id="seconds-running",
        caption="What stands in the way of a run",
        stub=text("seconds-running", "name", "Obstacle", "What is in the way."),
        columns=(text("seconds-running", "effect", "What it means", "How it limits runs."),),
        rows=ids("seconds-running"),
        authored=("seconds-running",),
        sources=facts("seconds-running"),
    )


def speeds() -> Table:
    """How far a move, a run and a round go, by speed."""
    side = scale.side(HUMAN)
    return Table(
        id="seconds-speeds",
        caption="How far a round goes, by speed",
        stub=Column("Speed", exact, "Meters that a move covers.", "meters"),
        columns=(
            Column(
                "Squares a move",
                rules.squares_per_move,
                "Squares of a human's side that a move covers on a map.",
                given={"square": side},
            ),
            Column("Walk", rules.walk_per_round, "Meters of a round that is walked.", "meters"),
            Spanner(
                "Run",
                (
                    Column("Shortest", _shortest_run, "Meters of the shortest run.", "meters"),
                    Column(
                        "Round", rules.run_per_round, "Meters of a round that is run.", "meters"
                    ),
                ),
            ),
        ),
        rows=SPEEDS,
        rules=(rules.run_distance, rules.shortest_run),
        sources=("SC-01", "SC-02"),
    )


def _shortest_run(speed: Exact) -> Exact:
    return rules.run_distance(speed, rules.shortest_run())
