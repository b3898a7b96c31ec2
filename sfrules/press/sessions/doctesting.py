"""The examples of a rule's docstring, run by doctest and reported where they stand in its file."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from sfrules.ground.ledger import Check, relative
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source
from sfrules.press.sessions.output import (
    MALFORMED,
    PROMPT,
    ExamplePlace,
    as_shown,
    lines_of_code,
    refusal_in,
    short,
    with_refusal,
    wrong_output,
)

NOT_LITERAL = re.compile(r"\\|\"{3}|'{3}")  # means something else within a docstring


@dataclass(frozen=True)
class RuleFile:
    """A module's text, and whether it is the book's own to change."""

    source: Source
    own: bool


@dataclass(frozen=True)
class Docstring:
    """A rule's docstring, and the line of its file that it begins on; 0 if it is not found there.

    It is not found where the file has it otherwise than Python reads it, as with escapes.
    """

    lines: tuple[str, ...]
    file: RuleFile
    first: int
    function: int

    @property
    def found(self) -> bool:
        """Whether its lines are known in its file, and so may be written there."""
        return self.first > 0

    def place(self, line: int, wanted: int = 0) -> ExamplePlace:
        """Where an example stands; else, where its function does."""
        if not self.found:
            return ExamplePlace(self.file.source, self.function, 1, 1, 0)
        there = self.first + line
        column = self.file.source.line(there).find(PROMPT.strip()) + 1
        coded = lines_of_code(list(self.lines), line)
        return ExamplePlace(self.file.source, there, max(column, 1), coded, wanted)


def file_at(path: str, root: Path) -> RuleFile:
    """A module's text; nothing where it cannot be read, as of code that is of no file."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        text = ""
    return RuleFile(Source(relative(Path(path), root), text), Path(path).is_relative_to(root))


def _find_docstring(text: str, file: RuleFile, code: CodeType) -> Docstring:
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


def check_docstring(
    rule: Callable[..., object], name: str, files: Callable[[str], RuleFile]
) -> Check:
    """Check the examples of one rule, which see the names of its module."""
    plain: Any = inspect.unwrap(rule)
    text = rule.__doc__ or ""
    docstring = _find_docstring(text, files(plain.__code__.co_filename), plain.__code__)
    prompts = (at for at, line in enumerate(docstring.lines) if PROMPT.strip() in line)
    place = docstring.place(next(prompts))
    problems = tuple(_problems_of(text, name, plain.__globals__, docstring))
    return Check(place.source.path, place.line, place.column, "docstring", name, problems)


def _problems_of(
    text: str, name: str, names: Mapping[str, Any], docstring: Docstring
) -> list[Problem]:
    try:
        examples = doctest.DocTestParser().get_examples(text, name)
    except ValueError as error:
        return [_malformed(str(error), docstring)]
    runner = _Runner(docstring)
    test = doctest.DocTest(examples, dict(names), name, None, 0, text)
    runner.run(test, out=lambda _text: None)
    return runner.problems


def _malformed(message: str, docstring: Docstring) -> Problem:
    match = MALFORMED.match(message)
    line, said = (int(match["line"]) - 1, match["said"]) if match else (0, message)
    return problem_at(docstring.place(line).prompt, f"the line {said}")


class _Runner(doctest.DocTestRunner):
    """doctest's own runner, which writes down problems where that prints failures."""

    def __init__(self, docstring: Docstring) -> None:
        super().__init__(verbose=False)
        self.problems: list[Problem] = []
        self._docstring = docstring

    def report_failure(
        self, _out: Any, _test: doctest.DocTest, example: doctest.Example, got: str
    ) -> None:
        """Another output than the docstring shows."""
        place = self._docstring.place(example.lineno, example.want.count("\n"))
        error = refusal_in(got)
        raised = example.exc_msg is not None and error != got
        now = with_refusal(example.want, error) if raised else as_shown(got)
        certain = (
            self._docstring.found
            and self._docstring.file.own
            and not example.options.get(doctest.ELLIPSIS)
            and not NOT_LITERAL.search(now)
        )
        problem = wrong_output(place, example.want, now, certain=certain, where="the docstring")
        self.problems.append(problem)

    def report_unexpected_exception(
        self, _out: Any, _test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        """An error that the docstring does not show."""
        kind, error, _traceback = exc_info
        message = f"{kind.__name__}: {error}" if str(error) else kind.__name__
        place = self._docstring.place(example.lineno)
        self.problems.append(problem_at(place.prompt, short(message)))
