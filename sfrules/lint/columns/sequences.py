"""Tables by level, rank or step that leave one of them out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sfrules.ground.problems import Problem, counted
from sfrules.lint.document import Cell, Document, MarkdownTable
from sfrules.lint.finding import problem_in

# What a book has all of, in order; of sizes or ratings, a table may choose some.
_COUNTED = re.compile(
    r"(?:[^\W\d]\S* ){0,2}(?:(?P<noun>level|lvl|lv|tier|rank|grade|circle|step|stage|degree"
    r"|stufe|rang|grad|niveau|nivel|livello|poziom|nivå|уровень|ранг|ступень)[sn]?)\.?",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"(?:[^\W\d]{1,12}\.? )?(?P<first>\d{1,3})(?:st|nd|rd|th|[.:º°])?"
    r"(?:\s?(?:[-–—]|to)\s?(?P<last>\d{1,3})(?:st|nd|rd|th)?)?",
    re.IGNORECASE,
)
FEWEST = 6  # rows that are left, for the one that is not there to be more than a choice


class LevelRow(NamedTuple):
    """The levels that a row is for, and the cell that says so."""

    first: int
    last: int
    cell: Cell


def sequences(document: Document) -> Iterator[Problem]:
    """Levels that the first column of a table leaves out, where all others are there."""
    for table in document.tables:
        noun = _counted(table)
        steps = _steps(table.column(0)) if noun else None
        if steps and (gap := _gap(steps)):
            before, after = gap
            missing = _listed(before, after, _width(steps))
            message = f"{noun} {missing} is missing: after {before.last} comes {after.first}"
            rows = counted(len(steps) - 1, "other row")
            yield problem_in(document.source, after.cell, message, f"the {rows} follow one another")


def _counted(table: MarkdownTable) -> str:
    """What the first column counts, as its heading calls it; "" for anything else."""
    heading = table.headings[0].text.strip() if table.headings else ""
    found = _COUNTED.fullmatch(heading)
    return found["noun"].lower() if found else ""


def _steps(cells: Sequence[Cell]) -> list[LevelRow] | None:
    """What each row is for; None where a cell says anything else."""
    found = [_STEP.fullmatch(cell.text.strip()) for cell in cells]
    if len(found) < FEWEST or not all(found):
        return None
    return [
        LevelRow(int(each["first"]), int(each["last"] or each["first"]), cell)
        for each, cell in zip(found, cells, strict=True)
        if each
    ]


def _gap(steps: Sequence[LevelRow]) -> tuple[LevelRow, LevelRow] | None:
    """The two rows between which one row is missing, if all others follow each other."""
    width = _width(steps)
    apart = [(one, next_) for one, next_ in pairwise(steps) if next_.first - one.last != width]
    if width < 1 or len(apart) != 1 or any(step.last < step.first for step in steps):
        return None
    before, after = apart[0]
    lacks = after.first - before.last - width
    # A row is for as many levels as the rows beside it.
    most = max(step.last - step.first for step in (before, after)) + width
    return apart[0] if width <= lacks <= most else None


def _width(steps: Sequence[LevelRow]) -> int:
    """By how much most rows rise over the row before."""
    rises = sorted(next_.first - one.last for one, next_ in pairwise(steps))
    return rises[len(rises) // 2]


def _listed(before: LevelRow, after: LevelRow, width: int) -> str:
    first, last = before.last + width, after.first - width
    return str(first) if first == last else f"{first} to {last}"
