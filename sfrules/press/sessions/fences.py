"""The sessions of a page: fences and comments of Python that hold prompts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page.regions import Region, Regions
from sfrules.press.sessions.examples import ExampleLines

LANGUAGES = frozenset({"pycon", "python", "python3", "py", "py3"})
_LANGUAGE = re.compile(r"(?:\{[^}\n.]*\.)?(?P<name>[\w+-]+)")
_SHOWN = re.compile(r"\.shown(?=[\s.}])")  # a class for those that are read, and never run
_COMMENT = re.compile(r"<!--\s*(?P<name>[\w-]+)(?=\s)")
_PROMPT = re.compile(r"^ *>>>", re.MULTILINE)
_TABS = re.compile(r"^[ \t]+")


@dataclass(frozen=True)
class Session(ExampleLines):
    """A fence or comment with prompts in it; readers see no comment."""

    hidden: bool = False


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
    freed = [_spaced(lines[0]), *_freed(lines[1:], margin)]
    return Session(source, freed, line, hidden=True)


def _in_fence(source: Source, region: Region) -> Session:
    margin = re.sub(r"[^ \t>]", " ", region.margin)
    lines = source.text[region.start : region.end].split("\n")[1:-1]  # without the fence's marks
    line, _ = source.position(region.start)
    return Session(source, ["", *_freed(lines, margin)], line)


def _freed(lines: Sequence[str], margin: str) -> Iterator[str]:
    """Lines without the margin, of which a line may have less than the first."""
    within = re.compile("".join(">?+" if char == ">" else "[ \t]?+" for char in margin))
    return (_spaced(within.sub("", line, count=1)) for line in lines)


def _spaced(line: str) -> str:
    """A line with blanks for tabs ahead of its prompt: doctest knows none there."""
    return _TABS.sub(lambda indent: " " * len(indent[0]), line)
