"""The examples in the docstrings of a book's rules, carried out as doctest has them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from sfrules.press.ground.checks import Check
from sfrules.press.ground.ledger import relative
from sfrules.press.ground.source import Source
from sfrules.press.things.book import Book
from sfrules.press.weave.output import PROMPT, Place, lines_of_code


@dataclass(frozen=True)
class File:
    """A module's text, and whether it is the book's own to change."""

    source: Source
    own: bool


@dataclass(frozen=True)
class Docstring:
    """A rule's docstring, and the line of its file that it begins on; 0 if it is not found there.

    It is not found where the file has it otherwise than Python reads it, as with escapes.
    """

    lines: tuple[str, ...]
    file: File
    first: int
    function: int

    @property
    def found(self) -> bool:
        """Whether its lines are known in its file, and so may be written there."""
        return self.first > 0

    def place(self, line: int, wanted: int = 0) -> Place:
        """Where an example stands; else, where its function does."""
        if not self.found:
            return Place(self.file.source, self.function, 1, 1, 0)
        there = self.first + line
        column = self.file.source.line(there).find(PROMPT.strip()) + 1
        coded = lines_of_code(list(self.lines), line)
        return Place(self.file.source, there, max(column, 1), coded, wanted)


def check_docstrings(book: Book) -> list[Check]:
    """One check for each rule whose docstring has examples.

    This is the code of the book's own author: it runs as it is, in its own module.
    """
    files = cache(lambda path: _file(path, book.root))
    rules = book.rule_names.items()
    return [_check(rule, name, files) for rule, name in rules if PROMPT in (rule.__doc__ or "")]


def _file(path: str, root: Path) -> File:
    """A module's text; nothing where it cannot be read, as of code that is of no file."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        text = ""
    return File(Source(relative(Path(path), root), text), Path(path).is_relative_to(root))


def _check(rule: Callable[..., object], name: str, files: Callable[[str], File]) -> Check:
    # Imported here: a book without such examples has no use for it.
    from sfrules.press.weave.doctesting import problems_of

    plain: Any = inspect.unwrap(rule)
    text = rule.__doc__ or ""
    docstring = _found(text, files(plain.__code__.co_filename), plain.__code__)
    prompts = (at for at, line in enumerate(docstring.lines) if PROMPT.strip() in line)
    place = docstring.place(next(prompts))
    problems = tuple(problems_of(text, name, plain.__globals__, docstring))
    return Check(place.source.path, place.line, place.column, "docstring", name, problems)


def _found(text: str, file: File, code: CodeType) -> Docstring:
    """The docstring in its file, by its prompts: much faster than reading the file as Python."""
    lines = tuple(text.split("\n"))
    there = file.source.text.split("\n")
    prompts = [(at, line.strip()) for at, line in enumerate(lines) if PROMPT in line]

    def begins(first: int) -> bool:
        return all(
            there[first - 1 + at].strip().removeprefix('r"""').removeprefix('"""') == prompt
            for at, prompt in prompts
        )

    # It begins before the function's last line of code: behind that may be another one like it.
    last, end = max(line or 0 for *_, line in code.co_lines()), len(there) + 2 - len(lines)
    candidates = range(
        code.co_firstlineno, min(last + 1, end) if code.co_firstlineno < last else end
    )
    first = next(filter(begins, candidates), 0)
    return Docstring(lines, file, first, min(code.co_firstlineno, len(there)))
