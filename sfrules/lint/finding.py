"""A finding, and the rule that makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

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
    """A rule: its id, a sentence on what it looks for, and the function that looks.

    `look` takes one file at a time; `look_at_all` takes all files of the run together, for rules
    that compare them. A rule has one of the two.
    """

    id: str
    summary: str
    look: Callable[[Document], Iterable[Problem]] | None = None
    look_at_all: Callable[[Sequence[Document]], Iterable[Problem]] | None = None

    def findings(self, documents: Sequence[Document]) -> Iterator[Finding]:
        """Everything that the rule finds in the files."""
        if self.look_at_all:
            yield from (Finding(problem, self.id) for problem in self.look_at_all(documents))
        if self.look:
            for document in documents:
                yield from (Finding(problem, self.id) for problem in self.look(document))


def problem_in(source: Source, text: Cell | Prose, message: str, hint: str = "") -> Problem:
    """A problem with a cell or a line of prose."""
    return problem_of(source, text, max(1, len(text.text)), message, hint)


def problem_of(source: Source, thing: Placed, length: int, message: str, hint: str = "") -> Problem:
    """A problem that covers so many characters of the source, from a thing's place on."""
    start = source.start_of(thing.line) + thing.column - 1
    return problem_at(Span(source, start, start + length), message, hint)
