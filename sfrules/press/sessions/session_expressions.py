"""The expressions of a session: each kind that a session may use becomes a step of ours.

A step is a function that does what its node says, in a scope and within the page's bounds.
What has no case is refused at its place, before anything is run.
"""

# ruff: noqa: N802 - the names of the methods are those of ast's nodes
from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NoReturn

from sfrules.press.sessions.operations import OPERATORS, SessionOperations
from sfrules.press.sessions.scopes import Scope, names_set

Step = Callable[[Scope], Any]
Target = Callable[[Scope, Any], None]
UNARY = {
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
WORDS = {
    "AnnAssign": "annotated names",
    "AsyncFor": "async",
    "AsyncFunctionDef": "async",
    "AsyncWith": "async",
    "Await": "await",
    "ClassDef": "classes",
    "Global": "global",
    "MatMult": "@",
    "Match": "match",
    "Nonlocal": "nonlocal",
    "TryStar": "except*",
    "With": "with",
    "Yield": "yield",
    "YieldFrom": "yield",
}


class Refused(Exception):
    """A session says what no session may, at a line and column of its code."""

    def __init__(self, message: str, node: ast.AST, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.line: int = getattr(node, "lineno", 1)
        self.column: int = getattr(node, "col_offset", 0)  # in bytes of UTF-8


def checked_name(name: str | None, node: ast.AST) -> str:
    if name and name.startswith("_") and name != "_":
        raise Refused(f'"{name}" is closed to pages', node)
    return name or ""


def _then(step: Step, *functions: Callable[[Any], Any]) -> Step:
    """A step whose value goes through functions."""

    def run(scope: Scope) -> Any:
        value = step(scope)
        for function in functions:
            value = function(value)
        return value

    return run


class SessionExpressions(ast.NodeVisitor):
    """Turns the expressions of an example into steps."""

    def __init__(self, operations: SessionOperations) -> None:
        self._do = operations
        self._around = ""  # the function that the code stands in, as a part of Python's names

    def generic_visit(self, node: ast.AST) -> NoReturn:
        """Refuse a kind of statement or expression that has no case."""
        kind = type(node).__name__
        raise Refused(f"a session has no {WORDS.get(kind, kind)}", node)

    def _optional(self, node: ast.AST | None) -> Step:
        return self.visit(node) if node else lambda _: None

    def _with(self, function: Callable[..., Any], *nodes: ast.AST | None) -> Step:
        """A step that calls a function with the values of nodes."""
        first, *others = map(self._optional, nodes)
        if not others:
            return lambda scope: function(first(scope))
        if len(others) == 1:
            second = others[0]
            return lambda scope: function(first(scope), second(scope))
        return lambda scope: function(first(scope), *[each(scope) for each in others])

    def visit_Constant(self, node: ast.Constant) -> Step:
        if isinstance(node.value, bytes):
            raise Refused("a session has no bytes", node)
        return lambda _: node.value

    def visit_Name(self, node: ast.Name) -> Step:
        name = checked_name(node.id, node)
        return lambda scope: scope.look_up(name)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Step:
        name, value = checked_name(node.target.id, node), self.visit(node.value)

        def run(scope: Scope) -> Any:
            scope.set(name, value(scope))
            return scope.look_up(name)

        return run

    def visit_Attribute(self, node: ast.Attribute) -> Step:
        return self._with(partial(self._do.attribute, checked_name(node.attr, node)), node.value)

    def visit_Subscript(self, node: ast.Subscript) -> Step:
        return self._with(self._do.item, node.value, node.slice)

    def visit_Slice(self, node: ast.Slice) -> Step:
        return self._with(slice, node.lower, node.upper, node.step)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Step:
        return self._with(UNARY[type(node.op)], node.operand)

    def visit_BinOp(self, node: ast.BinOp) -> Step:
        return self._with(partial(self._do.operate, self._sign(node)), node.left, node.right)

    def _sign(self, node: ast.BinOp | ast.AugAssign) -> type[ast.operator]:
        if type(node.op) not in OPERATORS:
            raise Refused(f"a session has no {WORDS[type(node.op).__name__]}", node)
        return type(node.op)

    def visit_BoolOp(self, node: ast.BoolOp) -> Step:
        parts, goes_on = [self.visit(each) for each in node.values], isinstance(node.op, ast.And)

        def run(scope: Scope) -> Any:
            value: Any = None
            for part in parts:
                value = part(scope)
                if bool(value) is not goes_on:
                    break
            return value

        return run

    def visit_Compare(self, node: ast.Compare) -> Step:
        # What is compared has a bounded size: comparing goes into every item.
        bounded = self._do.paper.bounded
        left = self._with(bounded, node.left)
        rights = [self._with(bounded, each) for each in node.comparators]
        rest = list(zip([COMPARED[type(sign)] for sign in node.ops], rights, strict=True))

        def run(scope: Scope) -> Any:
            before, answer = left(scope), True
            for compare, right in rest:
                value = right(scope)
                answer = compare(before, value)
                if not answer:
                    break
                before = value
            return answer

        return run

    def visit_IfExp(self, node: ast.IfExp) -> Step:
        test, then, other = map(self.visit, (node.test, node.body, node.orelse))
        return lambda scope: then(scope) if test(scope) else other(scope)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Step:
        return _then(self._items(node.values), "".join, self._do.made)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Step:
        write = partial(self._do.paper.format, node.conversion)
        return self._with(write, node.value, node.format_spec)

    def _items(self, nodes: Sequence[ast.expr]) -> Step:
        """The items of a list or the arguments of a call; what is unpacked there is counted."""
        parts = [
            (True, self.visit(each.value))
            if isinstance(each, ast.Starred)
            else (False, self.visit(each))
            for each in nodes
        ]

        def run(scope: Scope) -> list[Any]:
            found: list[Any] = []
            for starred, part in parts:
                value = part(scope)
                found.extend(self._do.iterate(value) if starred else (value,))
            return found

        return run

    def visit_Starred(self, node: ast.Starred) -> NoReturn:
        raise Refused("SyntaxError: can't use starred expression here", node)

    def visit_List(self, node: ast.List) -> Step:
        return _then(self._items(node.elts), self._do.made)

    def visit_Tuple(self, node: ast.Tuple) -> Step:
        return _then(self._items(node.elts), tuple, self._do.made)

    def visit_Set(self, node: ast.Set) -> Step:
        return _then(self._items(node.elts), set, self._do.made)

    def visit_Dict(self, node: ast.Dict) -> Step:
        keys = [key and self.visit(key) for key in node.keys]
        pairs = list(zip(keys, map(self.visit, node.values), strict=True))

        def run(scope: Scope) -> Any:
            found: dict[Any, Any] = {}
            for key, value in pairs:
                found |= {key(scope): value(scope)} if key else self._do.mapping(value(scope))
            return self._do.made(found)

        return run

    def visit_Call(self, node: ast.Call) -> Step:
        function, args = self.visit(node.func), self._items(node.args)
        keywords = [(each.arg, self.visit(each.value)) for each in node.keywords]
        call, mapping = self._do.call, self._do.mapping

        def run(scope: Scope) -> Any:
            called, given, named = function(scope), args(scope), dict[str, Any]()
            for name, value in keywords:
                more = {name: value(scope)} if name else mapping(value(scope))
                if twice := sorted(named.keys() & more.keys()):
                    raise TypeError(f"got multiple values for keyword argument '{twice[0]}'")
                named |= more
            return call(called, given, named)

        return run

    def _comprehension(self, generators: list[ast.comprehension], element: Step) -> Step:
        """The values of a comprehension; its first items are looked up where it stands."""
        loops = [self._generator(each) for each in generators]
        own = set(names_set(*(each.target for each in generators)))

        def turns(scope: Scope, at: int, items: Any) -> Iterator[Any]:
            _, target, tests = loops[at]
            for item in self._do.iterate(items):
                target(scope, item)
                if not all(test(scope) for test in tests):
                    continue
                if at + 1 == len(loops):
                    yield element(scope)
                else:
                    yield from turns(scope, at + 1, loops[at + 1][0](scope))

        return lambda scope: turns(Scope({}, scope, own), 0, loops[0][0](scope))

    def _generator(self, node: ast.comprehension) -> tuple[Step, Target, list[Step]]:
        if node.is_async:
            raise Refused("a session has no async", node.target)
        tests = [self.visit(test) for test in node.ifs]
        return self.visit(node.iter), self._target(node.target), tests

    def visit_ListComp(self, node: ast.ListComp) -> Step:
        values = self._comprehension(node.generators, self.visit(node.elt))
        return _then(values, list, self._do.made)

    def visit_SetComp(self, node: ast.SetComp) -> Step:
        values = self._comprehension(node.generators, self.visit(node.elt))
        return _then(values, set, self._do.made)

    def visit_DictComp(self, node: ast.DictComp) -> Step:
        pair = self._with(lambda key, value: (key, value), node.key, node.value)
        return _then(self._comprehension(node.generators, pair), dict, self._do.made)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Step:
        def named(values: Any) -> Any:
            values.__qualname__ = name
            return values

        name = f"{self._around}<genexpr>"
        return _then(self._comprehension(node.generators, self.visit(node.elt)), named)

    def _target(self, node: ast.expr) -> Target:
        """What takes a value: a name, an item, or several of these."""
        match node:
            case ast.Name():
                name = checked_name(node.id, node)
                return lambda scope, value: scope.set(name, value)
            case ast.Subscript():
                place = self._with(lambda owner, key: (owner, key), node.value, node.slice)
                return lambda scope, value: self._do.store(*place(scope), value)
            case ast.Tuple() | ast.List():
                return self._unpacking(node)
            case ast.Attribute():
                refuse_attribute(node)
        message = "starred assignment target must be in a list or tuple"
        raise Refused(f"SyntaxError: {message}", node)

    def _unpacking(self, node: ast.Tuple | ast.List) -> Target:
        starred = [at for at, each in enumerate(node.elts) if isinstance(each, ast.Starred)]
        if len(starred) > 1:
            raise Refused("SyntaxError: multiple starred expressions in assignment", node)
        star = starred[0] if starred else None
        plain = [each.value if isinstance(each, ast.Starred) else each for each in node.elts]
        targets = [self._target(each) for each in plain]

        def store(scope: Scope, value: Any) -> None:
            parts = self._do.unpacked(value, len(targets), star)
            for target, part in zip(targets, parts, strict=True):
                target(scope, part)

        return store


def refuse_attribute(node: ast.expr) -> NoReturn:
    if isinstance(node, ast.Attribute):
        checked_name(node.attr, node)
    raise Refused("a session sets and deletes no attributes", node)
