"""The bridge of the first evening: where everybody stands, round by round."""

from typing import Annotated

from sfrules import Figure, authored, n
from sfrules.book.bridge_map import fight_panel, tokens_after
from sfrules.book.shipped import book
from sfrules.facts.domain import OneOf
from sfrules.ground.problems import enumerated
from sfrules.rules import play
from sfrules.rules.play.replay import place_of

ROUNDS = range(1 + max(row.round for row in authored.rows("moves")))


@book.figure
def bridge(number: Annotated[int, OneOf(ROUNDS)]) -> Figure:
    """The bridge after a round, or before the first."""
    when = f"after round {n(number)}" if number else "at the start"
    return Figure(
        id=f"bridge-{number}",
        title=f"The bridge {when}",
        caption=_caption(number, when),
        panels=(fight_panel(tuple(tokens_after(number))),),
        rules=(play.square_of, play.hit_points_left),
    )


def _caption(number: int, when: str) -> str:
    if number:
        down = [row.name for row in authored.rows("fighters") if _is_down(row.id, number)]
        lying = f" {enumerated(down)} is down." if down else ""
        return f"The bridge {when}.{lying}"
    return "The bridge at the start: heroes round, monsters pointed. The troll comes later."


def _is_down(fighter: str, number: int) -> bool:
    on_the_map = place_of(fighter, number) is not None
    return on_the_map and play.hit_points_left(fighter, number) < 1
