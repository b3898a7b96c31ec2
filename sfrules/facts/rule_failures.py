"""Failures of a rule that facts or the rule itself cause, reported at the cell or at the rule."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sfrules.facts.row import EmptyRead, cells_of, last_empty, place_of
from sfrules.facts.sheet import open_sheet
from sfrules.ground.faults import Elsewhere, def_lines, source_of
from sfrules.ground.problems import Problem, ProblemsFound, problem_on_line

# The messages of Python, Fraction, domains and `exact` for None where a number belongs.
_OF_NONE = re.compile(r"\bNoneType\b|Rational instance|\bis None; allowed|^None is not a number")


class EmptyCell(Elsewhere):
    """A rule read a cell that is empty, and failed for it."""

    def __init__(self, read: EmptyRead, asker: str) -> None:
        self.read = read
        self.said = f"{read.column} is empty, and {asker} asks for it"
        place = place_of(read.row)
        super().__init__(f"{place.path}:{place.line}: {self.said}")

    def problem(self, root: Path) -> Problem:
        """Return the problem, at the cell."""
        place, column = place_of(self.read.row), list(cells_of(self.read.row))
        hint = "fill the cell, or let the rule say what holds without: if … is None"
        try:
            sheet = open_sheet(root, place.path)
            record = next(cells for cells in sheet.records() if cells[0].line == place.line)
            return sheet.cell_problem(record[column.index(self.read.column)], self.said, hint)
        except (ProblemsFound, LookupError, StopIteration):  # the file has changed since
            return Problem(place.path, place.line, 1, self.said, hint)


class WrongAnswer(Elsewhere):
    """A rule's answer is not in the domain of its return annotation."""

    def __init__(self, rule: Callable[..., object], call: str, answer: str, allowed: str) -> None:
        self.rule, self.call, self.answer = rule, call, answer
        self.said = f"{rule.__name__} is annotated to answer {allowed}, and answers something else"
        super().__init__(f"{self.said}: {call} is {answer}")

    def problem(self, root: Path) -> Problem:
        """Return the problem, at the rule's `def`."""
        source = source_of(inspect.unwrap(self.rule).__code__.co_filename, root)
        _, line = def_lines(self.rule, source)
        hint = f"{self.call} is {self.answer}: change what it answers, or the annotation"
        return problem_on_line(source, line, self.said, hint)


def empty_cell(error: Exception, before: EmptyRead | None, asker: str) -> EmptyCell | None:
    """Return the empty cell that caused an error, if one was read since `before`."""
    read = last_empty()
    if read is None or read is before or not _OF_NONE.search(str(error)):
        return None
    return EmptyCell(read, asker)


@contextmanager
def empty_cells_told(asker: str) -> Iterator[None]:
    """Turn errors that an empty cell causes into EmptyCell."""
    before = last_empty()
    try:
        yield
    except (TypeError, AttributeError, ValueError) as error:
        if empty := empty_cell(error, before, asker):
            raise empty from error
        raise
