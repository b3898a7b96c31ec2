"""Where a table stands, in words: what tells two tables of one thing from tables of two."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

from sfrules.lint.document import Cell, Document, Heading, Table

WORDS_OF_A_NAME = 7  # at most: what is longer is a sentence

# A table under these is repeated on purpose, so that readers have it at hand.
_REPEATING = re.compile(
    r"\b(?:summar(?:y|ies)|appendi(?:x|ces)|references?|quick\w*|cheat ?sheets?|cheat|screens?"
    r"|recaps?|overview|index|at a glance|handouts?|reprint\w*|repeat\w*|sheets?|cards?|annex)\b",
    re.IGNORECASE,
)
# Words that say of a table that it is one, and of what kind, but not of what.
_NEUTRAL = frozenset(
    """a all an and appendix at by chapter cheat cheatsheet chart complete cost costs equipment
    example for from full gear glance goods handout handy in index item items list lists of on or
    overview page part price prices pricing quick recap reference rule rules screen section sheet
    shop shopping summary table tables the to with your""".split()
)
_FRONT_PAGES = frozenset({"index"})  # a site's first page, and no register at its end
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True)
class Placed:
    """A table with the file that it is in, and the headings that it stands below."""

    document: Document
    table: Table
    path: tuple[Heading, ...]

    @property
    def file(self) -> str:
        """The file's path."""
        return self.document.source.path

    @property
    def is_repeated_on_purpose(self) -> bool:
        """Whether a heading, the caption or the file's name says so."""
        stem = re.sub(r"[\W_]+", " ", PurePath(self.file).stem)
        texts = [
            "" if stem.casefold() in _FRONT_PAGES else stem,
            self.table.caption,
            *(heading.text for heading in self.path),
        ]
        return any(_REPEATING.search(text) for text in texts)

    @property
    def title(self) -> frozenset[str]:
        """The words that the table itself is called by."""
        return _words([self._caption, self.table.section])

    def address(self, beside: Placed) -> frozenset[str]:
        """The words of all headings above it that are not above the other table too."""
        own = [heading.text for heading in self.path if heading not in beside.path]
        stem = PurePath(self.file).stem if self.file != beside.file else ""
        return _words([self._caption, stem, *own])

    @property
    def _caption(self) -> str:
        """The caption, if it is a name and no sentence that leads over to the table."""
        caption = self.table.caption
        return caption if len(caption.split()) <= WORDS_OF_A_NAME else ""

    def at(self, cell: Cell) -> str:
        """A cell's place, as a message names it."""
        return f"{self.file}:{cell.line}:{cell.column}"


def _words(texts: Iterable[str]) -> frozenset[str]:
    words = (word.casefold() for text in texts for word in _WORD.findall(text.replace("_", " ")))
    return frozenset(_singular(word) for word in words if word not in _NEUTRAL)


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def placed_tables(documents: Iterable[Document]) -> list[Placed]:
    """All tables of the run, in order, each with its headings."""
    return [
        Placed(document, table, path)
        for document in documents
        for table, path in _with_paths(document)
    ]


def _with_paths(document: Document) -> Iterable[tuple[Table, tuple[Heading, ...]]]:
    paths: list[tuple[Heading, ...]] = [()]
    for heading in document.headings:
        above = (one for one in paths[-1] if one.level < heading.level)
        paths.append((*above, heading))
    lines = [heading.line for heading in document.headings]
    return ((table, paths[bisect_right(lines, table.line)]) for table in document.tables)
