"""The examples in the docstrings of a book's rules, run by doctest and reported in their files."""

from __future__ import annotations

import doctest
import inspect
import re
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from sfrules.ground.faults import cause
from sfrules.ground.ledger import Check, relative
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source
from sfrules.press.sessions import output
from sfrules.press.things.book import Book

NOT_LITERAL = re.compile(r"\\|\"{3}|'{3}")  # means something else within a docstring

_STACK = re.compile(r"\ATraceback .*?:[ \t]*\n.*?^(?=\w)", re.MULTILINE | re.DOTALL)


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
        if output.PROMPT in (text := rule.__doc__ or ""):
            plain: Any = inspect.unwrap(rule)
            own = Path(plain.__code__.co_filename).is_relative_to(book.root)
            source = read(plain.__code__.co_filename)
            runner = _Runner(text, source, plain.__code__, book.root, own=own)
            checks.append(runner.check(name, text, plain.__globals__))
    return checks


def _first_line(lines: list[str], there: list[str], code: CodeType) -> int:
    """The line that a docstring begins on, found by its prompts: much faster than parsing the file.

    It is 0 if the file has other text than Python reads, as with escapes.
    """
    prompts = [(at, line.strip()) for at, line in enumerate(lines) if output.PROMPT in line]

    def begins(first: int) -> bool:
        return all(
            there[first - 1 + at].strip().removeprefix('r"""').removeprefix('"""') == prompt
            for at, prompt in prompts
        )

    # It begins before the function's last line of code: behind that may be another one like it.
    last, end = max(line or 0 for *_, line in code.co_lines()), len(there) + 2 - len(lines)
    end = min(last + 1, end) if code.co_firstlineno < last else end
    return next(filter(begins, range(code.co_firstlineno, end)), 0)


class _Runner(doctest.DocTestRunner):
    """doctest's own runner, which notes problems at their places in the file of a docstring."""

    def __init__(self, text: str, source: Source, code: CodeType, root: Path, *, own: bool) -> None:
        super().__init__(verbose=False)
        there, lines = source.text.split("\n"), text.split("\n")
        self._first = _first_line(lines, there, code)
        self._lines = output.ExampleLines(source, lines, self._first)
        self._function = output.ExamplePlace(source, min(code.co_firstlineno, len(there)), 1, 1, 0)
        self._own, self._root = own, root
        self._problems: list[Problem] = []

    def check(self, name: str, text: str, names: dict[str, Any]) -> Check:
        """Check the examples, which see the names of the rule's module."""
        try:
            examples = doctest.DocTestParser().get_examples(text, name)
        except ValueError as error:
            at, message = output.malformed(error)
            self._problems.append(problem_at(self._place(at).prompt, message))
        else:
            test = doctest.DocTest(examples, dict(names), name, None, 0, text)
            self.run(test, out=lambda _text: None)
        prompts = (at for at, line in enumerate(self._lines.lines) if output.PROMPT.strip() in line)
        place, problems = self._place(next(prompts)), tuple(self._problems)
        return Check(place.source.path, place.line, place.column, "docstring", name, problems)

    def _place(self, at: int, want: str = "") -> output.ExamplePlace:
        """Where an example stands; where its function does, if that is not known."""
        return self._lines.place(at, want) if self._first else self._function

    def report_failure(
        self, _out: Any, _test: doctest.DocTest, example: doctest.Example, got: str
    ) -> None:
        """Another output than the docstring shows."""
        error = _STACK.sub("", got)
        raised = example.exc_msg is not None and error != got
        now = output.with_refusal(example, error.rstrip("\n")) if raised else output.as_shown(got)
        literal = not example.options.get(doctest.ELLIPSIS) and not NOT_LITERAL.search(now)
        certain = bool(self._first) and self._own and literal
        place = self._place(example.lineno, example.want)
        problem = output.wrong_output(
            place, example.want, now, certain=certain, where="the docstring"
        )
        self._problems.append(problem)

    def report_unexpected_exception(
        self, _out: Any, _test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        """An error that the docstring does not show."""
        kind, error, _traceback = exc_info
        message = f"{kind.__name__}: {error}" if str(error) else kind.__name__
        here = problem_at(self._place(example.lineno).prompt, output.short(message))
        self._problems.append(cause(error, self._root) or here)
