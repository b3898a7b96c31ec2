"""A finding, and the rule that makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sfrules.ground.edits import Edit, Fix
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.lint.document import Anchor, Bracket, Cell, Document, MarkdownLink, Prose

Placed = Anchor | Bracket | Cell | MarkdownLink | Prose


@dataclass(frozen=True, order=True)
class Finding:
    """A problem, and the id of the rule that found it."""

    problem: Problem
    rule: str


@dataclass(frozen=True)
class Rule:
    """A rule: its id, a sentence on what it looks for, and the functions that look.

    `look` takes one file at a time. A rule that compares files has `gather`, which takes what it
    needs out of each file and may run in another process, and `judge`, which takes all of that
    together. `by_default` says whether it runs without being asked for.
    """

    id: str
    summary: str
    look: Callable[[Document], Iterable[Problem]] | None = None
    gather: Callable[[Document], object] | None = None
    judge: Callable[[Sequence[Any]], Iterable[Problem]] | None = None
    by_default: bool = True

    def look_at(self, document: Document) -> Iterator[Finding]:
        """What the rule finds in one file alone."""
        if self.look:
            yield from (Finding(problem, self.id) for problem in self.look(document))

    def judge_all(self, gathered: Sequence[Any]) -> Iterator[Finding]:
        """What the rule finds in all files together, given what it gathered from each."""
        if self.judge:
            yield from (Finding(problem, self.id) for problem in self.judge(gathered))


def problem_in(
    source: Source, text: Cell | Prose, message: str, hint: str = "", fix: Fix | None = None
) -> Problem:
    """A problem with a cell or a line of prose."""
    found = problem_of(source, text, max(1, len(text.text)), message, hint)
    return replace(found, fix=fix) if fix else found


def problem_of(source: Source, thing: Placed, length: int, message: str, hint: str = "") -> Problem:
    """A problem that covers so many characters of the source, from a thing's place on."""
    start = source.start_of(thing.line) + thing.column - 1
    return problem_at(Span(source, start, start + length), message, hint)


def edit_of(source: Source, cell: Cell, old: str, new: str) -> Edit | None:
    """The edit that writes something else for a text in a cell; None if it is not there."""
    start = source.start_of(cell.line) + cell.column - 1
    end = source.text.find("\n", start)
    at = source.text.find(old, start, end if end >= 0 else len(source.text))
    if not old or at < 0 or at - start > len(cell.text) + len(old):
        return None
    return Edit(source.path, at, at + len(old), old, new)
