"""The things on a panel as SVG: areas, tokens, marks, arrows, labels.

No colour is set here: classes name what a thing is, and the stylesheet of the book colours them.
"""

from math import cos, hypot, pi, sin
from xml.etree.ElementTree import Element

from sfrules.press.things.figures.figure import (
    TEXTURED,
    Area,
    Arrow,
    Kind,
    Label,
    Mark,
    Square,
    Token,
)
from sfrules.press.things.figures.paper import Plan, Point, hatching, outline, path
from sfrules.press.things.svg import element, short

# Lines of the grid run on a little beyond the panel, as the grid itself does.
OVERSHOOT = 5
# Of its size, in the widest of the fonts that a reader may have.
WIDTH_OF_FIGURE = 0.56

SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
DIAMOND = ((0, -1), (1, 0), (0, 1), (-1, 0))
QUINCUNX = ((1, 1), (3, 1), (2, 2), (1, 3), (3, 3))


def grid(plan: Plan) -> Element:
    """The lines of the grid."""
    first, right, bottom = plan.margin, plan.width - plan.margin, plan.height - plan.margin
    across, down = range(first, bottom + 1, plan.side), range(first, right + 1, plan.side)
    lines: list[list[Point]] = [[(first - OVERSHOOT, y), (right + OVERSHOOT, y)] for y in across]
    lines += [[(x, first - OVERSHOOT), (x, bottom + OVERSHOOT)] for x in down]
    return element("path", class_="drawing-grid", d=path(lines))


def ground(plan: Plan, shown: Area) -> Element:
    """The ground of a group of squares, with a texture that tells it apart in print."""
    group = element("g", class_=f"drawing-area drawing-area--{shown.shade}")
    group.append(element("path", class_="drawing-ground", d=path(outline(plan, shown.squares))))
    if shown.shade in TEXTURED:
        group.append(element("path", class_="drawing-texture", d=_texture(plan, shown)))
    return group


def border(plan: Plan, shown: Area) -> Element:
    """The line around a group of squares; it lies on the grid, the ground under it."""
    line = path(outline(plan, shown.squares))
    return element("path", class_=f"drawing-border drawing-border--{shown.shade}", d=line)


def _texture(plan: Plan, shown: Area) -> str:
    wide, high = short(plan.side * 0.1), short(plan.side * 0.1)
    match shown.shade:
        case "wavy":
            wave = (
                f"q{wide} -{high} {short(plan.side * 0.2)} 0" + f"t{short(plan.side * 0.2)} 0" * 3
            )
            return "".join(_below(plan, square, 0.88) + wave for square in shown.squares)
        case "jagged":
            teeth = "l" + " ".join([f"{wide} -{high} {wide} {high}"] * 4)
            return "".join(_below(plan, square, 0.93) + teeth for square in shown.squares)
        case "dotted":
            return path(_dots(plan, shown))
        case _:
            return path(hatching(plan, shown.squares))


def _below(plan: Plan, square: Square, height: float) -> str:
    """Where a line along the lower edge of a square begins, clear of the text in its middle."""
    x, y = plan.corner(square)
    return f"M{short(x + plan.side * 0.1)} {short(y + plan.side * height)}"


def _dots(plan: Plan, shown: Area) -> list[list[Point]]:
    """Five dots a square, as on a die; a line without length that has round ends is a dot."""
    step = plan.side / 4
    corners = [plan.corner(square) for square in shown.squares]
    dots = [(x + h * step, y + v * step) for x, y in corners for h, v in QUINCUNX]
    return [[dot, dot] for dot in dots]


def mark(plan: Plan, shown: Mark) -> Element:
    """Brackets in the four corners of a square, and a dot that a token may cover."""
    x, y = plan.center(shown.square)
    outer, inner = plan.side * 0.42, plan.side * 0.26
    brackets: list[list[Point]] = [
        [
            (x + h * inner, y + v * outer),
            (x + h * outer, y + v * outer),
            (x + h * outer, y + v * inner),
        ]
        for h, v in SQUARE
    ]
    dot = element("circle", cx=x, cy=y, r=plan.side * 0.06)
    return element("g", element("path", d=path(brackets)), dot, class_="drawing-mark")


def token(plan: Plan, shown: Token) -> Element:
    """A token: its shape says its side, its letter who it is, jagged flames that it is hit."""
    x, y = plan.center(shown.square)
    group = element("g", class_=f"drawing-token drawing-token--{shown.kind}")
    size: float = plan.side
    if shown.state == "hit":
        group.append(flames(plan, shown.square))
        size *= 0.9
    group.append(_shape(shown.kind, x, y, size))
    group.append(lettering(shown.label, x, y, plan.text_size, "drawing-letter"))
    return group


def _shape(kind: Kind, x: float, y: float, size: float) -> Element:
    """A circle, a diamond or a square, of about the same weight to the eye."""
    if kind == "ally":
        return element("circle", class_="drawing-shape", cx=x, cy=y, r=size * 0.37)
    reach = size * (0.45 if kind == "foe" else 0.32)
    corners = DIAMOND if kind == "foe" else SQUARE
    around = [(x + h * reach, y + v * reach) for h, v in (*corners, corners[0])]
    return element("path", class_="drawing-shape", d=path([around]))


def flames(plan: Plan, square: Square) -> Element:
    """A star of twelve points behind a token that is hit."""
    x, y = plan.center(square)
    around: list[Point] = []
    for step in range(24):
        angle, reach = pi * step / 12, plan.side * (0.38 if step % 2 else 0.5)
        around.append((x + reach * sin(angle), y - reach * cos(angle)))
    return element("path", class_="drawing-flames", d=path([[*around, around[0]]]))


def arrow(plan: Plan, shown: Arrow) -> Element:
    """A dashed line between two squares, clear of the tokens in them."""
    (ax, ay), (bx, by) = plan.center(shown.start), plan.center(shown.end)
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    clear = plan.side * 0.54
    start, tip = (ax + ux * clear, ay + uy * clear), (bx - ux * clear, by - uy * clear)
    back = plan.side * 0.16
    head: list[Point] = [
        (tip[0] - back * (ux + uy * turn), tip[1] - back * (uy - ux * turn)) for turn in (0.6, -0.6)
    ]
    shaft = element("path", class_="drawing-shaft", d=path([[start, tip]]))
    point = element("path", d=path([[head[0], tip, head[1]]]))
    return element("g", shaft, point, class_="drawing-arrow")


def along(plan: Plan, shown: Arrow) -> Element:
    """The text of an arrow, above the middle of it."""
    (ax, ay), (bx, by) = plan.center(shown.start), plan.center(shown.end)
    size = max(12, plan.text_size * 0.85)
    return lettering(shown.text, (ax + bx) / 2, (ay + by) / 2 - size, size, "drawing-along")


def label(plan: Plan, shown: Label, textured: bool) -> Element:
    """A text in the middle of its square, cleared of the texture if there is one."""
    x, y = plan.center(shown.square)
    class_ = "drawing-label drawing-label--clear" if textured else "drawing-label"
    made = lettering(shown.text, x, y, plan.text_size, class_)
    room = plan.side - 2
    if len(shown.text) * plan.text_size * WIDTH_OF_FIGURE > room:
        made.set("textLength", short(room))
        made.set("lengthAdjust", "spacingAndGlyphs")
    return made


def lettering(content: str, x: float, y: float, size: float, class_: str) -> Element:
    """A line of text centered on a point; capitals and figures are about 0.7 of their size high."""
    return element(
        "text", content, class_=class_, x=x, y=y + 0.35 * size, font_size=size,
        text_anchor="middle", fill="currentColor", stroke="none",
    )  # fmt: skip
