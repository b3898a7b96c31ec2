"""Names that a page gives to things of its own, and that are the book's: it would hide a check."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from jinja2 import nodes

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page.parse import Compiled

GIVING = (nodes.For, nodes.Assign, nodes.AssignBlock, nodes.With, nodes.Macro)


def shadows(source: Source, compiled: Compiled, names: Collection[str]) -> Iterator[Problem]:
    """A problem for each of the book's `names` that a page gives to something else."""
    if not any(isinstance(node, GIVING) for node in compiled.statements):
        return
    for node in compiled.nodes:
        is_given = isinstance(node, nodes.Macro) or (
            isinstance(node, nodes.Name) and node.ctx != "load"
        )
        if is_given and node.name in names:  # type: ignore[attr-defined] # both have one
            yield _shadow(source, node.lineno, node.name)  # type: ignore[attr-defined]


def _shadow(source: Source, at: int, name: str) -> Problem:
    """A macro is placed at its tag, which its name follows."""
    start = source.text.find(name, at)
    span = Span(source, start, start + len(name))
    return problem_at(span, f'"{name}" is a name of this book', "take another name")
