"""A file of a rulebook as the rules see it: headings, tables, prose, links, with their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sfrules.ground.source import Source


@dataclass(frozen=True)
class PlacedText:
    """A text as a reader sees it, without markup, and where it begins."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Row:
    """A row of a table's body, with as many cells as the table has columns.

    `missing` counts the cells at its end that are not written; `surplus` holds those that are
    written past the last column.
    """

    cells: tuple[PlacedText, ...]
    line: int
    missing: int = 0
    surplus: tuple[PlacedText, ...] = ()

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
    headings: tuple[PlacedText, ...]
    rows: tuple[Row, ...]
    line: int
    section: str = ""
    caption: str = ""

    def column(self, at: int) -> tuple[PlacedText, ...]:
        """The cells below a heading."""
        return tuple(row.cells[at] for row in self.rows)

    @property
    def columns(self) -> Iterator[tuple[PlacedText, tuple[PlacedText, ...]]]:
        """Each heading with the cells below it."""
        return ((heading, self.column(at)) for at, heading in enumerate(self.headings))


@dataclass(frozen=True, eq=False)
class Document:
    """One file, read.

    A text of `prose` is a line of it from its column on, with spaces in place of markup and code,
    so that an offset in it is an offset in the line. `ids` are those that the author gave to
    headings or anything else. `links` are their targets, as they are written. `loose` are the
    paragraphs with pipes in them, which do not render as tables. `statistics` are the lines of
    blocks of statistics that are written as code. `grows` says that building the book adds text to
    the page, by macros or by including other files.
    """

    source: Source
    headings: tuple[PlacedText, ...] = ()
    ids: tuple[str, ...] = ()
    links: tuple[PlacedText, ...] = ()
    tables: tuple[MarkdownTable, ...] = ()
    prose: tuple[PlacedText, ...] = ()
    loose: tuple[tuple[PlacedText, ...], ...] = ()
    statistics: tuple[PlacedText, ...] = ()
    comments: tuple[PlacedText, ...] = ()
    grows: bool = False
