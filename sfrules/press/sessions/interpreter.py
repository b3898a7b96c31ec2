"""Runs the code of a session: one walk over its syntax tree, with a case for each kind of node."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from inspect import Parameter
from itertools import repeat
from typing import Any

from sfrules.press.sessions.operations import ALARMS, OPERATORS, SessionOperations
from sfrules.press.sessions.scopes import Scope, SessionFunction, names_set

DEEPEST = 400  # calls within calls
FRAMES = 12  # Python's calls that one of a session's takes, by which Python may go deeper


class _Left(BaseException):
    """A loop or call is left by a kind of node, with a value.

    As no Exception, it passes the page's handlers, and its finally sees it.
    """


class SessionInterpreter:
    """Runs a session's nodes, each in a scope, with operations that keep to the page's bounds."""

    def __init__(self, operations: SessionOperations) -> None:
        self.do = operations
        self._deepest = sys.getrecursionlimit() + DEEPEST * FRAMES

    def block(self, nodes: Iterable[ast.AST], scope: Scope) -> None:
        for node in nodes:
            self.value(node, scope)

    def value(self, node: ast.AST | None, scope: Scope) -> Any:
        return CASES[type(node)](self, node, scope)

    def items(self, nodes: Sequence[ast.expr], scope: Scope) -> list[Any]:
        """The items of a list or the arguments of a call; what is unpacked there is counted."""
        found: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                found.extend(self.do.iterate(self.value(node.value, scope)))
            else:
                found.append(self.value(node, scope))
        return found

    def either(self, node: ast.BoolOp, scope: Scope) -> Any:
        # The first value that decides, or else the last.
        value: Any = None
        for each in node.values:
            value = self.value(each, scope)
            if bool(value) is isinstance(node.op, ast.Or):
                break
        return value

    def compare(self, node: ast.Compare, scope: Scope) -> Any:
        # What is compared has a bounded size: comparing goes into every item.
        left, answer = self.do.bounded(self.value(node.left, scope)), True
        for sign, each in zip(node.ops, node.comparators, strict=True):
            right = self.do.bounded(self.value(each, scope))
            answer = OPERATORS[type(sign)](left, right)
            if not answer:
                break
            left = right
        return answer

    def dictionary(self, node: ast.Dict, scope: Scope) -> Any:
        found: dict[Any, Any] = {}
        for key, each in zip(node.keys, node.values, strict=True):
            name = self.value(key, scope)
            value = self.value(each, scope)
            found |= {name: value} if key else self.do.mapping(value)
        return self.do.made(found)

    def call(self, node: ast.Call, scope: Scope) -> Any:
        function, args = self.value(node.func, scope), self.items(node.args, scope)
        named: dict[str, Any] = {}
        for each in node.keywords:
            value = self.value(each.value, scope)
            more = {each.arg: value} if each.arg else self.do.mapping(value)
            if twice := sorted(named.keys() & more.keys()):
                raise TypeError(f"got multiple values for keyword argument '{twice[0]}'")
            named |= more
        return self.do.call(function, args, named)

    def turns(self, node: Any, scope: Scope) -> Any:
        """The values of a comprehension; its first items are looked up where it stands."""
        first, *others = node.generators
        items = ast.Constant(self.value(first.iter, scope))
        loops = [ast.comprehension(first.target, items, first.ifs, 0), *others]
        own = set(names_set(*(each.target for each in loops)))
        inner = Scope({}, scope, own, scope.around)
        values: Any = (self._element(node, inner) for _ in self._turns(loops, inner))
        values.__qualname__ = f"{scope.around}<genexpr>"
        return values

    def _turns(self, loops: Sequence[ast.comprehension], scope: Scope) -> Iterator[None]:
        if not loops:
            yield
            return
        for _ in self.assigned(loops[0].target, self.value(loops[0].iter, scope), scope):
            if all(self.value(test, scope) for test in loops[0].ifs):
                yield from self._turns(loops[1:], scope)

    def _element(self, node: Any, scope: Scope) -> Any:
        if isinstance(node, ast.DictComp):
            return self.value(node.key, scope), self.value(node.value, scope)
        return self.value(node.elt, scope)

    def assigned(self, target: ast.expr, items: Any, scope: Scope) -> Iterator[None]:
        """The turns of a loop, each with its item assigned."""
        for item in self.do.iterate(items):
            self.assign([target], item, scope)
            yield

    def assign(self, targets: Iterable[ast.expr], value: Any, scope: Scope) -> Any:
        """Give a value to names and items, or its parts to several of these."""
        for target in targets:
            match target:
                case ast.Name():
                    scope.set(target.id, value)
                case ast.Subscript():
                    owner, key = self.value(target.value, scope), self.value(target.slice, scope)
                    self.do.store(owner, key, value)
                case ast.Tuple(elts=elts) | ast.List(elts=elts):
                    starred = (at for at, e in enumerate(elts) if isinstance(e, ast.Starred))
                    parts = self.do.unpacked(value, len(elts), next(starred, None))
                    for each, part in zip(elts, parts, strict=True):
                        self.assign([each], part, scope)
                case ast.Starred():
                    self.assign([target.value], value, scope)
        return value

    def change(self, node: ast.AugAssign, scope: Scope) -> None:
        name = node.target.id  # type: ignore[union-attr] # the language has no others
        before, value = scope.look_up(name), self.value(node.value, scope)
        scope.set(name, self.do.operate(type(node.op), before, value, in_place=True))

    def delete(self, targets: Iterable[ast.expr], scope: Scope) -> None:
        for target in targets:
            match target:
                case ast.Name():
                    scope.delete(target.id)
                case ast.Subscript():
                    owner, key = self.value(target.value, scope), self.value(target.slice, scope)
                    del self.do.writable(owner)[key]
                case ast.Tuple() | ast.List():
                    self.delete(target.elts, scope)

    def show(self, node: ast.Expr, scope: Scope) -> None:
        """An expression that stands alone is shown, as an interpreter shows it."""
        value = self.value(node.value, scope)
        if value is not None and not scope.around:
            scope.set("_", value)
            self.do.show(value)

    def loop(self, node: Any, turns: Iterable[object], scope: Scope) -> None:
        """Run a loop's body for each turn."""
        for _ in turns:
            try:
                self.block(node.body, scope)
            except _Left as left:
                if left.args[0] is ast.Return:
                    raise
                if left.args[0] is ast.Break:
                    return
        self.block(node.orelse, scope)

    def tests(self, node: ast.While, scope: Scope) -> Iterator[None]:
        """The turns of a while, each counted before its test."""
        self.do.meter.turn()
        while self.value(node.test, scope):
            yield
            self.do.meter.turn()

    def attempt(self, node: ast.Try, scope: Scope) -> None:
        """Run a try. Refusals and alarms pass by all code of the page, as if it had none."""
        try:
            try:
                self.block(node.body, scope)
            except Exception as error:
                for handler in () if isinstance(error, ALARMS) else node.handlers:
                    kinds = self.value(handler.type, scope) if handler.type else Exception
                    if self.do.catches(kinds, error):
                        self._respond(handler, error, scope)
                        break
                else:
                    raise
            else:
                self.block(node.orelse, scope)
        except ALARMS:
            raise
        except (Exception, _Left):
            self.block(node.finalbody, scope)
            raise
        self.block(node.finalbody, scope)

    def _respond(self, handler: ast.ExceptHandler, error: Exception, scope: Scope) -> None:
        if handler.name:
            scope.set(handler.name, error)
        try:
            self.block(handler.body, scope)
        finally:
            if handler.name:
                scope.set(handler.name, None)
                scope.delete(handler.name)

    def throw(self, node: ast.Raise, scope: Scope) -> None:
        if node.exc:
            raise self.value(node.exc, scope) from self.value(node.cause, scope)
        active = sys.exception()
        missing = RuntimeError("No active exception to reraise")
        raise active if isinstance(active, Exception) else missing

    def ensure(self, node: ast.Assert, scope: Scope) -> None:
        if not self.value(node.test, scope):
            raise AssertionError(*self.items([node.msg] if node.msg else [], scope))

    def import_names(self, node: ast.ImportFrom, scope: Scope) -> None:
        for each in node.names:
            scope.set(each.asname or each.name, self.do.imported(node.module or "", each.name))

    def leave(self, node: ast.Return | ast.Break | ast.Continue, scope: Scope) -> None:
        raise _Left(type(node), self.value(getattr(node, "value", None), scope))

    def function(self, node: ast.FunctionDef | ast.Lambda, scope: Scope) -> SessionFunction:
        """A function that is defined here, and called later."""
        body = node.body if isinstance(node, ast.FunctionDef) else [ast.Return(node.body)]
        name = f"{scope.around}{getattr(node, 'name', '<lambda>')}"
        takes = self._parameters(node.args, scope)
        own = {*names_set(*body), *(each.name for each in takes)}

        def run(arguments: dict[str, Any]) -> Any:
            self.do.meter.turn()
            before = sys.getrecursionlimit()
            if before > self._deepest:
                raise RecursionError
            sys.setrecursionlimit(before + FRAMES)
            try:
                self.block(body, Scope(arguments, scope, own, f"{name}.<locals>."))
            except _Left as left:
                return left.args[1]
            finally:
                sys.setrecursionlimit(before)

        return SessionFunction(name, takes, run)

    def _parameters(self, takes: ast.arguments, scope: Scope) -> list[Parameter]:
        plain = [*takes.posonlyargs, *takes.args]
        required = [None] * (len(plain) - len(takes.defaults))
        kinds = [
            *zip(plain, repeat(Parameter.POSITIONAL_OR_KEYWORD), [*required, *takes.defaults]),
            (takes.vararg, Parameter.VAR_POSITIONAL, None),
            *zip(takes.kwonlyargs, repeat(Parameter.KEYWORD_ONLY), takes.kw_defaults),
            (takes.kwarg, Parameter.VAR_KEYWORD, None),
        ]
        return [
            Parameter(arg.arg, kind, default=self.value(each, scope) if each else Parameter.empty)
            for arg, kind, each in kinds
            if arg
        ]


# Each with i, the interpreter, n, the node, and s, its scope.
CASES: dict[type, Callable[[SessionInterpreter, Any, Scope], Any]] = {
    ast.Assert: SessionInterpreter.ensure,
    ast.Assign: lambda i, n, s: i.assign(n.targets, i.value(n.value, s), s),
    ast.AugAssign: SessionInterpreter.change,
    ast.Break: SessionInterpreter.leave,
    ast.Continue: SessionInterpreter.leave,
    ast.Delete: lambda i, n, s: i.delete(n.targets, s),
    ast.Expr: SessionInterpreter.show,
    ast.For: lambda i, n, s: i.loop(n, i.assigned(n.target, i.value(n.iter, s), s), s),
    ast.FunctionDef: lambda i, n, s: s.set(n.name, i.function(n, s)),
    ast.If: lambda i, n, s: i.block(n.body if i.value(n.test, s) else n.orelse, s),
    ast.ImportFrom: SessionInterpreter.import_names,
    ast.Interactive: lambda i, n, s: i.block(n.body, s),
    ast.Pass: lambda _i, _n, _s: None,
    ast.Raise: SessionInterpreter.throw,
    ast.Return: SessionInterpreter.leave,
    ast.Try: SessionInterpreter.attempt,
    ast.While: lambda i, n, s: i.loop(n, i.tests(n, s), s),
    # Expressions.
    type(None): lambda _i, _n, _s: None,  # what is left out
    ast.Attribute: lambda i, n, s: i.do.attribute(i.value(n.value, s), n.attr),
    ast.BinOp: lambda i, n, s: i.do.operate(type(n.op), i.value(n.left, s), i.value(n.right, s)),
    ast.BoolOp: SessionInterpreter.either,
    ast.Call: SessionInterpreter.call,
    ast.Compare: SessionInterpreter.compare,
    ast.Constant: lambda _i, n, _s: n.value,
    ast.Dict: SessionInterpreter.dictionary,
    ast.DictComp: lambda i, n, s: i.do.made(dict(i.turns(n, s))),
    ast.FormattedValue: lambda i, n, s: i.do.format(
        i.value(n.value, s), n.conversion, i.value(n.format_spec, s)
    ),
    ast.GeneratorExp: lambda i, n, s: i.turns(n, s),
    ast.IfExp: lambda i, n, s: i.value(n.body if i.value(n.test, s) else n.orelse, s),
    ast.JoinedStr: lambda i, n, s: i.do.made("".join(i.items(n.values, s))),
    ast.Lambda: lambda i, n, s: i.function(n, s),
    ast.List: lambda i, n, s: i.do.made(i.items(n.elts, s)),
    ast.ListComp: lambda i, n, s: i.do.made(list(i.turns(n, s))),
    ast.Name: lambda _i, n, s: s.look_up(n.id),
    ast.NamedExpr: lambda i, n, s: i.assign([n.target], i.value(n.value, s), s),
    ast.Set: lambda i, n, s: i.do.made(set(i.items(n.elts, s))),
    ast.SetComp: lambda i, n, s: i.do.made(set(i.turns(n, s))),
    ast.Slice: lambda i, n, s: slice(*(i.value(e, s) for e in (n.lower, n.upper, n.step))),
    ast.Subscript: lambda i, n, s: i.do.item(i.value(n.value, s), i.value(n.slice, s)),
    ast.Tuple: lambda i, n, s: i.do.made(tuple(i.items(n.elts, s))),
    ast.UnaryOp: lambda i, n, s: OPERATORS[type(n.op)](i.value(n.operand, s)),
}
