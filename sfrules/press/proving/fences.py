"""The proofs of a page, as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sfrules.press.page.regions import Region, Regions

_PROOF = re.compile(r"proof(?![\w-])[ \t]*")
_CELL_LINE = re.compile(r"(?:(?!; ).)+")
_LINE = re.compile(r"[^\s>][^\n]*")


@dataclass(frozen=True)
class Fence:
    """A fence of a page that holds a proof; `words` are what follows the word proof."""

    region: Region
    words: str = ""

    @property
    def opening(self) -> int:
        """Where its opening marks begin."""
        return self.region.start + len(self.region.margin)

    def lines(self, text: str) -> Iterator[tuple[int, str]]:
        """The lines between its marks, each with the offset where its own text begins."""
        first, last = text.find("\n", self.region.start), text.rfind("\n", 0, self.region.end)
        yield from ((each.start(), each[0]) for each in _LINE.finditer(text, first, last))


class CellProof(Fence):
    """A proof in a cell of a table, below the text of another cell: its lines end in semicolons."""

    def lines(self, text: str) -> Iterator[tuple[int, str]]:
        """The lines, each with the offset where its own text begins."""
        found = _CELL_LINE.finditer(text, self.region.start, self.region.end)
        yield from ((each.start(), each[0]) for each in found)


def is_proof(region: Region) -> bool:
    """Whether a region of a page is a fence that holds a proof."""
    return bool(_PROOF.match(region.info))


def fences(text: str, found: Regions) -> list[Fence]:
    """The proofs of a page in order; one whose fence is never closed is a problem already."""
    unclosed = {text.rfind("\n", 0, region.start) for region in found.unclosed}
    return [
        Fence(region, _PROOF.sub("", region.info, count=1))
        for region in filter(is_proof, found.of_kind("code"))
        if text.rfind("\n", 0, region.start) not in unclosed
    ]


def line_end(text: str, at: int) -> int:
    """Where the line of an offset ends."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end
