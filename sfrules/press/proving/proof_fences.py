"""The proofs of a page, and the prose that each of them vouches for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sfrules.press.page.regions import Region, Regions

_PROOF = re.compile(r"proof(?![\w-])[ \t]*")
_BOX = re.compile(r"(?P<indent>[ \t>]*)(?:!!!|\?\?\?\+?|===[+!]?)[ \t]+\S")
_HEADING = re.compile(r"[ \t>]*#{1,6}(?![#\w])")
_CELL_LINE = re.compile(r"(?:(?!; ).)+")
_UNDERLINE = re.compile(r"[ \t>]*(?:={2,}|-{2,})[ \t]*")


@dataclass(frozen=True)
class Fence:
    """A fence of a page that holds a proof.

    `words` are what follows the word proof. `scope` is where the prose that it vouches for begins.
    """

    region: Region
    words: str
    scope: int

    @property
    def opening(self) -> int:
        """Where its opening marks begin."""
        return self.region.start + len(self.region.margin)

    @property
    def hidden(self) -> bool:
        """Whether readers are not shown it."""
        return self.words == "hidden"

    def lines(self, text: str) -> Iterator[tuple[int, str]]:
        """The lines between its marks, each with the offset where its own text begins."""
        at = text.find("\n", self.region.start) + 1
        while 0 < at < self.region.end:
            end = text.find("\n", at)
            if end < 0 or end >= self.region.end:
                return  # the closing mark
            start = at + _indent(text[at:end])
            yield start, text[start:end]
            at = end + 1


class CellProof(Fence):
    """A proof in a cell of a table, below the text of another cell: its lines end in semicolons."""

    def lines(self, text: str) -> Iterator[tuple[int, str]]:
        """The lines, each with the offset where its own text begins."""
        for found in _CELL_LINE.finditer(text, self.region.start, self.region.end):
            yield found.start(), found[0]


def is_proof(region: Region) -> bool:
    """Whether a region of a page is a fence that holds a proof."""
    return bool(_PROOF.match(region.info))


def fences(text: str, found: Regions, start: int) -> list[Fence]:
    """The proofs of a page in order; one whose fence is never closed is a problem already."""
    unclosed = {text.rfind("\n", 0, region.start) for region in found.unclosed}
    proofs = {
        region.start: region
        for region in found.of_kind("code")
        if is_proof(region) and text.rfind("\n", 0, region.start) not in unclosed
    }
    return list(_Scan(text, found, start, proofs).fences()) if proofs else []


@dataclass
class _Container:
    """A box, or the page itself: how far it is indented, and where the next scope in it begins."""

    indent: int
    scope: int


@dataclass
class _Scan:
    """One pass over the lines of a page, in which boxes open and close."""

    text: str
    found: Regions
    start: int
    proofs: dict[int, Region]
    _open: list[_Container] = field(default_factory=list)

    def fences(self) -> Iterator[Fence]:
        self._open = [_Container(-1, self.start)]
        before = ""
        for at, line in self._lines():
            if at in self.proofs:
                yield self._fence(self.proofs[at])
            elif line.strip(" \t>"):
                self._see(at, line, before)
            before = line

    def _lines(self) -> Iterator[tuple[int, str]]:
        """The lines with their offsets; of the lines within code, none but the first."""
        hidden = [r for r in self.found.of_kind("code") if "\n" in self.text[r.start : r.end]]
        waiting, at = iter([*hidden, None]), self.start
        code = next(waiting)
        while at < len(self.text):
            end = self.text.find("\n", at)
            end = len(self.text) if end < 0 else end
            yield at, self.text[at:end]
            while code and code.end <= at:
                code = next(waiting)
            if code and code.start <= end < code.end:
                end = self.text.find("\n", code.end - 1)
                end = len(self.text) if end < 0 else end
            at = end + 1

    def _see(self, at: int, line: str, before: str) -> None:
        indent = _indent(line)
        self._leave(indent)
        if _BOX.match(line):
            self._open.append(_Container(indent, at))
        elif _HEADING.match(line):
            self._open[-1].scope = at
        elif before.strip() and _UNDERLINE.fullmatch(line):
            self._open[-1].scope = at - len(before) - 1

    def _leave(self, indent: int) -> None:
        """Close the boxes that a line is indented no further than."""
        while self._open[1:] and indent <= self._open[-1].indent:
            self._open.pop()

    def _fence(self, region: Region) -> Fence:
        self._leave(_indent(region.margin + "x"))
        scope, self._open[-1].scope = self._open[-1].scope, region.end
        return Fence(region, _PROOF.sub("", region.info, count=1), scope)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t>"))
