"""Examples as a file shows them: where each stands, whether its output is right.

Those in the docstrings of a book's rules are run by doctest, in the module of the rule.
"""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from types import CodeType
from typing import Any

from sybil.parsers.abstract.doctest import DocTestStringParser

from sfrules.ground.edits import Edit
from sfrules.ground.faults import cause
from sfrules.ground.ledger import Check, relative
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression.bounds import Exhausted
from sfrules.press.things.book import Book

PROMPT = ">>> "
DIRECTIVE = re.compile(r"#\s*+doctest:\s*+([^\n'\"#]*+)$", re.MULTILINE)
LONGEST = 60  # characters of output in a message
# How doctest reports a text that it cannot parse, with the line counted from 1.
_MALFORMED = re.compile(
    r"line (?P<line>\d+) of the doc\w+ for \S+ (?P<said>lacks blank after \S+(?=:)|has "
    r"(?:inconsistent leading whitespace|an invalid option: .*|an option directive .*?)(?=:|$))"
)
_STACK = re.compile(r"\ATraceback .*?:[ \t]*\n.*?^(?=\w)", re.MULTILINE | re.DOTALL)
_NO_OUTPUT = re.compile(r"\A *\.\.\.|^ *(?:>>>|```|~~~)|-->", re.MULTILINE)
_PLAIN_MARGIN = re.compile(r"[ \t>]*")
_NOTHING = re.compile("(?!)")
_PROMPT = re.compile(r" *>>>")


@dataclass(frozen=True)
class ExamplePlace:
    """Where an example stands in a file: its prompt, its lines of code, then those of output."""

    source: Source
    line: int
    column: int
    coded: int
    wanted: int

    @property
    def lines(self) -> range:
        """The numbers of its lines."""
        return range(self.line, self.line + self.coded + self.wanted)

    @property
    def margin(self) -> str:
        """What stands before the prompt on its line."""
        return self.source.line(self.line)[: self.column - 1]

    @property
    def prompt(self) -> Span:
        """The prompt with the code behind it."""
        return self._rest(self.line, self.column - 1)

    def code(self, line: int = 1, column: int = 0) -> Span:
        """The rest of a line of the code, counted from 1, from a column of it, counted from 0."""
        line = self.line + min(max(line, 1), self.coded) - 1
        room = len(self.source.line(line))
        return self._rest(line, min(self.column - 1 + len(PROMPT) + column, max(room - 1, 0)))

    def output(self, nth: int) -> Span:
        """A line of the output, counted from 0; the last one for what comes after it."""
        line = self.line + self.coded + min(nth, self.wanted - 1)
        text = self.source.line(line)
        blank = len(text) - len(text.lstrip(" \t>"))
        return self._rest(line, len(self.margin) if text.startswith(self.margin) else blank)

    def _rest(self, line: int, indent: int) -> Span:
        start, length = self.source.start_of(line), len(self.source.line(line).rstrip())
        return Span(self.source, start + indent, start + max(length, indent))

    def edit(self, shown: str, text: str) -> Edit | None:
        """New lines of output in the place of those `shown`, if these stand there as they are."""
        first = self.line + self.coded
        after = first + self.wanted
        if after > self.source.text.count("\n") + 1 or not _PLAIN_MARGIN.fullmatch(self.margin):
            return None
        start, end = self.source.start_of(first), self.source.start_of(after)
        was = self.source.text[start:end]
        if "\n".join(map(str.rstrip, was.split("\n"))) != self._in_margin(shown):
            return None
        return Edit(self.source.path, start, end, was, self._in_margin(text))

    def _in_margin(self, text: str) -> str:
        return "".join(f"{self.margin}{line}".rstrip() + "\n" for line in _lines(text))


@dataclass(frozen=True)
class ExampleLines:
    """Lines with examples, freed from their margin."""

    source: Source
    lines: list[str]
    #: The line of the file where they begin; 0 if it is not known.
    top: int
    #: The line at which problems are reported if it is not.
    around: int = 1
    #: Whether readers do not see them, as in a comment.
    hidden: bool = False

    def place(self, at: int, want: str = "") -> ExamplePlace:
        """Where an example stands whose code begins with one of the lines, counted from 0."""
        if not self.top:
            return ExamplePlace(self.source, self.around, 1, 1, 0)
        more = takewhile(lambda line: line.lstrip(" ").startswith("..."), self.lines[at + 1 :])
        line, coded = self.top + at, 1 + sum(1 for _ in more)
        column = max(self.source.line(line).find(self.lines[at].strip()) + 1, 1)
        return ExamplePlace(self.source, line, column, coded, want.count("\n"))

    def check(self, kind: str, said: str, problems: list[Problem]) -> Check:
        """The check of all the examples, at the first prompt."""
        first = next(at for at, line in enumerate(self.lines) if _PROMPT.match(line))
        place, said = self.place(first), said or self.lines[first].strip().removeprefix(PROMPT)
        return Check(self.source.path, place.line, place.column, kind, said, tuple(problems))


class ExampleParser(DocTestStringParser):
    """doctest's parser, whose own searches take the square of a text's length."""

    _EXCEPTION_RE = re.compile(
        r"^(?P<hdr>Traceback \((?:most recent call last|innermost last)\):)[^\S\n]*$"
        r"(?P<stack>.*?)^(?P<msg>\w+.*)",
        re.MULTILINE | re.DOTALL,
    )
    _OPTION_DIRECTIVE_RE = DIRECTIVE


class ExampleRunner(doctest.DocTestRunner):
    """doctest's own runner, which notes problems of some lines' examples at their places.

    `where` says what shows them; an output with something `unfit` in it is not written there.
    """

    def __init__(
        self, lines: ExampleLines, root: Path, where: str, unfit: re.Pattern[str] = _NOTHING
    ) -> None:
        super().__init__(verbose=False)
        self.problems: list[Problem] = []
        self._lines, self._root, self._where, self._unfit = lines, root, where, unfit

    def place(self, example: doctest.Example) -> ExamplePlace:
        """Where an example stands."""
        return self._lines.place(example.lineno, example.want)

    def examples(self) -> Iterator[doctest.Example]:
        """The examples in order, as far as they can be read."""
        try:
            for region in ExampleParser()("\n".join(self._lines.lines), "examples"):
                yield region.parsed
        except ValueError as error:
            match = _MALFORMED.match(str(error))
            at, said = (int(match["line"]) - 1, match["said"]) if match else (0, str(error))
            self.problems.append(problem_at(self._lines.place(at).prompt, f"the line {said}"))

    def execute(self, examples: Iterable[doctest.Example], names: dict[str, Any]) -> None:
        """Run examples as Python, which see these names and set more of them."""
        test = doctest.DocTest([*examples], {}, "examples", None, 0, "")
        test.globs = names
        self.run(test, out=lambda _text: None, clear_globs=False)

    def compare(self, example: doctest.Example, got: str, want: str) -> bool:
        """Whether what was worked out elsewhere is what an example shows; it is noted if not."""
        flags = sum(flag for flag, on in example.options.items() if on)
        agree = doctest.OutputChecker().check_output(want, got, flags)
        if not agree:
            got = got if want == example.want else f"Traceback (most recent call last):\n{got}"
            self.report_failure(None, None, example, got)
        return agree

    def report_failure(self, _out: Any, _test: Any, example: doctest.Example, got: str) -> None:
        """Note another output than the file shows."""
        place, want = self.place(example), example.want
        error = _STACK.sub("", got)
        now = "".join(f"{line.rstrip() or '<BLANKLINE>'}\n" for line in _lines(got))
        if example.exc_msg is not None and error != got:
            now = f"{want.removesuffix(example.exc_msg)}{error}"
        wanted, given = _lines(want), _lines(now)
        pairs = zip(wanted, given, strict=False)
        nth = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        shows, gives = (short(lines[nth]) if nth < len(lines) else "" for lines in (wanted, given))
        span = place.output(nth) if wanted else place.prompt
        said = f"{self._where} shows {shows or 'nothing'}, it is {gives or 'nothing'}"
        certain = not example.options.get(doctest.ELLIPSIS) and not self._unfit.search(now)
        fix = place.edit(want, now) if certain and _writable(now) else None
        hint = f"write {gives}" if gives else "leave it out"
        hint = "sfrules check --fix writes it" if fix else hint
        self.problems.append(problem_at(span, said, hint, fix))

    def report_unexpected_exception(
        self, _out: Any, _test: Any, example: doctest.Example, exc_info: Any
    ) -> None:
        """Note an error that the file does not show; what ends all work on a page goes on."""
        kind, error, _traceback = exc_info
        if isinstance(error, Exhausted):
            raise error
        message = f"{kind.__name__}: {error}" if str(error) else kind.__name__
        here = problem_at(self.place(example).prompt, short(message))
        self.problems.append(cause(error, self._root) or here)


def short(text: str) -> str:
    """A text for a message: one line, without signs that a terminal would act on."""
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return safe if len(safe) <= LONGEST else f"{safe[: LONGEST - 1]}…"


def _writable(text: str) -> bool:
    """Whether a text would be read again as the output that it is."""
    return not _NO_OUTPUT.search(text) and all(c.isprintable() or c == "\n" for c in text)


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


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
            lines = _docstring_lines(source, text.split("\n"), code)
            unfit = NOT_LITERAL if own and lines.top else _ANYTHING
            runner = ExampleRunner(lines, book.root, "the docstring", unfit)
            runner.execute(runner.examples(), dict(plain.__globals__))
            checks.append(lines.check("docstring", name, runner.problems))
    return checks


def _docstring_lines(source: Source, lines: list[str], code: CodeType) -> ExampleLines:
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
