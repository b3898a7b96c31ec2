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
from sfrules.press.things.figures.panel_layout import PanelLayout, Point, hatching, outline, path
from sfrules.press.things.svg import element, short

# The lines run on a little beyond the panel, since the grid itself goes on there.
OVERSHOOT = 5
# The width of a digit as a share of its size, in the widest font that a reader may have.
WIDTH_OF_FIGURE = 0.56

SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
DIAMOND = ((0, -1), (1, 0), (0, 1), (-1, 0))
QUINCUNX = ((1, 1), (3, 1), (2, 2), (1, 3), (3, 3))


def grid(layout: PanelLayout) -> Element:
    """The lines of the grid."""
    first = layout.margin
    right, bottom = layout.width - first, layout.height - first
    across, down = range(first, bottom + 1, layout.side), range(first, right + 1, layout.side)
    lines: list[list[Point]] = [[(first - OVERSHOOT, y), (right + OVERSHOOT, y)] for y in across]
    lines += [[(x, first - OVERSHOOT), (x, bottom + OVERSHOOT)] for x in down]
    return element("path", class_="drawing-grid", d=path(lines))


def ground(layout: PanelLayout, shown: Area) -> Element:
    """The ground of a group of squares, with a texture that tells it apart in print."""
    group = element("g", class_=f"drawing-area drawing-area--{shown.shade}")
    group.append(element("path", class_="drawing-ground", d=path(outline(layout, shown.squares))))
    if shown.shade in TEXTURED:
        group.append(element("path", class_="drawing-texture", d=_texture(layout, shown)))
    return group


def border(layout: PanelLayout, shown: Area) -> Element:
    """The line around a group of squares; it lies on the grid, the ground under it."""
    line = path(outline(layout, shown.squares))
    return element("path", class_=f"drawing-border drawing-border--{shown.shade}", d=line)


def _texture(layout: PanelLayout, shown: Area) -> str:
    wide = high = short(layout.side * 0.1)
    match shown.shade:
        case "wavy":
            crest = short(layout.side * 0.2)
            wave = f"q{wide} -{high} {crest} 0" + f"t{crest} 0" * 3
            return "".join(_below(layout, square, 0.88) + wave for square in shown.squares)
        case "jagged":
            teeth = "l" + " ".join([f"{wide} -{high} {wide} {high}"] * 4)
            return "".join(_below(layout, square, 0.93) + teeth for square in shown.squares)
        case "dotted":
            return path(_dots(layout, shown))
        case _:
            return path(hatching(layout, shown.squares))


def _below(layout: PanelLayout, square: Square, height: float) -> str:
    """Where a line along the lower edge of a square begins, clear of the text in its middle."""
    x, y = layout.corner(square)
    return f"M{short(x + layout.side * 0.1)} {short(y + layout.side * height)}"


def _dots(layout: PanelLayout, shown: Area) -> list[list[Point]]:
    """Five dots a square, as on a die; a line without length that has round ends is a dot."""
    step = layout.side / 4
    corners = [layout.corner(square) for square in shown.squares]
    dots = [(x + h * step, y + v * step) for x, y in corners for h, v in QUINCUNX]
    return [[dot, dot] for dot in dots]


def mark(layout: PanelLayout, shown: Mark) -> Element:
    """Brackets in the four corners of a square, and a dot that a token may cover."""
    x, y = layout.center(shown.square)
    outer, inner = layout.side * 0.42, layout.side * 0.26
    brackets: list[list[Point]] = [
        [
            (x + h * inner, y + v * outer),
            (x + h * outer, y + v * outer),
            (x + h * outer, y + v * inner),
        ]
        for h, v in SQUARE
    ]
    dot = element("circle", cx=x, cy=y, r=layout.side * 0.06)
    return element("g", element("path", d=path(brackets)), dot, class_="drawing-mark")


def token(layout: PanelLayout, shown: Token) -> Element:
    """A token: its shape shows its side, its letters who it is, flames that it is hit."""
    x, y = layout.center(shown.square)
    group = element("g", class_=f"drawing-token drawing-token--{shown.kind}")
    size: float = layout.side
    if shown.state == "hit":
        group.append(flames(layout, shown.square))
        size *= 0.9
    group.append(_shape(shown.kind, x, y, size))
    group.append(lettering(shown.label, x, y, layout.text_size, "drawing-letter"))
    return group


def _shape(kind: Kind, x: float, y: float, size: float) -> Element:
    """A circle, a diamond or a square; to the eye they are about equally large."""
    if kind == "ally":
        return element("circle", class_="drawing-shape", cx=x, cy=y, r=size * 0.37)
    reach = size * (0.45 if kind == "foe" else 0.32)
    corners = DIAMOND if kind == "foe" else SQUARE
    around = [(x + h * reach, y + v * reach) for h, v in (*corners, corners[0])]
    return element("path", class_="drawing-shape", d=path([around]))


def flames(layout: PanelLayout, square: Square) -> Element:
    """A star of twelve points behind a token that is hit."""
    x, y = layout.center(square)
    around: list[Point] = []
    for step in range(24):
        angle, reach = pi * step / 12, layout.side * (0.38 if step % 2 else 0.5)
        around.append((x + reach * sin(angle), y - reach * cos(angle)))
    return element("path", class_="drawing-flames", d=path([[*around, around[0]]]))


def arrow(layout: PanelLayout, shown: Arrow) -> Element:
    """A dashed line between two squares, clear of the tokens in them."""
    (ax, ay), (bx, by) = layout.center(shown.start), layout.center(shown.end)
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    clear = layout.side * 0.54
    start, tip = (ax + ux * clear, ay + uy * clear), (bx - ux * clear, by - uy * clear)
    back = layout.side * 0.16
    head: list[Point] = [
        (tip[0] - back * (ux + uy * aside), tip[1] - back * (uy - ux * aside))
        for aside in (0.6, -0.6)
    ]
    shaft = element("path", class_="drawing-shaft", d=path([[start, tip]]))
    point = element("path", d=path([[head[0], tip, head[1]]]))
    return element("g", shaft, point, class_="drawing-arrow")


def along(layout: PanelLayout, shown: Arrow) -> Element:
    """The text of an arrow, above the middle of it."""
    (ax, ay), (bx, by) = layout.center(shown.start), layout.center(shown.end)
    size = max(12, layout.text_size * 0.85)
    return lettering(shown.text, (ax + bx) / 2, (ay + by) / 2 - size, size, "drawing-along")


def label(layout: PanelLayout, shown: Label, textured: bool) -> Element:
    """A text in the middle of its square; a texture is kept clear of it."""
    x, y = layout.center(shown.square)
    class_ = "drawing-label drawing-label--clear" if textured else "drawing-label"
    made = lettering(shown.text, x, y, layout.text_size, class_)
    room = layout.side - 2
    if len(shown.text) * layout.text_size * WIDTH_OF_FIGURE > room:
        made.set("textLength", short(room))
        made.set("lengthAdjust", "spacingAndGlyphs")
    return made


def lettering(content: str, x: float, y: float, size: float, class_: str) -> Element:
    """A line of text centered on a point; capitals and figures are about 0.7 of their size high."""
    return element(
        "text", content, class_=class_, x=x, y=y + 0.35 * size, font_size=size,
        text_anchor="middle", fill="currentColor", stroke="none",
    )  # fmt: skip
