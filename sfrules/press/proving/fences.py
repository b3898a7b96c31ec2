"""The proofs of a page, and the prose that each of them vouches for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sfrules.press.page.regions import Region, Regions

_PROOF = re.compile(r"proof(?![\w-])[ \t]*")
_BOX = re.compile(r"(?P<indent>[ \t>]*)(?:!!!|\?\?\?\+?|===[+!]?)[ \t]+\S")
_HEADING = re.compile(r"[ \t>]*#{1,6}(?![#\w])")
_CELL_LINE = re.compile(r"(?:(?!; ).)+")
_LINE = re.compile(r"[^\s>][^\n]*")
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


def fences(text: str, found: Regions, start: int) -> list[Fence]:
    """The proofs of a page in order; one whose fence is never closed is a problem already."""
    unclosed = {text.rfind("\n", 0, region.start) for region in found.unclosed}
    proofs = {  # by the offsets of their lines
        region.start: region
        for region in filter(is_proof, found.of_kind("code"))
        if text.rfind("\n", 0, region.start) not in unclosed
    }
    return list(_in_boxes(text, found, start, proofs)) if proofs else []


def _in_boxes(
    text: str, found: Regions, start: int, proofs: Mapping[int, Region]
) -> Iterator[Fence]:
    """Each proof with the start of its scope: its box, or the heading or proof before it there."""
    boxes = [_Box(-1, start)]  # those that are open, the page itself first
    for at, line, heading in _lines(text, found, start):
        own = proofs.get(at)
        indent = _indent(f"{own.margin}x" if own else line)
        if own or line.strip(" \t>"):
            while boxes[1:] and indent <= boxes[-1].indent:
                boxes.pop()
        if own:
            yield Fence(own, _PROOF.sub("", own.info, count=1), boxes[-1].scope)
            boxes[-1].scope = own.end
        elif _BOX.match(line):
            boxes.append(_Box(indent, at))
        elif heading is not None:
            boxes[-1].scope = heading


@dataclass
class _Box:
    """A box, or the page itself: how far it is indented, and where the next scope in it begins."""

    indent: int
    scope: int


def _lines(text: str, found: Regions, start: int) -> Iterator[tuple[int, str, int | None]]:
    """The lines with their offsets; of the lines within code, none but the first.

    Of a heading, the last line has the offset where the heading begins.
    """
    before = ""
    hidden = [r for r in found.of_kind("code") if "\n" in text[r.start : r.end]]
    waiting, at = iter([*hidden, None]), start
    code = next(waiting)
    while at < len(text):
        end = line_end(text, at)
        line, heading = text[at:end], at if _HEADING.match(text, at, end) else None
        if before.strip() and _UNDERLINE.fullmatch(line):
            heading = at - len(before) - 1
        yield at, line, heading
        before = line
        while code and code.end <= at:
            code = next(waiting)
        if code and code.start <= end < code.end:
            end = line_end(text, code.end - 1)
        at = end + 1


def line_end(text: str, at: int) -> int:
    """Where the line of an offset ends."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t>"))
