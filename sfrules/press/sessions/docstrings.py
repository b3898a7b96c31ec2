"""The examples in the docstrings of a book's rules, run by doctest and reported in their files."""

from __future__ import annotations

import inspect
import re
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from sfrules.ground.ledger import Check, relative
from sfrules.ground.source import Source
from sfrules.press.sessions.examples import PROMPT, ExampleLines, ExampleRunner
from sfrules.press.things.book import Book

_ANYTHING = re.compile("")
NOT_LITERAL = re.compile(r"\\|\"{3}|'{3}")  # means something else within a docstring


def check_docstrings(book: Book) -> list[Check]:
    """One check for each rule whose docstring has examples.

    This is the code of the book's own author: it runs as it is, in its own module.
    """

    @cache
    def read(path: str) -> Source:
        try:
            text = Path(path).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError):
            text = ""  # as of code that is of no file
        return Source(relative(Path(path), book.root), text)

    checks = []
    for rule, name in book.rule_names.items():
        if PROMPT in (text := rule.__doc__ or ""):
            plain: Any = inspect.unwrap(rule)
            code: CodeType = plain.__code__
            source, own = read(code.co_filename), Path(code.co_filename).is_relative_to(book.root)
            lines = _lines(source, text.split("\n"), code)
            unfit = NOT_LITERAL if own and lines.top else _ANYTHING
            runner = ExampleRunner(lines, book.root, "the docstring", unfit)
            runner.execute(runner.examples(), dict(plain.__globals__))
            checks.append(lines.check("docstring", name, runner.problems))
    return checks


def _lines(source: Source, lines: list[str], code: CodeType) -> ExampleLines:
    """A docstring in its file, found by its prompts: much faster than parsing the file.

    Its place is not known if the file has other text than Python reads, as with escapes.
    """
    there = source.text.split("\n")
    prompts = [(at, line.strip()) for at, line in enumerate(lines) if PROMPT in line]

    def begins(first: int) -> bool:
        return all(
            there[first - 1 + at].strip().removeprefix('r"""').removeprefix('"""') == prompt
            for at, prompt in prompts
        )

    # It begins before the function's last line of code: behind that may be another one like it.
    last, end = max(line or 0 for *_, line in code.co_lines()), len(there) + 2 - len(lines)
    end = min(last + 1, end) if code.co_firstlineno < last else end
    top = next(filter(begins, range(code.co_firstlineno, end)), 0)
    lines = [line.expandtabs() for line in lines]  # as doctest reads them
    return ExampleLines(source, lines, top, min(code.co_firstlineno, len(there)))
