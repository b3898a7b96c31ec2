"""The claims and worked examples of a page that were held against the rules, each as a check."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from jinja2 import nodes

from sfrules.ground.ledger import Check
from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.press.page.parse import Site
from sfrules.press.page.run import Run
from sfrules.press.page.syntax import Program
from sfrules.press.page.tokens import start_of

# What a macro's call is, as a check; a formula is one where the author says it.
KINDS = {"printed": "claim", "worked": "worked", "formula": "formula"}


def checks_of(source: Source, program: Program, run: Run) -> Iterator[Check]:
    """Each claim and worked example that was worked out, in the order of the page."""
    problems: defaultdict[int, list[Problem]] = defaultdict(list)
    for site, problem in run.found:
        problems[id(site.node)].append(problem)
    reached = (site for at, site in enumerate(program.compiled.sites) if run.reached[at])
    for site in sorted(reached, key=lambda site: site.start):
        text = _expression(source, program, site)
        if not any(name in text for name in KINDS):
            continue
        calls = _calls(site.node)
        starts = [start_of(call) if calls[1:] else site.start for call in calls]
        shares = _shared_out(source, problems[id(site.node)], starts)
        for call, start, share in zip(calls, starts, shares, strict=True):
            line, column = source.position(start)
            said = _call(source, program, start) if calls[1:] else text
            words = " ".join(said.split())
            yield Check(source.path, line, column, _kind(call), words, tuple(share))


def _calls(node: nodes.Node) -> list[nodes.Call]:
    """The calls in an expression that hold something against a rule, in the order of the page."""
    calls = ([node] if isinstance(node, nodes.Call) else []) + list(node.find_all(nodes.Call))
    return sorted(filter(_kind, calls), key=start_of)


def _kind(call: nodes.Call) -> str:
    """The kind of check that a call makes; nothing for any other call."""
    kind = KINDS.get(call.node.name, "") if isinstance(call.node, nodes.Name) else ""
    said = kind != "formula" or any(keyword.key == "words" for keyword in call.kwargs)
    return kind if said else ""


def _shared_out(
    source: Source, problems: Iterable[Problem], starts: Sequence[int]
) -> list[dict[Problem, None]]:
    """The problems of an expression by the call that each stands in; a loop may find one twice."""
    shares: list[dict[Problem, None]] = [{} for _ in starts]
    for problem in problems if shares else ():
        at = source.start_of(problem.line) + problem.column - 1
        shares[max(0, bisect_right(starts, at) - 1)][problem] = None
    return shares


def _expression(source: Source, program: Program, site: Site) -> str:
    """A site's expression as it is written."""
    if site.use == "print":
        start, end = program.tokens.expression_around(site.start)
        return source.text[start:end]
    return _call(source, program, site.start)


def _call(source: Source, program: Program, start: int) -> str:
    """What begins at an offset, up to the comma or the bracket behind it."""
    return source.text[start : program.tokens.end_of_expression(start)]
