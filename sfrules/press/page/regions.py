"""Which stretches of a page are template, which stay as they are written, and which are spans.

A bracketed span, `[three dragons]{.flavour}`, becomes an element with that class: Python-Markdown
knows attributes after emphasis and links only. Brackets count if attributes in braces follow them,
and if they are no link, image or footnote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

CLOSING = {"{{": "}}", "{%": "%}", "{#": "#}", "[[": "]]"}

_LIST_MARKS = r"(?:(?:[-*+]|\d+[.)])[ \t][ \t>]*)*"
_FENCE = re.compile(
    rf"^(?P<prefix>[ \t>]*{_LIST_MARKS})(?P<run>`{{3,}}|~{{3,}})(?P<rest>[^\n]*)$", re.MULTILINE
)
# What an author writes on a line of a page, and never in a fence that the press takes.
_FENCED = re.compile(r"(?:proof|pycon)(?![\w-])")
_OF_PAGES = r"\{\{|\{%|#{2,6}[ \t]"
# `{#name}` behind a heading is no comment, but its attribute.
_START = re.compile(r"\{\{|\{%|\{#(?![\w-][^{}#\n]*\})|\\?`+|<!--|\[\[")
_BLANK_LINE = re.compile(r"\n[ \t>]*\n")
_TERM = re.compile(r"\[\[(?P<name>[^\[\]{}|\n]+)(?:\|(?P<shown>[^\[\]{}|\n]+))?\]\](?![(\[])")
# A term that lacks its last bracket, and no link whose text begins with one.
_HALF_TERM = re.compile(r"\[\[(?=\w)[^\[\]{}|\n]+(?:\|[^\[\]{}|\n]+)?\](?![\](\[:{])")
# Inside a macro: a string, which may hold any mark, or a mark. No string is longer than a line.
_INSIDE = re.compile(
    r"\"(?:\\.|[^\"\\\n]){0,500}+\"|'(?:\\.|[^'\\\n]){0,500}+'|\}\}|%\}|\{\{|\{%|[{}]"
)
# Words in brackets with classes or an id behind them; the innermost first.
_SPAN = re.compile(
    r"(?<![!\]\\])\[(?!\^)"
    r"(?P<words>(?:\\.|[^\[\]\\\n]|\n(?![ \t>]*\n)|\[[^\[\]\n]*\](?!\{)){1,2000}+)"
    r"\]\{:?[ \t]*(?P<names>(?:[#.][\w-]+[ \t]*)+)\}"
)
_DEFINITION = re.compile(r"^[ ]{0,3}\[([^\]\n]+)\]:", re.MULTILINE)


@dataclass(frozen=True)
class Region:
    """A stretch of a page: "code" (fences, spans, comments), "term" ([[…]]) or "jinja".

    A fence has what follows its marks, without blanks around it, with its place, and what stands
    before the marks on their line.
    One that is never closed has the place of what cannot be in it for that of its info.
    """

    kind: str
    start: int
    end: int
    info: str = ""
    info_at: int = -1
    margin: str = ""


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
    _open_fence: Region | None = None  # the marks of the last fence, if nothing closes it
    _paragraph_end: int = -1
    _open_comment: bool = False
    _lone_runs: set[int] = field(default_factory=set)

    def from_(self, at: int) -> Regions:
        fence = self._next_fence(at)
        while at < len(self.text):
            if fence and fence.start < at:
                fence = self._next_fence(at)
            match = _START.search(self.text, at, fence.start if fence else len(self.text))
            if match:
                region = self._region(match)
                at = region.end if region else match.end()
            elif fence:
                region, at = fence, fence.end
                if self._open_fence:
                    self.unclosed.append(self._open_fence)
            else:
                break
            if region:
                self.found.append(region)
        return Regions(tuple(self.found), tuple(self.unclosed))

    def _region(self, match: re.Match[str]) -> Region | None:
        opener, start = match.group(), match.start()
        if opener in CLOSING and opener != "[[":
            return self._jinja(opener, start)
        if opener == "<!--":
            closing = self.text.find("-->", match.end())
            return Region("code", start, closing + 3 if closing >= 0 else len(self.text))
        if opener == "[[":
            term = _TERM.match(self.text, start)
            if term is None and _HALF_TERM.match(self.text, start):
                self.unclosed.append(Region("unclosed", start, start + len(opener)))
            return Region("term", start, term.end()) if term else None
        return self._code_span(match)

    def _jinja(self, opener: str, start: int) -> Region | None:
        """A stretch of template; one in which another opens is not closed itself."""
        inside, closing = start + len(opener), CLOSING[opener]
        if opener == "{#":
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
        if match.group().startswith("\\"):
            return None  # the first backtick is text, and what follows it is read on its own
        length = len(match.group())
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
        for opening in _FENCE.finditer(self.text, at):
            run = opening["run"]
            if run[0] == "`" and "`" in opening["rest"]:
                continue  # an inline span that opens its line
            closing, beyond = _end_of_fence(self.text, opening)
            marks = Region("unclosed", opening.start("run"), opening.end(), info_at=beyond)
            self._open_fence = None if closing else marks
            end, rest = closing.end() if closing else len(self.text), opening["rest"]
            info_at = opening.end() - len(rest.lstrip())
            margin = opening["prefix"]
            return Region("code", opening.start(), end, rest.strip(), info_at, margin)
        return None


def _end_of_fence(text: str, opening: re.Match[str]) -> tuple[re.Match[str] | None, int]:
    """The marks that close a fence, unless there are none; and what shows that, or -1.

    Marks that stand behind the opening of another fence are those of that fence.
    """
    # A fence within the fence stands further in; the closing one is no further in.
    indent, run = re.escape(re.sub(r"[^ \t>]", " ", opening["prefix"])), opening["run"]
    marks = rf"{re.escape(run[0])}{{{len(run)},}}"
    closing = re.compile(rf"^{indent}{marks}[ \t]*$", re.MULTILINE).search(text, opening.end())
    others = rf"{marks}[ \t]*[\w{{][^`\n]*$"
    if _FENCED.match(opening["rest"].lstrip()):
        others += f"|{_OF_PAGES}"
    end = closing.start() if closing else len(text)
    other = re.compile(rf"^{indent}(?={others})", re.MULTILINE).search(text, opening.end(), end)
    return (None, other.end()) if other else (closing, -1)


def without(text: str, left_out: Iterable[Region]) -> str:
    """A text with some regions blank, in their order, at the same length and in the same lines."""
    stretches = ((each.start, each.end) for each in left_out)
    return spliced(text, ((a, b, re.sub(r"[^\n]", " ", text[a:b])) for a, b in stretches))


def spliced(text: str, changes: Iterable[tuple[int, int, str]]) -> str:
    """A text with something else in place of some stretches, in their order."""
    parts, at = [], 0
    for start, end, put in changes:
        parts += [text[at:start], put]
        at = end
    return "".join([*parts, text[at:]])


def spans_as_html(markdown: str) -> str:
    """The Markdown of an expanded page with each bracketed span as an element of HTML."""
    if "]{" not in markdown:
        return markdown
    hidden = without(markdown, regions(markdown).of_kind("code"))
    defined, changes = set(_DEFINITION.findall(hidden)), list[tuple[int, int, str]]()
    for span in _SPAN.finditer(hidden):
        if span["words"] not in defined:
            start, end = span.span("words")
            changes.append((start - 1, start, f"<span{_as_html(span['names'])}>"))
            changes.append((end, span.end(), "</span>"))
    return spans_as_html(spliced(markdown, changes)) if changes else markdown


def _as_html(attributes: str) -> str:
    """The attributes of a tag, from `{.class #id}`."""
    names = re.findall(r"([#.])([\w-]+)", attributes)
    classes = " ".join(name for mark, name in names if mark == ".")
    ids = [name for mark, name in names if mark == "#"]
    return (f' class="{classes}"' if classes else "") + (f' id="{ids[-1]}"' if ids else "")
