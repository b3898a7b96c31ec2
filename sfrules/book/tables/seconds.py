"""Tables of one-second moves: what a step costs, where nobody runs, how far a round goes."""

from fractions import Fraction
from functools import partial

from sfrules.authored import facts
from sfrules.book.shipped import book
from sfrules.rules import scale
from sfrules.rules import seconds as rules
from sfrules.rules.exact import exact

# From a stroll to a horse, in steps of half a meter.
SPEEDS = tuple(exact(Fraction(halves, 2)) for halves in range(2, 11))
HUMAN = 0

step = {
    "Terrain": ("name", "The terrain that the step enters."),
    "Straight": (
        lambda terrain: rules.step_cost(diagonal=False, terrain=terrain.id),
        "",
        "meters",
        "Meters that a step to a square beside yours costs.",
    ),
    "Diagonal": (
        lambda terrain: rules.step_cost(diagonal=True, terrain=terrain.id),
        "",
        "meters",
        "Meters that a step over a corner costs.",
    ),
    "What it means": ("effect", "What the terrain does to moves."),
}
book.table("seconds-costs", "What a step costs, by terrain", facts("seconds-terrain"), step)

obstacle = {
    "Obstacle": ("name", "What is in the way."),
    "What it means": ("effect", "How it limits runs."),
}
book.table("seconds-running", "What stands in the way of a run", facts("seconds-running"), obstacle)

speed = {
    "Speed": (exact, "", "meters", "Meters that a move covers."),
    "Squares a move": (
        partial(rules.squares_per_move, square=scale.side(HUMAN)),
        "Squares of a human's side that a move covers on a map.",
    ),
    "Walk": (rules.walk_per_round, "", "meters", "Meters of a round that is walked."),
    "Run": {
        "Shortest": (
            lambda speed: rules.run_distance(speed, rules.shortest_run()),
            "",
            "meters",
            "Meters of the shortest run.",
        ),
        "Round": (rules.run_per_round, "", "meters", "Meters of a round that is run."),
    },
}
book.table(
    "seconds-speeds",
    "How far a round goes, by speed",
    SPEEDS,
    speed,
    sources=("SC-01", "SC-02"),
)
