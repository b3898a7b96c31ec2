"""Numbers that are typed in the book's Python: in captions, headings and notes of its things.

What a caption or a heading of the code says may be worked out: `f"{len(burst)} squares"`. A number
in it is typed if a literal of the code has it, or if it is put together of literals alone, as in
`f"{SEATS} seats"` where a module sets `SEATS = 77`.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from sfrules.ground.file_door import read_source
from sfrules.ground.problems import ProblemsFound
from sfrules.ground.source import Source, Span
from sfrules.press.audit.numbers import Naming, Stretch, naming_of, sure_numbers_in
from sfrules.press.things.book import Book, once_per_book


def _stretches(text: str, naming: Naming) -> list[Stretch]:
    return [(each.start, each.end) for each in sure_numbers_in(text, naming)]


_HOLE = re.compile(r"\{[^{}]*\}|%[sd]")  # of a text that is filled by str.format or by %
_PLAIN = {each.__name__: each for each in (chr, format, int, len, repr, round, str, sum)}


class Literal(NamedTuple):
    """A part of a text of the code with a number in it, and the file of its module."""

    text: str
    numbers: tuple[Stretch, ...]
    file: str


def typed_in(book: Book, words: str, macro: str = "") -> Iterator[tuple[Stretch, Literal]]:
    """The numbers of a text of a thing that literals have: those of the code, and of its macro."""
    naming = naming_of(book)
    numbers = _stretches(words, naming)
    if not numbers:
        return
    known = [*_literals(book), *_with_numbers(_quoted(macro), naming, "")]
    said = [literal for literal in known if literal.text in words]
    for number in numbers:
        if literal := next((each for each in said if _has_typed(each, words, number)), None):
            yield number, literal


def _quoted(macro: str) -> Iterator[str]:
    """The texts that a macro quotes: what a page writes is read here, and never run."""
    for node in ast.walk(_parsed(f"({macro})")) if re.search("[\"']", macro) else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _has_typed(literal: Literal, words: str, number: Stretch) -> bool:
    # A bare figure is in many a text; it is typed only where it is all that the thing says.
    if not re.search(r"[^\W\d]", literal.text) and literal.text != words:
        return False
    at = words.find(literal.text)
    while at >= 0:
        if any(at + left <= number[0] < at + right for left, right in literal.numbers):
            return True
        at = words.find(literal.text, at + 1)
    return False


def place_of(book: Book, literal: Literal) -> Span | None:
    """Where a literal stands in the code; None where it is not found."""
    if not literal.file:
        return None
    with suppress(ProblemsFound, SyntaxError, ValueError):
        file = Path(literal.file).resolve()
        source = read_source(file, file.relative_to(book.root.resolve()).as_posix())
        for node in ast.walk(ast.parse(source.text)):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and literal.text in _HOLE.split(text):
                return _within(source, node, literal)  # type: ignore[arg-type]
    return None


def _within(source: Source, node: ast.Constant, literal: Literal) -> Span:
    """The number of a literal within its expression; all of that where it is not written so."""
    start = source.start_of(node.lineno)
    end = source.start_of(node.end_lineno or node.lineno) + (node.end_col_offset or 0)
    number = literal.text[slice(*literal.numbers[0])]
    at = source.text.find(number, start, end + 1)
    return Span(source, at, at + len(number)) if at >= 0 else Span(source, start, end)


@once_per_book
def _literals(book: Book) -> list[Literal]:
    naming = naming_of(book)
    return [
        literal
        for file in sorted({str(module.__file__) for module in _modules(book)})
        for literal in _with_numbers(_texts_of(_code_of(file), file), naming, file)
    ]


def _modules(book: Book) -> Iterator[ModuleType]:
    """The modules of a book that may say what its things say: not those of rules alone."""
    # Copies: a page depends on what is asked of the book itself.
    builders = (
        *dict(book.tables).values(),
        *dict(book.figures).values(),
        *dict(book.charts).values(),
    )
    said = {inspect.unwrap(build).__module__ for build in builders}
    rules = {inspect.unwrap(rule).__module__ for rule in book.rule_names} - said
    within = tuple(f"{name}." for name in book.modules)
    for name, module in list(sys.modules.items()):
        own = name not in rules and f"{name}.".startswith(within)
        if own and str(getattr(module, "__file__", "")).endswith(".py"):
            yield module


def _code_of(file: str) -> str:
    """The text of a file of code; nothing if it cannot be read."""
    with suppress(OSError, ValueError):
        return Path(file).read_text(encoding="utf-8")
    return ""


def _parsed(code: str) -> ast.Module:
    """Some code as a tree; an empty one if it is none."""
    with suppress(SyntaxError, ValueError):
        return ast.parse(code)
    return ast.Module([], [])


@lru_cache(maxsize=1_000)  # a book that is loaded again has most of its files as they were
def _texts_of(code: str, file: str) -> tuple[str, ...]:
    """The texts of the book's code that are made of literals alone, but for docstrings."""
    return tuple(_texts_in(_parsed(code), file))


def _texts_in(tree: ast.Module, file: str) -> Iterator[str]:
    nodes = [*ast.walk(tree)]
    constants = _constants(tree.body, nodes, file)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = (node.body for node in nodes if isinstance(node, documented) and node.body)
    docstrings = {first.value for first, *_ in bodies if isinstance(first, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            yield from _pieces(node, constants, file)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str) and node not in docstrings:
                yield node.value
        elif isinstance(node, ast.BinOp | ast.Call):
            text = _worked_out(node, constants, file)
            if isinstance(text, str):
                yield text


def _constants(
    statements: Iterable[ast.stmt], nodes: Iterable[ast.AST], file: str
) -> dict[str, object]:
    """What a module's own names stand for that are set to literals, and given to no function."""
    known: dict[str, object] = {}
    for node in statements:
        if isinstance(node, ast.Assign) and isinstance(name := node.targets[0], ast.Name):
            value = _worked_out(node.value, known, file)
            if isinstance(value, str | int | float):
                known[name.id] = value
    calls = (node for node in nodes if isinstance(node, ast.Call))
    given = (each for call in calls for each in (*call.args, *(k.value for k in call.keywords)))
    for each in given:
        if isinstance(each, ast.Name):
            known.pop(each.id, None)
    return known


def _pieces(text: ast.JoinedStr, constants: Mapping[str, object], file: str) -> Iterator[str]:
    """The parts of a formatted text between what is worked out of more than literals."""
    piece = ""
    for part in text.values:
        said = _worked_out(ast.JoinedStr([part]), constants, file)
        if not isinstance(said, str):
            yield piece
        piece = f"{piece}{said}" if isinstance(said, str) else ""
    yield piece


def _worked_out(node: ast.expr, constants: Mapping[str, object], file: str) -> object:
    """The value of an expression of literals, constants and plain functions of Python, or None."""
    names = (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
    if not all(name in constants or name in _PLAIN for name in names):
        return None
    try:
        code = compile(ast.fix_missing_locations(ast.Expression(node)), file, "eval")
        value: object = eval(code, {"__builtins__": _PLAIN}, dict(constants))  # noqa: S307 — the book's own, which has run
    except Exception:  # noqa: BLE001 what fails here has not made a text there
        return None
    return value


def _with_numbers(texts: Iterable[str], naming: Naming, file: str) -> Iterator[Literal]:
    for part in dict.fromkeys(part for text in texts for part in _HOLE.split(text)):
        # The name of a parameter is no text, even if it is a word for a number.
        if not part.isidentifier() and (numbers := _stretches(part, naming)):
            yield Literal(part, tuple(numbers), file)
