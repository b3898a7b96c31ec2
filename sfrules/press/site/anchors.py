"""Which heading a place in a page stands under, and the id that the site gives that heading."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape

from sfrules.press.page.regions import Regions

_MARKS = re.compile(r"[ \t>]*(?P<marks>#{1,6})")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*")
_EXPLICIT = re.compile(r"\{[^{}]*#(?P<id>[\w-]+)[^{}]*\}[ \t]*$")
_ATTRIBUTES = re.compile(r"\{[^{}%]*\}[ \t]*$|(?<=\])\{:?[ \t]*[.#][^{}%]*\}")
_LINK = re.compile(r"\[(?P<text>[^\[\]]*)\]\([^()]*\)|\[\[(?:[^\[\]|]*\|)?(?P<term>[^\[\]|]*)\]\]")
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True)
class SiteHeading:
    """A heading of the site: its id, level and text."""

    id: str
    level: int
    title: str

    @property
    def plain(self) -> str:
        """The text without its tags."""
        return unescape(_TAG.sub("", self.title))


class Anchors:
    """The headings of a page's source, each with the id that it has on the site."""

    def __init__(
        self, text: str, start: int, found: Regions, headings: Sequence[SiteHeading]
    ) -> None:
        self._starts: list[int] = []
        self._ids: list[str] = []
        waiting = list(headings)
        for offset, level, title in _written(text, start, found):
            if (id := _id_of(title, level, waiting)) is not None:
                self._starts.append(offset)
                self._ids.append(id)

    def above(self, offset: int) -> str:
        """The id of the heading that an offset stands under; nothing above the first."""
        at = bisect_right(self._starts, offset) - 1
        return self._ids[at] if at >= 0 else ""


def _written(text: str, start: int, found: Regions) -> Iterator[tuple[int, int, str]]:
    """The offset, level and title of each line that may be a heading."""
    code = [(region.start, region.end) for region in found.of_kind("code")]
    code_starts = [region_start for region_start, _ in code]
    lines = text[start:].split("\n")
    offset = start
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        at = bisect_right(code_starts, offset) - 1
        in_code = at >= 0 and offset < code[at][1]
        if marks := None if in_code else _MARKS.match(line):
            yield offset, len(marks["marks"]), line[marks.end() :].strip().rstrip("#").rstrip()
        elif line.strip() and not in_code and _UNDERLINE.fullmatch(below):
            yield offset, 1 if below.startswith("=") else 2, line.strip()
        offset += len(line) + 1


def _id_of(title: str, level: int, waiting: list[SiteHeading]) -> str | None:
    """The id, written or made, of the next heading of the site that this may be.

    Headings of the site before it are used up. None if it is no heading of the site.
    """
    explicit = _EXPLICIT.search(title)
    for at, heading in enumerate(waiting):
        same = heading.id == explicit["id"] if explicit else _alike(title, level, heading)
        if same:
            del waiting[: at + 1]
            return heading.id
    return None


def _alike(title: str, level: int, heading: SiteHeading) -> bool:
    if level != heading.level:
        return False
    # A title with a macro in it is known by its level and its order.
    return "{{" in title or _letters(title) == _letters(heading.plain)


def _letters(title: str) -> str:
    plain = _LINK.sub(lambda link: link["text"] or link["term"] or "", _ATTRIBUTES.sub("", title))
    return re.sub(r"\W+", "", _TAG.sub("", unescape(plain))).casefold()
