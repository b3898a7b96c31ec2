"""The sessions of a page: fences and comments of Python that hold prompts."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sybil.parsers.abstract.doctest import DocTestStringParser

from sfrules.ground.ledger import Check
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page.regions import Region, Regions
from sfrules.press.sessions.output import PROMPT, ExampleLines, ExamplePlace, malformed

LANGUAGES = frozenset({"pycon", "python", "python3", "py", "py3"})
LONGEST_LINE = 2_000  # of code; the search for directives in a line takes its square
_LANGUAGE = re.compile(r"(?:\{[^}\n.]*\.)?(?P<name>[\w+-]+)")
_SHOWN = re.compile(r"\.shown(?=[\s.}])")  # a class for those that are read, and never run
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
class Session(ExampleLines):
    """A fence or comment with prompts in it, and what is wrong with it."""

    hidden: bool
    problems: list[Problem] = field(default_factory=list)

    def check(self) -> Check:
        """The session at its first prompt, with the problems found so far."""
        first = next(at for at, line in enumerate(self.lines) if _PROMPT.match(line))
        place, code = self.place(first), self.lines[first].strip().removeprefix(PROMPT)
        path, problems = self.source.path, tuple(self.problems)
        return Check(path, place.line, place.column, "session", code, problems)

    def examples(self) -> Iterator[tuple[doctest.Example, ExamplePlace]]:
        """The examples in order with their places, as far as they can be read."""
        for at, line in enumerate(self.lines):
            if len(line) > LONGEST_LINE and line.lstrip(" ").startswith((">>>", "...")):
                start = self.source.start_of(self.top + at)
                message = f"the line has more than {LONGEST_LINE} characters"
                self.problems.append(problem_at(Span(self.source, start, start + 1), message))
                return
        try:
            for region in _Parser()("\n".join(self.lines), "page"):
                example: doctest.Example = region.parsed
                yield example, self.place(example.lineno, example.want)
        except ValueError as error:
            at, message = malformed(error)
            self.problems.append(problem_at(self.place(at).prompt, message))


def find_sessions(source: Source, found: Regions) -> tuple[list[Session], list[Problem]]:
    """The sessions among a page's regions, which alone say what of a page is code.

    The problems are of comments that are never closed.
    """
    sessions: list[Session] = []
    problems: list[Problem] = []
    unclosed = {source.position(region.start)[0] for region in found.unclosed}
    for region in found.of_kind("code"):
        text = source.text[region.start : region.end]
        comment = text.startswith("<!--")
        opening = _COMMENT.match(text) if comment else _LANGUAGE.match(region.info)
        if opening is None or opening["name"].lower() not in LANGUAGES or ">>>" not in text:
            continue
        if source.position(region.start)[0] in unclosed or _SHOWN.search(region.info):
            continue
        if comment and not text.endswith("-->"):
            span = Span(source, region.start, region.start + 4)
            hint = "close it with -->"
            problems.append(problem_at(span, "this comment is never closed", hint))
            continue
        session = _in_comment(source, region, opening) if comment else _in_fence(source, region)
        if any(map(_PROMPT.match, session.lines)):
            sessions.append(session)
    return sessions, problems


def _in_comment(source: Source, region: Region, opening: re.Match[str]) -> Session:
    line, column = source.position(region.start)
    before = source.line(line)[: column - 1]
    margin = "" if before.strip(" \t>") else before
    lines = opening.string[opening.end() : -len("-->")].lstrip(" \t").split("\n")
    line += opening.string.count("\n", 0, opening.end())
    return Session(source, [_spaced(lines[0]), *_freed(lines[1:], margin)], line, hidden=True)


def _in_fence(source: Source, region: Region) -> Session:
    margin = re.sub(r"[^ \t>]", " ", region.margin)
    lines = source.text[region.start : region.end].split("\n")[1:-1]  # without the fence's marks
    line, _ = source.position(region.start)
    return Session(source, ["", *_freed(lines, margin)], line, hidden=False)


def _freed(lines: Sequence[str], margin: str) -> Iterator[str]:
    """Lines without the margin, of which a line may have less than the first."""
    within = re.compile("".join(">?+" if char == ">" else "[ \t]?+" for char in margin))
    return (_spaced(within.sub("", line, count=1)) for line in lines)


def _spaced(line: str) -> str:
    """A line with blanks for tabs ahead of its prompt: doctest knows none there."""
    return _TABS.sub(lambda indent: " " * len(indent[0]), line)
