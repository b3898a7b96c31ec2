"""Figures: drawings on a grid of squares and trees of names, as SVG and HTML.

No colour is set here: classes name what a thing is, and the stylesheet of the book colours them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from pathlib import Path
from typing import Literal, get_args
from xml.etree.ElementTree import Element, tostring

from sfrules.press.things.svg import element, image, short
from sfrules.press.things.thing import DRAWING, Contents, Desk, Kind, built

Square = tuple[int, int]
"""A square of the grid: columns to the right, rows downwards."""

Side = Literal["ally", "foe", "object"]
State = Literal["ready", "hit"]
Level = Literal["level-1", "level-2", "level-3", "level-4", "level-5", "level-6"]
Shade = (
    Literal["plain", "hatched", "dotted", "solid", "wavy", "railed", "rippled", "outline"] | Level
)

LEVELS: tuple[Level, ...] = get_args(Level)

# Wider panels would need squares too small to hold a readable number on a phone.
WIDEST = 20


@dataclass(frozen=True, slots=True)
class Token:
    """Somebody or something that stands in a square.

    Raises:
        ValueError: for a label that would not fit on the token.
    """

    #: The tokens of one name share a line of the key.
    name: str
    #: The letter or two drawn on it.
    label: str
    #: Its side, which gives it its shape.
    kind: Side
    square: Square
    state: State = "ready"

    def __post_init__(self) -> None:
        if len(self.label) not in (1, 2):
            raise ValueError(f'label is "{self.label}"; allowed: one or two characters')


@dataclass(frozen=True, slots=True)
class Area:
    """A group of squares; the key leaves out an area without a name.

    The shades wavy, railed and outline do not fill their squares: what lies below shows.
    The levels are a scale from little to much.
    """

    name: str
    squares: tuple[Square, ...]
    shade: Shade = "plain"


@dataclass(frozen=True, slots=True)
class Label:
    """A short text in a square, such as a distance."""

    text: str
    square: Square


@dataclass(frozen=True, slots=True)
class Mark:
    """A square pointed out, such as the center of an area; without a name it is not in the key."""

    name: str
    square: Square


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line from one square to another, with a text along it.

    Raises:
        ValueError: for an arrow that ends where it starts.
    """

    start: Square
    end: Square
    text: str = ""

    def __post_init__(self) -> None:
        if self.start == self.end:
            raise ValueError(f"the arrow starts and ends in square {self.start}")


@dataclass(frozen=True, slots=True)
class Extent:
    """The part of the grid that a panel shows."""

    columns: int
    rows: int
    left: int = 0
    top: int = 0

    def __iter__(self) -> Iterator[Square]:
        """Every square of the extent, row by row."""
        columns = range(self.left, self.left + self.columns)
        rows = range(self.top, self.top + self.rows)
        return ((column, row) for row in rows for column in columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One picture of a figure: a piece of grid and what is on it.

    Raises:
        ValueError: for a panel without squares, one too wide, or something outside of it.
    """

    extent: Extent
    #: For those who do not see it.
    description: str
    #: Stands above the picture, such as "Before".
    heading: str = ""
    #: Stands below the picture, such as "9 squares".
    note: str = ""
    tokens: tuple[Token, ...] = ()
    areas: tuple[Area, ...] = ()
    labels: tuple[Label, ...] = ()
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()

    def __post_init__(self) -> None:
        columns, rows = self.extent.columns, self.extent.rows
        if not 1 <= columns <= WIDEST or rows < 1:
            allowed = f"1 to {WIDEST} across, 1 or more down"
            raise ValueError(f"a panel is {columns} by {rows} squares; allowed: {allowed}")
        shown = set(self.extent)
        for square in self._occupied():
            if square not in shown:
                raise ValueError(f"square {square} is outside of its panel, {self.extent}")

    def _occupied(self) -> Iterator[Square]:
        yield from (square for area in self.areas for square in area.squares)
        things: tuple[Token | Label | Mark, ...] = (*self.tokens, *self.labels, *self.marks)
        yield from (thing.square for thing in things)
        yield from (square for arrow in self.arrows for square in (arrow.start, arrow.end))


def level(amount: Fraction | int, most: Fraction | int) -> Level:
    """The shade of an amount, on a scale that ends at the most.

    Raises:
        ValueError: for an amount outside of the scale.

    >>> level(1, 12), level(6, 12), level(7, 12), level(12, 12)
    ('level-1', 'level-3', 'level-4', 'level-6')
    """
    if not 0 <= amount <= most or not most:
        raise ValueError(f"the amount is {amount}; allowed: 0 to {most}")
    return LEVELS[max(0, ceil(Fraction(amount) * len(LEVELS) / Fraction(most)) - 1)]


def check_id(id: str) -> None:
    """Refuse an id that a figure or a chart may not have: links to them are made from it.

    Raises:
        ValueError: for anything but lower-case words joined by hyphens.
    """
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id):
        raise ValueError(f'id is "{id}"; allowed: lower-case words joined by hyphens')


@dataclass(frozen=True, slots=True)
class Node:
    """A name in a tree, and a few words after it."""

    #: 0 at the top, and one more below.
    depth: int
    name: str
    note: str = ""
    #: Where more is said of it, such as the row of a table; nowhere if empty.
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """A panel of a figure that shows what hangs from what, as lists within lists.

    The nodes stand each after its parent, the heading above the tree, and the note below it.

    Raises:
        ValueError: for a tree without nodes, or a node without a parent.
    """

    nodes: tuple[Node, ...]
    description: str
    heading: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if not self.nodes:
            raise ValueError("a tree has no nodes")
        if self.nodes[0].depth != 0:
            raise ValueError(f"{self.nodes[0].name} begins a tree at depth {self.nodes[0].depth}")
        for above, node in pairwise(self.nodes):
            if not 0 <= node.depth <= above.depth + 1:
                raise ValueError(f"{node.name} is at depth {node.depth}, and hangs from nothing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A drawing of one or more panels, and the rules whose answers it shows.

    Raises:
        ValueError: for an id of another form, or a figure without panels.
    """

    #: A link to it is made from this.
    id: str
    #: For those who do not see it.
    title: str
    caption: str
    panels: tuple[Panel | Tree, ...]
    rules: tuple[Callable[..., object], ...] = ()
    #: Lines that vouch for the numbers that are typed in its words.
    proof: str = ""

    def __post_init__(self) -> None:
        check_id(self.id)
        if not self.panels:
            raise ValueError(f"figure {self.id} has no panel")

    @property
    def description(self) -> str:
        """The whole drawing in words: its panels' descriptions, one after another."""
        return " ".join(panel.description for panel in self.panels)


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


HERE = Path(__file__).parent


def figure_html(figure: Figure, number: str = "", id: str = "") -> str:
    """The figure with its panels and its key; `number` begins its caption, and `id` each id."""
    id = id or f"figure-{figure.id}"
    side = common_side(panel for panel in figure.panels if isinstance(panel, Panel))
    panels = [
        panel_html(panel, side, figure.title, f"{id}-panel-{at}")
        for at, panel in enumerate(figure.panels, 1)
    ]
    numbered = (element("span", f"{number}.", class_="drawing-number"), " ") if number else ()
    whole = element(
        "figure",
        element("div", *panels, class_="drawing-panels"),
        *_key(figure),
        element("figcaption", *numbered, figure.caption),
        id=id,
        class_="drawing",
    )
    return tostring(whole, encoding="unicode")


def panel_html(panel: Panel | Tree, side: int, title: str, id: str) -> Element:
    """A picture or a tree between its heading and its note."""
    title = f"{title}: {panel.heading}" if panel.heading else title
    if isinstance(panel, Tree):
        # The stylesheet draws its lines, and it reads well without them.
        shown = element("ul", *_items(panel.nodes), class_="tree", aria_label=title)
    else:
        layout = PanelLayout(panel.extent, side)
        size, said = (layout.width, layout.height), (title, panel.description)
        shown = image(id, said, _layers(panel, layout), size)
    heading = element("p", panel.heading, class_="drawing-heading")
    note = element("p", panel.note, class_="drawing-note")
    parts = (part for part in (heading, shown, note) if part is shown or part.text)
    return element("div", *parts, class_="drawing-panel")


def _layers(panel: Panel, layout: PanelLayout) -> Iterator[Element]:
    """What is on a panel, from the ground up."""
    crossed = [area for area in panel.areas if area.shade in BEHIND_TEXT]
    textured = {square for area in crossed for square in area.squares}
    yield from (ground(layout, shown) for shown in panel.areas)
    yield grid(layout)
    yield from (border(layout, shown) for shown in panel.areas)
    yield from (mark(layout, shown) for shown in panel.marks)
    yield from (arrow(layout, shown) for shown in panel.arrows)
    yield from (label(layout, shown, shown.square in textured) for shown in panel.labels)
    yield from (token(layout, shown) for shown in panel.tokens)
    yield from (along(layout, shown) for shown in panel.arrows if shown.text)


def _items(nodes: tuple[Node, ...]) -> Iterator[Element]:
    """A tree as lists in lists: the topmost nodes, each with all that hangs from it."""
    tops = [at for at, node in enumerate(nodes) if node.depth == nodes[0].depth]
    for start, end in pairwise([*tops, len(nodes)]):
        own = nodes[start]
        if own.link:
            name = element("a", own.name, class_="tree-name", href=own.link)
        else:
            name = element("span", own.name, class_="tree-name")
        note = element("span", own.note, class_="tree-note")
        line = element("span", name, *((" ", note) if note.text else ()), class_="tree-node")
        below = [element("ul", *_items(nodes[start + 1 : end]))] if end > start + 1 else []
        yield element("li", line, *below)


def _key(figure: Figure) -> Iterator[Element]:
    """A list of samples with their names, each once; no list when nothing has a name."""
    entries = {name: sample for name, sample in _entries(figure) if name}
    width, height = SAMPLE_LAYOUT.width, SAMPLE_LAYOUT.height
    items = []
    for name, sample in entries.items():
        swatch = element(
            "svg", sample, aria_hidden="true", viewBox=f"0 0 {width} {height}",
            width=width, height=height, fill="none", stroke="currentColor",
        )  # fmt: skip
        items.append(element("li", swatch, element("span", name)))
    if items:
        yield element("ul", *items, class_="drawing-key")


def _entries(figure: Figure) -> Iterator[tuple[str, Element]]:
    """Names and samples: tokens first, then what happens to them, then areas and marks."""
    layout = SAMPLE_LAYOUT
    panels = [panel for panel in figure.panels if isinstance(panel, Panel)]
    tokens = [token for panel in panels for token in panel.tokens]
    for shown in tokens:
        alone = Token(shown.name, shown.label, shown.kind, SAMPLE)
        yield shown.name, token(layout, alone)
    if any(shown.state == "hit" for shown in tokens):
        yield "hit", element("g", flames(layout, SAMPLE), class_="drawing-token")
    for panel in panels:
        for area in (Area(area.name, (SAMPLE,), area.shade) for area in panel.areas):
            yield area.name, element("g", ground(layout, area), border(layout, area))
        for spot in panel.marks:
            yield spot.name, mark(layout, Mark(spot.name, SAMPLE))


def figure(desk: Desk, id: str) -> Figure:
    """A figure of the book."""
    desk.spend(DRAWING)
    return built(desk.book.figures, id, "figure")


def _words(figure: Figure) -> Iterator[str]:
    yield from (figure.caption, figure.title)
    for panel in figure.panels:
        yield from (panel.heading, panel.note, panel.description)
        if isinstance(panel, Tree):
            yield from (text for node in panel.nodes for text in (node.name, node.note))
        else:
            yield from (text for token in panel.tokens for text in (token.name, token.label))
            yield from (area.name for area in panel.areas)
            yield from (mark.name for mark in panel.marks)
            yield from (label.text for label in panel.labels)
            yield from (arrow.text for arrow in panel.arrows)


FIGURE = Kind(
    name="figure",
    makes=Figure,
    html=lambda figure, page: figure_html(
        figure, page.number_of(figure), page.own_id(f"figure-{figure.id}")
    ),
    macros=(figure,),
    contents=lambda figure: Contents(text=figure.caption, words=_words(figure), rules=figure.rules),
    computed_in=".drawing-number",
    files=(HERE / "figures.css", HERE / "trees.css"),
    numbered="figure",
)
