"""Change each number, operator and comparison of the rules, and each number of the tables.

One at a time: do the tests of the rules notice? If they do not, does the check of the book, whose
pages, docstrings and printed tables are proofs? Each is tried in a process of its own, a fork of
one that has loaded none of the rules.
"""

from __future__ import annotations

import ast
import csv
import importlib.abc
import importlib.machinery
import io
import json
import linecache
import operator
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

from section import ROOT, Section, Task, most_missed, tried

ENOUGH = 0.98  # of the mutants have to be caught
SECONDS = 240.0  # that one may take: rules may loop for ever, and tests ask for much
OF_BOOK = ("tables", "errata", "facts_on_pages", "figures")
FIRST = 3  # test files that are asked before all others
QUIETLY = ("-x", "-q", "--tb=no", "--assert=plain", "--rootdir", str(ROOT), "-c",
           str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider", "-p", "no:xdist",
           "-p", "no:sfrules")  # fmt: skip
REASONS = Path(__file__).with_name("survivors.csv")
WAYS = {"tests": "the tests", "book": "the book's check", "lost": "time or memory", "": "nobody"}
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


def torture(task: Task) -> Section:
    """Try a share of all mutants, in a process that has nothing of the book loaded."""
    words = [sys.executable, __file__, str(task.share), str(task.seed)]
    ran = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)
    if ran.returncode:
        return Section("Mutants", ["The run failed:", "", ran.stderr], ["not all were tried"])
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    lines = [
        "Each number, operator and comparison of the rules, each number of the tables, changed.",
        "Of those that the tests of the rules do not catch, the check of the book is asked.",
        "",
        f"| of | tried | {' | '.join(WAYS.values())} |",
        "| --- | --- |" + " --- |" * len(WAYS),
    ]
    for sort in sorted({each["sort"] for each in found}):
        caught = [each["caught"] for each in found if each["sort"] == sort]
        cells = [str(len(caught)), *(str(caught.count(way)) for way in WAYS)]
        lines.append(f"| {sort} | {' | '.join(cells)} |")
    left = sorted((e for e in found if not e["caught"]), key=operator.itemgetter("said"))
    lines += ["", f"Not caught, {len(left)} of {len(found):,}:", ""]
    lines += [f"- {each['said']}, in `{each['row']}`: {_reason(each)}" for each in left]
    missed = len(left) > most_missed(ENOUGH, len(found))
    return Section("Mutants", lines, ["too many mutants are not caught"] if missed else [])


def _reason(left: dict[str, str]) -> str:
    """Why nobody notices a mutant; the file has the rows as they are, as lines move."""
    path, _, change = left["said"].split(":", 2)
    with REASONS.open(encoding="utf-8", newline="") as file:
        for known in csv.DictReader(file):
            same = known["path"], known["row"], known["change"]
            if same == (path, left["row"], change.strip()):
                return known["reason"]
    return "nobody has said why"


def attempt(mutant: Mutant) -> str:
    """Who catches a mutant: the tests, the check of the book, or nobody."""
    changed(mutant)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        if _tested(mutant):
            return "tests"
        return "book" if _is_refused() else ""


def changed(mutant: Mutant) -> None:
    """Have the mutant's text read in the place of its file, in this process."""
    sys.path[:] = [str(ROOT), *(each for each in sys.path if each != str(ROOT))]
    if mutant.path.startswith(RULES):
        sys.meta_path.insert(0, _Changed(mutant))
        lines = mutant.text.splitlines(keepends=True)
        place = str(ROOT / mutant.path)
        linecache.cache[place] = (len(mutant.text), None, lines, place)
    else:
        _with_table(mutant)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module of the rules with the text of a mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = mutant.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        self.mutant = mutant

    def find_spec(
        self, name: str, *_: Sequence[str] | ModuleType | None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        place = str(ROOT / self.mutant.path)
        spec = importlib.machinery.ModuleSpec(
            name, self, origin=place, is_package=place.endswith("__init__.py")
        )
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(str(Path(place).parent))
        return spec

    def exec_module(self, module: ModuleType) -> None:
        code = compile(self.mutant.text, str(ROOT / self.mutant.path), "exec", dont_inherit=True)
        exec(code, vars(module))  # noqa: S102 it is the book's own code, but for a sign


def _with_table(mutant: Mutant) -> None:
    """Have the mutant's table read as it is changed, and all others as they are."""
    from sfrules.facts import sheet
    from sfrules.ground.source import Source

    read = sheet.read_source

    def changed(path: Path, shown: str, *given: Any) -> Source:
        return Source(shown, mutant.text) if shown == mutant.path else read(path, shown, *given)

    sheet.read_source = changed  # type: ignore[assignment] # a function in the place of another


def _tested(mutant: Mutant) -> bool:
    """Whether a test fails; those that are likely to are asked first."""
    import pytest

    files = _ordered(mutant)
    fine = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    parts = (files[:FIRST], files[FIRST:])
    return any(pytest.main([*QUIETLY, *part]) not in fine for part in parts)


def _ordered(mutant: Mutant) -> list[str]:
    files = [*ROOT.glob("tests/rules/test_*.py"), ROOT / "tests/test_answers.py"]
    files += [ROOT / "tests/facts/test_shipped_tables.py"]
    files += [ROOT / "tests/book" / f"test_{name}.py" for name in OF_BOOK]
    stem = Path(mutant.path).stem.replace("-", "_")
    near = mutant.near.replace("-", "_").removeprefix("_")

    def score(file: Path) -> tuple[int, int, str]:
        text = file.read_text(encoding="utf-8")
        return -(stem in file.stem), -len(re.findall(rf"\b{re.escape(near)}\b", text)), file.name

    return [str(file) for file in sorted(files, key=score)]


def _is_refused() -> bool:
    """Whether the check of the book fails, or ends in any other way than it should."""
    from sfrules.__main__ import main

    sys.argv[1:] = ["check", "--no-cache"]
    try:
        main()
    except SystemExit as ended:
        return bool(ended.code)
    return False


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
        for left, joint, right in _signs(node):
            between = self._end(left), self._begin(right)
            sign, new = _SIGNS.search(self._text, *between), _OPERATORS.get(type(joint))
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


def main() -> None:
    """Try a share of the mutants; write what became of each as a line of JSON."""
    os.chdir(ROOT)
    load_what_takes_long()
    share, seed = sys.argv[1:]
    every = mutants()
    chosen = random.Random(seed).sample(every, Task(float(share)).of(len(every)))
    unchanged = [Mutant(path, 1, 0, 0, "", "", "") for path in (f"{RULES}/exact.py", "")]
    if any(caught != "" for caught in tried(attempt, unchanged, SECONDS)):
        raise SystemExit("the tests, or the check of the book, fail as it is")
    for mutant, caught in zip(chosen, tried(attempt, chosen, SECONDS), strict=True):
        sort = "the rules" if mutant.path.startswith(RULES) else "the tables"
        way = "lost" if caught is None else caught
        told = {"caught": way, "sort": sort, "said": str(mutant), "row": mutant.row}
        print(json.dumps(told), flush=True)


def load_what_takes_long() -> None:
    """Load what each process would load for itself."""
    import doctest  # noqa: F401

    import hypothesis.strategies
    import icepool  # noqa: F401
    import jinja2  # noqa: F401
    import pandas as pd  # noqa: F401
    import pytest  # noqa: F401

    import sfrules.__main__  # noqa: F401

    hypothesis.settings.register_profile(
        "mutants",
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
    )
    hypothesis.settings.load_profile("mutants")


if __name__ == "__main__":
    main()
