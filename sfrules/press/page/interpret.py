"""Work out a plain expression from its tree: most of a page's, and faster than by compiling them.

An expression is plain if it has numbers, texts, names of the book, their members, calls and
arithmetic, and nothing else. It gives what its compiled code would give, and fails as that would.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from operator import neg, pos
from typing import Any

from jinja2 import nodes
from jinja2.runtime import Context
from jinja2.utils import missing

from sfrules.press.page.tokens import start_of
from sfrules.press.things.claims.claim import Disagreement

IMPLIED = frozenset({"loop", "caller", "varargs", "kwargs", "self", "super"})  # bound by Jinja
SIGNS: dict[type[nodes.Node], str] = {
    nodes.Add: "+",
    nodes.Sub: "-",
    nodes.Mul: "*",
    nodes.Div: "/",
    nodes.FloorDiv: "//",
    nodes.Mod: "%",
    nodes.Pow: "**",
}
UNARY: dict[type[nodes.Node], Callable[[Any], Any]] = {nodes.Neg: neg, nodes.Pos: pos}
DEEPEST = 50  # deeper ones are left to the compiler, which knows Python's bounds


def is_plain(node: nodes.Node, taken: Collection[str], depth: int = 0) -> bool:
    """Whether an expression is plain; `taken` are the names that the page itself gives."""
    kind = type(node)
    if kind is nodes.Const:
        return True
    if isinstance(node, nodes.Name):
        return node.name not in taken and node.name not in IMPLIED
    if depth > DEEPEST or not (
        kind is nodes.Getattr or kind in SIGNS or kind in UNARY or _is_plain_call(node)
    ):
        return False
    return all(is_plain(part, taken, depth + 1) for part in _parts(node))


def _is_plain_call(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Call) and node.dyn_args is None and node.dyn_kwargs is None


def _parts(node: Any) -> Iterator[nodes.Node]:
    if isinstance(node, nodes.BinExpr):
        return iter((node.left, node.right))
    if isinstance(node, nodes.Call):
        return iter((node.node, *node.args, *(keyword.value for keyword in node.kwargs)))
    return iter((node.node,))


class Plain:
    """Works out plain expressions for a run of a page."""

    def __init__(self, run: Any, sandbox: Any, context: Context) -> None:
        self._run = run
        self._sandbox = sandbox
        self._context = context
        self._ways: dict[type[nodes.Node], Callable[[Any], Any]] = {
            nodes.Const: self._const,
            nodes.Name: self._name,
            nodes.Getattr: self._member,
            nodes.Call: lambda node: self._placed(node, self._called),
            **dict.fromkeys(UNARY, self._unary),
            **dict.fromkeys(SIGNS, lambda node: self._placed(node, self._joined)),
        }

    def value(self, node: nodes.Node) -> Any:
        """The value of a plain expression."""
        return self._ways[type(node)](node)

    def _placed(self, node: nodes.Expr, way: Callable[[Any], Any]) -> Any:
        try:
            return way(node)
        except Disagreement as error:
            return self._run.disagreed(error, start_of(node))
        except Exception as error:
            self._run.place(error, start_of(node))
            raise

    def _const(self, node: nodes.Const) -> Any:
        if isinstance(node.value, float):
            return self._sandbox.exact(getattr(node.value, "text", repr(node.value)))
        return node.value

    def _name(self, node: nodes.Name) -> Any:
        value = self._context.resolve_or_missing(node.name)
        if value is missing:
            value = self._sandbox.undefined(name=node.name)
        return self._run.name(node.lineno, value)

    def _member(self, node: nodes.Getattr) -> Any:
        return self._run.member(node.lineno + 1, self.value(node.node), node.attr)

    def _called(self, node: nodes.Call) -> Any:
        function = self.value(node.node)
        arguments = [self.value(each) for each in node.args]
        named = {each.key: self.value(each.value) for each in node.kwargs}
        return self._sandbox.call(self._context, function, *arguments, **named)

    def _unary(self, node: nodes.UnaryExpr) -> Any:
        return UNARY[type(node)](self.value(node.node))

    def _joined(self, node: nodes.BinExpr) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        return self._sandbox.call_binop(self._context, SIGNS[type(node)], left, right)
