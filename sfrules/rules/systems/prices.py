"""What a step costs in each movement system, worked out by the system's own rules.

Where a system does not say what a diagonal step costs, it costs what a straight one does: the core
game says so, and a system that is silent leaves its rule in force.
"""

from __future__ import annotations

from collections.abc import Sequence

from sfrules import authored
from sfrules.rules import core, impairment, seconds, terrain, yards
from sfrules.rules.exact import Exact

CLEAR = "clear"
CHALLENGING = "challenging"
TELEPORT = "teleport"
# Modes of the terrain system that say what the ground is like, and not how one moves.
GROUNDS = ("light", "heavy")
RUN = "run"
ON_THE_GROUND = ("walk", RUN)


def core_price(form: str, ground: str, diagonal: bool) -> Exact | None:  # noqa: ARG001 — see below
    """Price a step by the core game: the distance, for every speed that goes step by step.

    All speeds are measured alike, and clear ground is the only one that the core game knows.
    """
    there = (1, 1) if diagonal else (1, 0)
    return None if form == TELEPORT else core.distance((0, 0), there)


def yards_price(form: str, ground: str, diagonal: bool) -> Exact | None:  # noqa: ARG001
    """Price a step in yards of Speed: the form's rate, and more on challenging terrain.

    Distances are measured freely, so a step to any neighboring square is a yard.
    """
    return yards.cost(form, 1, challenging=ground == CHALLENGING)


def terrain_price(form: str, ground: str, diagonal: bool) -> Exact | None:  # noqa: ARG001
    """Price a step in meters of speed.

    Rough ground matters to those who walk or run on it, and heavy terrain is not run through. What
    counts as heavy terrain costs that everywhere, and fliers are above it all.
    """
    if form in GROUNDS:
        return None
    mode = ground if ground in GROUNDS and form in ON_THE_GROUND else form
    if form == RUN and not authored.row("terrain-modes", mode).can_run:
        return None
    return terrain.cost(mode, 1)


def impairment_price(form: str, ground: str, diagonal: bool) -> Exact | None:  # noqa: ARG001
    """Price a step in movement rate, for someone with the upgrades that it needs and no other.

    What the form means and what the ground means are impairments of their own, which add up.
    """
    row = authored.row("impairment-forms", form)
    here = authored.made_of("impairment-grounds", _grounds).get((row.movement_set, ground))
    if here is None:
        return None
    situations = [each for each in (row.situation, *here) if each is not None]
    return impairment.move_cost(sum(map(_least_prepared, situations)))


def seconds_price(form: str, ground: str, diagonal: bool) -> Exact | None:  # noqa: ARG001
    """Price a step in meters of moves; a run is a straight line, and no matter of steps."""
    return seconds.step_cost(diagonal, ground)


def _grounds(rows: Sequence[authored.Row]) -> dict[tuple[str, str], list[str | None]]:
    """What each terrain means for a movement set: a situation, or nothing beside the form."""
    found: dict[tuple[str, str], list[str | None]] = {}
    for row in rows:
        found.setdefault((row.movement_set, row.terrain), []).append(row.situation)
    return found


def _least_prepared(situation: str) -> int:
    needs = authored.row("impairment-situations", situation).needs
    return impairment.situation_impairments(situation, [] if needs is None else [needs])
