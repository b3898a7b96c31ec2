"""Find the cell of a file for which a rule fails: an empty one, or a text among numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sfrules.facts.row import RowPlace, identifier, place_of, reads_of
from sfrules.facts.sheet import FactsFile, FileCell, open_sheet
from sfrules.ground.faults import Elsewhere, cause, problem_in, source_of
from sfrules.ground.number_words import number_written
from sfrules.ground.problems import Problem, ProblemsFound


class OddCell(Elsewhere):
    """The type error of a call at a line of code, and the cell that was read last before it."""

    def __init__(self, place: RowPlace, column: str, call: str, line: tuple[str, int]) -> None:
        super().__init__(f"{column} of {place.path}:{place.line} is asked for by {call}")
        self.place, self.column, self.call, self.line = place, column, call, line

    def problem(self, root: Path) -> Problem:
        """The problem, where the cell begins; in the code, if no cell of the column is odd."""
        file, line = self.line
        code = f"{source_of(file, root).path}:{line}"
        if empty := empty_cell(root, self.place, self.column, self.call):
            return replace(empty, hint=f"fill it, or have {code} do without it")
        sheet, own, cells = _column(root, self.place, self.column)
        texts = [each for each in cells if each.text and number_written(each.text) is None]
        if sheet and 0 < len(texts) < len(cells):
            odd = own if own in texts else texts[0]
            message = f'{self.column} is "{odd.text}", and {self.call} asks for a number'
            hint = f"write a number, or have {code} read it as a text"
            return sheet.cell_problem(odd, message, hint)
        error = self.__cause__ or self
        return cause(error, root) or problem_in(file, line, root, str(error))


def empty_cell(root: Path, place: RowPlace, column: str, asked: str) -> Problem | None:
    """What is told of an empty cell that is asked for; None if the file has no such cell."""
    sheet, own, _ = _column(root, place, column)
    if not (sheet and own) or own.text:
        return None
    return sheet.cell_problem(own, f"{column} is empty, and {asked} asks for it", "fill it")


def _column(
    root: Path, place: RowPlace, column: str
) -> tuple[FactsFile | None, FileCell | None, list[FileCell]]:
    """The file of a row, its cell, and all cells of the column; none for the rows of a frame."""
    try:
        sheet = open_sheet(root, place.path)
        header, *body = sheet.records()
        which = [identifier(each.text) for each in header].index(column)
    except (ProblemsFound, ValueError):
        return None, None, []
    rows = [row for row in body if which < len(row)]
    own = (row[which] for row in rows if sheet.line_of(row[0]) == place.line)
    return sheet, next(own, None), [row[which] for row in rows]


def odd_cell(error: TypeError, asked: Callable[[], object]) -> tuple[RowPlace, str] | None:
    """The cell that a call, which raised an error, reads last of those it may be raised for."""
    wanted = str if re.search(r"\bstr\b", str(error)) else type(None)
    cells = [
        (place_of(row), column)
        for row, column in reads_of(asked)
        if type(getattr(row, column)) is wanted
    ]
    return cells[-1] if cells else None
