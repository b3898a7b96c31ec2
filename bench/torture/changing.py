"""The mutants of the rules and the tables: each sign and number that can be changed."""

from __future__ import annotations

import ast
import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from section import ROOT

UNTOUCHED = frozenset({"source", "sources", "page", "anchor"})  # columns that are no facts
TABLES = "tables/authored"
RULES = "sfrules/rules"
_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*",
    ast.Pow: "*", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=",
    ast.NotEq: "==", ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
    ast.And: "or", ast.Or: "and",
}  # fmt: skip
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
    def text(self) -> str:
        """The whole file, changed."""
        text = (ROOT / self.path).read_text(encoding="utf-8")
        return text[: self.start] + self.new + text[self.end :]


def mutants() -> list[Mutant]:
    """Every mutant there is."""
    found = []
    for path in sorted((ROOT / RULES).rglob("*.py")):
        found += list(_of_rule(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")))
    tables = (path for path in (ROOT / TABLES).glob("*.csv") if path.stem != "sources")
    for path in sorted(tables):
        found += list(
            _of_table(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        )
    return found


def _of_rule(path: str, text: str) -> Iterator[Mutant]:  # noqa: C901 one case for each sort of node
    starts = [0]
    for line in text.encode().split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    content = text.encode()

    def offset(line: int, column: int) -> int:
        return len(content[: starts[line - 1] + column].decode())

    def walk(node: ast.AST, near: str) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            near = node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            near = near or node.targets[0].id
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float, bool):
            start = offset(node.lineno, node.col_offset)
            end = offset(node.end_lineno or 0, node.end_col_offset or 0)
            value = node.value
            new = str(not value) if isinstance(value, bool) else str(value + 1)
            yield Mutant(path, node.lineno, start, end, text[start:end], new, near)
        yield from _of_signs(node, near)
        for child in ast.iter_child_nodes(node):
            if not (isinstance(node, ast.FunctionDef) and child is node.returns) and not isinstance(
                child, ast.arg
            ):
                yield from walk(child, near)

    def _of_signs(node: ast.AST, near: str) -> Iterator[Mutant]:
        if isinstance(node, ast.BinOp):
            parts = [(node.left, node.op, node.right)]
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            parts = list(zip(sides, node.ops, sides[1:], strict=False))
        elif isinstance(node, ast.BoolOp):
            parts = [(one, node.op, other) for one, other in pairwise(node.values)]
        else:
            return
        for left, operator, right in parts:
            start = offset(left.end_lineno or 0, left.end_col_offset or 0)
            end = offset(right.lineno, right.col_offset)
            sign, new = _SIGNS.search(text, start, end), _OPERATORS.get(type(operator))
            if sign and new:
                yield Mutant(path, right.lineno, *sign.span(), sign[0], new, near)

    yield from walk(ast.parse(text), "")


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
