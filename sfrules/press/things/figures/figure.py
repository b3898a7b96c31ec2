"""Drawings on a grid of squares, and trees of names: what they show, not how they look."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Literal

Square = tuple[int, int]
"""A square of the grid: columns to the right, rows downwards."""

Kind = Literal["ally", "foe", "object"]
State = Literal["ready", "hit"]
Level = Literal["level-1", "level-2", "level-3", "level-4", "level-5", "level-6"]
Shade = (
    Literal["plain", "hatched", "dotted", "solid", "wavy", "railed", "rippled", "outline"] | Level
)

LEVELS: tuple[Level, ...] = ("level-1", "level-2", "level-3", "level-4", "level-5", "level-6")

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
    kind: Kind
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
