"""The proofs of a page, and the prose that each of them vouches for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.press.page.regions import Region, Regions, regions

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

    @property
    def hidden(self) -> bool:
        """Whether readers are not shown it."""
        return self.words == "hidden"

    def lines(self, text: str) -> Iterator[tuple[int, str]]:
        """The lines between its marks, each with the offset where its own text begins."""
        first, last = text.find("\n", self.region.start), text.rfind("\n", 0, self.region.end)
        yield from ((each.start(), each[0]) for each in _LINE.finditer(text, first, last))


class CommentProof(Fence):
    """A proof in a comment; semicolons part the lines of one that is written in a single line."""

    def lines(self, text: str) -> Iterator[tuple[int, str]]:
        """The lines, each with the offset where its own text begins."""
        start = self.region.info_at + len(self.region.info)
        end = self.region.end - len("-->")
        parts = _LINE if "\n" in text[start:end].strip() else _CELL_LINE
        yield from ((each.start(), each[0]) for each in parts.finditer(text, start, end))


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
    proofs = defaultdict[int, list[Region]](list)  # by the offsets of their lines
    for region in filter(is_proof, found.of_kind("code")):
        if (before := text.rfind("\n", 0, region.start)) not in unclosed:
            proofs[max(before + 1, start)].append(region)
    return list(_in_boxes(text, found, start, proofs)) if proofs else []


def beside_proofs(source: Source, start: int, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Those of the problems of a page that stand below the same heading as a proof."""
    text, found = source.text, regions(source.text, start)
    proofs = [fence.region.start for fence in fences(text, found, start)]
    ends = [*headings(text, found, start), len(text) + 1]
    proved = [(a, b) for a, b in pairwise(ends) if any(a <= proof < b for proof in proofs)]
    places = ((source.start_of(each.line) + each.column - 1, each) for each in problems)
    return tuple(each for at, each in places if any(a <= at < b for a, b in proved))


def headings(text: str, found: Regions, start: int) -> Iterator[int]:
    """Where the parts of a page begin: the page itself, and each heading."""
    yield start
    yield from (heading for _, _, heading in _lines(text, found, start) if heading is not None)


def _in_boxes(
    text: str, found: Regions, start: int, proofs: Mapping[int, Sequence[Region]]
) -> Iterator[Fence]:
    """Each proof with the start of its scope: its box, or the heading or proof before it there."""
    boxes = [_Box(-1, start)]  # those that are open, the page itself first
    for at, line, heading in _lines(text, found, start):
        own = proofs.get(at, ())
        is_alone = any(region.start == at for region in own)
        indent = _indent(f"{own[0].margin}x" if is_alone else line)
        if own or line.strip(" \t>"):
            while boxes[1:] and indent <= boxes[-1].indent:
                boxes.pop()
        if is_alone:
            pass
        elif _BOX.match(line):
            boxes.append(_Box(indent, at))
        elif heading is not None:
            boxes[-1].scope = heading
        for region in own:
            yield _fence(text, region, boxes[-1].scope, is_alone=region.start == at)
            boxes[-1].scope = region.end


def _fence(text: str, region: Region, scope: int, *, is_alone: bool) -> Fence:
    """A proof; readers are not shown one that stands within a line of text."""
    words = _PROOF.sub("", region.info, count=1)
    if text.startswith("<!--", region.start + len(region.margin)):
        return CommentProof(region, words if is_alone else "hidden", scope)
    return Fence(region, words, scope)


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
