"""Reads a CSV file into cells with their places, so that a problem can point at a cell.

Python's csv module keeps no positions.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from sfrules.facts.row import identifier
from sfrules.ground.file_door import read_source
from sfrules.ground.formats import unfit
from sfrules.ground.problems import Problem, ProblemsFound, problem_at
from sfrules.ground.source import BOTH_KEPT, CONFLICT, Source, Span

_SEPARATOR = re.compile(r"sep=([,;\t|])\n")  # which a spreadsheet writes for itself
_QUOTED = re.compile(r'"((?:[^"]|"")*+)"')


class FileCell(NamedTuple):
    """The text of a cell without its quotes, and the offset in the file where it begins."""

    text: str
    start: int


@dataclass(frozen=True)
class FactsFile(Source):
    """A file of facts or their description: its text, and the path that messages show."""

    def problem(self, line: int, column: int, message: str, hint: str = "") -> Problem:
        """Return a problem at a place of this file."""
        return Problem(self.path, line, column, message, hint, self.line(line))

    def cell_problem(self, cell: FileCell, message: str, hint: str = "") -> Problem:
        """Return a problem with a cell of this file."""
        return problem_at(self.span(cell), message, hint)

    def span(self, cell: FileCell, start: int = 0, end: int | None = None) -> Span:
        """Return the span of a part of a cell's text; in a quoted cell, a quote is doubled."""
        quoted = self.text.startswith('"', cell.start)
        before, text = cell.text[:start], cell.text[start:end]
        at = cell.start + len(before) + (before.count('"') + 1 if quoted else 0)
        return Span(self, at, at + len(text) + (text.count('"') if quoted else 0))

    def line_of(self, cell: FileCell) -> int:
        """Return the line that a cell begins on."""
        return self.position(cell.start)[0]

    def end_problem(self, line: int, message: str, hint: str = "") -> Problem:
        """Return a problem at the end of a line, where something is missing."""
        return self.problem(line, len(self.line(line)) + 1, message, hint)

    def misspelt(self, column: str, asked: Collection[str] = ()) -> Problem | None:
        """Return the problem of a heading that is nearly a column that code asks for.

        `asked` are the columns that code asks for: none of them is that heading.
        """
        headings = {identifier(cell.text): cell for cell in self.records()[0]}
        near = get_close_matches(column, [each for each in headings if each not in asked], 1)
        if not near:
            return None
        hint = f"write {column} here, or {near[0]} in the code of the book"
        return self.cell_problem(headings[near[0]], f"there is no column {column}", hint)

    def records(self) -> list[list[FileCell]]:
        """Split the file into records of cells; an empty line is a record of one empty cell.

        Between cells stand commas, or the semicolons or tabs of a spreadsheet.

        Raises:
            ProblemsFound: where a quote is out of place.
        """
        at = said.end() if (said := _SEPARATOR.match(self.text)) else 0
        head = _QUOTED.sub("", self.line(2 if said else 1))
        between = said[1] if said else next((sign for sign in ",;\t" if sign in head), ",")
        cell = re.compile(rf'(?:{_QUOTED.pattern}|([^"{between}\n]*))({between}|\n|\Z)')
        found, cells = list[list[FileCell]](), list[FileCell]()
        while at < len(self.text):
            if not (match := cell.match(self.text, at)):
                raise ProblemsFound([self._misplaced_quote(at)])
            quoted, plain, after = match.groups()
            cells.append(FileCell(plain if quoted is None else quoted.replace('""', '"'), at))
            at = match.end()
            if after != between:
                found.append(cells)
                cells = []
        return [*found, [*cells, FileCell("", at)]] if cells else found

    def _misplaced_quote(self, at: int) -> Problem:
        """Return the problem of the cell at an offset, whose quotes are not around it."""
        closed = _QUOTED.match(self.text, at)
        if self.text.startswith('"', at) and not closed:
            message, hint = "a quote is opened and never closed", 'add the closing "'
            return self.problem(*self.position(at), message, hint)
        at = closed.end() if closed else self.text.index('"', at)
        hint = "put the whole cell in quotes, and double each quote inside"
        message = "a quote in a cell that is not in quotes, or text behind one that is"
        return self.problem(*self.position(at), message, hint)


def open_sheet(root: Path, path: str) -> FactsFile:
    """Read a file of the package, whose path is relative to the folder that holds tables/.

    Raises:
        ProblemsFound: if the file cannot be read, or has a character that no text may contain.
    """
    sheet = FactsFile(path, read_source(root / path, path).text)
    if wrong := unfit(sheet.text):
        at, message = wrong
        raise ProblemsFound([sheet.problem(*sheet.position(at), message)])
    if merged := CONFLICT.search(sheet.text):
        raise ProblemsFound([sheet.problem(*sheet.position(merged.start()), *BOTH_KEPT)])
    return sheet
