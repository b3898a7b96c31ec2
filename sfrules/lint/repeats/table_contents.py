"""What tables say and where they are, for comparing all tables of a run."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import PurePath

from sfrules.ground.source import Source
from sfrules.lint.document import Cell, Document, MarkdownHeading, MarkdownTable
from sfrules.lint.quantities import KEPT, is_blank, quantity_in

WORDS_OF_A_NAME = 7  # at most; a longer caption is a sentence
# Under these headings, tables are repeated on purpose.
_REPEATING = re.compile(
    r"\b(?:summar(?:y|ies)|appendi(?:x|ces)|references?|quick\w*|cheat ?sheets?|cheat|screens?"
    r"|recaps?|overview|index|at a glance|handouts?|reprint\w*|repeat\w*|sheets?|cards?|annex)\b",
    re.IGNORECASE,
)
# Words that say that something is a table, or what kind of table, but not a table of what.
_NEUTRAL = frozenset(
    """a all an and appendix at by chapter cheat cheatsheet chart complete cost costs equipment
    example for from full gear glance goods handout handy in index item items list lists of on or
    overview page part price prices pricing quick recap reference rule rules screen section sheet
    shop shopping summary table tables the to with your""".split()
)
_FRONT_PAGES = frozenset({"index"})  # a site's first page, not an index at its end
_WORD = re.compile(r"[^\W\d_]{2,}")
ROWS = 3  # a smaller table says too little to be compared
COLUMNS = 2  # a key, and something about it
WORDS = 3  # different cells that begin with a word: small numbers may agree by chance
_SPACES = re.compile(r"\s+")
_ALIKE = str.maketrans(
    dict.fromkeys("\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}–\N{EM DASH}−", "-")
    | {"\N{RIGHT SINGLE QUOTATION MARK}": "'"}
    | dict.fromkeys("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}", '"')
)
_FORM = " _.…□☐○◯[]()"  # marks of a form, to be filled in by hand
_OF_LETTERS = re.compile(r"[^\W\d_]{3}")
_NUMBERED = re.compile(r"\d|(?:[ivx]+|[a-z])\.?$")
# Rows of the blocks of statistics that every creature has, so that they identify none.
_STATISTICS = frozenset(
    """str dex con int wis cha strength dexterity constitution intelligence wisdom charisma ac hp
    hd hit\N{NO-BREAK SPACE}points hit\N{NO-BREAK SPACE}dice armor\N{NO-BREAK SPACE}class speed
    initiative attack attacks damage move movement morale alignment level size type name class race
    saves save skills senses languages challenge feats xp edge heart iron shadow wits cool hard hot
    sharp weird fortitude reflex will perception body mind spirit health defense defence cost
    weight range value power agility stamina luck magic might presence toughness thac0""".split()
)


@dataclass(frozen=True)
class PlacedTable:
    """A table with its file and the headings above it."""

    document: Document
    table: MarkdownTable
    path: tuple[MarkdownHeading, ...]

    @property
    def file(self) -> str:
        """The file's path."""
        return self.document.source.path

    @property
    def is_repeated_on_purpose(self) -> bool:
        """Whether a heading above it, its caption or its file's name says so."""
        stem = re.sub(r"[\W_]+", " ", PurePath(self.file).stem)
        texts = [
            "" if stem.casefold() in _FRONT_PAGES else stem,
            self.table.caption,
            *(heading.text for heading in self.path),
        ]
        return any(_REPEATING.search(text) for text in texts)

    @property
    def title(self) -> frozenset[str]:
        """The words of its name: its caption and the nearest heading."""
        return _words([self._caption, self.table.section])

    def address(self, beside: PlacedTable) -> frozenset[str]:
        """The words of its caption and of all headings that are not above the other table too."""
        own = [heading.text for heading in self.path if heading not in beside.path]
        stem = PurePath(self.file).stem if self.file != beside.file else ""
        return _words([self._caption, stem, *own])

    @property
    def _caption(self) -> str:
        """The caption, if it is a name, and not a sentence that introduces the table."""
        caption = self.table.caption
        return caption if len(caption.split()) <= WORDS_OF_A_NAME else ""

    def at(self, cell: Cell) -> str:
        """A cell's place, for a message."""
        return f"{self.file}:{cell.line}:{cell.column}"


def _words(texts: Iterable[str]) -> frozenset[str]:
    words = (word.casefold() for text in texts for word in _WORD.findall(text.replace("_", " ")))
    return frozenset(_singular(word) for word in words if word not in _NEUTRAL)


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def tables_alone(document: Document) -> Document | None:
    """A file with its tables and headings alone, and only the lines that they need."""
    if not document.tables:
        return None
    needed = {row.line for table in document.tables for row in table.rows}
    needed |= {heading.line for table in document.tables for heading in table.headings}
    lines = document.source.text.split("\n")
    text = "\n".join(line if at in needed else "" for at, line in enumerate(lines, 1))
    return Document(
        Source(document.source.path, text),
        headings=document.headings,
        tables=document.tables,
        edition=document.edition,
    )


def placed_tables(documents: Iterable[Document]) -> list[PlacedTable]:
    """All tables of the run in order, each with the headings above it."""
    return [
        PlacedTable(document, table, path)
        for document in documents
        for table, path in _with_paths(document)
    ]


def _with_paths(document: Document) -> Iterable[tuple[MarkdownTable, tuple[MarkdownHeading, ...]]]:
    paths: list[tuple[MarkdownHeading, ...]] = [()]
    for heading in document.headings:
        above = (one for one in paths[-1] if one.level < heading.level)
        paths.append((*above, heading))
    lines = [heading.line for heading in document.headings]
    return ((table, paths[bisect_right(lines, table.line)]) for table in document.tables)


def _stripped(text: str) -> str:
    return _SPACES.sub(" ", text).strip().casefold().translate(_ALIKE).rstrip(".:")


@lru_cache(maxsize=KEPT)
def said(text: str) -> str:
    """What a cell says, regardless of case, spaces, dashes and commas."""
    if is_blank(text):
        return ""
    number = quantity_in(text)
    return f"{number.value} {number.unit}".strip() if number else _stripped(text)


@dataclass(frozen=True)
class Content:
    """A table with its cells as they are compared."""

    placed: PlacedTable

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """The headings."""
        return tuple(_stripped(heading.text) for heading in self.placed.table.headings)

    @cached_property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows' cells."""
        return tuple(tuple(said(text) for text in row.texts) for row in self.placed.table.rows)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The names of the rows, from the first column."""
        return tuple(row[0] for row in self.rows)

    @cached_property
    def identity(self) -> object:
        """Equal for two tables of one edition that say the same, in whatever order."""
        edition = self.placed.document.edition
        return edition, self.headings, frozenset(Counter(self.rows).items())

    @property
    def names_things(self) -> bool:
        """Whether most keys are specific to this table, unlike levels or statistics."""
        named = sum(not _is_general(key) for key in self.keys)
        return named * 2 > len(self.keys)

    @property
    def is_filled(self) -> bool:
        """Whether it is large enough, and not a form: most cells beside the keys say something."""
        if len(self.rows) < ROWS or len(self.headings) < COLUMNS:
            return False
        cells = [text for row in self.rows for text in row[1:]]
        filled = [text for text in cells if text.strip(_FORM)]
        return len(filled) * 2 > len(cells) and len(set(filled)) > 1

    @property
    def has_keys(self) -> bool:
        """Whether each row has a key of its own."""
        return len(set(self.keys)) == len(self.keys) and "" not in self.keys

    @property
    def is_wordy(self) -> bool:
        """Whether it has too many words to equal another table by chance."""
        words = {text for row in self.rows for text in row[1:] if _OF_LETTERS.match(text)}
        return len(words) >= WORDS

    def cell(self, row: int, column: int) -> Cell:
        """A cell of the table."""
        return self.placed.table.rows[row].cells[column]


def _is_general(key: str) -> bool:
    return _NUMBERED.match(key) is not None or key.replace(" ", "\N{NO-BREAK SPACE}") in _STATISTICS


def contents(documents: Iterable[Document]) -> list[Content]:
    """The contents of the tables of a run that can be compared."""
    return [content for content in map(Content, placed_tables(documents)) if content.is_filled]
