"""A page's text with all that is no prose blank, at the same length and with the same lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfrules.press.page.regions import Region, Regions

Stretch = tuple[int, int]  # the offsets of its first character, and of that behind its last
# The sign that stands for an object: no letter, no blank, and nothing to any pattern.
FILLER = "\N{OBJECT REPLACEMENT CHARACTER}"


def blanked(text: str, found: Regions) -> str:
    """The text without code, comments, template and what is left open; terms stay."""
    parts, at = [], 0
    for start, end in sorted(_hidden(text, found)):
        if start >= at:
            parts += [text[at:start], _filler(text[start:end])]
            at = end
    return "".join([*parts, text[at:]])


def _hidden(text: str, found: Regions) -> Iterator[Stretch]:
    for region in found.found:
        if region.kind != "term":
            yield region.start, region.end
    for region in found.unclosed:
        end = text.find("\n", region.end)  # what is meant for a macro is a mistake of its own
        yield region.start, end if end >= 0 else len(text)


def _filler(hidden: str) -> str:
    return re.sub(r"[^\n]", FILLER, hidden) if "\n" in hidden else FILLER * len(hidden)


def is_comment(text: str, region: Region) -> bool:
    """Whether a region of code is a comment, which no reader sees."""
    return text.startswith("<!--", region.start)
