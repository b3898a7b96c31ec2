"""What a table says, apart from how it is typed: for comparing tables of a whole run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sfrules.lint.comparing.places import Placed, placed_tables
from sfrules.lint.document import Cell, Document
from sfrules.lint.numerals import KEPT, is_blank, number_in

ROWS = 3  # smaller tables say too little to be compared
COLUMNS = 2  # a name, and what is said of it
WORDS = 3  # different cells that begin with one: small numbers are the same by chance
_SPACES = re.compile(r"\s+")
_ALIKE = str.maketrans(
    dict.fromkeys("\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}–\N{EM DASH}−", "-")
    | {"\N{RIGHT SINGLE QUOTATION MARK}": "'"}
    | dict.fromkeys("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}", '"')
)
_FORM = " _.…□☐○◯[]()"  # what is filled in by hand
_WORD = re.compile(r"[^\W\d_]{3}")
_NUMBERED = re.compile(r"\d|(?:[ivx]+|[a-z])\.?$")
# Rows of blocks that each creature or character has, and that say nothing of which.
_STATISTICS = frozenset(
    """str dex con int wis cha strength dexterity constitution intelligence wisdom charisma ac hp
    hd hit\N{NO-BREAK SPACE}points hit\N{NO-BREAK SPACE}dice armor\N{NO-BREAK SPACE}class speed
    initiative attack attacks damage move movement morale alignment level size type name class race
    saves save skills senses languages challenge feats xp edge heart iron shadow wits cool hard hot
    sharp weird fortitude reflex will perception body mind spirit health defense defence cost
    weight range value power agility stamina luck magic might presence toughness thac0""".split()
)


def _stripped(text: str) -> str:
    return _SPACES.sub(" ", text).strip().casefold().translate(_ALIKE).rstrip(".:")


@lru_cache(maxsize=KEPT)
def said(text: str) -> str:
    """What a cell says, whatever its case, its spaces, its dashes and its commas."""
    if is_blank(text):
        return ""
    number = number_in(text)
    return f"{number.value} {number.unit}".strip() if number else _stripped(text)


@dataclass(frozen=True)
class Content:
    """A table's cells as they are compared, with the table."""

    placed: Placed

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
        """What the rows are named."""
        return tuple(row[0] for row in self.rows)

    @cached_property
    def identity(self) -> object:
        """What two tables have in common that say the same, in whatever order."""
        return self.headings, frozenset(Counter(self.rows).items())

    @property
    def names_things(self) -> bool:
        """Whether most rows are named by what no other table would have: not levels, not AC."""
        named = sum(not _is_general(key) for key in self.keys)
        return named * 2 > len(self.keys)

    @property
    def is_filled(self) -> bool:
        """Whether it is large enough, and no form: most cells beside the keys say something."""
        if len(self.rows) < ROWS or len(self.headings) < COLUMNS:
            return False
        cells = [text for row in self.rows for text in row[1:]]
        filled = [text for text in cells if text.strip(_FORM)]
        return len(filled) * 2 > len(cells) and len(set(filled)) > 1

    @property
    def has_keys(self) -> bool:
        """Whether each row has a name of its own."""
        return len(set(self.keys)) == len(self.keys) and "" not in self.keys

    @property
    def is_wordy(self) -> bool:
        """Whether it has words enough to be no chance likeness of another."""
        words = {text for row in self.rows for text in row[1:] if _WORD.match(text)}
        return len(words) >= WORDS

    def cell(self, row: int, column: int) -> Cell:
        """A cell of the table."""
        return self.placed.table.rows[row].cells[column]


def _is_general(key: str) -> bool:
    return _NUMBERED.match(key) is not None or key.replace(" ", "\N{NO-BREAK SPACE}") in _STATISTICS


def contents(documents: Iterable[Document]) -> list[Content]:
    """What the tables of a run say, as far as they can be compared."""
    return [content for content in map(Content, placed_tables(documents)) if content.is_filled]
