"""A rule's code, compiled again so that its conditions are noted or its constants changed."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType
from typing import Any

NOTE = "__sfrules_note__"


@dataclass(frozen=True)
class Spot:
    """A part of a rule's code: its text, and its line and columns in the file, from 0."""

    text: str
    line: int
    start: int
    end: int

    @property
    def at(self) -> tuple[int, int, int]:
        """The line and the columns."""
        return self.line, self.start, self.end


@dataclass(frozen=True)
class RuleCode:
    """A rule's definition as a tree, with the function that it is of."""

    function: FunctionType
    tree: ast.FunctionDef
    indent: int

    def spot(self, node: ast.expr) -> Spot:
        """Return where a part of the code is written."""
        end = node.end_col_offset if node.end_lineno == node.lineno else node.col_offset + 1
        at = (node.lineno, node.col_offset + self.indent, (end or 0) + self.indent)
        return Spot(ast.unparse(node), *at)

    @property
    def conditions(self) -> list[ast.expr]:
        """The conditions of the rule: tests, their operands, and comparisons."""
        found: dict[ast.expr, None] = {}
        for node in ast.walk(self.tree):
            match node:
                case ast.If(test=test) | ast.IfExp(test=test) | ast.comprehension(ifs=[test]):
                    found[test] = None
                case ast.BoolOp(values=values):
                    found.update(dict.fromkeys(values))
                case ast.Compare():
                    found[node] = None
        return [node for node in found if not isinstance(node, ast.BoolOp)]

    @property
    def constants(self) -> list[ast.expr]:
        """The numbers of the rule, and the names of its module's numbers."""
        given = {each.arg for each in ast.walk(self.tree.args) if isinstance(each, ast.arg)}
        return [
            node
            for statement in self.body
            for node in ast.walk(statement)
            if isinstance(node, ast.expr) and self._number(node, given) is not None
        ]

    @property
    def body(self) -> list[ast.stmt]:
        """The statements without the docstring."""
        has_docstring = ast.get_docstring(self.tree, clean=False) is not None
        return self.tree.body[1:] if has_docstring else self.tree.body

    def thresholds(self, condition: ast.expr) -> list[int]:
        """Return the whole numbers that a condition compares a parameter with by order."""
        given = {each.arg for each in ast.walk(self.tree.args) if isinstance(each, ast.arg)}
        match condition:
            case ast.Compare(
                left=ast.Name(id=name),
                ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()],
                comparators=[ast.Constant(value=int() as number)],
            ) if name in given:
                return [number]
        return []

    def _number(self, node: ast.AST, given: set[str]) -> object:
        value: object = None
        if isinstance(node, ast.Constant):
            value = node.value
        elif isinstance(node, ast.Name) and node.id not in given:
            value = self.function.__globals__.get(node.id)
        return value if type(value) in (int, float) or type(value).__name__ == "Fraction" else None

    def noting(self, note: Callable[[int, Any], Any]) -> FunctionType:
        """Return the rule with each condition handed to `note` by its number."""
        return self._made(_Wrapper({id(node): at for at, node in enumerate(self.conditions)}), note)

    def changed(self, constant: ast.expr, by: int) -> FunctionType:
        """Return the rule with one of its numbers changed by so much."""
        return self._made(_Changer(constant, by), None)

    def _made(self, change: ast.NodeTransformer, note: object) -> FunctionType:
        tree = change.visit(_copy(self.tree))
        module = ast.fix_missing_locations(ast.Module([tree], []))
        space = {**self.function.__globals__, NOTE: note}
        exec(compile(module, self.function.__code__.co_filename, "exec"), space)  # noqa: S102 — the rule's own code
        made: FunctionType = space[self.tree.name]
        made.__defaults__, made.__kwdefaults__ = (
            self.function.__defaults__,
            self.function.__kwdefaults__,
        )
        return made


def _copy(tree: ast.FunctionDef) -> ast.FunctionDef:
    """Return a shallow copy; the transformers below put new nodes in place of old ones."""
    copied = _Copier().visit(tree)
    copied.decorator_list, copied.returns = [], None
    copied.args = ast.arguments(
        posonlyargs=[ast.arg(a.arg) for a in tree.args.posonlyargs],
        args=[ast.arg(a.arg) for a in tree.args.args],
        vararg=tree.args.vararg and ast.arg(tree.args.vararg.arg),
        kwonlyargs=[ast.arg(a.arg) for a in tree.args.kwonlyargs],
        kw_defaults=[ast.Constant(None) for _ in tree.args.kwonlyargs],
        kwarg=tree.args.kwarg and ast.arg(tree.args.kwarg.arg),
        defaults=[ast.Constant(None) for _ in tree.args.defaults],
    )
    return copied  # type: ignore[no-any-return] # a transformer keeps the kind of the root


class _Copier(ast.NodeTransformer):
    """Copies a tree; each copy knows the node that it is of."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        made = type(node)(**dict(ast.iter_fields(node)))
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                copies = [self.visit(v) if isinstance(v, ast.AST) else v for v in value]
                setattr(made, name, copies)
            elif isinstance(value, ast.AST):
                setattr(made, name, self.visit(value))
        ast.copy_location(made, node)
        vars(made)["of"] = id(node)
        return made


class _Wrapper(ast.NodeTransformer):
    def __init__(self, numbers: dict[int, int]) -> None:
        self.numbers = numbers

    def visit(self, node: ast.AST) -> ast.AST:
        number = self.numbers.get(getattr(node, "of", 0))
        made = self.generic_visit(node)
        if number is None or not isinstance(made, ast.expr):
            return made
        wrapped = ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(number), made], [])
        return ast.copy_location(wrapped, node)


class _Changer(ast.NodeTransformer):
    def __init__(self, constant: ast.expr, by: int) -> None:
        self.constant, self.by = id(constant), by

    def visit(self, node: ast.AST) -> ast.AST:
        if getattr(node, "of", 0) != self.constant or not isinstance(node, ast.expr):
            return self.generic_visit(node)
        return ast.copy_location(ast.BinOp(node, ast.Add(), ast.Constant(self.by)), node)


@lru_cache(maxsize=1024)
def code_of(rule: Callable[..., Any]) -> RuleCode | None:
    """Return the code of a rule, beneath its decorators; None if it cannot be compiled alone."""
    plain = inspect.unwrap(rule)
    if not isinstance(plain, FunctionType) or plain.__closure__:
        return None
    try:
        lines, first = inspect.getsourcelines(plain)
    except (OSError, TypeError):
        return None
    text = "".join(lines)
    try:
        tree = ast.parse(textwrap.dedent(text)).body[0]
    except SyntaxError:
        return None
    if not isinstance(tree, ast.FunctionDef) or any(map(_is_unfit, ast.walk(tree))):
        return None
    ast.increment_lineno(tree, max(first, 1) - 1)
    return RuleCode(plain, tree, len(lines[0]) - len(lines[0].lstrip()))


def _is_unfit(node: ast.AST) -> bool:
    return isinstance(node, ast.Yield | ast.YieldFrom | ast.Nonlocal | ast.Global)


def edges_of(rule: Callable[..., Any]) -> Iterator[int]:
    """Yield the whole numbers that a rule's code contains."""
    code = code_of(rule)
    for node in code.constants if code else ():
        if isinstance(node, ast.Constant) and type(node.value) is int:
            yield node.value
