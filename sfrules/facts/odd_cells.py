"""Find the cell of a CSV file for which a rule fails: an empty one, or a text among numbers."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import FrameType, TracebackType

from sfrules.facts.row import Row, RowPlace, identifier, place_of, value_of
from sfrules.facts.sheet import FactsFile, FileCell, open_sheet
from sfrules.ground.faults import Elsewhere, cause, source_of
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


def odd_cell(error: TypeError, call: str) -> OddCell | None:
    """What a type error of a rule says of the cell that it came from; None if it is of none."""
    wanted: type = str if "'str'" in str(error) else type(None)
    for frame, line in reversed([*_frames(error.__traceback__)]):
        for node in _attributes(frame, line):
            with suppress(Exception):
                row = _value(node.value, frame)
                if isinstance(row, Row) and isinstance(value_of(row, node.attr), wanted):
                    at = frame.f_code.co_filename, line
                    return OddCell(place_of(row), node.attr, call, at)
    return None


def _frames(at: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    while at:
        yield at.tb_frame, at.tb_lineno
        at = at.tb_next


def _attributes(frame: FrameType, line: int) -> Iterator[ast.Attribute]:
    """The attributes that the statement on a line has, and those that its names were set to."""
    first, file = frame.f_code.co_firstlineno, frame.f_code.co_filename
    linecache.checkcache(file)
    code = _statements("".join(linecache.getlines(file)))
    before = [each for each in code if first <= each.lineno <= line]
    here = [each for each in before if line <= (each.end_lineno or 0)]
    if not here:
        return
    last = max(here, key=_line)
    names = {each.id for each in ast.walk(last) if isinstance(each, ast.Name)}
    for each in (last, *sorted(before, key=_line, reverse=True)):
        targets = each.targets if isinstance(each, ast.Assign) else []
        if each is last or any(isinstance(t, ast.Name) and t.id in names for t in targets):
            yield from (node for node in ast.walk(each) if isinstance(node, ast.Attribute))


@lru_cache(maxsize=8)  # a rule may fail for each row of a table
def _statements(text: str) -> list[ast.stmt]:
    try:
        return [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.stmt)]
    except SyntaxError:  # it has changed since it was loaded
        return []


def _line(node: ast.stmt) -> int:
    return node.lineno


def _value(node: ast.expr, frame: FrameType) -> object:
    """The value of names, attributes and items; calls are not made a second time."""
    match node:
        case ast.Name():
            return {**frame.f_globals, **frame.f_locals}[node.id]
        case ast.Attribute():
            return getattr(_value(node.value, frame), node.attr)
        case ast.Subscript():
            return _value(node.value, frame)[_value(node.slice, frame)]  # type: ignore[index] # or fails
        case ast.Constant():
            return node.value
    raise LookupError
