"""`sfrules prove`: candidates for the proofs of a page's loose numbers, for a person to choose.

A candidate has the right answer; whether it is what its sentence is about, only a reader can tell.
So what is written into a page stands behind a `#`, and the numbers stay loose until it is gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sfrules.ground.command import CommandError
from sfrules.ground.source import Source
from sfrules.press.host.check import SiteCheck
from sfrules.press.page.expand import Page, short_names_of
from sfrules.press.proving.candidates import Candidates

_SHOWN = 3  # candidates of a number
# What begins another passage: a heading, a box or a tab, a fence.
_BEGINS = re.compile(r"[ \t]*(?:#{1,6}\s|!!!|\?\?\?|===|`{3,}|~{3,})")
_MARGIN = re.compile(r" *")
_FRONT = re.compile(r"---\n.*?\n---\n", re.DOTALL)


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
    begins, blocks = [0], list[tuple[int, int]]()
    at = front.end() if (front := _FRONT.match(text)) else 0
    first: int | None = None
    for line in [*text[at:].splitlines(keepends=True), "\n"]:
        if not line.strip():
            blocks += [(first, at)] if first is not None else []
            first = None
        else:
            if _BEGINS.match(line):
                begins.append(at)
            first = at if first is None else first
        at += len(line)
    groups: dict[int, list[tuple[int, int]]] = {}
    for number in numbers:
        groups.setdefault(max(each for each in begins if each <= number[0]), []).append(number)
    for start, own in groups.items():
        last = own[-1][1]
        low, end = next((each for each in blocks if each[0] < last <= each[1]), (start, len(text)))
        margin = _MARGIN.match(text, text.rfind("\n", 0, own[-1][0]) + 1)
        yield UnprovedPassage(min(start, low), end, margin[0] if margin else "", tuple(own))


@dataclass(frozen=True)
class Proposal:
    """A report, and a proof for each passage, with the offset of the page that it goes to."""

    source: Source
    report: str
    proofs: tuple[tuple[int, str], ...] = ()

    def text(self) -> str:
        """The page with the proofs, whose lines are comments."""
        text = self.source.text
        for at, proof in sorted(self.proofs, reverse=True):
            text = text[:at] + ("" if text[:at].endswith("\n") else "\n") + proof + text[at:]
        return text


def prove(site: SiteCheck, page: Path) -> Proposal:
    """Candidates for the loose numbers of a page.

    Raises:
        CommandError: for what is no page of the site.
    """
    report = site.check()
    there = page.resolve()
    path = next((each for each in report.pages if (site.root / each).resolve() == there), None)
    if path is None or site.memo is None:
        raise CommandError(f"{page} is no page of the site")
    source = Source(path, page.read_text(encoding="utf-8"))
    book, text = site.memo.book, source.text
    front = _FRONT.match(text)
    short = short_names_of(book, Page(source, front.end() if front else 0))
    candidates = Candidates(book, text, short)
    told, proofs = list[str](), list[tuple[int, str]]()
    for passage in passages_of(text, report.audits[path].places):
        numbers = [(low - passage.start, high - passage.start) for low, high in passage.numbers]
        lines = candidates.of_passage(text[passage.start : passage.end], numbers)
        typed = [" ".join(text[slice(*each)].split()) for each in passage.numbers]
        best = [each[:_SHOWN] or [f" = {said}"] for each, said in zip(lines, typed, strict=True)]
        row, column = source.position(passage.numbers[0][0])
        told.append(f"{path}:{row}:{column}: {len(numbers)} loose: {', '.join(typed)}")
        told += [f"  {'   or ' if n else ''}{line}" for each in best for n, line in enumerate(each)]
        fence = ["", "```proof", *(f"# {each[0]}" for each in best), "```"]
        proof = "".join(f"{passage.margin}{line}".rstrip() + "\n" for line in fence)
        proofs.append((passage.end, proof))
    return Proposal(source, "\n".join(told) or f"{path}: no number is loose", tuple(proofs))
