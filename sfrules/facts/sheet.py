"""Reads a CSV file into cells with their places, so that a problem can point at a cell.

Python's csv module keeps no positions.
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


class FileCell(NamedTuple):
    """The text of a cell without its quotes, and the line and column where it begins, from 1."""

    text: str
    line: int
    column: int


class Malformed(Exception):
    """The text is not CSV from this place on."""

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

    def record(self) -> list[FileCell]:
        """Read the cells of one record, and go past the end of its line."""
        end = self.text.find("\n", self.at)
        line = self.text[self.at : end if end >= 0 else None]
        if '"' not in line:  # nearly all lines, and much faster
            return self.plain(line)
        cells = [self.cell()]
        while self.text.startswith(",", self.at):
            self.at += 1
            cells.append(self.cell())
        self.step_over("\n")
        return cells

    def plain(self, line: str) -> list[FileCell]:
        """Split a line without quotes, and go past it."""
        cells, column = [], self.column
        for text in line.split(","):
            cells.append(FileCell(text, self.line, column))
            column += len(text) + 1
        self.at = self.line_start = min(self.at + len(line) + 1, len(self.text))
        self.line += 1
        return cells

    def cell(self) -> FileCell:
        """Read one cell, and stop at the comma or the line's end after it."""
        line, column = self.line, self.column
        quoted = self.text.startswith('"', self.at)
        text = self.quoted() if quoted else self.take(_PLAIN)[0]
        if self.at < len(self.text) and self.text[self.at] not in ",\n":
            self.refuse_what_follows(text)
        return FileCell(text, line, column)

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
        """Go past what a pattern matches, which may be empty."""
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


def records(text: str) -> list[list[FileCell]]:
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
class FactsFile(Source):
    """A file of facts or their description: its text, and the path that messages show."""

    def problem(self, line: int, column: int, message: str, hint: str = "") -> Problem:
        """Return a problem at a place of this file."""
        return Problem(self.path, line, column, message, hint, self.line(line))

    def cell_problem(self, cell: FileCell, message: str, hint: str = "") -> Problem:
        """Return a problem with a cell of this file."""
        return self.problem(cell.line, cell.column, message, hint)

    def span(self, cell: FileCell, start: int = 0, end: int | None = None) -> Span:
        """Return the span of a part of a cell's text; in a quoted cell, a quote is doubled."""
        first = self.start_of(cell.line) + cell.column - 1
        quoted = self.text.startswith('"', first)
        before, text = cell.text[:start], cell.text[start:end]
        at = first + len(before) + (before.count('"') + 1 if quoted else 0)
        return Span(self, at, at + len(text) + (text.count('"') if quoted else 0))

    def end_problem(self, line: int, message: str, hint: str = "") -> Problem:
        """Return a problem at the end of a line, where something is missing."""
        return self.problem(line, len(self.line(line)) + 1, message, hint)

    def stray(self) -> Problem | None:
        """Return a problem at the first character that no text may contain, or None."""
        if wrong := unfit(self.text):
            at, message = wrong
            return self.problem(*self.position(at), message)
        return None

    def records(self) -> list[list[FileCell]]:
        """Split the file into records of cells.

        Raises:
            ProblemsFound: if the file is not CSV.
        """
        try:
            return records(self.text)
        except Malformed as found:
            problem = self.problem(found.line, found.column, found.message, found.hint)
            raise ProblemsFound([problem]) from None


def open_sheet(root: Path, path: str) -> FactsFile:
    """Read a file of the package, whose path is relative to the folder that holds tables/.

    Raises:
        ProblemsFound: if the file cannot be read, or has a character that no text may contain.
    """
    sheet = FactsFile(path, read_source(root / path, path, [root]).text)
    if stray := sheet.stray():
        raise ProblemsFound([stray])
    return sheet
