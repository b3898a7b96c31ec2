"""The passages of a page that loose numbers stand in, each with the place for its proof."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sfrules.ground.source import FRONT_MATTER

# What begins another passage: a heading, a box or a tab, a fence.
_BEGINS = re.compile(r"^[ \t]*(?:#{1,6}\s|!!!|\?\?\?|===|`{3,}|~{3,})", re.MULTILINE)
_BLOCK = re.compile(r"(?:^[ \t]*\S[^\n]*\n?)+", re.MULTILINE)


@dataclass(frozen=True)
class UnprovedPassage:
    """Loose numbers of a page that one proof would be about, with where it would stand.

    The text of the passage begins at `start`; the proof stands at `end`, indented by `margin`.
    """

    start: int
    end: int
    margin: str
    numbers: tuple[tuple[int, int], ...]


def passages_of(text: str, numbers: Sequence[tuple[int, int]]) -> Iterator[UnprovedPassage]:
    """The passages of a page that loose numbers, given by their offsets, stand in."""
    at = front.end() if (front := FRONT_MATTER.match(text)) else 0
    begins = [0, *(each.start() for each in _BEGINS.finditer(text, at))]
    blocks = [each.span() for each in _BLOCK.finditer(text, at)]
    groups: dict[int, list[tuple[int, int]]] = {}
    for number in numbers:
        groups.setdefault(max(each for each in begins if each <= number[0]), []).append(number)
    for start, own in groups.items():
        last = own[-1][1]
        end = next((high for low, high in blocks if low < last <= high), len(text))
        line = text[text.rfind("\n", 0, own[-1][0]) + 1 : own[-1][0]]
        margin = line[: len(line) - len(line.lstrip(" "))]
        yield UnprovedPassage(start, end, margin, tuple(own))
