"""The squares of a panel in pixels, and the things on them as SVG.

No colour is set here: classes name what a thing is, and the stylesheet of the book colours them.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin
from xml.etree.ElementTree import Element

from sfrules.press.things.figures.figure import (
    Area,
    Arrow,
    Extent,
    Label,
    Mark,
    Panel,
    Square,
    Token,
)
from sfrules.press.things.svg import element, short

Point = tuple[float, float]
Segment = tuple[Point, Point]

# A phone 390 pixels wide leaves 358 for the text column, so that a panel shows there unscaled.
WIDEST_PANEL = 354
LARGEST_SQUARE = 38
SMALLEST_TEXT = 11
MARGIN = 8
# The lines run on a little beyond the panel, since the grid itself goes on there.
OVERSHOOT = 5
# The width of a digit as a share of its size, in the widest font that a reader may have.
WIDTH_OF_FIGURE = 0.56

TEXTURED = frozenset({"hatched", "dotted", "wavy", "railed", "rippled"})
# A texture that runs behind the text in a square; the others keep to the square's edges.
BEHIND_TEXT = frozenset({"hatched", "dotted"})

SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
DIAMOND = ((0, -1), (1, 0), (0, 1), (-1, 0))
QUINCUNX = ((1, 1), (3, 1), (2, 2), (1, 3), (3, 3))


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """The measures of a panel: which part of the grid, and how many pixels a square is."""

    extent: Extent
    side: int
    margin: int = MARGIN

    @property
    def width(self) -> int:
        """Pixels across, margins included."""
        return self.extent.columns * self.side + 2 * self.margin

    @property
    def height(self) -> int:
        """Pixels down, margins included."""
        return self.extent.rows * self.side + 2 * self.margin

    @property
    def text_size(self) -> float:
        """The size of a letter in a square."""
        return max(SMALLEST_TEXT, self.side * 0.4)

    def corner(self, square: Square) -> Point:
        """The upper left corner of a square."""
        column, row = square[0] - self.extent.left, square[1] - self.extent.top
        return self.margin + column * self.side, self.margin + row * self.side

    def center(self, square: Square) -> Point:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + self.side / 2, y + self.side / 2


# The samples of a key stand in a single square, large enough for the smallest text.
SAMPLE = (0, 0)
SAMPLE_LAYOUT = PanelLayout(Extent(1, 1), side=28, margin=2)


def common_side(panels: Iterable[Panel]) -> int:
    """The side of a square that all panels of a figure share: the widest must fit a phone."""
    columns = max((panel.extent.columns for panel in panels), default=1)
    return min(LARGEST_SQUARE, (WIDEST_PANEL - 2 * MARGIN) // columns)


def outline(layout: PanelLayout, squares: Iterable[Square]) -> list[list[Point]]:
    """The closed lines around a group of squares, holes included."""
    edges: set[Segment] = set()
    for square in squares:
        (x, y), side = layout.corner(square), layout.side
        # Clockwise, so that neighbors draw a shared side in opposite ways.
        edges |= set(pairwise([(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)]))
    return chains((start, end) for start, end in edges if (end, start) not in edges)


def hatching(layout: PanelLayout, squares: Iterable[Square]) -> list[list[Point]]:
    """Diagonal lines over a group of squares; they run on from one square into the next."""
    # Each begins so `far` along the left and lower sides, and ends so far along the others.
    reaches = [quarter * layout.side / 4 for quarter in range(1, 8)]
    ends = [(max(0.0, far - layout.side), min(far, layout.side)) for far in reaches]
    corners = map(layout.corner, squares)
    return chains(((x + a, y + b), (x + b, y + a)) for x, y in corners for a, b in ends)


def chains(segments: Iterable[Segment]) -> list[list[Point]]:
    """Segments joined end to start into few lines, with points only where these turn."""
    onward: dict[Point, list[Point]] = defaultdict(list)
    for start, end in sorted(segments):
        onward[start].append(end)
    ends = {end for following in onward.values() for end in following}
    loose = [start for start in onward if start not in ends]
    lines = []
    for start in (*loose, *sorted(onward)):
        while onward[start]:
            line = [start]
            while onward[line[-1]]:
                line.append(onward[line[-1]].pop(0))
            lines.append(_straightened(line))
    return lines


def _straightened(line: list[Point]) -> list[Point]:
    """The line without the points at which it does not turn."""
    kept = line[:1]
    for point, following in pairwise(line[1:]):
        (ax, ay), (bx, by), (cx, cy) = kept[-1], point, following
        if (bx - ax) * (cy - by) != (by - ay) * (cx - bx):
            kept.append(point)
    return [*kept, line[-1]]


def path(lines: Iterable[Sequence[Point]]) -> str:
    """The lines as the `d` of an SVG path; a line that returns to its start is closed.

    >>> path([[(0, 0), (5, 0), (5, 5), (0, 0)], [(1, 1), (2.5, 2)]])
    'M0 0L5 0L5 5ZM1 1L2.5 2'
    """
    d = ""
    for line in lines:
        closed = bool(line[2:]) and line[0] == line[-1]
        points = (f"{short(x)} {short(y)}" for x, y in (line[:-1] if closed else line))
        d += f"M{'L'.join(points)}{'Z' if closed else ''}"
    return d


def grid(layout: PanelLayout) -> Element:
    """The lines of the grid."""
    first = layout.margin
    right, bottom = layout.width - first, layout.height - first
    across, down = range(first, bottom + 1, layout.side), range(first, right + 1, layout.side)
    rows = ([(first - OVERSHOOT, y), (right + OVERSHOOT, y)] for y in across)
    columns = ([(x, first - OVERSHOOT), (x, bottom + OVERSHOOT)] for x in down)
    return element("path", class_="drawing-grid", d=path([*rows, *columns]))


def ground(layout: PanelLayout, shown: Area) -> Element:
    """The ground of a group of squares, with a texture that tells it apart in print."""
    parts = [element("path", class_="drawing-ground", d=path(outline(layout, shown.squares)))]
    if shown.shade in TEXTURED:
        parts.append(element("path", class_="drawing-texture", d=_texture(layout, shown)))
    return element("g", *parts, class_=f"drawing-area drawing-area--{shown.shade}")


def border(layout: PanelLayout, shown: Area) -> Element:
    """The line around a group of squares; it lies on the grid, the ground under it."""
    line = path(outline(layout, shown.squares))
    return element("path", class_=f"drawing-border drawing-border--{shown.shade}", d=line)


def _texture(layout: PanelLayout, shown: Area) -> str:
    side, step, crest = layout.side, short(layout.side * 0.1), short(layout.side * 0.2)
    corners = [layout.corner(square) for square in shown.squares]
    wave = f"q{step} -{step} {crest} 0" + f"t{crest} 0" * 3
    # From edge to edge, clear of text in the middle where there may be any: how far down, and what.
    across: dict[str, tuple[tuple[float, ...], str]] = {
        "wavy": ((0.88,), wave),
        "railed": ((0.13, 0.87), f"h{short(layout.side * 0.8)}"),
        "rippled": ((0.24, 0.56, 0.88), wave),
    }
    if shown.shade in across:
        heights, line = across[shown.shade]
        starts = [(x + side * 0.1, y + side * down) for x, y in corners for down in heights]
        return "".join(f"M{short(x)} {short(y)}{line}" for x, y in starts)
    if shown.shade == "hatched":
        return path(hatching(layout, shown.squares))
    # Five dots a square, as on a die; a line without length that has round ends is a dot.
    dots = [(x + h * side / 4, y + v * side / 4) for x, y in corners for h, v in QUINCUNX]
    return path([dot, dot] for dot in dots)


def mark(layout: PanelLayout, shown: Mark) -> Element:
    """Brackets in the four corners of a square, and a dot that a token may cover."""
    x, y = layout.center(shown.square)
    outer, inner = layout.side * 0.42, layout.side * 0.26
    bracket = ((inner, outer), (outer, outer), (outer, inner))
    brackets = ([(x + h * a, y + v * b) for a, b in bracket] for h, v in SQUARE)
    dot = element("circle", cx=x, cy=y, r=layout.side * 0.06)
    return element("g", element("path", d=path(brackets)), dot, class_="drawing-mark")


def token(layout: PanelLayout, shown: Token) -> Element:
    """A token: its shape shows its side, its letters who it is, flames that it is hit."""
    x, y = layout.center(shown.square)
    hit = [flames(layout, shown.square)] if shown.state == "hit" else []
    size = layout.side * (0.9 if hit else 1.0)
    if shown.kind == "ally":
        shape = element("circle", class_="drawing-shape", cx=x, cy=y, r=size * 0.37)
    else:
        # To the eye, a circle, a diamond and a square are about equally large.
        corners, reach = (DIAMOND, 0.45 * size) if shown.kind == "foe" else (SQUARE, 0.32 * size)
        around = [(x + h * reach, y + v * reach) for h, v in (*corners, corners[0])]
        shape = element("path", class_="drawing-shape", d=path([around]))
    letters = lettering(shown.label, x, y, layout.text_size, "drawing-letter")
    return element("g", *hit, shape, letters, class_=f"drawing-token drawing-token--{shown.kind}")


def flames(layout: PanelLayout, square: Square) -> Element:
    """A star of twelve points behind a token that is hit."""
    x, y = layout.center(square)
    steps = [(pi * at / 12, layout.side * (0.38 if at % 2 else 0.5)) for at in range(24)]
    around = [(x + reach * sin(angle), y - reach * cos(angle)) for angle, reach in steps]
    return element("path", class_="drawing-flames", d=path([[*around, around[0]]]))


def arrow(layout: PanelLayout, shown: Arrow) -> Element:
    """A dashed line between two squares, clear of the tokens in them."""
    (ax, ay), (bx, by) = layout.center(shown.start), layout.center(shown.end)
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    clear, back = layout.side * 0.54, layout.side * 0.16
    start, (x, y) = (ax + ux * clear, ay + uy * clear), (bx - ux * clear, by - uy * clear)
    left, right = (
        (x - back * (ux + uy * aside), y - back * (uy - ux * aside)) for aside in (0.6, -0.6)
    )
    shaft = element("path", class_="drawing-shaft", d=path([[start, (x, y)]]))
    point = element("path", d=path([[left, (x, y), right]]))
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
