"""What of Python a session may say: one walk over a syntax tree, with a case for each of its kinds."""

# ruff: noqa: N802 - the names of the methods are those of ast's nodes
from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from sfrules.press.sessions.operations import ALARMS, SessionOperations
from sfrules.press.sessions.scopes import Returned, Scope, SessionFunction, names_set
from sfrules.press.sessions.session_expressions import (
    Refused,
    SessionExpressions,
    Step,
    checked_name,
    refuse_attribute,
)

_BREAK, _CONTINUE = object(), object()
_KINDS = inspect.Parameter


class SessionLanguage(SessionExpressions):
    """Turns an example into steps. The step of a statement gives None to go on with the next."""

    def __init__(self, operations: SessionOperations) -> None:
        super().__init__(operations)
        self._looping = False

    def visit_Interactive(self, node: ast.Interactive) -> Step:
        return self._block(node.body)

    def _block(self, nodes: Sequence[ast.stmt]) -> Step:
        steps = [self.visit(node) for node in nodes]
        if len(steps) == 1:
            return steps[0]  # a call less for each call of a function that calls itself

        def run(scope: Scope) -> Any:
            for step in steps:
                if (signal := step(scope)) is not None:
                    return signal
            return None

        return run

    def visit_Expr(self, node: ast.Expr) -> Step:
        value, shown = self.visit(node.value), not self._around

        def run(scope: Scope) -> None:
            found = value(scope)
            if shown:
                self._do.show(scope, found)

        return run

    def visit_Pass(self, _node: ast.Pass) -> Step:
        return lambda _: None

    def visit_Assign(self, node: ast.Assign) -> Step:
        value, targets = self.visit(node.value), [self._target(each) for each in node.targets]

        def run(scope: Scope) -> None:
            found = value(scope)
            for target in targets:
                target(scope, found)

        return run

    def visit_AugAssign(self, node: ast.AugAssign) -> Step:
        kind = self._sign(node)
        if not isinstance(node.target, ast.Name):
            raise Refused("only a name is changed in place here", node, "write x[0] = x[0] + 1")
        name, value = checked_name(node.target.id, node), self.visit(node.value)

        def run(scope: Scope) -> None:
            scope.set(name, self._do.in_place(kind, scope.look_up(name), value(scope)))

        return run

    def visit_Delete(self, node: ast.Delete) -> Step:
        steps = [self._deletion(each) for each in node.targets]

        def run(scope: Scope) -> None:
            for step in steps:
                step(scope)

        return run

    def _deletion(self, node: ast.expr) -> Step:
        match node:
            case ast.Name():
                name = checked_name(node.id, node)
                return lambda scope: scope.delete(name)
            case ast.Subscript():
                return self._with(self._do.delete, node.value, node.slice)
            case ast.Tuple() | ast.List():
                return self.visit_Delete(ast.Delete(node.elts))
        refuse_attribute(node)

    def visit_If(self, node: ast.If) -> Step:
        test, then, other = self.visit(node.test), self._block(node.body), self._block(node.orelse)
        return lambda scope: then(scope) if test(scope) else other(scope)

    def visit_For(self, node: ast.For) -> Step:
        items, target = self.visit(node.iter), self._target(node.target)

        def turns(scope: Scope) -> Iterator[None]:
            for item in self._do.iterate(items(scope)):
                target(scope, item)
                yield

        return self._loop(node, turns)

    def visit_While(self, node: ast.While) -> Step:
        test, count = self.visit(node.test), self._do.meter.turn

        def turns(scope: Scope) -> Iterator[None]:
            count()
            while test(scope):
                yield
                count()

        return self._loop(node, turns)

    def _loop(self, node: ast.For | ast.While, turns: Callable[[Scope], Iterator[None]]) -> Step:
        around, self._looping = self._looping, True
        body = self._block(node.body)
        self._looping = around
        orelse = self._block(node.orelse)

        def run(scope: Scope) -> Any:
            for _ in turns(scope):
                signal = body(scope)
                if signal is _BREAK:
                    return None
                if isinstance(signal, Returned):
                    return signal
            return orelse(scope)

        return run

    def visit_Break(self, node: ast.Break) -> Step:
        if not self._looping:
            raise Refused("SyntaxError: 'break' outside loop", node)
        return lambda _: _BREAK

    def visit_Continue(self, node: ast.Continue) -> Step:
        if not self._looping:
            raise Refused("SyntaxError: 'continue' not properly in loop", node)
        return lambda _: _CONTINUE

    def visit_Try(self, node: ast.Try) -> Step:
        # Refusals and alarms of the press pass by all of the page's code, as if it had no try.
        attempt, final = self._attempt(node), self._block(node.finalbody)

        def run(scope: Scope) -> Any:
            try:
                signal = attempt(scope)
            except ALARMS:
                raise
            except Exception:
                if (signal := final(scope)) is None:
                    raise
                return signal
            last = final(scope)
            return signal if last is None else last

        return run

    def _attempt(self, node: ast.Try) -> Step:
        body, orelse = self._block(node.body), self._block(node.orelse)
        handlers = [self._handler(each) for each in node.handlers]
        if early := [each for each in node.handlers[:-1] if each.type is None]:
            raise Refused("SyntaxError: default 'except:' must be last", early[0])

        def run(scope: Scope) -> Any:
            try:
                signal = body(scope)
            except ALARMS:
                raise
            except Exception as error:
                for kinds, respond in handlers:
                    if self._do.catches(kinds(scope), error):
                        return respond(scope, error)
                raise
            return orelse(scope) if signal is None else signal

        return run

    def _handler(self, node: ast.ExceptHandler) -> tuple[Step, Callable[[Scope, Exception], Any]]:
        kinds = self.visit(node.type) if node.type else lambda _: Exception
        name, body = checked_name(node.name, node), self._block(node.body)

        def respond(scope: Scope, error: Exception) -> Any:
            if not name:
                return body(scope)
            scope.set(name, error)
            try:
                return body(scope)
            finally:
                scope.set(name, None)
                scope.delete(name)

        return kinds, respond

    def visit_Raise(self, node: ast.Raise) -> Step:
        error, cause = self._optional(node.exc), self._optional(node.cause)

        def run(scope: Scope) -> NoReturn:
            if not node.exc:
                raise  # noqa: PLE0704 the error of the handler that the step stands in
            if not node.cause:
                raise error(scope)
            raise error(scope) from cause(scope)

        return run

    def visit_Assert(self, node: ast.Assert) -> Step:
        test, message = self.visit(node.test), self._optional(node.msg)

        def run(scope: Scope) -> None:
            if not test(scope):
                raise AssertionError(*[message(scope)] if node.msg else [])

        return run

    def visit_Import(self, node: ast.Import) -> NoReturn:
        hint = "leave it out, or import a name: from … import …"
        raise Refused("a session imports no modules", node, hint)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Step:
        if node.level or node.module is None:
            raise Refused("a session imports from a module by its whole name", node)
        module = node.module
        names = [
            (checked_name(each.name, node), checked_name(each.asname, node)) for each in node.names
        ]

        def run(scope: Scope) -> None:
            for name, own in names:
                scope.set(own or name, self._do.imported(module, name))

        return run

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Step:
        if node.decorator_list:
            raise Refused("a session has no decorators", node.decorator_list[0])
        name, define = checked_name(node.name, node), self._function(node.name, node, node.body)
        return lambda scope: scope.set(name, define(scope))

    def visit_Lambda(self, node: ast.Lambda) -> Step:
        returned = ast.copy_location(ast.Return(node.body), node.body)
        return self._function("<lambda>", node, [returned])

    def visit_Return(self, node: ast.Return) -> Step:
        if not self._around:
            raise Refused("SyntaxError: 'return' outside function", node)
        value = self._optional(node.value)
        return lambda scope: Returned(value(scope))

    def _function(
        self, name: str, node: ast.FunctionDef | ast.Lambda, body: list[ast.stmt]
    ) -> Step:
        name, signature = f"{self._around}{name}", self._signature(node)
        own = {*names_set(*body), *(e.arg for e in ast.walk(node.args) if isinstance(e, ast.arg))}
        around = self._around, self._looping
        self._around, self._looping = f"{name}.<locals>.", False
        code = self._block(body)
        self._around, self._looping = around
        meter = self._do.meter

        def call(scope: Scope) -> Any:
            meter.turn()
            return code(scope)

        return lambda scope: SessionFunction(name, signature(scope), call, (scope, own))

    def _signature(
        self, node: ast.FunctionDef | ast.Lambda
    ) -> Callable[[Scope], inspect.Signature]:
        takes, required = node.args, _KINDS.empty
        positional = [*takes.posonlyargs, *takes.args]
        without = len(positional) - len(takes.defaults)
        given = [*[None] * without, *takes.defaults, None, *takes.kw_defaults, None]
        each = [
            *((arg, _KINDS.POSITIONAL_OR_KEYWORD) for arg in positional),
            (takes.vararg, _KINDS.VAR_POSITIONAL),
            *((arg, _KINDS.KEYWORD_ONLY) for arg in takes.kwonlyargs),
            (takes.kwarg, _KINDS.VAR_KEYWORD),
        ]
        parts = [
            (checked_name(arg.arg, node), kind, value and self.visit(value))
            for (arg, kind), value in zip(each, given, strict=True)
            if arg
        ]
        names = [name for name, *_ in parts]
        for at, arg in enumerate(arg for arg, _ in each if arg):
            if arg.arg in names[:at]:
                message = f"duplicate argument '{arg.arg}' in function definition"
                raise Refused(f"SyntaxError: {message}", arg)
        return lambda scope: inspect.Signature(
            [
                _KINDS(name, kind, default=default(scope) if default else required)
                for name, kind, default in parts
            ]
        )
