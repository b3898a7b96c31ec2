"""A foreign book's file as the rules of lint see it: headings, tables, links and prose, placed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sfrules.ground.source import Source


@dataclass(frozen=True)
class Cell:
    """A cell as a reader sees it, its markup gone; `column` is where its text begins."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Row:
    """A row of a table's body, as wide as the table.

    `missing` counts the cells at its end that were not written, and `surplus` has those that were
    written past the last column.
    """

    cells: tuple[Cell, ...]
    line: int
    missing: int = 0
    surplus: tuple[Cell, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The cells' texts."""
        return tuple(cell.text for cell in self.cells)


@dataclass(frozen=True)
class MarkdownTable:
    """A table that renders: a row of headings, and rows that are as wide.

    `kind` is "pipe" or "html"; `section` is the text of the heading that it stands under, and
    `caption` its own, or the line of text that stands directly above it.
    """

    kind: str
    headings: tuple[Cell, ...]
    rows: tuple[Row, ...]
    line: int
    section: str = ""
    caption: str = ""

    def column(self, at: int) -> tuple[Cell, ...]:
        """The cells below a heading."""
        return tuple(row.cells[at] for row in self.rows)

    @property
    def columns(self) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
        """Each heading with the cells below it."""
        return ((heading, self.column(at)) for at, heading in enumerate(self.headings))


@dataclass(frozen=True)
class MarkdownHeading:
    """A heading with the id that links reach it by: its own, or one made from its text."""

    level: int
    text: str
    id: str
    line: int
    column: int
    own_id: bool = False


@dataclass(frozen=True)
class Prose:
    """A line of text as a reader sees it, outside code and tables, with its place.

    `text` has the characters of the source line from `column` on, with markup and code blanked out
    by spaces, so that an offset in it is an offset in the line.
    """

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class MarkdownLink:
    """A link's target as it is written."""

    target: str
    line: int
    column: int


@dataclass(frozen=True)
class Anchor:
    """An id that the author gave to something, a heading or any other.

    `is_label` says that it is the label of a chunk of code, of which a maker of books may make ids.
    """

    id: str
    line: int
    column: int
    is_label: bool = False


@dataclass(frozen=True)
class Bracket:
    """Words in square brackets that lead nowhere: `[words]`, or `[words][label]`."""

    text: str
    label: str
    line: int
    column: int


@dataclass(frozen=True)
class Comment:
    """What an HTML comment says, and where it begins."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Document:
    """One file, read.

    `loose` are paragraphs with pipes in them, which are no tables; `grows` says that the page gets
    more text when the book is made: by macros, or by including other files.
    """

    source: Source
    headings: tuple[MarkdownHeading, ...] = ()
    tables: tuple[MarkdownTable, ...] = ()
    prose: tuple[Prose, ...] = ()
    links: tuple[MarkdownLink, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    brackets: tuple[Bracket, ...] = ()
    comments: tuple[Comment, ...] = ()
    loose: tuple[tuple[Prose, ...], ...] = ()
    grows: bool = False
