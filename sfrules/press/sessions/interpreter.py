"""Runs the code of a session: one walk over its syntax tree, with a case for each kind of node."""

from __future__ import annotations

import ast
import inspect
import operator
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from inspect import Parameter
from typing import Any

from sfrules.press.sessions.operations import ALARMS, SessionOperations
from sfrules.press.sessions.scopes import Scope, SessionFunction, names_set

UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda item, items: item in items,
    ast.NotIn: lambda item, items: item not in items,
}


class _Break(BaseException):
    """A loop ends. As no Exception, it passes the page's handlers, and its finally sees it."""


class _Continue(BaseException):
    """A turn of a loop ends."""


class _Return(BaseException):
    """A call ends, with a value."""


class SessionInterpreter:
    """Runs a session's nodes, each in a scope, with operations that keep to the page's bounds."""

    def __init__(self, operations: SessionOperations) -> None:
        self.do = operations

    def block(self, nodes: Iterable[ast.AST], scope: Scope) -> None:
        for node in nodes:
            STATEMENTS[type(node)](self, node, scope)

    def value(self, node: ast.AST, scope: Scope) -> Any:
        return EXPRESSIONS[type(node)](self, node, scope)

    def optional(self, node: ast.AST | None, scope: Scope) -> Any:
        return self.value(node, scope) if node else None

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
        """The first value that decides `and` or `or`, or else the last."""
        value: Any = None
        for each in node.values:
            value = self.value(each, scope)
            if bool(value) is not isinstance(node.op, ast.And):
                break
        return value

    def compare(self, node: ast.Compare, scope: Scope) -> Any:
        """What is compared has a bounded size: comparing goes into every item."""
        left, answer = self.do.paper.bounded(self.value(node.left, scope)), True
        for sign, each in zip(node.ops, node.comparators, strict=True):
            right = self.do.paper.bounded(self.value(each, scope))
            answer = COMPARED[type(sign)](left, right)
            if not answer:
                break
            left = right
        return answer

    def dictionary(self, node: ast.Dict, scope: Scope) -> Any:
        found: dict[Any, Any] = {}
        for key, each in zip(node.keys, node.values, strict=True):
            name = self.optional(key, scope)
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

    def turns(self, node: Any, scope: Scope) -> Iterator[Scope]:
        """The turns of a comprehension; its first items are looked up where it stands."""
        loops: list[ast.comprehension] = node.generators
        own = set(names_set(*(each.target for each in loops)))
        first = self.value(loops[0].iter, scope)
        return self._turns(loops, first, Scope({}, scope, own, scope.around))

    def _turns(
        self, loops: Sequence[ast.comprehension], items: Any, scope: Scope
    ) -> Iterator[Scope]:
        loop, *inner = loops
        for item in self.do.iterate(items):
            self.assign(loop.target, item, scope)
            if not all(self.value(test, scope) for test in loop.ifs):
                continue
            if inner:
                yield from self._turns(inner, self.value(inner[0].iter, scope), scope)
            else:
                yield scope

    def generator(self, node: ast.GeneratorExp, scope: Scope) -> Any:
        """A generator, by the name that Python gives it."""
        found: Any = (self.value(node.elt, inner) for inner in self.turns(node, scope))
        found.__qualname__ = f"{scope.around}<genexpr>"
        return found

    def assign(self, target: ast.expr, value: Any, scope: Scope) -> Any:
        """Give a value to a name, to an item, or its parts to several of these."""
        match target:
            case ast.Name():
                scope.set(target.id, value)
            case ast.Subscript():
                owner, key = self.value(target.value, scope), self.value(target.slice, scope)
                self.do.store(owner, key, value)
            case ast.Tuple() | ast.List():
                starred = (at for at, e in enumerate(target.elts) if isinstance(e, ast.Starred))
                parts = self.do.unpacked(value, len(target.elts), next(starred, None))
                for each, part in zip(target.elts, parts, strict=True):
                    self.assign(each, part, scope)
            case ast.Starred():
                self.assign(target.value, value, scope)
        return value

    def assign_all(self, node: ast.Assign, scope: Scope) -> None:
        value = self.value(node.value, scope)
        for target in node.targets:
            self.assign(target, value, scope)

    def change(self, node: ast.AugAssign, scope: Scope) -> None:
        name = node.target.id  # type: ignore[union-attr] # the language has no others
        before, value = scope.look_up(name), self.value(node.value, scope)
        scope.set(name, self.do.in_place(type(node.op), before, value))

    def delete(self, targets: Iterable[ast.expr], scope: Scope) -> None:
        for target in targets:
            match target:
                case ast.Name():
                    scope.delete(target.id)
                case ast.Subscript():
                    owner = self.value(target.value, scope)
                    self.do.delete(owner, self.value(target.slice, scope))
                case ast.Tuple() | ast.List():
                    self.delete(target.elts, scope)

    def show(self, node: ast.Expr, scope: Scope) -> None:
        """An expression that stands alone is shown, as an interpreter shows it."""
        value = self.value(node.value, scope)
        if not scope.around:
            self.do.show(scope, value)

    def loop(self, node: Any, turns: Iterable[object], scope: Scope) -> None:
        """Run a loop's body for each turn."""
        for _ in turns:
            try:
                self.block(node.body, scope)
            except _Continue:
                continue
            except _Break:
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
            self._handled(node, scope)
        except ALARMS:
            raise
        except BaseException:
            self.block(node.finalbody, scope)
            raise
        self.block(node.finalbody, scope)

    def _handled(self, node: ast.Try, scope: Scope) -> None:
        try:
            self.block(node.body, scope)
        except ALARMS:
            raise
        except Exception as error:
            for handler in node.handlers:
                kinds = self.value(handler.type, scope) if handler.type else Exception
                if self.do.catches(kinds, error):
                    self._respond(handler, error, scope)
                    break
            else:
                raise
        else:
            self.block(node.orelse, scope)

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
        """Raise an error of the page's own, or once more the one that is being handled."""
        if not node.exc:
            active = sys.exception()
            missing = RuntimeError("No active exception to reraise")
            raise active if isinstance(active, Exception) else missing
        if not node.cause:
            raise self.value(node.exc, scope)
        raise self.value(node.exc, scope) from self.value(node.cause, scope)

    def ensure(self, node: ast.Assert, scope: Scope) -> None:
        if not self.value(node.test, scope):
            raise AssertionError(*self.items([node.msg] if node.msg else [], scope))

    def import_names(self, node: ast.ImportFrom, scope: Scope) -> None:
        """Names that the page has already, under their own or other names."""
        for each in node.names:
            scope.set(each.asname or each.name, self.do.imported(node.module or "", each.name))

    def leave(self, node: ast.Return, scope: Scope) -> None:
        raise _Return(self.optional(node.value, scope))

    def function(
        self, name: str, node: ast.FunctionDef | ast.Lambda, scope: Scope
    ) -> SessionFunction:
        """A function that is defined here, and called later."""
        body = node.body if isinstance(node, ast.FunctionDef) else [ast.Return(node.body)]
        names = (each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg))
        own, name = {*names_set(*body), *names}, f"{scope.around}{name}"

        def run(arguments: dict[str, Any]) -> Any:
            self.do.meter.turn()
            try:
                self.block(body, Scope(arguments, scope, own, f"{name}.<locals>."))
            except _Return as returned:
                return returned.args[0]
            return None

        return SessionFunction(name, self._signature(node.args, scope), run)

    def _signature(self, takes: ast.arguments, scope: Scope) -> inspect.Signature:
        plain = [*takes.posonlyargs, *takes.args]
        args = [
            *((arg, Parameter.POSITIONAL_OR_KEYWORD) for arg in plain),
            (takes.vararg, Parameter.VAR_POSITIONAL),
            *((arg, Parameter.KEYWORD_ONLY) for arg in takes.kwonlyargs),
            (takes.kwarg, Parameter.VAR_KEYWORD),
        ]
        required = [None] * (len(plain) - len(takes.defaults))
        values = [*required, *takes.defaults, None, *takes.kw_defaults, None]
        defaults = [self.value(each, scope) if each else Parameter.empty for each in values]
        each = zip(args, defaults, strict=True)
        return inspect.Signature(
            [Parameter(arg.arg, kind, default=default) for (arg, kind), default in each if arg]
        )


def _raise(kind: type[BaseException]) -> None:
    raise kind


_Case = Callable[[SessionInterpreter, Any, Scope], Any]
STATEMENTS: dict[type[ast.AST], _Case] = {
    ast.Assert: SessionInterpreter.ensure,
    ast.Assign: SessionInterpreter.assign_all,
    ast.AugAssign: SessionInterpreter.change,
    ast.Break: lambda _, __, ___: _raise(_Break),
    ast.Continue: lambda _, __, ___: _raise(_Continue),
    ast.Delete: lambda run, node, scope: run.delete(node.targets, scope),
    ast.Expr: SessionInterpreter.show,
    ast.For: lambda run, node, scope: run.loop(
        node,
        (
            run.assign(node.target, item, scope)
            for item in run.do.iterate(run.value(node.iter, scope))
        ),
        scope,
    ),
    ast.FunctionDef: lambda run, node, scope: scope.set(
        node.name, run.function(node.name, node, scope)
    ),
    ast.If: lambda run, node, scope: run.block(
        node.body if run.value(node.test, scope) else node.orelse, scope
    ),
    ast.ImportFrom: SessionInterpreter.import_names,
    ast.Interactive: lambda run, node, scope: run.block(node.body, scope),
    ast.Pass: lambda _, __, ___: None,
    ast.Raise: SessionInterpreter.throw,
    ast.Return: SessionInterpreter.leave,
    ast.Try: SessionInterpreter.attempt,
    ast.While: lambda run, node, scope: run.loop(node, run.tests(node, scope), scope),
}
EXPRESSIONS: dict[type[ast.AST], _Case] = {
    ast.Attribute: lambda run, node, scope: run.do.attribute(
        run.value(node.value, scope), node.attr
    ),
    ast.BinOp: lambda run, node, scope: run.do.operate(
        type(node.op), run.value(node.left, scope), run.value(node.right, scope)
    ),
    ast.BoolOp: SessionInterpreter.either,
    ast.Call: SessionInterpreter.call,
    ast.Compare: SessionInterpreter.compare,
    ast.Constant: lambda _, node, __: node.value,
    ast.Dict: SessionInterpreter.dictionary,
    ast.DictComp: lambda run, node, scope: run.do.made(
        {run.value(node.key, s): run.value(node.value, s) for s in run.turns(node, scope)}
    ),
    ast.FormattedValue: lambda run, node, scope: run.do.paper.format(
        run.value(node.value, scope), node.conversion, run.optional(node.format_spec, scope)
    ),
    ast.GeneratorExp: SessionInterpreter.generator,
    ast.IfExp: lambda run, node, scope: run.value(
        node.body if run.value(node.test, scope) else node.orelse, scope
    ),
    ast.JoinedStr: lambda run, node, scope: run.do.made("".join(run.items(node.values, scope))),
    ast.Lambda: lambda run, node, scope: run.function("<lambda>", node, scope),
    ast.List: lambda run, node, scope: run.do.made(run.items(node.elts, scope)),
    ast.ListComp: lambda run, node, scope: run.do.made(
        [run.value(node.elt, inner) for inner in run.turns(node, scope)]
    ),
    ast.Name: lambda _, node, scope: scope.look_up(node.id),
    ast.NamedExpr: lambda run, node, scope: run.assign(
        node.target, run.value(node.value, scope), scope
    ),
    ast.Set: lambda run, node, scope: run.do.made(set(run.items(node.elts, scope))),
    ast.SetComp: lambda run, node, scope: run.do.made(
        {run.value(node.elt, inner) for inner in run.turns(node, scope)}
    ),
    ast.Slice: lambda run, node, scope: slice(
        *(run.optional(each, scope) for each in (node.lower, node.upper, node.step))
    ),
    ast.Subscript: lambda run, node, scope: run.do.item(
        run.value(node.value, scope), run.value(node.slice, scope)
    ),
    ast.Tuple: lambda run, node, scope: run.do.made(tuple(run.items(node.elts, scope))),
    ast.UnaryOp: lambda run, node, scope: UNARY[type(node.op)](run.value(node.operand, scope)),
}
