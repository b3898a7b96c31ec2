"""The mutants of code and of tables: each sign and number that can be changed."""

from __future__ import annotations

import ast
import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from section import ROOT

UNTOUCHED = frozenset({"source", "sources", "page", "anchor"})  # columns that are no facts
# Tables of where the facts come from, where they are said, and in what words readers ask.
NO_FACTS = ("sources", "account", "asked", "synonyms")
TABLES = "tables/authored"
RULES = "sfrules/rules"
_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*",
    ast.Pow: "*", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=",
    ast.NotEq: "==", ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
    ast.And: "or", ast.Or: "and",
}  # fmt: skip
# What no caller sees: that a class is frozen and small, and how many answers are kept.
_UNSEEN = frozenset({"frozen", "slots", "maxsize"})
_SIGNS = re.compile(r"not\s+in|is\s+not|[-+*/%<>=!&|]+|\b(?:in|is|and|or)\b")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Mutant:
    """A change of a file, and the names that tests of it are likely to say."""

    path: str
    line: int
    start: int
    end: int
    was: str
    new: str
    near: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.was} -> {self.new}"

    @property
    def row(self) -> str:
        """The line that it changes, as it is."""
        return (ROOT / self.path).read_text(encoding="utf-8").split("\n")[self.line - 1].strip()

    @property
    def text(self) -> str:
        """The whole file, changed."""
        text = (ROOT / self.path).read_text(encoding="utf-8")
        return text[: self.start] + self.new + text[self.end :]


def mutants() -> list[Mutant]:
    """Every mutant of the rules and the tables."""
    found = []
    for path in sorted((ROOT / RULES).rglob("*.py")):
        name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        found += list(_Code(name, text).mutants(ast.parse(text), ""))
    tables = (path for path in (ROOT / TABLES).glob("*.csv") if path.stem not in NO_FACTS)
    for path in sorted(tables):
        found += list(
            _of_table(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        )
    return found


class _Code:
    """The mutants of a module."""

    def __init__(self, path: str, text: str) -> None:
        self._path, self._text, self._lines = path, text, text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]

    def mutants(self, node: ast.AST, near: str) -> Iterator[Mutant]:
        """Those of a node and of what is below it, which is near a name."""
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node, ast.keyword) and node.arg in _UNSEEN:
            return
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            near = node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            near = near or node.targets[0].id
        yield from self._of_constant(node, near)
        yield from self._of_signs(node, near)
        for child in ast.iter_child_nodes(node):
            returned = isinstance(node, ast.FunctionDef) and child is node.returns
            if not returned and not isinstance(child, ast.arg):
                yield from self.mutants(child, near)

    def _of_constant(self, node: ast.AST, near: str) -> Iterator[Mutant]:
        if not isinstance(node, ast.Constant) or type(node.value) not in (int, float, bool):
            return
        value: Any = node.value
        new = str(not value) if isinstance(value, bool) else str(value + 1)
        start, end = self._begin(node), self._end(node)
        yield Mutant(self._path, node.lineno, start, end, self._text[start:end], new, near)

    def _of_signs(self, node: ast.AST, near: str) -> Iterator[Mutant]:
        for left, operator, right in _signs(node):
            between = self._end(left), self._begin(right)
            sign, new = _SIGNS.search(self._text, *between), _OPERATORS.get(type(operator))
            if sign and new:
                yield Mutant(self._path, right.lineno, *sign.span(), sign[0], new, near)

    def _begin(self, node: ast.expr) -> int:
        return self._offset(node.lineno, node.col_offset)

    def _end(self, node: ast.expr) -> int:
        return self._offset(node.end_lineno or 0, node.end_col_offset or 0)

    def _offset(self, line: int, column: int) -> int:
        """Where in the text a place is, whose column counts bytes."""
        before = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(before)


def _signs(node: ast.AST) -> list[tuple[ast.expr, ast.AST, ast.expr]]:
    """The operators and comparisons of a node, with what stands on both sides of each."""
    if isinstance(node, ast.BinOp):
        return [(node.left, node.op, node.right)]
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        return list(zip(sides, node.ops, sides[1:], strict=False))
    if isinstance(node, ast.BoolOp):
        return [(one, node.op, other) for one, other in pairwise(node.values)]
    return []


def _of_table(path: str, text: str) -> Iterator[Mutant]:
    """Each number of each cell that is a fact."""
    rows = list(csv.reader(io.StringIO(text)))
    line_start, header = 0, rows[0]
    for number, line in enumerate(text.split("\n"), 1):
        cells = next(csv.reader([line]), [])
        if number > 1 and len(cells) == len(header):
            at = line_start
            for column, plain in zip(header, cells, strict=True):
                cell = plain.replace('"', '""')  # as it is written
                at = text.index(cell, at) if cell else at
                for digits in _NUMBER.finditer(cell) if column not in UNTOUCHED else ():
                    start, end = at + digits.start(), at + digits.end()
                    new = str(int(digits[0]) + 1)
                    yield Mutant(path, number, start, end, digits[0], new, Path(path).stem)
                at += len(cell)
        line_start += len(line) + 1
