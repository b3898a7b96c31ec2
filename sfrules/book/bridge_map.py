"""The map of the bridge at Harrow Ford, with whoever stands on it."""

from dataclasses import replace

from sfrules import Area, Extent, Mark, Panel, Token, authored, n
from sfrules.book.maps import BRIDGE, drawn_rows
from sfrules.press.things.figures import Square
from sfrules.rules import play
from sfrules.rules.play.replay import place_of

MAP = "bridge"
POST = (10, 3)  # that the rope is tied to: its column and row, from 0


def fight_panel(tokens: tuple[Token, ...]) -> Panel:
    """The bridge with somebody on it."""
    rows = drawn_rows(MAP)
    extent = Extent(len(rows[0]), len(rows))
    return Panel(
        description=f"A map of {n(extent.columns)} by {n(extent.rows)} squares. A river crosses it "
        "from top to bottom, with a bridge in the middle. "
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
    return f"column {n(column + 1)}, row {n(row + 1)}"


def _of(rows: tuple[str, ...], letter: str) -> tuple[Square, ...]:
    return tuple((x, y) for y, row in enumerate(rows) for x in range(len(row)) if row[x] == letter)


def tokens_after(number: int) -> list[Token]:
    """Everybody on the map, the heroes first."""
    shown = []
    for row in authored.rows("fighters"):
        if place_of(row.id, number) is not None:
            square = play.square_of(row.id, number)
            shown.append(Token(row.name, row.label, row.kind, square))
    return shown
