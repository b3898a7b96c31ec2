"""Distances and bursts on the grid."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from sfrules import Area, Arrow, Extent, Figure, Label, Mark, Panel, Token, n
from sfrules.book.shipped import book
from sfrules.ground.problems import counted, enumerated
from sfrules.press.things.figures import Square
from sfrules.rules import core


def counted_squares(count: int) -> str:
    """So many squares, in a text of a figure."""
    return n(counted(count, "square"))


TAMSIN = Token("Tamsin", "T", "ally", (0, 2))
ORC = Token("orc", "O", "foe", (4, 2))
# At corners and at sides: a burst is to be seen reaching both.
GOBLINS = tuple(Token("goblin", "G", "foe", square) for square in ((3, 1), (5, 1), (5, 2), (4, 3)))


@book.figure
def lesser_fireball() -> Figure:
    """Tamsin, an orc and the goblins around it, before and after a burst on the orc."""
    center, radius = ORC.square, 1
    blast = core.burst(center, radius)
    side, corner = (core.distance(center, _step(center, down)) for down in (0, 1))
    return Figure(
        id="lesser-fireball",
        title="A lesser fireball",
        caption=f"A lesser fireball is a burst of radius {n(radius)} and covers "
        f"{counted_squares(len(blast))}. From its center it is {counted_squares(side)} to a side "
        f"and {counted_squares(corner)} to a corner.",
        panels=(_before_the_blast(), _after_the_blast(blast)),
        rules=(core.burst, core.distance),
    )


def _before_the_blast() -> Panel:
    far = counted_squares(core.distance(TAMSIN.square, ORC.square))
    beside = [token for token in GOBLINS if core.distance(token.square, ORC.square) == 1]
    return Panel(
        heading="Before",
        description=f"Tamsin aims at the orc from {far} away. Next to the orc: {_named(beside)}.",
        extent=Extent(7, 5),
        tokens=(TAMSIN, ORC, *GOBLINS),
        marks=(Mark("center of the burst", ORC.square),),
        arrows=(Arrow(TAMSIN.square, ORC.square, far),),
    )


def _after_the_blast(blast: tuple[Square, ...]) -> Panel:
    everyone = (TAMSIN, ORC, *GOBLINS)
    hit = [replace(token, state="hit") for token in everyone if token.square in blast]
    safe = [token for token in everyone if token.square not in blast]
    return Panel(
        heading="After",
        description=f"The burst covers {counted_squares(len(blast))}. It hits {_named(hit)}. "
        + " ".join(_told_safe(token) for token in safe),
        extent=Extent(7, 5),
        tokens=(*safe, *hit),
        areas=(Area("burst", blast, "hatched"),),
    )


def _told_safe(token: Token) -> str:
    return (
        f"{token.name}, {counted_squares(core.distance(ORC.square, token.square))} away, is safe."
    )


@book.figure
def distance() -> Figure:
    """The distance of every square of a piece of the grid from the one in the middle."""
    here, reach = (0, 0), 4
    extent = Extent(2 * reach + 1, 2 * reach + 1, left=-reach, top=-reach)
    away = {square: core.distance(here, square) for square in extent if square != here}
    # Every other ring is shaded: it shows that squares at one distance form a square.
    rings = [[square for square in away if away[square] == ring] for ring in range(1, reach, 2)]
    rows = [
        f"{n(count)} at distance {n(ring)}"
        for ring, count in sorted(Counter(away.values()).items())
    ]
    return Figure(
        id="distance",
        title="Distances on the grid",
        caption="Distances from Tamsin, in squares: "
        f"{n(away[reach, 0])} to the edge of the drawing, "
        f"and {n(away[reach, reach])} to its corners.",
        panels=(
            Panel(
                description="Tamsin stands in the middle of "
                f"{n(extent.columns)} by {n(extent.rows)} squares. "
                f"Each of the others shows its distance from her: {enumerated(rows)}.",
                extent=extent,
                tokens=(replace(TAMSIN, name="", square=here),),
                areas=tuple(Area("", tuple(ring)) for ring in rings),
                labels=tuple(Label(n(far), square) for square, far in away.items()),
            ),
        ),
        rules=(core.distance,),
    )


@book.figure
def bursts() -> Figure:
    """Bursts of three sizes beside one another."""
    covered = {radius: core.burst((0, 0), radius) for radius in (1, 2, 3)}
    return Figure(
        id="bursts",
        title="Bursts",
        caption=f"Bursts of radius {enumerated(map(n, covered))}, the center marked. They cover "
        f"{enumerated(n(len(squares)) for squares in covered.values())} squares.",
        panels=tuple(_burst(radius, squares) for radius, squares in covered.items()),
        rules=(core.burst,),
    )


def _burst(radius: int, squares: tuple[Square, ...]) -> Panel:
    columns, rows = {x for x, _ in squares}, {y for _, y in squares}
    return Panel(
        heading=f"Radius {n(radius)}",
        description=f"A burst of radius {n(radius)} covers {counted_squares(len(squares))}, "
        f"{n(len(columns))} wide and {n(len(rows))} high.",
        extent=Extent(len(columns), len(rows), left=min(columns), top=min(rows)),
        areas=(Area("", squares, "hatched"),),
        marks=(Mark("", (0, 0)),),
        note=counted_squares(len(squares)),
    )


def _step(square: Square, down: int) -> Square:
    return square[0] + 1, square[1] + down


def _named(tokens: Iterable[Token]) -> str:
    """The tokens by name, those of one name counted: "the orc and 4 goblins"."""
    counts = Counter(token.name for token in tokens)
    named = [_counted(name, count) for name, count in counts.items()]
    return enumerated(named) if named else "nobody"


def _counted(name: str, count: int) -> str:
    if count > 1:
        return f"{n(count)} {name}s"
    return name if name[0].isupper() else f"the {name}"
