"""Bracketed spans: `[three dragons]{.flavour}` becomes a span with that class.

Python-Markdown knows attributes after emphasis and links only. Brackets count if attributes in
braces follow them, and if they are no link, image or footnote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from sfrules.press.page.regions import regions

_ATTRIBUTES = re.compile(r"\{:?[ \t]*((?:[#.][\w-]+[ \t]*)+)\}")
_CANDIDATE = re.compile(r"\]\{:?[ \t]*[#.]")
_BRACKETS = re.compile(r"\\.|[\[\]]|\n[ \t>]*\n", re.DOTALL)
_DEFINITION = re.compile(r"^[ ]{0,3}\[([^\]\n]+)\]:", re.MULTILINE)
LONGEST = 2_000  # characters of a span: spans within spans take no more than their length


@dataclass(frozen=True)
class Bracketed:
    """A span in brackets, from `[` to `}`, the end of its words, and its attributes."""

    start: int
    words_end: int
    end: int
    attributes: str


def bracketed(text: str, start: int = 0) -> Iterator[Bracketed]:
    """The bracketed spans of a text in which code is blank; of nested ones, the inner first."""
    if not _CANDIDATE.search(text, start):
        return
    defined = set(_DEFINITION.findall(text, start))
    opened: list[int] = []
    for mark in _BRACKETS.finditer(text, start):
        if mark.group() == "[":
            opened.append(mark.start())
        elif mark.group() == "]" and opened:
            opening = opened.pop()
            attributes = _ATTRIBUTES.match(text, mark.end())
            if attributes and _is_span(text, opening, mark.start(), defined):
                yield Bracketed(opening, mark.start(), attributes.end(), attributes.group())
        elif mark.group().startswith("\n"):
            opened.clear()  # no span is longer than its paragraph


def _is_span(text: str, opening: int, closing: int, defined: set[str]) -> bool:
    """Whether brackets are no image, no footnote, and no reference or half of one."""
    if text[max(opening - 1, 0) : opening] in ("!", "]") or text[opening + 1] == "^":
        return False
    return closing - opening <= LONGEST and text[opening + 1 : closing] not in defined


def spans_as_html(markdown: str) -> str:
    """The Markdown of an expanded page with each bracketed span as an element of HTML."""
    if not _CANDIDATE.search(markdown):
        return markdown
    changes: list[tuple[int, int, str]] = []
    for span in bracketed(_without_code(markdown)):
        changes.append((span.start, span.start + 1, f"<span{_as_html(span.attributes)}>"))
        changes.append((span.words_end, span.end, "</span>"))
    parts, at = [], 0
    for start, end, put in sorted(changes):
        parts += [markdown[at:start], put]
        at = end
    return "".join([*parts, markdown[at:]])


def _without_code(markdown: str) -> str:
    parts, at = [], 0
    for code in regions(markdown).of_kind("code"):
        parts += [markdown[at : code.start], re.sub(r"[^\n]", " ", markdown[code.start : code.end])]
        at = code.end
    return "".join([*parts, markdown[at:]])


def _as_html(attributes: str) -> str:
    """The attributes of a tag, from `{.class #id}`."""
    names = re.findall(r"[#.][\w-]+", attributes)
    classes = " ".join(name[1:] for name in names if name[0] == ".")
    ids = [name[1:] for name in names if name[0] == "#"]
    written = f' class="{escape(classes)}"' if classes else ""
    return written + (f' id="{escape(ids[-1])}"' if ids else "")
