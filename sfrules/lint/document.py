"""A file of a rulebook as the rules see it: headings, tables, prose, links, with their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sfrules.ground.source import Source


@dataclass(frozen=True)
class Cell:
    """A cell as a reader sees it, without markup; `column` is where its text begins."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Row:
    """A row of a table's body, with as many cells as the table has columns.

    `missing` counts the cells at its end that are not written; `surplus` holds those that are
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
    """A table that renders: a row of headings, and rows of the same width.

    `kind` is "pipe" or "html"; `section` is the text of the heading above it; `caption` is its
    caption, or the line of text directly above it.
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
    """A heading as a reader sees it."""

    text: str
    line: int


@dataclass(frozen=True)
class Prose:
    """A line of text as a reader sees it, outside code and tables.

    `text` is the source line from `column` on, with spaces in place of markup and code, so that an
    offset in it is an offset in the line.
    """

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class MarkdownLink:
    """A link's target, as it is written."""

    target: str
    line: int
    column: int


@dataclass(frozen=True)
class Comment:
    """What an HTML comment says, and where it begins."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, eq=False)
class Document:
    """One file, read.

    `ids` are those that the author gave to headings or anything else. `loose` are the paragraphs
    with pipes in them, which do not render as tables. `statistics` are the lines of blocks of
    statistics that are written as code. `grows` says that building the book adds text to the page,
    by macros or by including other files.
    """

    source: Source
    headings: tuple[MarkdownHeading, ...] = ()
    ids: tuple[str, ...] = ()
    links: tuple[MarkdownLink, ...] = ()
    tables: tuple[MarkdownTable, ...] = ()
    prose: tuple[Prose, ...] = ()
    loose: tuple[tuple[Prose, ...], ...] = ()
    statistics: tuple[Prose, ...] = ()
    comments: tuple[Comment, ...] = ()
    grows: bool = False
