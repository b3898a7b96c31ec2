"""Compile a page so that one mistake does not hide the next, and each is told at its place.

Every expression that a page prints, loops over, tests or sets is a *site*: it is evaluated under
guard, and a failure is reported while the page goes on. Inside a site, each operation knows its
offset, so that a problem points at the very name or argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import TemplateSyntaxError
from jinja2.parser import Parser

from sfrules.press.weave.sandbox import PageSandbox
from sfrules.press.weave.tokens import start_of

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

    @property
    def start(self) -> int:
        """The offset at which the expression begins."""
        return start_of(self.node)


@dataclass
class Compiled:
    """A page as a syntax tree with its sites, ready to be turned into Python."""

    tree: nodes.Template
    nodes: list[nodes.Node]
    sites: list[Site]


def parse(environment: PageSandbox, text: str) -> Compiled:
    """Read a tokenized page.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset.
    """
    tree = Parser(environment, text).parse()
    found = list(walk(tree))
    for node in found:
        _refuse(node)
    return Compiled(tree, found, list(_sites(found)))


def walk(tree: nodes.Node) -> Iterator[nodes.Node]:
    """Every node below a tree's root, in the order of the page; each once, however deep."""
    waiting = list(tree.iter_child_nodes())[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(list(node.iter_child_nodes())[::-1])


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


def _sites(found: Iterable[nodes.Node]) -> Iterator[Site]:
    for node in found:
        if isinstance(node, nodes.Output):
            printed = (n for n in node.nodes if not isinstance(n, nodes.TemplateData))
            yield from (Site("print", each) for each in printed)
        elif isinstance(node, nodes.For):
            yield Site("loop", node.iter, _names(node.target))
            if node.test is not None:
                yield Site("test", node.test)
        elif isinstance(node, nodes.If):
            yield Site("test", node.test)
        elif isinstance(node, nodes.Assign):
            yield Site("set", node.node, _names(node.target))
        elif isinstance(node, nodes.With):
            yield from (Site("set", value) for value in node.values)


def _names(target: nodes.Node) -> int:
    return len(target.items) if isinstance(target, nodes.Tuple) else 0


def python_of(environment: PageSandbox, compiled: Compiled) -> Any:
    """The page's code object, as Jinja's Template takes it."""
    generator = _Generator(environment, None, None, optimized=False)
    generator.sites = {id(site.node): (at, site.use) for at, site in enumerate(compiled.sites)}
    generator.may_be_undefined = set()
    generator.visit(compiled.tree)
    return compile(generator.stream.getvalue(), "<page>", "exec")  # type: ignore[attr-defined]


class _Generator(CodeGenerator):
    """Jinja's generator, with a guard around each site and an offset at each operation."""

    sites: dict[int, tuple[int, str]]
    may_be_undefined: set[int]

    def visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> Any:
        site = self.sites.pop(id(node), None)
        if site is None:
            return self._visit_placed(node, *args, **kwargs)
        at, use = site
        self.write(f"environment.run.{use}({at}, lambda: ")
        self._visit_placed(node, *args, **kwargs)
        self.write(")")
        return None

    def _visit_placed(self, node: nodes.Node, *args: Any, **kwargs: Any) -> Any:
        if isinstance(node, nodes.Name) and node.ctx == "load":
            ask = "lenient" if id(node) in self.may_be_undefined else "name"
            self.write(f"environment.run.{ask}({node.lineno}, ")
        elif isinstance(node, nodes.Tuple | nodes.List | nodes.Dict) and _is_value(node):
            self.write("environment.run.sized(")
        elif isinstance(node, nodes.Call | nodes.Filter | nodes.BinExpr | nodes.Getitem):
            self.write(f"environment.run.at({_place_of(node)}, lambda: ")
        else:
            return super().visit(node, *args, **kwargs)
        super().visit(node, *args, **kwargs)
        self.write(")")
        return None

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.write(f"environment.run.member({node.lineno + 1}, ")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")

    def visit_Const(self, node: nodes.Const, frame: Frame) -> None:  # noqa: N802
        if isinstance(node.value, float):
            text = getattr(node.value, "text", repr(node.value))
            self.write(f'environment.exact("{text}")')
        else:
            super().visit_Const(node, frame)

    def visit_Filter(self, node: nodes.Filter, frame: Frame) -> None:  # noqa: N802
        if node.name in ("default", "d"):
            self.may_be_undefined.add(id(node.node))
        if node.name in self.environment.filters:
            super().visit_Filter(node, frame)
        else:
            self.write(f"environment.run.unknown_filter({node.name!r})")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:  # noqa: N802
        if node.name in ("defined", "undefined"):
            self.may_be_undefined.add(id(node.node))
        if node.name in self.environment.tests:
            super().visit_Test(node, frame)
        else:
            self.write(f"environment.run.unknown_test({node.name!r})")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        for _ in node.nodes[1:]:
            self.write('environment.call_binop(context, "~", ')
        self.visit(node.nodes[0], frame)
        for each in node.nodes[1:]:
            self.write(", ")
            self.visit(each, frame)
            self.write(")")

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:  # noqa: N802
        for child in node.nodes:
            into = f"{frame.buffer}.append(environment.run.counted(" if frame.buffer else "yield (("
            self.writeline(into)
            if isinstance(child, nodes.TemplateData):
                self.write(repr(child.data))
            else:
                self.visit(child, frame)
            self.write("))")


def _is_value(node: nodes.Tuple | nodes.List | nodes.Dict) -> bool:
    return getattr(node, "ctx", "load") == "load"


def _place_of(node: nodes.Expr) -> int:
    return node.lineno if isinstance(node, nodes.Filter) else start_of(node)
