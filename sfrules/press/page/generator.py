"""The code of a page: a guard around each site, and an offset at each operation."""

from __future__ import annotations

from itertools import groupby
from typing import Any, TypeGuard

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, operators

from sfrules.press.page.interpret import is_plain
from sfrules.press.page.parse import Compiled
from sfrules.press.page.sandbox import PageSandbox
from sfrules.press.page.tokens import start_of

Parts = tuple[str | int, ...]  # texts, and the numbers of sites


def python_of(environment: PageSandbox, compiled: Compiled) -> Any:
    """The page's code object, as Jinja's Template takes it."""
    generator = _Generator(environment, None, None, optimized=False)
    generator.sites = {id(site.node): (at, site.use) for at, site in enumerate(compiled.sites)}
    generator.may_be_undefined = set()
    generator.plain = _take_out_plain(compiled)
    generator.visit(compiled.tree)
    return compile(generator.stream.getvalue(), "<page>", "exec")  # type: ignore[attr-defined]


def _take_out_plain(compiled: Compiled) -> dict[int, Parts]:
    """Leave to the run what needs no code of its own: texts and sites, by the ids of stand-ins."""
    sites = {id(site.node): at for at, site in enumerate(compiled.sites) if site.use == "print"}
    taken, stand_ins = _given(compiled), {}

    def plain(node: nodes.Node) -> bool:
        return id(node) in sites and is_plain(node, taken)

    for output in compiled.statements:
        if isinstance(output, nodes.Output) and any(map(plain, output.nodes)):
            kept: list[nodes.Expr] = []
            for together, each in groupby(output.nodes, key=lambda n: _is_text(n) or plain(n)):
                if together:
                    parts = (n.data if _is_text(n) else sites[id(n)] for n in each)
                    kept.append(nodes.TemplateData(""))
                    stand_ins[id(kept[-1])] = tuple(parts)
                else:
                    kept.extend(each)
            output.nodes = kept
    return stand_ins


def _is_text(node: nodes.Node) -> TypeGuard[nodes.TemplateData]:
    return isinstance(node, nodes.TemplateData)


def _given(compiled: Compiled) -> set[str]:
    """The names that a page gives to its own variables, parameters and macros."""
    names = (node for node in compiled.nodes if isinstance(node, nodes.Name))
    given = {name.name for name in names if name.ctx != "load"}
    return given | {node.name for node in compiled.statements if isinstance(node, nodes.Macro)}


class _Generator(CodeGenerator):
    """Jinja's generator, with a guard around each site and an offset at each operation."""

    sites: dict[int, tuple[int, str]]
    may_be_undefined: set[int]
    plain: dict[int, Parts]

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

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        self.write("(environment.run.compared(")
        self.visit(node.expr, frame)
        for operand in node.ops:
            self.write(f") {operators[operand.op]} environment.run.compared(")
            self.visit(operand.expr, frame)
        self.write("))")

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:  # noqa: N802
        for child in node.nodes:
            if id(child) in self.plain:
                self._write_plain(self.plain[id(child)], frame)
                continue
            into = f"{frame.buffer}.append(environment.run.counted(" if frame.buffer else "yield (("
            self.writeline(into)
            if isinstance(child, nodes.TemplateData):
                self.write(repr(child.data))
            else:
                self.visit(child, frame)
            self.write("))")

    def _write_plain(self, parts: Parts, frame: Frame) -> None:
        texts = f"environment.run.texts({parts!r})"
        if frame.buffer:
            self.writeline(f"{frame.buffer}.extend(map(environment.run.counted, {texts}))")
        else:
            self.writeline(f"yield from {texts}")


def _is_value(node: nodes.Tuple | nodes.List | nodes.Dict) -> bool:
    return getattr(node, "ctx", "load") == "load"


def _place_of(node: nodes.Expr) -> int:
    return node.lineno if isinstance(node, nodes.Filter) else start_of(node)
