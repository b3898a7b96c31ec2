"""The output of a line of Python: its values as text, compared with what a file shows."""

from __future__ import annotations

import doctest
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import takewhile
from typing import Any

from sfrules.ground.edits import Edit
from sfrules.ground.formats import without_addresses
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression.bounds import VIEWS
from sfrules.press.things.book import Record

PROMPT = ">>> "
BLANK_LINE = "<BLANKLINE>"
LONGEST = 60  # characters of output in a message
# How doctest reports a text that it cannot parse, with the line counted from 1.
_MALFORMED = re.compile(
    r"line (?P<line>\d+) of the doc\w+ for \S+ (?P<said>lacks blank after \S+(?=:)|has "
    r"(?:inconsistent leading whitespace|an invalid option: .*|an option directive .*?)(?=:|$))"
)
_NO_OUTPUT = re.compile(r"\A *\.\.\.|^ *(?:>>>|```|~~~)|-->", re.MULTILINE)
_PLAIN_MARGIN = re.compile(r"[ \t>]*")

PLAIN = (str, int, float, bool, complex, type(None), Fraction, Decimal)


@dataclass(frozen=True)
class ExamplePlace:
    """Where an example stands in a file: its prompt, its lines of code, then those of output."""

    source: Source
    line: int
    column: int
    coded: int
    wanted: int

    @property
    def margin(self) -> str:
        """What stands before the prompt on its line."""
        return self.source.line(self.line)[: self.column - 1]

    def code(self, line: int = 1, column: int = 0) -> Span:
        """The rest of a line of the code, counted from 1, from a column of it, counted from 0."""
        line = self.line + min(max(line, 1), self.coded) - 1
        room = len(self.source.line(line))
        indent = min(self.column - 1 + len(PROMPT) + column, max(room - 1, 0))
        return self._rest(line, indent)

    @property
    def prompt(self) -> Span:
        """The prompt with the code behind it."""
        return self._rest(self.line, self.column - 1)

    def output(self, nth: int) -> Span:
        """A line of the output, counted from 0; the last one for what comes after it."""
        line = self.line + self.coded + min(nth, self.wanted - 1)
        text = self.source.line(line)
        blank = len(text) - len(text.lstrip(" \t>"))
        indent = len(self.margin) if text.startswith(self.margin) else blank
        return self._rest(line, indent)

    def _rest(self, line: int, indent: int) -> Span:
        start = self.source.start_of(line)
        text = self.source.line(line)
        return Span(self.source, start + indent, start + max(len(text.rstrip()), indent))

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
    """Lines with examples, freed from their margin; they stand in a file from the line `top` on."""

    source: Source
    lines: list[str]
    top: int

    def place(self, at: int, want: str = "") -> ExamplePlace:
        """Where an example stands whose code begins with one of the lines, counted from 0."""
        more = takewhile(lambda line: line.lstrip(" ").startswith("..."), self.lines[at + 1 :])
        line, coded = self.top + at, 1 + sum(1 for _ in more)
        column = max(self.source.line(line).find(self.lines[at].strip()) + 1, 1)
        return ExamplePlace(self.source, line, column, coded, want.count("\n"))


def malformed(error: ValueError) -> tuple[int, str]:
    """The line of a text that doctest cannot parse, counted from 0, and what is wrong with it."""
    match = _MALFORMED.match(str(error))
    line, said = (int(match["line"]) - 1, match["said"]) if match else (0, str(error))
    return line, f"the line {said}"


def as_shown(got: str) -> str:
    """What was printed, as an example shows it: with marks for its blank lines."""
    return "".join(f"{line.rstrip() or BLANK_LINE}\n" for line in _lines(got))


def with_refusal(example: doctest.Example, message: str) -> str:
    """The traceback that an example shows, with another message at its end."""
    return f"{example.want.removesuffix(example.exc_msg or '')}{message}\n"


def wrong_output(place: ExamplePlace, want: str, now: str, *, certain: bool, where: str) -> Problem:
    """The problem of an example whose output is not what stands there.

    `now` is what should stand there; `certain`, that it can be written without a person's look.
    """
    wanted, given = _lines(want), _lines(now)
    pairs = zip(wanted, given, strict=False)
    nth = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    shows, gives = (lines[nth] if nth < len(lines) else "" for lines in (wanted, given))
    span = place.output(nth) if wanted else place.prompt
    said = f"{where} shows {short(shows) or 'nothing'}, it is {short(gives) or 'nothing'}"
    mend = place.edit(want, now) if certain and _writable(now) else None
    hint = f"write {short(gives)}" if gives else "leave it out"
    return problem_at(span, said, "sfrules check --fix writes it" if mend else hint, mend)


def short(text: str) -> str:
    """A text for a message: one line, without signs that a terminal would act on."""
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return safe if len(safe) <= LONGEST else f"{safe[: LONGEST - 1]}…"


def _writable(text: str) -> bool:
    """Whether a text would be read again as the output that it is."""
    return not _NO_OUTPUT.search(text) and all(c.isprintable() or c == "\n" for c in text)


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def written(value: Any) -> str:
    """The value as an interpreter answers it: without addresses, with sets in order."""
    write = WRITERS.get(type(value))
    return write(value) if write else without_addresses(repr(value))


def encodable(text: str) -> str:
    """A text with what has no place in a file written as an escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def in_fixed_order(items: Iterable[Any]) -> list[Any]:
    """The items of a set, in the same order in every run."""
    found = list(items)
    for kinds in (str, int | float | Fraction):
        if all(isinstance(each, kinds) for each in found):
            return sorted(found)
    return sorted(found, key=written)


def _items(values: Iterable[Any]) -> str:
    return ", ".join(map(written, values))


WRITERS: dict[type, Callable[[Any], str]] = {
    **dict.fromkeys(PLAIN, repr),
    list: lambda value: f"[{_items(value)}]",
    tuple: lambda value: f"({_items(value)}{',' if len(value) == 1 else ''})",
    dict: lambda value: f"{{{', '.join(f'{written(k)}: {written(v)}' for k, v in value.items())}}}",
    set: lambda value: f"{{{_items(in_fixed_order(value))}}}" if value else "set()",
    frozenset: lambda value: f"frozenset({written(set(value)) if value else ''})",
    Record: lambda row: f"Record({', '.join(f'{k}={written(v)}' for k, v in row.fields.items())})",
    **dict.fromkeys(VIEWS, lambda value: f"{type(value).__name__}([{_items(value)}])"),
}
