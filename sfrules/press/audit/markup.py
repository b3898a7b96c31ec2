"""What of a page's text is structure: numbers there number, link or mark up, and state no rule.

The functions read a text in which code, comments and template are blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfrules.press.audit.blanking import FILLER, Stretch
from sfrules.press.audit.number_patterns import ENTITY

ATTRIBUTES = re.compile(r"\{:?[ \t]*(?=[#.][^\s{}.#]|[\w:-]+=)[^{}\n]*\}")
_WITHIN_LINES = (
    re.compile(r"\[\^[^\[\]\s]+\]"),  # footnote marks
    re.compile(r"\]\([ \t]*(?:<[^<>\n]*>|(?:[^\s()<>]|\([^\s()]*\))*)"),  # where a link leads
    re.compile(r"(?<=\])\[[^\[\]\n]*\]"),  # the second half of [text][reference]
    re.compile(rf"(?!{ENTITY})&#?\w{{1,31}};"),
)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
# What a browser shows or a screen reader says of an element.
_SAID = re.compile(r"(?<![\w-])(?:alt|title|label|aria-[a-z]+text|aria-label|aria-description)\s*=")
_VALUE = re.compile(r"\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'>{}]+)")
_OF_LINES = (
    re.compile(r"^[ ]{0,3}\[(?!\^)[^\]\n]+\]:[^\n]*", re.MULTILINE),  # what a reference leads to
    re.compile(r"^[ \t]*(?:!!!|\?\?\?\+?|===[+!]?)(?:[ \t]+[\w-]+)*", re.MULTILINE),
)
_HEADING = re.compile(
    r"^[ \t>]*#{1,6}[ \t]+(?:(?:Chapter|Part|Appendix|Section|Table|Figure)[ ]\d+(?:\.\d+)*"
    r"|\d+(?:\.\d+)+\.?(?=[ \t])|\d+[.:)](?=[ \t])|\d+(?=[ \t]+[A-Z]))",
    re.MULTILINE,
)
_WHOLE = re.compile(r"<(style|script|pre|code|textarea|template)\b[^<>]*>", re.IGNORECASE)
_ITEM = re.compile(r"[ \t>]*(?:[-*+][ \t]+)*\d{1,9}[.)](?=[ \t])")
_ANY_ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]")
BLANKS = " \t\r>" + FILLER
_OPENS_BLOCK = re.compile(r"[ \t>]*(?:!!!|\?\?\?|===|#|<|\[\^[^\[\]\s]+\]:)")


def structure(text: str, start: int) -> Iterator[Stretch]:
    """Every stretch of structure, those of one kind after those of another."""
    for pattern in (*_WITHIN_LINES, *_OF_LINES, _HEADING):
        for match in pattern.finditer(text, start):
            yield match.span()
    for pattern in (_TAG, ATTRIBUTES):
        for match in pattern.finditer(text, start):
            yield from _unsaid(text, *match.span())
    yield from _elements(text, start)
    yield from _list_marks(text, start)


def _unsaid(text: str, start: int, end: int) -> Iterator[Stretch]:
    """A tag or a list of attributes, without what a reader is told of it."""
    if "=" in text[start:end]:
        for said in _SAID.finditer(text, start, end):
            value = _VALUE.match(text, said.end(), end) if said.start() >= start else None
            if value:
                yield start, said.end()
                start = value.end()
    yield start, end


def _elements(text: str, start: int) -> Iterator[Stretch]:
    """Styles, scripts and code, from the opening tag to the closing one."""
    at, never_closed = start, set()
    while opening := _WHOLE.search(text, at):
        name, at = opening[1].lower(), opening.end()
        if name in never_closed:
            continue
        closing = re.compile(rf"</{name}[ \t]*>", re.IGNORECASE).search(text, at)
        if closing is None:
            never_closed.add(name)
            continue
        at = closing.end()
        yield opening.start(), at


def _list_marks(text: str, start: int) -> Iterator[Stretch]:
    """The numbers of list items; a line within a paragraph may begin with a number too."""
    opens_list = opens_block = True
    for line_start, line in lines(text, start):
        if not line.strip(BLANKS):
            # A line of template alone leaves nothing behind: it neither opens a block nor ends it.
            opens_block = opens_block or FILLER not in line
            continue
        item = _ITEM.match(line)
        if opens_block:
            opens_list = _ANY_ITEM.match(line) is not None
        if item and opens_list:
            yield line_start, line_start + item.end()
        opens_block = _OPENS_BLOCK.match(line) is not None


def lines(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Each line with the offset that it begins at."""
    for line in text[start:].split("\n"):
        yield start, line
        start += len(line) + 1
