"""Which stretches of a page are template, and which stay as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# A noncharacter of Unicode stands for a brace that Jinja must not see. It takes one place, so that
# offsets in the masked text are offsets in the author's file.
BRACE = "\ufdd0"

_FENCE = re.compile(
    r"^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(?P<run>`{3,}|~{3,})(?P<rest>[^\n]*)$", re.MULTILINE
)
_START = re.compile(r"\{\{|\{%|\{##|`+|<!--|\\`|\[\[")
_QUOTED = r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
_JINJA_END = {
    "{{": re.compile(rf"(?:{_QUOTED}|[^\"'])*?\}}\}}", re.DOTALL),
    "{%": re.compile(rf"(?:{_QUOTED}|[^\"'])*?%\}}", re.DOTALL),
    "{##": re.compile(r".*?##\}", re.DOTALL),
}
CLOSING = {"{{": "}}", "{%": "%}", "{##": "##}"}
_BLANK_LINE = re.compile(r"\n[ \t>]*\n")
_TERM = re.compile(r"\[\[(?P<name>[^\[\]{}|\n]+)(?:\|(?P<shown>[^\[\]{}|\n]+))?\]\](?![(\[])")


@dataclass(frozen=True)
class Region:
    """A stretch of a page: "code" (fences, spans, comments), "term" ([[…]]) or "jinja"."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True)
class Regions:
    """The regions of a page in order, and what is opened and never closed."""

    found: tuple[Region, ...]
    unclosed: Region | None = None

    def of_kind(self, kind: str) -> Iterator[Region]:
        """The regions of one kind."""
        return (region for region in self.found if region.kind == kind)


def regions(text: str, start: int = 0) -> Regions:
    """Find code, comments, terms and template in a page; `start` skips the front matter."""
    found: list[Region] = []
    at = start
    fences = _Fences(text)
    while at < len(text):
        fence = fences.next_after(at)
        match = _START.search(text, at, fence.start if fence else len(text))
        if match:
            region = _region_at(text, match)
            if region and region.kind == "unclosed":
                return Regions(tuple(found), region)
            if region:
                found.append(region)
            at = region.end if region else match.end()
        elif fence is None:
            break
        elif fence.kind == "unclosed":
            return Regions(tuple(found), fence)
        else:
            found.append(fence)
            at = fence.end
    return Regions(tuple(found))


def _region_at(text: str, match: re.Match[str]) -> Region | None:
    opener, start = match.group(), match.start()
    if opener in _JINJA_END:
        return _jinja(text, start, match.end(), opener)
    if opener == "<!--":
        end_at = text.find("-->", match.end())
        return Region("code", start, end_at + 3 if end_at >= 0 else len(text))
    if opener == "[[":
        term = _TERM.match(text, start)
        return Region("term", start, term.end()) if term else None
    return _code_span(text, match) if opener.startswith("`") else None


def _jinja(text: str, start: int, inside: int, opener: str) -> Region:
    """A stretch of template; quotes may hold its closing mark, unless they are never closed."""
    if whole := _JINJA_END[opener].match(text, inside):
        return Region("jinja", start, whole.end())
    closing = text.find(CLOSING[opener], inside)
    if closing >= 0:
        return Region("jinja", start, closing + len(CLOSING[opener]))
    return Region("unclosed", start, inside)


def _code_span(text: str, match: re.Match[str]) -> Region | None:
    paragraph = _BLANK_LINE.search(text, match.end())
    stop = paragraph.start() if paragraph else len(text)
    closing = re.compile(rf"(?<!`){match.group()}(?!`)").search(text, match.end(), stop)
    return Region("code", match.start(), closing.end()) if closing else None


class _Fences:
    """The fenced blocks of a text, found as the scan comes to them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: Region | None = None
        self._done = False

    def next_after(self, at: int) -> Region | None:
        if self._found and self._found.start >= at:
            return self._found
        if not self._done:
            self._found = self._search(at)
            self._done = self._found is None
        return None if self._done else self._found

    def _search(self, at: int) -> Region | None:
        for opening in _FENCE.finditer(self._text, at):
            if opening["run"][0] == "`" and "`" in opening["rest"]:
                continue  # an inline span that opens its line
            start = opening.start()
            closing = re.compile(
                rf"^[ \t>]*{re.escape(opening['run'][0])}{{{len(opening['run'])},}}[ \t]*$",
                re.MULTILINE,
            ).search(self._text, opening.end())
            if closing is None:
                return Region("unclosed", opening.start("run"), opening.end())
            return Region("code", start, closing.end())
        return None


def masked(text: str, found: Regions) -> str:
    """The text with the braces of its code regions hidden from Jinja, at the same length."""
    parts, at = [], 0
    for region in found.of_kind("code"):
        parts.append(text[at : region.start])
        parts.append(text[region.start : region.end].replace("{", BRACE))
        at = region.end
    return "".join([*parts, text[at:]])


def unmask(text: str) -> str:
    """The text with every masked brace back in its place."""
    return text.replace(BRACE, "{")


def term_parts(text: str) -> tuple[str, str]:
    """The name and the shown words of `[[name]]` or `[[name|shown]]`."""
    match = _TERM.fullmatch(text)
    if match is None:
        raise ValueError(f"not a term link: {text}")
    name = match["name"].strip()
    return name, (match["shown"] or match["name"]).strip()
