"""The claims and worked examples of a page that were held against the rules, each as a check."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from jinja2 import nodes

from sfrules.press.ground.checks import Check
from sfrules.press.ground.problems import Problem
from sfrules.press.ground.source import Source
from sfrules.press.weave.compiler import Site
from sfrules.press.weave.run import Run
from sfrules.press.weave.syntax import Program

KINDS = {"printed": "claim", "worked": "worked"}  # what a macro's call is, as a check


def checks_of(source: Source, program: Program, run: Run) -> Iterator[Check]:
    """Each site that was worked out and calls printed() or worked(), in the order of the page."""
    problems: defaultdict[int, dict[Problem, None]] = defaultdict(dict)
    for site, problem in run.found:
        problems[id(site.node)][problem] = None  # a loop may find the same one at each turn
    checked = (
        (site, kind)
        for at, site in enumerate(program.compiled.sites)
        if run.reached[at] and (kind := _kind(site.node))
    )
    for site, kind in sorted(checked, key=lambda each: each[0].start):
        line, column = source.position(site.start)
        said = " ".join(_expression(source, program, site).split())
        yield Check(source.path, line, column, kind, said, tuple(problems[id(site.node)]))


def _kind(node: nodes.Node) -> str:
    """The kind of a site's check; nothing for a site that has none."""
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name):
        if node.node.name in KINDS:
            return KINDS[node.node.name]
    elif isinstance(node, nodes.Const | nodes.Name):
        return ""
    names = {
        call.node.name for call in node.find_all(nodes.Call) if isinstance(call.node, nodes.Name)
    }
    return next((kind for name, kind in KINDS.items() if name in names), "")


def _expression(source: Source, program: Program, site: Site) -> str:
    """A site's expression as it is written."""
    start, end = program.tokens.expression_around(site.start)
    if site.use != "print":
        start, end = site.start, program.tokens.end_of_expression(site.start)
    return source.text[start:end]
