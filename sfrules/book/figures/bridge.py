"""The bridge of the first evening: where everybody stands, round by round."""

from dataclasses import replace
from typing import Annotated

from sfrules import Area, Extent, Figure, Mark, Panel, Token, authored
from sfrules.book.figures.grounds import listed
from sfrules.book.maps import BRIDGE, drawn_rows
from sfrules.book.shipped import book
from sfrules.facts.domain import OneOf
from sfrules.press.things.figures.figure import Square
from sfrules.rules import play
from sfrules.rules.play.replay import place_of

MAP = "bridge"
POST = (10, 3)  # that the rope is tied to: its column and row, from 0
ROUNDS = range(1 + max(row.round for row in authored.rows("moves")))


@book.figure
def bridge(number: Annotated[int, OneOf(ROUNDS)]) -> Figure:
    """The bridge after a round, or before the first."""
    when = f"after round {number}" if number else "at the start"
    return Figure(
        id=f"bridge-{number}",
        title=f"The bridge {when}",
        caption=_caption(number, when),
        panels=(_panel(number),),
        rules=(play.square_of, play.hit_points_left),
    )


def _caption(number: int, when: str) -> str:
    if number:
        down = [row.name for row in authored.rows("fighters") if _is_down(row.id, number)]
        lying = f" {listed(down)} is down." if down else ""
        return f"The bridge {when}.{lying}"
    return "The bridge at the start: heroes round, monsters pointed. The troll comes later."


def _panel(number: int) -> Panel:
    rows = drawn_rows(MAP)
    extent = Extent(len(rows[0]), len(rows))
    tokens = tuple(_tokens(number))
    return Panel(
        description=f"A map of {extent.columns} by {extent.rows} squares. A river crosses it from "
        f"top to bottom, with a bridge in the middle. "
        + " ".join(f"{token.name} {token.label}: {_told(token.square)}." for token in tokens),
        extent=extent,
        tokens=tuple(replace(token, name=_in_key(token)) for token in tokens),
        areas=(
            Area("bridge", _of(rows, BRIDGE), "railed"),
            Area("river", _of(rows, "~"), "rippled"),
            Area("rock or tree", tuple(s for s in _of(rows, "#") if s != POST), "solid"),
        ),
        marks=(Mark("post with the rope", POST),),
    )


def _in_key(token: Token) -> str:
    return f"goblin {token.label}" if token.name == "goblin" else token.name


def _told(square: Square) -> str:
    column, row = square
    return f"column {column + 1}, row {row + 1}"


def _of(rows: tuple[str, ...], letter: str) -> tuple[Square, ...]:
    return tuple((x, y) for y, row in enumerate(rows) for x in range(len(row)) if row[x] == letter)


def _tokens(number: int) -> list[Token]:
    """Everybody on the map, the heroes first."""
    shown = []
    for row in authored.rows("fighters"):
        if place_of(row.id, number) is not None:
            square = play.square_of(row.id, number)
            shown.append(Token(row.name, row.label, row.kind, square))
    return shown


def _is_down(fighter: str, number: int) -> bool:
    on_the_map = place_of(fighter, number) is not None
    return on_the_map and play.hit_points_left(fighter, number) < 1
