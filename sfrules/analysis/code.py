"""A rule's code, compiled again so that its conditions are noted or its constants changed."""

from __future__ import annotations
import __future__

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple

NOTE = "__sfrules_note__"


class Spot(NamedTuple):
    """A part of a rule's code: its text, and its line and columns in the file, from 0."""

    text: str
    at: tuple[int, int, int]


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
        return Spot(ast.unparse(node), at)

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
        nodes = [node for statement in self.tree.body for node in ast.walk(statement)]
        return [n for n in nodes if isinstance(n, ast.expr) and self._is_number(n)]

    @property
    def _parameters(self) -> set[str]:
        return {each.arg for each in ast.walk(self.tree.args) if isinstance(each, ast.arg)}

    def _is_number(self, node: ast.expr) -> bool:
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(node, ast.Name) and node.id not in self._parameters:
            value = self.function.__globals__.get(node.id)
        return type(value) in (int, float) or type(value).__name__ == "Fraction"

    def thresholds(self, condition: ast.expr) -> list[int]:
        """Return the whole numbers that a condition compares a parameter with by order."""
        match condition:
            case ast.Compare(
                left=ast.Name(id=name),
                ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()],
                comparators=[ast.Constant(value=int() as number)],
            ) if name in self._parameters:
                return [number]
        return []

    def noting(self, note: Callable[[int, Any], Any]) -> FunctionType:
        """Return the rule with each condition handed to `note` by its number."""
        name = ast.Name(NOTE, ast.Load())
        return self._with(
            self.conditions, lambda at, it: ast.Call(name, [ast.Constant(at), it], []), note
        )

    def changed(self, constant: ast.expr, by: int) -> FunctionType:
        """Return the rule with one of its numbers changed by so much."""
        return self._with([constant], lambda _, it: ast.BinOp(it, ast.Add(), ast.Constant(by)))

    def _with(
        self,
        parts: Sequence[ast.expr],
        make: Callable[[int, ast.expr], ast.expr],
        note: object = None,
    ) -> FunctionType:
        """Return the rule with something made of some of its parts in their places."""
        made: dict[int, Any] = {}
        for at, part in reversed([*enumerate(parts)]):  # a part follows those that it is in
            made[id(part)] = make(at, deepcopy(part, made))
        tree = deepcopy(self.tree, made)
        tree.decorator_list = []
        module = ast.fix_missing_locations(ast.Module([tree], []))
        space = {**self.function.__globals__, NOTE: note}
        file, flags = self.function.__code__.co_filename, __future__.annotations.compiler_flag
        exec(compile(module, file, "exec", flags), space)  # noqa: S102 — the rule's own code
        changed: FunctionType = space[self.tree.name]
        return changed


def beneath(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Return what a rule's check asks: its function, in decorators of the author's own if any."""
    asked: Callable[..., Any] = getattr(rule, "__wrapped__", rule)
    return asked


@lru_cache(maxsize=1024)
def code_of(rule: Callable[..., Any]) -> RuleCode | None:
    """Return the code of a rule; None if it cannot be compiled alone, or without a decorator."""
    plain = beneath(rule)
    if not isinstance(plain, FunctionType) or plain.__closure__:
        return None
    try:
        lines, first = inspect.getsourcelines(plain)
        tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    except (OSError, TypeError, SyntaxError):
        return None
    if not isinstance(tree, ast.FunctionDef) or any(map(_is_unfit, ast.walk(tree))):
        return None
    ast.increment_lineno(tree, first - 1)
    return RuleCode(plain, tree, len(lines[0]) - len(lines[0].lstrip()))


def _is_unfit(node: ast.AST) -> bool:
    return isinstance(node, ast.Yield | ast.YieldFrom | ast.Nonlocal | ast.Global)


def edges_of(rule: Callable[..., Any]) -> Iterator[int]:
    """Yield the whole numbers that a rule's code contains."""
    code = code_of(rule)
    for node in code.constants if code else ():
        if isinstance(node, ast.Constant) and type(node.value) is int:
            yield node.value
