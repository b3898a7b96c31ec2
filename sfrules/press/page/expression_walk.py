"""Evaluate an expression: one walk over Jinja's syntax tree of it, a case for each kind of node.

Each operation is carried out by the sandbox, exactly and within the bounds of the page. A failure
remembers the place of the innermost operation that it came up in.
"""

from __future__ import annotations

import operator
from collections import ChainMap
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from typing import Any

from jinja2 import StrictUndefined, nodes

from sfrules.ground.number_words import number_of_literal
from sfrules.ground.problems import Mistake
from sfrules.press.page.arithmetic import whole_if_it_is
from sfrules.press.page.askable import without_marks
from sfrules.press.page.bounds import BoundExceeded
from sfrules.press.page.sandbox import FailedValue, FollowOn, PageSandbox, Unfiltered
from sfrules.press.page.tokens import DecimalLiteral, start_of
from sfrules.press.things.claims.claim import Disagreement
from sfrules.press.things.plain import Markdown

IMPLIED = frozenset({"varargs", "kwargs", "caller"})  # in every macro, where it uses them
MAY_BE_UNKNOWN = frozenset({"default", "defined", "undefined"})
TEXT = ""  # in a scope, the name of the text that the filter of a {% set %} is for
BINARY = nodes.BinExpr.__subclasses__()  # the signs of arithmetic, and, or
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "gt": operator.gt,
    "gteq": operator.ge,
    "lt": operator.lt,
    "lteq": operator.le,
    "in": lambda item, items: item in items,
    "notin": lambda item, items: item not in items,
}


class PageScope(ChainMap[str, Any]):
    """The names of a page, and below them those of its macros, loops and blocks."""

    def __missing__(self, name: str) -> StrictUndefined:
        return StrictUndefined(name=name)


@dataclass(frozen=True, eq=False)
class Macro:
    """A macro that a page defines, and the scope that it stands in."""

    node: nodes.Macro
    scope: PageScope

    @cached_property
    def _implied(self) -> set[str]:
        """Which of the names it uses that are bound in every macro."""
        return {name.name for name in self.node.find_all(nodes.Name)} & IMPLIED

    def fill(
        self, scope: PageScope, args: list[Any], named: dict[str, Any]
    ) -> dict[str, nodes.Expr]:
        """Set the parameters in a scope to what a call gives; the others with their defaults."""
        node, implied = self.node, self._implied
        names = [parameter.name for parameter in node.args]
        defaults = dict(zip(names[::-1], node.defaults[::-1], strict=False))
        scope.update({name: StrictUndefined(name=name) for name in (*names, *implied)})
        given = dict(zip(names, args, strict=False))
        given |= {name: named.pop(name) for name in names[len(args) :] if name in named}
        if "caller" in implied and "caller" in named:
            given["caller"] = named.pop("caller")
        more = tuple(args[len(names) :])
        if named and "kwargs" not in implied:
            raise TypeError(f"macro {node.name!r} takes no keyword argument {next(iter(named))!r}")
        if more and "varargs" not in implied:
            raise TypeError(f"macro {node.name!r} takes not more than {len(names)} argument(s)")
        scope.update({"kwargs": named, "varargs": more} | given)
        return {name: defaults[name] for name in names if name in defaults and name not in given}


class Walk:
    """Evaluates the expressions of a page.

    `expand` gives the text of a page's own macro; `disagreed` takes a claim that does not hold,
    with its place, and gives the value to go on with.
    """

    def __init__(
        self,
        sandbox: PageSandbox,
        expand: Callable[[Macro, list[Any], dict[str, Any]], str],
        disagreed: Callable[[Disagreement, int], Any],
    ) -> None:
        self._sandbox = sandbox
        self._meter = sandbox.meter
        self._expand = expand
        self._disagreed = disagreed
        self._cases: dict[type[nodes.Node], Callable[[Any, PageScope], Any]] = {
            nodes.Const: self._const,
            nodes.Name: lambda node, scope: sandbox.use(scope[node.name]),
            nodes.Getattr: lambda node, scope: sandbox.getattr(
                self.value(node.node, scope), node.attr
            ),
            nodes.Getitem: self._getitem,
            nodes.Call: self._call,
            nodes.Filter: self._filter,
            nodes.Test: self._test,
            **dict.fromkeys((nodes.Tuple, nodes.List), self._sequence),
            nodes.Dict: self._dict,
            nodes.Compare: self._compare,
            **dict.fromkeys(BINARY, self._arithmetic),
            **dict.fromkeys((nodes.And, nodes.Or), self._either),
            nodes.Not: lambda node, scope: not self._known(node.node, scope),
            nodes.CondExpr: self._choice,
            nodes.Concat: self._concat,
            nodes.Neg: lambda node, scope: -self.value(node.node, scope),
            nodes.Pos: lambda node, scope: +self.value(node.node, scope),
        }

    def value(self, node: nodes.Node, scope: PageScope) -> Any:
        """The value of an expression; a failure remembers the innermost place it came from."""
        kind = type(node)
        try:
            return self._cases.get(kind, _refuse)(node, scope)
        except Exception as error:
            if kind in _PLACES:
                place(error, _PLACES[kind](node))
            raise

    def _const(self, node: nodes.Const, _scope: PageScope) -> Any:
        if isinstance(node.value, DecimalLiteral):
            return self._meter.check_value(whole_if_it_is(number_of_literal(node.value.text)))
        return Markdown(node.value) if isinstance(node.value, str) else node.value

    def _getitem(self, node: nodes.Getitem, scope: PageScope) -> Any:
        owner = self.value(node.node, scope)
        if not isinstance(node.arg, nodes.Slice):
            return self._sandbox.getitem(owner, self.value(node.arg, scope))
        bounds = (node.arg.start, node.arg.stop, node.arg.step)
        values = (None if each is None else self.value(each, scope) for each in bounds)
        return self._sandbox.getitem(owner, slice(*values))

    def _arguments(self, node: Any, scope: PageScope) -> tuple[list[Any], dict[str, Any]]:
        """What a call, a filter or a test is given, by place and by name."""
        args = [self.value(each, scope) for each in node.args]
        named = {each.key: self.value(each.value, scope) for each in node.kwargs}
        if node.dyn_args is not None:
            args.extend(self.value(node.dyn_args, scope))
        if node.dyn_kwargs is not None:
            named = dict(**named, **self.value(node.dyn_kwargs, scope))
        return args, named

    def _call(self, node: nodes.Call, scope: PageScope) -> Any:
        function = self.value(node.node, scope)
        args, named = self._arguments(node, scope)
        for each in (function, *args, *named.values()):
            self._sandbox.use(each)
        if isinstance(function, Macro):
            return self._expand(function, args, named)
        try:
            return self._sandbox.call_rule(function, tuple(args), named)
        except Disagreement as error:
            return self._disagreed(error, start_of(node))

    def _operand(self, node: nodes.Filter | nodes.Test, scope: PageScope) -> Any:
        """What is filtered or tested; a name may be unknown, where the page asks whether it is."""
        operand: Any = node.node
        if node.name in MAY_BE_UNKNOWN and isinstance(operand, nodes.Name):
            return scope[operand.name]
        value = self.value(operand, scope)
        # What counts with the text of a macro takes its numbers bare.
        return Markdown(without_marks(value)) if isinstance(value, Markdown) else value

    def _filter(self, node: nodes.Filter, scope: PageScope) -> Any:
        self._sandbox.offered("filter", node.name)
        value = scope[TEXT] if node.node is None else self._operand(node, scope)
        args, named = self._arguments(node, scope)
        try:
            return self._sandbox.call_filter(node.name, value, args, named)
        except Unfiltered as error:
            given = [node.node or node, *node.args, *(each.value for each in node.kwargs)]
            place(error, start_of(given[min(error.at, len(given) - 1)]))
            raise

    def _test(self, node: nodes.Test, scope: PageScope) -> Any:
        self._sandbox.offered("test", node.name)
        value = self._operand(node, scope)
        args, named = self._arguments(node, scope)
        return self._sandbox.call_test(node.name, value, args, named)

    def _sequence(self, node: nodes.Tuple | nodes.List, scope: PageScope) -> Any:
        items = [self.value(each, scope) for each in node.items]
        made = self._meter.check_value(items if isinstance(node, nodes.List) else tuple(items))
        return self._sandbox.written(made)

    def _dict(self, node: nodes.Dict, scope: PageScope) -> Any:
        pairs = ((self.value(p.key, scope), self.value(p.value, scope)) for p in node.items)
        return self._sandbox.written(self._meter.check_value(dict(pairs)))

    def _compare(self, node: nodes.Compare, scope: PageScope) -> Any:
        left, holds = self._sandbox.operand(self.value(node.expr, scope)), True
        for operand in node.ops:
            right = self._sandbox.operand(self.value(operand.expr, scope))
            holds = COMPARISONS[operand.op](left, right)
            if not holds:
                break
            left = right
        return holds

    def _known(self, node: nodes.Expr, scope: PageScope) -> Any:
        """A value that there is: not that of a choice without an else, nor of a failure."""
        return self._sandbox.use(self.value(node, scope))

    def _either(self, node: nodes.And | nodes.Or, scope: PageScope) -> Any:
        left = self._known(node.left, scope)
        return left if bool(left) is isinstance(node, nodes.Or) else self.value(node.right, scope)

    def _choice(self, node: nodes.CondExpr, scope: PageScope) -> Any:
        if self._known(node.test, scope):
            return self.value(node.expr1, scope)
        return StrictUndefined() if node.expr2 is None else self.value(node.expr2, scope)

    def _concat(self, node: nodes.Concat, scope: PageScope) -> Any:
        values = [self.value(each, scope) for each in node.nodes]
        return reduce(partial(self._sandbox.operate, "~"), values)

    def _arithmetic(self, node: nodes.BinExpr, scope: PageScope) -> Any:
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        return self._sandbox.operate(node.operator, left, right)


def _refuse(node: nodes.Node, _scope: PageScope) -> None:
    raise Mistake(f"pages have no {type(node).__name__.lower()}")


def place(error: Exception, offset: int) -> None:
    """Let a failure remember where it came up, the innermost place first."""
    placeless = isinstance(error, FollowOn | BoundExceeded)
    if not placeless and getattr(error, "offset", None) is None:
        error.offset = offset  # type: ignore[attr-defined]


_PLACES: dict[type[nodes.Node], Callable[[Any], int]] = {
    nodes.Filter: lambda node: node.lineno,
    nodes.Getattr: lambda node: node.lineno + 1,
    **dict.fromkeys((nodes.Name, nodes.Call, nodes.Getitem, *BINARY), start_of),
}


def bind(target: Any, value: Any, scope: PageScope) -> None:
    """Set the names of a target; to several, a sequence of as many values."""
    if not isinstance(target, nodes.Tuple):
        scope[target.name] = value
        return
    count = len(target.items)
    if isinstance(value, FailedValue):
        value = (value,) * count
    if not (isinstance(value, tuple | list) and len(value) == count):
        raise Mistake(f"{count} names need a sequence of {count} values")
    for part, each in zip(target.items, value, strict=True):
        bind(part, each, scope)
