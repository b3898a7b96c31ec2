"""What of a page's text is flavour: the author has said that its numbers are no rules.

All functions read a text in which code, comments and template are blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfrules.press.audit.blanking import FILLER, Stretch
from sfrules.press.audit.markup import BLANKS, lines
from sfrules.press.page.bracketed import bracketed

_CLASS = r"[^{}\n]*\.flavou?r(?![\w-])[^{}\n]*"
_MARK = re.compile(rf"\{{:?{_CLASS}\}}")
_LINE = re.compile(rf"[ \t>]*\{{:?{_CLASS}\}}[ \t\r]*")
_CLASS_NAMED = re.compile(r"\bclass\s*=\s*(?:\"[^\"<>]*|'[^'<>]*|)(?<![\w-])flavou?r(?![\w-])")
_TAG = re.compile(r"<(?P<closes>/?)(?P<name>[a-zA-Z][\w-]*)(?P<rest>[^<>]*)>")
_EMPTY = frozenset("br hr img input wbr col source".split())
_BOX = r"(?P<indent>[ \t]*)(?:!!!|\?\?\?\+?)[ \t]+(?:[\w-]+[ \t]+)*"
_OF_FLAVOUR = re.compile(rf"{_BOX}flavou?r(?![\w-])")
EXAMPLE = re.compile(rf"{_BOX}example(?![\w-])")
_ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_OPENS_BOX = re.compile(r"[ \t>]*(?:!!!|\?\?\?|===)")
_LONGEST = 2_000  # characters of a span: no search for its beginning goes further back


def flavour(text: str, start: int) -> Iterator[Stretch]:
    """Every stretch of flavour."""
    if "flavo" not in text:
        return
    yield from _marked(text, start)
    yield from boxes(text, start, _OF_FLAVOUR)
    yield from _elements(text, start)
    for span in bracketed(text, start):
        if _MARK.fullmatch(span.attributes):
            yield span.start, span.end


def _marked(text: str, start: int) -> Iterator[Stretch]:
    """Blocks with the mark below them, titles and cells that end in it, and what it touches."""
    for mark in _MARK.finditer(text, start):
        at = mark.start()
        line_start = text.rfind("\n", start, at) + 1 or start
        line_end = text.find("\n", at)
        line_end = line_end if line_end >= 0 else len(text)
        before, after = text[line_start:at], text[mark.end() : line_end].strip(" \t\r")
        if not before.strip(" \t>"):
            if not after:
                yield from _block_above(text, start, line_start, line_end)
        elif before.endswith((" ", "\t")):
            yield from _title_or_cell(before, after, line_start)
        else:
            yield from _span_before(text, max(at - _LONGEST, start), at)


def _block_above(text: str, start: int, line_start: int, line_end: int) -> Iterator[Stretch]:
    """The paragraph, list item, quotation or table that ends in a line with the mark alone."""
    end_below = text.find("\n", line_end + 1)
    below = text[line_end + 1 : end_below if end_below >= 0 else None]
    if below.strip(BLANKS) and not _ITEM.match(below):
        return
    top = line_start
    while top > start:
        above = text.rfind("\n", start, top - 1) + 1 or start
        line = text[above : top - 1]
        if not line.strip(" \t\r>") or _OPENS_BOX.match(line) or _LINE.fullmatch(line):
            break
        top = above
        if _ITEM.match(line):
            break
    yield top, line_start


def _title_or_cell(before: str, after: str, line_start: int) -> Iterator[Stretch]:
    """A heading that ends in the mark, or the table's cell that does."""
    if before.lstrip(" \t>").startswith("#") and not after:
        yield line_start, line_start + len(before)
    elif "|" in before and after[:1] in ("", "|"):
        yield line_start + before.rfind("|"), line_start + len(before)


def _span_before(text: str, earliest: int, at: int) -> Iterator[Stretch]:
    """Emphasis or a link that the mark touches."""
    if text[at - 1] in "*_":
        run = text[at - 1]
        closing = text[max(earliest, at - 3) : at]
        length = len(closing) - len(closing.rstrip(run))
        opening = text.rfind(run * length, earliest, at - length)
    elif text[at - 1] == ")":
        opening = text.rfind("[", earliest, max(text.rfind("](", earliest, at), earliest))
    else:
        return
    if opening >= 0 and "\n\n" not in text[opening:at]:
        yield opening, at


def boxes(text: str, start: int, kind: re.Pattern[str]) -> Iterator[Stretch]:
    """Admonitions of a type, with their titles."""
    box_start, indent = -1, 0
    end = start
    for line_start, line in lines(text, start):
        if not line.strip() or line.startswith(FILLER):
            continue  # code and macros are blank to their margins, and end no box
        depth = len(line) - len(line.lstrip(" \t"))
        if box_start >= 0 and depth <= indent:
            yield box_start, end
            box_start = -1
        if box_start < 0 and (box := kind.match(line)):
            box_start, indent = line_start, len(box["indent"])
        end = line_start + len(line)
    if box_start >= 0:
        yield box_start, end


def _elements(text: str, start: int) -> Iterator[Stretch]:
    """HTML elements of the class, up to the tag that closes them."""
    name, depth, opened = "", 0, 0
    for tag in _TAG.finditer(text, start):
        if not depth:
            named = not tag["closes"] and tag["name"].lower() not in _EMPTY
            if named and _CLASS_NAMED.search(tag["rest"]):
                name, depth, opened = tag["name"].lower(), 1, tag.start()
        elif tag["name"].lower() == name:
            depth += -1 if tag["closes"] else 1
            if not depth:
                yield opened, tag.end()
