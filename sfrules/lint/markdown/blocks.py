"""The blocks of a Markdown text, and where the content of each of their lines begins.

First the dialects' own layout is taken off, so that plain Markdown is left. Every line stays: as it
was, shorter at its beginning, or empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

_INDENT = re.compile(r"[ \t]*")
_BOX = re.compile(r"[ \t]*(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+[\w\"'{]")  # MkDocs: a note, a tab
_DIV = re.compile(r"[ \t]*:{3,}")  # Pandoc, Quarto: the edge of a box
# The title of a note in a quote, as GitHub and Obsidian have them: what is below begins afresh.
_TITLE = re.compile(r"^([ \t]*(?:>[ \t]*)+)\[![\w-]+(?:\|[^\]]*)?\][+-]?.*$")
_FENCE = re.compile(r"[ \t]*(?:>[ \t]*)*(`{3,}|~{3,})")
_DEEP = 4  # columns of indent that the content of a box has
_KINDS = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "table_open": "table",
    "html_block": "html",
    "fence": "code",
    "code_block": "code",
}
_QUOTE = re.compile(r"[ \t]*>[ \t]?")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?=\s|$)")
_SPACE = re.compile(r"[ \t\f\v]*")
# Blocks alone: what is in a line is read by `inline`, with places, which the parser does not keep.
_PARSER = (
    MarkdownIt("commonmark", {"html": True})
    .enable("table")
    .disable(["inline", "text_join"], ignoreInvalid=True)
)


@dataclass(frozen=True)
class Layout:
    """The lines that are left, and how many characters each has lost at its beginning.

    `front` counts the lines of front matter.
    """

    lines: list[str]
    lost: list[int]
    front: int = 0


def plain_layout(text: str) -> Layout:
    """A text without its front matter, its MkDocs boxes and its Pandoc divs."""
    lines = text.split("\n")
    if lines[0].startswith("\N{ZERO WIDTH NO-BREAK SPACE}"):
        lines[0] = " " + lines[0][1:]
    front = _drop_front_matter(lines)
    if "[!" in text:
        lines = [_TITLE.sub(r"\1", line) for line in lines]
    if not ("!!!" in text or "???" in text or "===" in text or ":::" in text):
        return Layout(lines, [0] * len(lines), front)
    return replace(_without_boxes(lines), front=front)


def _drop_front_matter(lines: list[str]) -> int:
    """Blank out the front matter; how many lines it has."""
    opening = lines[0].strip()
    if opening not in ("---", "+++"):
        return 0
    closing = (opening,) if opening == "+++" else ("---", "...")
    for at in range(1, len(lines)):
        if lines[at].rstrip() in closing:
            lines[: at + 1] = [""] * (at + 1)
            return at + 1
        if opening == "---" and at == 1 and not lines[1].strip():
            return 0  # a thematic break, not front matter
    return 0


def _without_boxes(lines: list[str]) -> Layout:
    """The lines without the boxes around them, which may be nested; what is in a fence is kept."""
    kept: list[str] = []
    lost: list[int] = []
    boxes: list[int] = []
    fence = ""
    for line in lines:
        at = 0
        if line.strip():
            boxes, at = _still_in(line, boxes)
        rest = line[at:]
        if fence:
            fence = "" if _closes(rest, fence) else fence
        elif opened := _FENCE.match(rest):
            fence = opened[1]
        elif _BOX.match(rest):
            boxes, rest = [*boxes, _width(rest)], ""
        elif _DIV.match(rest):
            rest = ""
        kept.append(rest)
        lost.append(at)
    return Layout(kept, lost)


def _closes(line: str, fence: str) -> bool:
    found = _FENCE.match(line)
    return found is not None and found[1].startswith(fence) and not line[found.end() :].strip()


def _still_in(line: str, boxes: list[int]) -> tuple[list[int], int]:
    """The boxes that a line is still in, and how many characters of its indent are theirs."""
    at = 0
    for count, indent in enumerate(boxes):
        if _width(line[at:]) < indent + _DEEP:
            return boxes[:count], at
        at += _taken(line[at:])
    return boxes, at


def _taken(line: str) -> int:
    """How many characters of a line's indent belong to one box."""
    width = 0
    for at, char in enumerate(line):
        if width >= _DEEP:
            return at
        width += _DEEP if char == "\t" else 1
    return len(line)


def _width(line: str) -> int:
    """The width of a line's indent, in columns."""
    found = _INDENT.match(line)
    return len(found[0].expandtabs(_DEEP)) if found else 0


@dataclass(frozen=True)
class Block:
    """Lines of one kind, counted from 0, `end` past the last.

    `begins` says for each line where its content begins.
    """

    kind: str
    start: int
    end: int
    begins: tuple[int, ...]
    is_fenced: bool = False


def blocks_of(layout: Layout) -> tuple[list[Block], dict[str, tuple[str, int]]]:
    """The blocks of a text in a plain layout; its link definitions and their lines, by label."""
    env: dict[str, Any] = {}
    tokens = _PARSER.parse("\n".join(layout.lines), env)
    defined = {
        label: (reference["href"], reference.get("map", (0,))[0])
        for label, reference in env.get("references", {}).items()
    }
    return list(_blocks(tokens, layout)), defined


def _blocks(tokens: list[Token], layout: Layout) -> Iterator[Block]:
    within: list[int | None] = []  # the first line of each list item around; None for a quote
    for token in tokens:
        if token.type == "blockquote_open":
            within.append(None)
        elif token.type == "list_item_open":
            within.append(token.map[0] if token.map else 0)
        elif token.type in ("blockquote_close", "list_item_close"):
            within.pop()
        elif token.type in _KINDS and token.map:
            start, end = token.map[0], min(token.map[1], len(layout.lines))
            begins = tuple(
                layout.lost[at] + _begin(layout.lines[at], at, within) for at in range(start, end)
            )
            yield Block(_KINDS[token.type], start, end, begins, token.type == "fence")


def _begin(line: str, number: int, within: list[int | None]) -> int:
    """Where a line's content begins, after the marks of the quotes and list items around it."""
    at = 0
    for first in within:
        mark = _QUOTE if first is None else _ITEM if first == number else None
        if mark and (found := mark.match(line, at)):
            at = found.end()
    found = _SPACE.match(line, at)
    return found.end() if found else at
