"""What lint finds: a rule that a place in a book breaks."""

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
    """A rule of lint: its id, what it looks for in a sentence, and the look itself.

    `look` is given one file at a time; `look_at_all` all files of the run together, for what two
    of them say differently. A rule has one of the two.
    """

    id: str
    summary: str
    look: Callable[[Document], Iterable[Problem]] | None = None
    look_at_all: Callable[[Sequence[Document]], Iterable[Problem]] | None = None

    def findings(self, documents: Sequence[Document]) -> Iterator[Finding]:
        """Everything that the rule finds."""
        if self.look_at_all:
            yield from (Finding(problem, self.id) for problem in self.look_at_all(documents))
        if self.look:
            for document in documents:
                yield from (Finding(problem, self.id) for problem in self.look(document))


def problem_in(source: Source, text: Cell | Prose, message: str, hint: str = "") -> Problem:
    """A problem with a text that the document has at a place."""
    return problem_of(source, text, max(1, len(text.text)), message, hint)


def problem_of(source: Source, thing: Placed, length: int, message: str, hint: str = "") -> Problem:
    """A problem with so many characters of the source, from the place of a thing on."""
    start = source.start_of(thing.line) + thing.column - 1
    return problem_at(Span(source, start, start + length), message, hint)


def counted(count: int, thing: str) -> str:
    """How many there are of a thing: `1 cell`, `3 cells`."""
    return f"1 {thing}" if count == 1 else f"{count} {thing}s"
