"""Read a page so that one mistake does not hide the next, and each is told at its place.

Every expression that a page prints, loops over, tests or sets is a *site*: it is evaluated under
guard, and a failure is reported while the page goes on. Inside a site, each operation knows its
offset, so that a problem points at the very name or argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.parser import Parser

from sfrules.press.page.sandbox import PageSandbox
from sfrules.press.page.tokens import parts_of, start_of

# Statements that a page may use. The others reach for files, or for Python.
STATEMENTS = (
    nodes.Template,
    nodes.Output,
    nodes.For,
    nodes.If,
    nodes.Assign,
    nodes.AssignBlock,
    nodes.Macro,
    nodes.With,
)


@dataclass(frozen=True)
class Site:
    """An expression of a page that is evaluated as one: how it is used, and its tree."""

    use: str  # "print", "loop", "test" or "set"
    node: nodes.Node
    names: int = 0  # how many names each value is taken apart into; none for a single name
    within: str = ""  # "loop" or "macro", where one place in the page is worked out several times

    @property
    def start(self) -> int:
        """The offset at which the expression begins."""
        return start_of(self.node)


@dataclass
class Compiled:
    """A page as a syntax tree with its sites, ready to be turned into Python."""

    tree: nodes.Template
    statements: list[nodes.Node]  # those of the nodes that are no part of an expression
    nodes: list[nodes.Node]
    sites: list[Site]


def parse(environment: PageSandbox, text: str) -> Compiled:
    """Read a tokenized page.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset.
    """
    tree = nodes.Template(_Parser(environment, text).subparse(), lineno=1)
    found = list(walk(tree))
    for node in (tree, *found):
        node.environment = environment
    for node in found:
        _refuse(node)
    statements: list[nodes.Node] = [node for node in found if isinstance(node, nodes.Stmt)]
    sites = list(_sites(statements, _repeated(tree, statements)))
    return Compiled(tree, statements, found, sites)


class _Parser(Parser):
    """Jinja's parser, which takes the tree of an expression that has been read before."""

    def parse_tuple(self, *args: Any, **kwargs: Any) -> Any:
        if self.stream.current.type == "tree":
            return next(self.stream).value
        return super().parse_tuple(*args, **kwargs)


def walk(tree: nodes.Node) -> Iterator[nodes.Node]:
    """Every node below a tree's root, in the order of the page; each once, however deep."""
    waiting = list(tree.iter_child_nodes())[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(parts_of(node)[::-1])


def _refuse(node: nodes.Node) -> None:
    """Refuse what a page may not say, and what Python would not compile."""
    if isinstance(node, nodes.Stmt) and not isinstance(node, STATEMENTS):
        name = type(node).__name__.lower().removesuffix("block").removesuffix("modifier")
        raise TemplateSyntaxError(f"pages have no {{% {name} %}}", node.lineno)
    if isinstance(node, nodes.NSRef):
        raise TemplateSyntaxError("a name to be set has no dot", node.lineno)
    if isinstance(node, nodes.Call):
        names = [keyword.key for keyword in node.kwargs]
        for keyword in node.kwargs:
            if names.count(keyword.key) > 1:
                raise TemplateSyntaxError(f"{keyword.key} is given twice", keyword.lineno)


def _repeated(tree: nodes.Template, found: Iterable[nodes.Node]) -> dict[int, str]:
    """The nodes within loops and macros, by their ids."""
    repeated: dict[int, str] = {}
    if not any(isinstance(node, nodes.For | nodes.Macro) for node in found):
        return repeated
    waiting: list[tuple[nodes.Node, str]] = [(tree, "")]
    while waiting:
        node, within = waiting.pop()
        if within:
            repeated[id(node)] = within
        parts = node.iter_child_nodes()
        waiting.extend((part, _within(node, part) or within) for part in parts)
    return repeated


def _within(node: nodes.Node, part: nodes.Node) -> str:
    if isinstance(node, nodes.Macro):
        return "macro"
    return "loop" if isinstance(node, nodes.For) and part is not node.iter else ""


def _sites(found: Iterable[nodes.Node], repeated: Mapping[int, str]) -> Iterator[Site]:
    for use, node, names in _used(found):
        yield Site(use, node, names, repeated.get(id(node), ""))


def _used(found: Iterable[nodes.Node]) -> Iterator[tuple[str, nodes.Node, int]]:
    for node in found:
        if isinstance(node, nodes.Output):
            printed = (n for n in node.nodes if not isinstance(n, nodes.TemplateData))
            yield from (("print", each, 0) for each in printed)
        elif isinstance(node, nodes.For):
            yield "loop", node.iter, _names(node.target)
            if node.test is not None:
                yield "test", node.test, 0
        elif isinstance(node, nodes.If):
            yield "test", node.test, 0
        elif isinstance(node, nodes.Assign):
            yield "set", node.node, _names(node.target)
        elif isinstance(node, nodes.With):
            yield from (("set", value, 0) for value in node.values)


def _names(target: nodes.Node) -> int:
    return len(target.items) if isinstance(target, nodes.Tuple) else 0
