"""Find the cell of a CSV file for which a rule fails: an empty one, or a text among numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sfrules.facts.row import LAST_READ, RowPlace, identifier, place_of
from sfrules.facts.sheet import FactsFile, FileCell, open_sheet
from sfrules.ground.faults import Elsewhere, cause, line_in, source_of
from sfrules.ground.number_words import number_written
from sfrules.ground.problems import Problem, ProblemsFound, problem_on_line


class OddCell(Elsewhere):
    """A cell that a rule asked for, and that is empty or a text among the numbers of its column."""

    def __init__(self, place: RowPlace, column: str, call: str, at: tuple[str, int]) -> None:
        super().__init__(f"{column} of {place.path}:{place.line} is asked for by {call}")
        self.place, self.column, self.call, self.at = place, column, call, at

    def problem(self, root: Path) -> Problem:
        """Return the problem, where the cell begins; in the code, if it is no cell that is odd."""
        error, (file, line) = self.__cause__, self.at
        code = f"{source_of(file, root).path}:{line}"
        if empty := empty_cell(root, self.place, self.column, self.call):
            return replace(empty, hint=f"fill it, or have {code} do without it")
        sheet, cells = _column(root, self.place.path, self.column)
        texts = [each for each in cells if each.text and number_written(each.text) is None]
        if sheet is None or len(texts) in (0, len(cells)):
            there = cause(error, root) if error else None
            return there or problem_on_line(source_of(file, root), line, str(error), "")
        odd = next((each for each in texts if each.line == self.place.line), texts[0])
        message = f'{self.column} is "{odd.text}", and {self.call} asks for a number'
        return sheet.cell_problem(odd, message, f"write a number, or have {code} read it as a text")


def empty_cell(root: Path, place: RowPlace, column: str, asked: str) -> Problem | None:
    """What is told of an empty cell that is asked for; None if the file has no such cell."""
    sheet, cells = _column(root, place.path, column)
    own = next((each for each in cells if each.line == place.line and not each.text), None)
    if sheet is None or own is None:
        return None
    return sheet.cell_problem(own, f"{column} is empty, and {asked} asks for it", "fill it")


def _column(root: Path, path: str, column: str) -> tuple[FactsFile | None, list[FileCell]]:
    """The cells of a column of a file; none if there is no such file, as for rows of a frame."""
    try:
        sheet = open_sheet(root, path)
        header, *body = sheet.records()
        which = [identifier(each.text) for each in header].index(column)
    except (ProblemsFound, ValueError):
        return None, []
    return sheet, [row[which] for row in body if which < len(row)]


def odd_cell(error: TypeError, rule: Callable[..., object], call: str) -> OddCell | None:
    """What a type error of a rule says of the cell that it came from; None if it is of none."""
    wanted = str if "'str'" in str(error) else type(None)
    if wanted not in LAST_READ:
        return None
    row, column = LAST_READ[wanted]
    return OddCell(place_of(row), column, call, line_in(rule, error))
