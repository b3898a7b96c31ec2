"""Where the squares of a panel lie in pixels, and the lines around and across them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from sfrules.press.things.figures.figure import Extent, Panel, Square
from sfrules.press.things.svg import short

Point = tuple[float, float]
Segment = tuple[Point, Point]

# A phone 390 pixels wide leaves 358 for the text column, so that a panel shows there unscaled.
WIDEST_PANEL = 354
LARGEST_SQUARE = 38
SMALLEST_TEXT = 11
MARGIN = 8


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


def common_side(panels: Iterable[Panel]) -> int:
    """The side of a square that all panels of a figure share: the widest must fit a phone."""
    columns = max((panel.extent.columns for panel in panels), default=1)
    return min(LARGEST_SQUARE, (WIDEST_PANEL - 2 * MARGIN) // columns)


def outline(layout: PanelLayout, squares: Iterable[Square]) -> list[list[Point]]:
    """The closed lines around a group of squares, holes included."""
    edges = {edge for square in squares for edge in _edges(layout, square)}
    return chains((start, end) for start, end in edges if (end, start) not in edges)


def _edges(layout: PanelLayout, square: Square) -> Iterator[Segment]:
    """The four sides of a square, clockwise: neighbors draw a shared side in opposite ways."""
    (x, y), side = layout.corner(square), layout.side
    corners = (x, y), (x + side, y), (x + side, y + side), (x, y + side)
    yield from zip(corners, (*corners[1:], corners[0]), strict=True)


def hatching(layout: PanelLayout, squares: Iterable[Square]) -> list[list[Point]]:
    """Diagonal lines over a group of squares; they run on from one square into the next."""
    return chains(line for square in squares for line in _diagonals(layout, square))


def _diagonals(layout: PanelLayout, square: Square) -> Iterator[Segment]:
    (x, y), side = layout.corner(square), layout.side
    for quarter in range(1, 8):
        reach = quarter * side / 4
        over = max(0.0, reach - side)
        yield (x + over, y + reach - over), (x + reach - over, y + over)


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
            lines.append(_straightened(_follow(onward, start)))
    return lines


def _follow(onward: dict[Point, list[Point]], start: Point) -> list[Point]:
    line = [start]
    while onward.get(line[-1]):
        line.append(onward[line[-1]].pop(0))
    return line


def _straightened(line: list[Point]) -> list[Point]:
    """The line without the points at which it does not turn."""
    kept = line[:1]
    for point, following in pairwise(line[1:]):
        (ax, ay), (bx, by), (cx, cy) = kept[-1], point, following
        if (bx - ax) * (cy - by) != (by - ay) * (cx - bx):
            kept.append(point)
    return [*kept, line[-1]]


def path(lines: Iterable[list[Point]]) -> str:
    """The lines as the `d` of an SVG path; a line that returns to its start is closed.

    >>> path([[(0, 0), (5, 0), (5, 5), (0, 0)], [(1, 1), (2.5, 2)]])
    'M0 0L5 0L5 5ZM1 1L2.5 2'
    """
    return "".join(_path(line) for line in lines)


def _path(line: list[Point]) -> str:
    closed = bool(line[2:]) and line[0] == line[-1]
    points = line[:-1] if closed else line
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points) + ("Z" if closed else "")
