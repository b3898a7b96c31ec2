"""The dialects' own layout taken off a text, so that what is left is plain Markdown.

Lines stay lines: each is as it was, shorter at its beginning, or empty.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_INDENT = re.compile(r"[ \t]*")
_BOX = re.compile(r"[ \t]*(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+[\w\"'{]")  # MkDocs: a note, a tab
_DIV = re.compile(r"[ \t]*:{3,}")  # Pandoc, Quarto: the edge of a box
_FENCE = re.compile(r"[ \t]*(?:>[ \t]*)*(`{3,}|~{3,})")
_DEEP = 4  # columns that the content of a box is indented by


@dataclass(frozen=True)
class Layout:
    """The lines that are left, and how many characters each has lost at its beginning."""

    lines: list[str]
    lost: list[int]

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)


def laid_out(text: str) -> Layout:
    """A text without its front matter, its MkDocs boxes and its Pandoc divs."""
    lines = text.replace("\r", " ").replace("\0", "\N{REPLACEMENT CHARACTER}").split("\n")
    if lines[0].startswith("\N{ZERO WIDTH NO-BREAK SPACE}"):
        lines[0] = " " + lines[0][1:]
    _drop_front_matter(lines)
    if not ("!!!" in text or "???" in text or "===" in text or ":::" in text):
        return Layout(lines, [0] * len(lines))
    return _without_boxes(lines)


def _drop_front_matter(lines: list[str]) -> None:
    opening = lines[0].strip()
    if opening not in ("---", "+++"):
        return
    closing = (opening,) if opening == "+++" else ("---", "...")
    for at in range(1, len(lines)):
        if lines[at].rstrip() in closing:
            lines[: at + 1] = [""] * (at + 1)
            return
        if opening == "---" and at == 1 and not lines[1].strip():
            return  # a rule across the page, and no front matter


def _without_boxes(lines: list[str]) -> Layout:
    """Boxes opened, one within another; a fence is never taken for a box."""
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
    """The boxes that a line is still within, and how much of its indent is theirs."""
    at = 0
    for count, indent in enumerate(boxes):
        if _width(line[at:]) < indent + _DEEP:
            return boxes[:count], at
        at += _taken(line[at:])
    return boxes, at


def _taken(line: str) -> int:
    """The characters of a line's indent that make a box's own."""
    width = 0
    for at, char in enumerate(line):
        if width >= _DEEP:
            return at
        width += _DEEP if char == "\t" else 1
    return len(line)


def _width(line: str) -> int:
    """The columns of a line's indent."""
    found = _INDENT.match(line)
    return len(found[0].expandtabs(_DEEP)) if found else 0
