"""CSV text as cells that know where they stand.

The standard reader keeps no positions, and a message has to point at the very cell.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_PLAIN = re.compile(r'[^",\n]*')
_QUOTED = re.compile(r'"((?:[^"]|"")*)("?)')


class Cell(NamedTuple):
    """The text of a cell, without its quotes, and where it begins, counted from 1."""

    text: str
    line: int
    column: int


class Malformed(Exception):
    """A place where text stops being CSV."""

    def __init__(self, line: int, column: int, message: str, hint: str) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message
        self.hint = hint


class _Reader:
    """Goes through the text once, from cell to cell."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.line_start = 0

    @property
    def column(self) -> int:
        return self.at - self.line_start + 1

    def record(self) -> list[Cell]:
        """Read the cells of one record, and step over the end of its line."""
        cells = [self.cell()]
        while self.text.startswith(",", self.at):
            self.at += 1
            cells.append(self.cell())
        self.step_over("\n")
        return cells

    def cell(self) -> Cell:
        """Read one cell, and stop at the comma or the line's end after it."""
        line, column = self.line, self.column
        quoted = self.text.startswith('"', self.at)
        text = self.quoted() if quoted else self.take(_PLAIN)[0]
        if self.at < len(self.text) and self.text[self.at] not in ",\n":
            self.refuse_what_follows(text)
        return Cell(text, line, column)

    def quoted(self) -> str:
        """Read a cell in quotes, which may run over several lines."""
        line, column = self.line, self.column
        match = self.take(_QUOTED)
        if not match[2]:
            raise Malformed(line, column, "a quote is opened and never closed", 'add the closing "')
        return match[1].replace('""', '"')

    def refuse_what_follows(self, before: str) -> None:
        """Refuse a cell that goes on where it should end."""
        hint = "put the whole cell in quotes, and double each quote inside"
        if self.text[self.at] == '"':
            message = "a quote inside a cell that does not begin with one"
        else:
            message = f"text after the closing quote of {before!r}"
        raise Malformed(self.line, self.column, message, hint)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str]:
        """Step over what a pattern matches, which is something here even if empty."""
        match = pattern.match(self.text, self.at)
        assert match  # noqa: S101 — both patterns match at any place they are tried
        self.step_over(match[0])
        return match

    def step_over(self, text: str) -> None:
        """Move past some text, keeping count of the lines."""
        if self.text.startswith(text, self.at):
            self.at += len(text)
            breaks = text.count("\n")
            if breaks:
                self.line += breaks
                self.line_start = self.at - len(text) + text.rindex("\n") + 1


def records(text: str) -> list[list[Cell]]:
    """Split CSV text into records of cells; an empty line is a record of one empty cell.

    Raises:
        Malformed: where a quote is out of place.
    """
    reader = _Reader(text)
    found = []
    while reader.at < len(text):
        found.append(reader.record())
    return found
