"""Which heading a place in a page stands under, and the id that the site gives that heading."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from sfrules.press.weave.regions import Regions

_HEADING = re.compile(
    r"^[ \t>]*(?P<marks>#{1,6})[ \t]*(?P<title>[^\n]+?)[ \t]*#*[ \t]*$", re.MULTILINE
)
_EXPLICIT = re.compile(r"\{[^{}]*#(?P<id>[\w-]+)[^{}]*\}\s*$")


@dataclass(frozen=True)
class Heading:
    """A heading of the site: its id, level and text."""

    id: str
    level: int
    title: str


class Anchors:
    """The headings of a page's source, each with the id that it has on the site."""

    def __init__(self, text: str, found: Regions, headings: Sequence[Heading]) -> None:
        self._starts: list[int] = []
        self._ids: list[str] = []
        waiting = list(headings)
        for match in _HEADING.finditer(text):
            if _in_code(match.start(), found):
                continue
            self._starts.append(match.start())
            self._ids.append(_id_of(match, waiting))

    def above(self, offset: int) -> str:
        """The id of the heading that an offset stands under; nothing above the first."""
        at = bisect_right(self._starts, offset) - 1
        return self._ids[at] if at >= 0 else ""


def _in_code(offset: int, found: Regions) -> bool:
    return any(region.start <= offset < region.end for region in found.of_kind("code"))


def _id_of(match: re.Match[str], waiting: list[Heading]) -> str:
    """The id, written or made; headings of the site that come before it are used up."""
    title, level = match["title"], len(match["marks"])
    explicit = _EXPLICIT.search(title)
    for at, heading in enumerate(waiting):
        same = heading.id == explicit["id"] if explicit else _alike(title, level, heading)
        if same:
            del waiting[: at + 1]
            return heading.id
    return explicit["id"] if explicit else ""


def _alike(title: str, level: int, heading: Heading) -> bool:
    if level != heading.level:
        return False
    # A title with a macro in it is known by its level and its turn.
    return "{{" in title or _letters(title) == _letters(heading.title)


def _letters(title: str) -> str:
    return re.sub(r"\W+", "", title).casefold()
