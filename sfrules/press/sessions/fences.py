"""The sessions of a page: fences and comments of Python that hold prompts."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from sybil.parsers.abstract.doctest import DocTestStringParser

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page.regions import Region, Regions
from sfrules.press.sessions.output import PROMPT, ExamplePlace, lines_of_code, malformed

LANGUAGES = frozenset({"pycon", "python", "python3", "py", "py3"})
LONGEST_LINE = 2_000  # of code; the search for directives in a line takes its square
_OPENING = re.compile(r"(?P<margin>[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t][ \t>]*)*)(?P<run>`{3,}|~{3,})")
_LANGUAGE = re.compile(r"[ \t]*(?:\{[^}\n.]*\.)?(?P<name>[\w+-]+)")
_COMMENT = re.compile(r"<!--\s*(?P<name>[\w-]+)(?=\s)")
_PROMPT = re.compile(r"^ *>>>", re.MULTILINE)
_TABS = re.compile(r"^[ \t]+")


class _Parser(DocTestStringParser):
    """doctest's parser, whose own search for a traceback takes the square of its lines."""

    _EXCEPTION_RE = re.compile(
        r"^(?P<hdr>Traceback \((?:most recent call last|innermost last)\):)[^\S\n]*$"
        r"(?P<stack>.*?)^(?P<msg>\w+.*)",
        re.MULTILINE | re.DOTALL,
    )


@dataclass(frozen=True)
class SessionExample:
    """An example as it stands in a page."""

    example: doctest.Example
    place: ExamplePlace


@dataclass
class Session:
    """A fence or comment with prompts in it, and what is wrong with it.

    `lines` are freed from the margin; the first of them stands on the line `top` of the page.
    """

    source: Source
    lines: list[str]
    top: int
    hidden: bool
    problems: list[Problem] = field(default_factory=list)

    @cached_property
    def _first(self) -> int:
        return next(at for at, line in enumerate(self.lines) if _PROMPT.match(line))

    @property
    def expression(self) -> str:
        """What stands behind the first prompt."""
        return self.lines[self._first].strip().removeprefix(PROMPT)

    @property
    def start(self) -> Span:
        """The first prompt with the code behind it."""
        return self._place(self._first, 0).prompt

    def examples(self) -> Iterator[SessionExample]:
        """The examples in order, as far as they can be read."""
        for at, line in enumerate(self.lines):
            if len(line) > LONGEST_LINE and line.lstrip(" ").startswith((">>>", "...")):
                start = self.source.start_of(self.top + at)
                message = f"the line has more than {LONGEST_LINE} characters"
                self.problems.append(problem_at(Span(self.source, start, start + 1), message))
                return
        try:
            for region in _Parser()("\n".join(self.lines), "page"):
                example: doctest.Example = region.parsed
                place = self._place(example.lineno, example.want.count("\n"))
                yield SessionExample(example, place)
        except ValueError as error:
            at, message = malformed(error)
            self.problems.append(problem_at(self._place(at, 0).prompt, message))

    def _place(self, at: int, wanted: int) -> ExamplePlace:
        line = self.top + at
        column = self.source.line(line).find(self.lines[at].strip()) + 1
        return ExamplePlace(self.source, line, column, lines_of_code(self.lines, at), wanted)


def find_sessions(source: Source, found: Regions) -> tuple[list[Session], list[Problem]]:
    """The sessions among a page's regions, which alone say what of a page is code.

    The problems are of comments that are never closed.
    """
    sessions: list[Session] = []
    problems: list[Problem] = []
    unclosed = {source.position(region.start)[0] for region in found.unclosed}
    for region in found.of_kind("code"):
        text = source.text[region.start : region.end]
        line = source.position(region.start)[0]
        if ">>>" not in text or line in unclosed:
            continue
        hidden = text.startswith("<!--")
        opening = _COMMENT.match(text) if hidden else _fence_of(text)
        if opening is None or opening["name"].lower() not in LANGUAGES:
            continue
        if hidden and not text.endswith("-->"):
            span = Span(source, region.start, region.start + 4)
            hint = "close it with -->"
            problems.append(problem_at(span, "this comment is never closed", hint))
            continue
        lines = _comment_lines(source, region, opening) if hidden else _fence_lines(text)
        top = line + (text.count("\n", 0, opening.end()) if hidden else 1)
        if any(map(_PROMPT.match, lines)):
            sessions.append(Session(source, lines, top, hidden))
    return sessions, problems


def _fence_of(text: str) -> re.Match[str] | None:
    opening = _OPENING.match(text)
    return _LANGUAGE.match(text, opening.end()) if opening else None


def _fence_lines(text: str) -> list[str]:
    opening = _OPENING.match(text)
    margin = re.sub(r"[^ \t>]", " ", opening["margin"]) if opening else ""
    return [_within(line, margin) for line in text.split("\n")[1:-1]]


def _comment_lines(source: Source, region: Region, opening: re.Match[str]) -> list[str]:
    line, column = source.position(region.start)
    before = source.line(line)[: column - 1]
    margin = before if not before.strip(" \t>") else ""
    code = opening.string[opening.end() : -len("-->")].lstrip(" \t")
    first, *rest = code.split("\n")
    return [_within(first, ""), *(_within(each, margin) for each in rest)]


def _within(line: str, margin: str) -> str:
    """A line without the margin of the list or quote that it stands in; it may have less of it.

    A blank takes the place of each tab that then begins the line: doctest knows blanks alone.
    """
    at = 0
    for char in margin:
        here = line[at : at + 1]
        if here and (here == char or (char in " \t" and here in " \t")):
            at += 1
    return _TABS.sub(lambda indent: " " * len(indent[0]), line[at:])
