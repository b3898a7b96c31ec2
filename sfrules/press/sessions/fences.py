"""The sessions of a page: fences and comments of Python that hold prompts, as sybil reads them."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sybil import Document, Region
from sybil.parsers.abstract.doctest import DocTestStringParser
from sybil.region import Lexeme
from sybil.typing import Evaluator

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page import regions
from sfrules.press.sessions.output import MALFORMED, PROMPT, Place, lines_of_code

LANGUAGES = frozenset({"pycon", "python", "python3", "py", "py3"})
LONGEST_LINE = 2_000  # of code; the search for directives in a line takes its square
_OPENING = re.compile(r"(?P<margin>[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t][ \t>]*)*)(?P<run>`{3,}|~{3,})")
_LANGUAGE = re.compile(r"[ \t]*(?:\{[^}\n.]*\.)?(?P<name>[\w+-]+)")
_COMMENT = re.compile(r"<!--\s*(?P<name>[\w-]+)(?=\s)")
_PROMPT = re.compile(r"^ *>>>", re.MULTILINE)
_TABS = re.compile(r"^[ \t]+", re.MULTILINE)


@dataclass
class Session:
    """A fence or comment of a page, from its first prompt, and what is wrong with it."""

    start: int
    expression: str
    hidden: bool
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True)
class Shown:
    """An example as it stands in a page."""

    session: Session
    example: doctest.Example
    place: Place


class SessionLexer:
    """Finds a page's sessions among its regions, which alone say what of a page is code."""

    def __init__(self, source: Source, found: regions.Regions) -> None:
        self.problems: list[Problem] = []
        self._source = source
        self._found = found

    def __call__(self, document: Document) -> Iterator[Region]:
        """The sessions, each with its text freed from the margin that it stands in."""
        unclosed = {self._line(region.start) for region in self._found.unclosed}
        for region in self._found.of_kind("code"):
            text = document.text[region.start : region.end]
            if ">>>" not in text or self._line(region.start) in unclosed:
                continue
            lexeme = self._comment(region, text) if text.startswith("<!--") else _fence(text)
            if lexeme and _PROMPT.search(lexeme):
                yield Region(region.start, region.end, lexemes={"source": lexeme})

    def _line(self, at: int) -> int:
        return self._source.position(at)[0]

    def _comment(self, region: regions.Region, text: str) -> Lexeme | None:
        opening = _COMMENT.match(text)
        if opening is None or opening["name"].lower() not in LANGUAGES:
            return None
        if not text.endswith("-->"):
            span = Span(self._source, region.start, region.start + 4)
            self.problems.append(
                problem_at(span, "this comment is never closed", "close it with -->")
            )
            return None
        line, column = self._source.position(region.start)
        before = self._source.line(line)[: column - 1]
        margin = before if not before.strip(" \t>") else ""
        code = text[opening.end() : -len("-->")].lstrip(" \t")
        first, *rest = code.split("\n")
        lines = [first, *(_within(each, margin) for each in rest)]
        return _lexeme(lines, opening.end(), text.count("\n", 0, opening.end()))


def _fence(text: str) -> Lexeme | None:
    opening = _OPENING.match(text)
    language = _LANGUAGE.match(text, opening.end()) if opening else None
    if opening is None or language is None or language["name"].lower() not in LANGUAGES:
        return None
    margin = re.sub(r"[^ \t>]", " ", opening["margin"])
    first, *lines = text.split("\n")  # a code span may be of one line, and then has none
    return _lexeme([_within(line, margin) for line in lines[:-1]], len(first) + 1, 1)


def _lexeme(lines: list[str], offset: int, line_offset: int) -> Lexeme:
    """A session's text, with a blank for each tab at the start of a line: doctest knows blanks."""
    text = _TABS.sub(lambda indent: " " * len(indent[0]), "\n".join(lines))
    return Lexeme(text, offset, line_offset)


def _within(line: str, margin: str) -> str:
    """A line without the margin of the list or quote that it stands in; it may have less of it."""
    if line.startswith(margin):
        return line[len(margin) :]
    at = 0
    for char in margin:
        here = line[at : at + 1]
        if here and (here == char or (char in " \t" and here in " \t")):
            at += 1
    return line[at:]


class SessionParser:
    """Takes the sessions of a page apart into examples."""

    def __init__(self, lexer: SessionLexer, evaluator: Evaluator, source: Source) -> None:
        self.sessions: list[Session] = []
        self._lexer = lexer
        self._examples = DocTestStringParser(evaluator)  # type: ignore[arg-type]
        self._source = source

    def __call__(self, document: Document) -> Iterator[Region]:
        """The examples of all sessions, each at its place in the page."""
        for lexed in self._lexer(document):
            source = lexed.lexemes["source"]
            lines = source.split("\n")
            top = self._source.position(lexed.start)[0] + source.line_offset
            session = self._session(lines, top, hidden=self._source.text[lexed.start] == "<")
            if too_long := self._too_long(lines, top):
                session.problems.append(too_long)
                continue
            try:
                for parsed in self._examples(source, "page"):
                    yield self._placed(parsed, session, lines, top)
            except ValueError as error:
                session.problems.append(self._malformed(str(error), top))

    def _session(self, lines: list[str], top: int, *, hidden: bool) -> Session:
        at = next(at for at, line in enumerate(lines) if _PROMPT.match(line))
        line = top + at
        column = self._column(line, lines[at])
        expression = lines[at].strip().removeprefix(PROMPT)
        session = Session(self._source.start_of(line) + column - 1, expression, hidden)
        self.sessions.append(session)
        return session

    def _too_long(self, lines: list[str], top: int) -> Problem | None:
        for at, line in enumerate(lines):
            if len(line) > LONGEST_LINE and line.lstrip(" ").startswith((">>>", "...")):
                start = self._source.start_of(top + at)
                span = Span(self._source, start, start + 1)
                return problem_at(span, f"the line has more than {LONGEST_LINE} characters")
        return None

    def _column(self, line: int, text: str) -> int:
        """The column at which a line's own text begins, counted from 1."""
        return self._source.line(line).find(text.strip()) + 1

    def _placed(self, parsed: Region, session: Session, lines: list[str], top: int) -> Region:
        example: doctest.Example = parsed.parsed
        at = example.lineno
        coded = lines_of_code(lines, at)
        line = top + at
        column = self._column(line, lines[at])
        place = Place(self._source, line, column, coded, example.want.count("\n"))
        start = place.prompt.start
        end = self._source.start_of(line + 1)
        shown = Shown(session, example, place)
        return Region(start, max(start, end), shown, self._examples.evaluator)

    def _malformed(self, message: str, top: int) -> Problem:
        """What doctest says of a session that it cannot read, in a page's terms."""
        match = MALFORMED.match(message)
        at, said = (int(match["line"]) - 1, match["said"]) if match else (0, message)
        line = min(top + at, self._source.text.count("\n") + 1)
        text = self._source.line(line)
        start = self._source.start_of(line) + max(text.find(PROMPT.strip()), 0)
        end = max(self._source.start_of(line) + len(text.rstrip()), start + 1)
        return problem_at(Span(self._source, start, end), f"the line {said}")
