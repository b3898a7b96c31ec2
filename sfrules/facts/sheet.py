"""A CSV file as cells with their places, and the problems found at them.

The standard reader keeps no positions, and a message has to point at the very cell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sfrules.ground.file_door import read_source
from sfrules.ground.formats import unfit
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.ground.source import Source, Span

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
    """Reads the text once, cell by cell."""

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
        end = self.text.find("\n", self.at)
        line = self.text[self.at : end if end >= 0 else None]
        if '"' not in line:  # as nearly all are, which is much faster
            return self.plain(line)
        cells = [self.cell()]
        while self.text.startswith(",", self.at):
            self.at += 1
            cells.append(self.cell())
        self.step_over("\n")
        return cells

    def plain(self, line: str) -> list[Cell]:
        """Split a line without quotes, and step over it."""
        cells, column = [], self.column
        for text in line.split(","):
            cells.append(Cell(text, self.line, column))
            column += len(text) + 1
        self.at = self.line_start = min(self.at + len(line) + 1, len(self.text))
        self.line += 1
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
        """Refuse a cell that continues where it should end."""
        hint = "put the whole cell in quotes, and double each quote inside"
        if self.text[self.at] == '"':
            message = "a quote inside a cell that does not begin with one"
        else:
            message = f"text after the closing quote of {before!r}"
        raise Malformed(self.line, self.column, message, hint)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str]:
        """Step over what a pattern matches, which may be an empty text."""
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


@dataclass(frozen=True)
class Sheet(Source):
    """A file of the package, by the path that messages show, and its text."""

    def problem(self, line: int, column: int, message: str, hint: str = "") -> Problem:
        """Return a problem at a place of this file."""
        return Problem(self.path, line, column, message, hint, self.line(line))

    def cell_problem(self, cell: Cell, message: str, hint: str = "") -> Problem:
        """Return a problem with a cell of this file."""
        return self.problem(cell.line, cell.column, message, hint)

    def span(self, cell: Cell, start: int = 0, end: int | None = None) -> Span:
        """Return where a stretch of a cell's text stands; in quotes, it has each quote twice."""
        first = self.start_of(cell.line) + cell.column - 1
        quoted = self.text.startswith('"', first)
        before, text = cell.text[:start], cell.text[start:end]
        at = first + len(before) + (before.count('"') + 1 if quoted else 0)
        return Span(self, at, at + len(text) + (text.count('"') if quoted else 0))

    def end_problem(self, line: int, message: str, hint: str = "") -> Problem:
        """Return a problem with what is missing at the end of a line of this file."""
        return self.problem(line, len(self.line(line)) + 1, message, hint)

    def stray(self) -> Problem | None:
        """A problem at the first character that no text may contain."""
        if wrong := unfit(self.text):
            at, message = wrong
            return self.problem(*self.position(at), message)
        return None

    def records(self) -> list[list[Cell]]:
        """Split the file into records of cells.

        Raises:
            ProblemsFound: where the file is not CSV.
        """
        try:
            return records(self.text)
        except Malformed as found:
            problem = self.problem(found.line, found.column, found.message, found.hint)
            raise ProblemsFound([problem]) from None


def open_sheet(root: Path, path: str) -> Sheet:
    """Read a file of the package, whose path is relative to the folder that holds tables/.

    Raises:
        ProblemsFound: for a file that cannot be read, or has what no text may contain.
    """
    sheet = Sheet(path, read_source(root / path, path, [root]).text)
    if stray := sheet.stray():
        raise ProblemsFound([stray])
    return sheet
