"""Which stretches of a page are template, and which stay as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

CLOSING = {"{{": "}}", "{%": "%}", "{##": "##}"}

_LIST_MARKS = r"(?:(?:[-*+]|\d+[.)])[ \t][ \t>]*)*"
_FENCE = re.compile(
    rf"^(?P<prefix>[ \t>]*{_LIST_MARKS})(?P<run>`{{3,}}|~{{3,}})(?P<rest>[^\n]*)$", re.MULTILINE
)
_START = re.compile(r"\{\{|\{%|\{##|\\?`+|<!--|\[\[")
_BLANK_LINE = re.compile(r"\n[ \t>]*\n")
_TERM = re.compile(r"\[\[(?P<name>[^\[\]{}|\n]+)(?:\|(?P<shown>[^\[\]{}|\n]+))?\]\](?![(\[])")
# Inside a macro: a string, which may hold any mark, or a mark. No string is longer than a line.
_INSIDE = re.compile(
    r"\"(?:\\.|[^\"\\\n]){0,500}\"|'(?:\\.|[^'\\\n]){0,500}'|\}\}|%\}|\{\{|\{%|[{}]"
)


@dataclass(frozen=True)
class Region:
    """A stretch of a page: "code" (fences, spans, comments), "formula", "term" ([[…]]) or "jinja".

    A "formula" is a fence that says one, and no code.
    """

    kind: str
    start: int
    end: int


@dataclass(frozen=True)
class Regions:
    """The regions of a page in order, and what is opened in it and never closed."""

    found: tuple[Region, ...]
    unclosed: tuple[Region, ...] = ()

    def of_kind(self, kind: str) -> Iterator[Region]:
        """The regions of one kind."""
        return (region for region in self.found if region.kind == kind)


def regions(text: str, start: int = 0) -> Regions:
    """Find code, comments, terms and template in a page; `start` skips the front matter."""
    return _Scan(text).from_(start)


@dataclass
class _Scan:
    """One pass over a text, which looks at no stretch of it twice."""

    text: str
    found: list[Region] = field(default_factory=list)
    unclosed: list[Region] = field(default_factory=list)
    _fence: Region | None = None
    _open_fence: Region | None = None  # the marks of that fence, if nothing closes it
    _fences_end: int = -1
    _paragraph_end: int = -1
    _open_comment: bool = False
    _lone_runs: set[int] = field(default_factory=set)

    def from_(self, at: int) -> Regions:
        while at < len(self.text):
            fence = self._next_fence(at)
            match = _START.search(self.text, at, fence.start if fence else len(self.text))
            if match is None and fence is None:
                break
            region = self._region(match) if match else fence
            if region:
                self.found.append(region)
            if not match and self._open_fence:
                self.unclosed.append(self._open_fence)
            at = region.end if region else match.end() if match else len(self.text)
        return Regions(tuple(self.found), tuple(self.unclosed))

    def _region(self, match: re.Match[str]) -> Region | None:
        opener, start = match.group(), match.start()
        if opener in CLOSING:
            return self._jinja(opener, start)
        if opener == "<!--":
            closing = self.text.find("-->", match.end())
            return Region("code", start, closing + 3 if closing >= 0 else len(self.text))
        if opener == "[[":
            term = _TERM.match(self.text, start)
            return Region("term", start, term.end()) if term else None
        return self._code_span(match)

    def _jinja(self, opener: str, start: int) -> Region | None:
        """A stretch of template; one in which another opens is not closed itself."""
        inside, closing = start + len(opener), CLOSING[opener]
        if opener == "{##":
            end = -1 if self._open_comment else self.text.find(closing, inside) + len(closing)
            self._open_comment |= end < inside  # no later one is closed either
        else:
            end = self._macro_end(closing, inside)
        if end < inside:
            self.unclosed.append(Region("unclosed", start, inside))
            return None
        return Region("jinja", start, end)

    def _macro_end(self, closing: str, at: int) -> int:
        """Where a macro ends, whose inside begins at an offset; -1 for one that is not closed.

        It ends behind the braces within it, or if these have no partners, at the first mark.
        """
        depth, first = 0, -1
        while mark := _INSIDE.search(self.text, at):
            text, at = mark.group(), mark.end()
            if text in CLOSING:
                break
            if text == closing and not (depth and closing == "}}"):
                return at
            if text == "{":
                depth += 1
            elif text[0] == "}" and depth:
                first = at if text == closing and first < 0 else first
                depth, at = depth - 1, mark.start() + 1
        return first

    def _code_span(self, match: re.Match[str]) -> Region | None:
        length = len(match.group().lstrip("\\"))
        if match.group().startswith("\\"):
            return None  # the first backtick is text, and what follows it is read on its own
        if match.start() >= self._paragraph_end:
            blank = _BLANK_LINE.search(self.text, match.end())
            self._paragraph_end = blank.start() if blank else len(self.text)
            self._lone_runs.clear()
        if length in self._lone_runs:
            return None
        run = re.compile(rf"(?<!`)`{{{length}}}(?!`)")
        closing = run.search(self.text, match.end(), self._paragraph_end)
        if closing is None:
            self._lone_runs.add(length)
            return None
        return Region("code", match.start(), closing.end())

    def _next_fence(self, at: int) -> Region | None:
        if self._fence and self._fence.start >= at:
            return self._fence
        if self._fences_end < 0:
            self._fence = self._search_fence(at)
            self._fences_end = len(self.text) if self._fence is None else -1
        return self._fence if self._fences_end < 0 else None

    def _search_fence(self, at: int) -> Region | None:
        for opening in _FENCE.finditer(self.text, at):
            run = opening["run"]
            if run[0] == "`" and "`" in opening["rest"]:
                continue  # an inline span that opens its line
            # A fence within the fence stands further in; the closing one is no further in.
            indent = re.escape(re.sub(r"[^ \t>]", " ", opening["prefix"]))
            same = rf"^{indent}{re.escape(run[0])}{{{len(run)},}}[ \t]*$"
            closing = re.compile(same, re.MULTILINE).search(self.text, opening.end())
            marks = Region("unclosed", opening.start("run"), opening.end())
            self._open_fence = None if closing else marks
            if closing and opening["rest"].split(maxsplit=1)[:1] == ["formula"]:
                return Region("formula", opening.start("run"), closing.end())
            return Region("code", opening.start(), closing.end() if closing else len(self.text))
        return None


def term_parts(text: str) -> tuple[str, str]:
    """The name and the shown words of `[[name]]` or `[[name|shown]]`."""
    match = _TERM.fullmatch(text)
    if match is None:
        raise ValueError(f"not a term link: {text}")
    name = match["name"].strip()
    return name, (match["shown"] or match["name"]).strip()
