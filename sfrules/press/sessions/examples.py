"""Examples as a file shows them: where each stands, whether its output is right.

Those in the docstrings of a book's rules are run by doctest, in the module of the rule.
"""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import zip_longest
from pathlib import Path
from textwrap import indent
from types import CodeType
from typing import Any

from sybil.parsers.abstract.doctest import DocTestStringParser

from sfrules.ground.edits import Edit
from sfrules.ground.exhausted import Exhausted
from sfrules.ground.faults import cause, source_of
from sfrules.ground.ledger import is_own
from sfrules.ground.problems import Mistake, Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.ground.terminal import escaped
from sfrules.press.expression.bounds import in_time
from sfrules.press.things.book import Book

PROMPT = ">>> "
DIRECTIVE = re.compile(r"#\s*+doctest:\s*+([^\n'\"#]*+)$", re.MULTILINE)
LONGEST = 60  # characters of output in a message
# How doctest reports a text that it cannot parse, with the line counted from 1.
_MALFORMED = re.compile(r"line (\d+) of the doc\w+ for \S+ (has an invalid option: .*|[^:]*)")
_STACK = re.compile(r"\ATraceback .*?:[ \t]*\n.*?^(?=\w)", re.MULTILINE | re.DOTALL)
_NO_OUTPUT = re.compile(r"\A *\.\.\.|^ *(?:>>>|```|~~~)|-->", re.MULTILINE)
# Within a docstring, some signs mean something else.
_NOT_LITERAL = re.compile(rf"{_NO_OUTPUT.pattern}|\\|\"{{3}}|'{{3}}", re.MULTILINE)
_ANYTHING = re.compile("")
_MARKS = " \t>"  # of a margin
_PROMPT = re.compile(r" *>>>")


class ExampleParser(DocTestStringParser):
    """doctest's parser, whose own searches take the square of a text's length."""

    _EXCEPTION_RE = re.compile(
        r"^(?P<hdr>Traceback \((?:most recent call last|innermost last)\):)[^\S\n]*$"
        r"(?P<stack>.*?)^(?P<msg>\w+.*)",
        re.MULTILINE | re.DOTALL,
    )
    _OPTION_DIRECTIVE_RE = DIRECTIVE


@dataclass(eq=False)
class Examples(doctest.DocTestRunner):
    """Lines with examples, freed from their margin, and doctest's runner, which has them checked.

    It notes problems at their places in the file; where that is not known, at the line `top`.
    """

    source: Source
    lines: list[str]
    #: The line of the file where they begin.
    top: int
    #: What shows them.
    where: str
    root: Path
    is_found: bool = True
    #: What cannot be written as their output.
    unfit: re.Pattern[str] = _NO_OUTPUT
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(verbose=False)

    # Where an example stands: its prompt, its lines of code, then those of its output

    def lines_of(self, example: doctest.Example) -> range:
        """The lines of the file that an example has."""
        if not self.is_found:
            return range(self.top, self.top + 1)
        first, text = self.top + example.lineno, example.source + example.want
        return range(first, first + text.count("\n"))

    def span(self, example: doctest.Example, nth: int = 0, column: int = 0) -> Span:
        """The rest of a line of an example, from a column behind the margin."""
        lines, margin = self.lines_of(example), self._margin(example)
        line = lines[min(nth, len(lines) - 1)]
        text, start = self.source.line(line).rstrip(), self.source.start_of(line)
        before = text[: len(margin)]  # of which lines below the prompt may have less
        own = len(before) - len(before.lstrip(_MARKS)) if nth else len(margin)
        at = min(own + column, max(len(text) - 1, 0))
        return Span(self.source, start + at, start + len(text))

    def code(self, example: doctest.Example, line: int = 1, column: int = 0) -> Span:
        """The rest of a line of the code, counted from 1, from a column of it, counted from 0."""
        line = min(line, example.source.count("\n"))
        return self.span(example, line - 1, len(PROMPT) + column)

    def _margin(self, example: doctest.Example) -> str:
        """What stands before the prompt on its line."""
        line, prompt = self.source.line(self.lines_of(example).start), self.lines[example.lineno]
        return line[: max(line.find(prompt.strip()), 0)] if self.is_found else ""

    def _edit(self, example: doctest.Example, text: str) -> Edit | None:
        """New lines of output in the place of those shown, if these stand there as they are."""
        lines, margin = self.lines_of(example), self._margin(example)
        has_room = self.is_found and lines.stop < self.top + len(self.lines)
        first = lines.start + example.source.count("\n")
        start, end = self.source.start_of(first), self.source.start_of(lines.stop)
        was = self.source.text[start:end]
        shown, new = (_rstripped(indent(each, margin, bool)) for each in (example.want, text))
        if not has_room or margin.strip(_MARKS) or _rstripped(was) != shown:
            return None
        return Edit(self.source.path, start, end, was, new)

    # What is found

    def read(self) -> Iterator[doctest.Example]:
        """The examples in order, as far as they can be read."""
        try:
            for region in ExampleParser()("\n".join(self.lines), "examples"):
                yield region.parsed
        except ValueError as error:
            match = _MALFORMED.match(str(error))
            at, said = (int(match[1]) - 1, match[2]) if match else (0, str(error))
            span = self.span(doctest.Example("", "", lineno=at))
            self.problems.append(problem_at(span, f"the line {said}"))

    def execute(self, examples: Iterable[doctest.Example], names: dict[str, Any]) -> None:
        """Run examples as Python, which see these names and set more of them."""
        test = doctest.DocTest([*examples], {}, "examples", None, 0, "")
        test.globs = names
        self.run(test, out=lambda _text: None, clear_globs=False)

    def compare(self, example: doctest.Example, got: str) -> bool:
        """Whether what was worked out elsewhere is what an example shows; it is noted if not."""
        flags = sum(flag for flag, on in example.options.items() if on)
        agree = doctest.OutputChecker().check_output(example.want, got, flags)
        if not agree:
            self.report_failure(None, None, example, got)
        return agree

    def report_failure(self, _out: Any, _test: Any, example: doctest.Example, got: str) -> None:
        """Note another output than the file shows."""
        want, error = example.want, _STACK.sub("", got)
        now = "".join(f"{line.rstrip() or '<BLANKLINE>'}\n" for line in got.splitlines())
        if example.exc_msg is not None and error != got:
            now = f"{want.removesuffix(example.exc_msg)}{error}"
        pairs = enumerate(zip_longest(want.splitlines(), now.splitlines(), fillvalue=""))
        others = ((nth, short(one), short(other)) for nth, (one, other) in pairs if one != other)
        nth, shows, gives = next(others, (want.count("\n"), "", ""))
        is_uncertain = example.options.get(doctest.ELLIPSIS) or self.unfit.search(now)
        is_writable = not is_uncertain and got.replace("\n", "").isprintable()
        fix = self._edit(example, now) if is_writable else None
        hint = f"write {gives}" if gives else "leave it out"
        hint = "sfrules check --fix writes it" if fix else hint
        said = f"{self.where} shows {shows or 'nothing'}, it is {gives or 'nothing'}"
        span = self.span(example, example.source.count("\n") + nth if want else 0)
        self.problems.append(problem_at(span, said, hint, fix))

    def report_unexpected_exception(
        self, _out: Any, _test: Any, example: doctest.Example, exc_info: Any
    ) -> None:
        """Note an error that the file does not show; what ends all work on a page goes on."""
        kind, error, _traceback = exc_info
        if isinstance(error, Exhausted):
            raise error
        message = f"{kind.__name__}: {error}" if str(error) else kind.__name__
        here = problem_at(self.span(example), short(message))
        self.problems.append(cause(error, self.root) or here)

    def problem_above(self, message: str) -> Problem:
        """What is wrong with all of them, at the first prompt."""
        first = next(at for at, line in enumerate(self.lines) if _PROMPT.match(line))
        return problem_at(self.span(doctest.Example("", "", lineno=first)), message)


def short(text: str) -> str:
    """A text for a message: one line, without signs that a terminal would act on."""
    safe = escaped(text).replace("\n", r"\n")
    return safe if len(safe) <= LONGEST else f"{safe[: LONGEST - 1]}…"


def _rstripped(text: str) -> str:
    """A text without blanks at the ends of its lines."""
    return "\n".join(map(str.rstrip, text.split("\n")))


def docstring_problems(book: Book) -> list[Problem]:
    """What is wrong with the examples in the docstrings of rules.

    This is the code of the book's own author: it runs as it is, in its own module.
    """
    read, problems = cache(source_of), list[Problem]()
    for rule in book.rule_names:
        if PROMPT in (text := rule.__doc__ or ""):
            plain: Any = inspect.unwrap(rule)
            source = read(plain.__code__.co_filename, book.root)
            examples = _docstring(source, text.split("\n"), plain.__code__, book.root)
            try:
                in_time(
                    partial(examples.execute, examples.read(), dict(plain.__globals__)),
                    "the docstring",
                )
            except Mistake as late:
                examples.problems.append(examples.problem_above(late.message))
            problems += examples.problems
    return problems


def _docstring(source: Source, lines: list[str], code: CodeType, root: Path) -> Examples:
    """A docstring in its file, found by its prompts: much faster than parsing the file.

    Its place is not known if the file has other text than Python reads, as with escapes.
    """
    prompts = [(at, line.strip()) for at, line in enumerate(lines) if PROMPT in line]

    def begins(first: int) -> bool:
        return all(source.line(first + at).rstrip().endswith(prompt) for at, prompt in prompts)

    # It begins before the function's last line of code: behind that may be another one like it.
    first, last = code.co_firstlineno, max(line or 0 for *_, line in code.co_lines())
    most = source.text.count("\n") + 1
    top = next(filter(begins, range(first, (last if first < last else most) + 1)), 0)
    lines = [line.expandtabs() for line in lines]  # as doctest reads them
    unfit = _NOT_LITERAL if is_own(code.co_filename, root) else _ANYTHING
    top, is_found, where = top or min(first, most), bool(top), "the docstring"
    return Examples(source, lines, top, where, root, is_found, unfit=unfit)
