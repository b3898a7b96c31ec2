"""A rule of lint, and the problems and fixes that it makes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sfrules.ground.edits import Edit
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.lint.document import Document, PlacedText


@dataclass(frozen=True)
class Rule:
    """A rule: its id, a sentence on what it looks for, and the functions that look.

    `look` finds problems in one file. Where only all files together decide, `look` returns what
    deciding needs of each file, and `judge` finds the problems in all of that.
    """

    id: str
    summary: str
    look: Callable[[Document], Iterable[Any]]
    judge: Callable[[Sequence[Any]], Iterable[Problem]] = iter


def problem_in(
    source: Source, text: PlacedText, message: str, hint: str = "", fix: Edit | None = None
) -> Problem:
    """A problem with a cell or a line of prose."""
    start = source.start_of(text.line) + text.column - 1
    return problem_at(Span(source, start, start + max(1, len(text.text))), message, hint, fix)


def part_of(source: Source, text: PlacedText, start: int, end: int) -> PlacedText:
    """A part of a text, at its place in the line, which may have markup that the text has not."""
    line, part = source.line(text.line), text.text[start:end]
    at = line.find(part, min(text.column - 1 + start, len(line)))
    return PlacedText(part, text.line, (at if at >= 0 else text.column - 1) + 1)


def edit_of(source: Source, cell: PlacedText, old: str, new: str) -> Edit | None:
    """The edit that writes something else for a text in a cell; None if it is not there."""
    start = source.start_of(cell.line) + cell.column - 1
    end = source.text.find("\n", start)
    at = source.text.find(old, start, end if end >= 0 else len(source.text))
    if not old or at < 0 or at - start > len(cell.text) + len(old):
        return None
    return Edit(source.path, at, at + len(old), old, new)
