"""Where the squares of a panel lie in pixels, and the lines around and across them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
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
