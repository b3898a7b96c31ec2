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

_PLAIN = {sign: re.compile(rf'([^"{sign}\n]*)') for sign in ",;\t"}
_QUOTED = re.compile(r'"((?:[^"]|"")*+)"')


class FileCell(NamedTuple):
    """The text of a cell without its quotes, and the line and column where it begins, from 1."""

    text: str
    line: int
    column: int


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
        first = self.start_of(cell.line) + cell.column - 1
        quoted = self.text.startswith('"', first)
        before, text = cell.text[:start], cell.text[start:end]
        at = first + len(before) + (before.count('"') + 1 if quoted else 0)
        return Span(self, at, at + len(text) + (text.count('"') if quoted else 0))

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
        text, found, at, line = self.text, list[list[FileCell]](), 0, 1
        head = _QUOTED.sub("", self.line(1))
        between = next((sign for sign in ",;\t" if sign in head), ",")
        while at < len(text):
            end = text.find("\n", at)
            written = text[at : end if end >= 0 else None]
            if '"' in written:
                cells, at = self._record(at, between)
                line = self.position(at - 1)[0] + 1
            else:  # nearly all lines, and much faster
                cells, column = [], 1
                for cell in written.split(between):
                    cells.append(FileCell(cell, line, column))
                    column += len(cell) + 1
                at, line = at + len(written) + 1, line + 1
            found.append(cells)
        return found

    def _record(self, at: int, between: str) -> tuple[list[FileCell], int]:
        """Return the cells of the record at an offset, and the offset behind it."""
        cells, after = list[FileCell](), between
        while after == between:
            place, quoted = self.position(at), self.text.startswith('"', at)
            match = (_QUOTED if quoted else _PLAIN[between]).match(self.text, at)
            if match is None:
                message, hint = "a quote is opened and never closed", 'add the closing "'
                raise ProblemsFound([self.problem(*place, message, hint)])
            text = match[1].replace('""', '"') if quoted else match[1]
            cells.append(FileCell(text, *place))
            at, after = match.end() + 1, self.text[match.end() : match.end() + 1]
        if after not in ("\n", ""):
            hint = "put the whole cell in quotes, and double each quote inside"
            message = "a quote in a cell that is not in quotes, or text behind one that is"
            raise ProblemsFound([self.problem(*self.position(at - 1), message, hint)])
        return cells, at


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
