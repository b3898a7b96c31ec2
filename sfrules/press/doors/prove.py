"""`sfrules prove`: candidates for the proofs of a page's loose numbers, for a person to choose.

A candidate has the right answer; whether it is what its sentence is about, only a reader can tell.
So what is written into a page stands behind a `#`, and the numbers stay loose until it is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sfrules.ground.command import CommandError
from sfrules.ground.source import FRONT_MATTER, Source
from sfrules.press.host.check import SiteCheck
from sfrules.press.page.expand import Page
from sfrules.press.proving.candidates import Candidates, ProposedLine

_SHOWN = 3  # candidates of a number


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
    text, front = source.text, FRONT_MATTER.match(source.text)
    candidates = Candidates(site.memo.book, Page(source, front.end() if front else 0))
    told, proofs = list[str](), list[tuple[int, str]]()
    for passage, lines in candidates.of_page(report.audits[path].places):
        typed = [" ".join(text[slice(*each)].split()) for each in passage.numbers]
        best = [_shown(each, said) for each, said in zip(lines, typed, strict=True)]
        row, column = source.position(passage.numbers[0][0])
        told.append(f"{path}:{row}:{column}: {len(typed)} loose: {', '.join(typed)}")
        told += [f"  {'   or ' if n else ''}{line}" for each in best for n, line in enumerate(each)]
        fence = ["", "```proof", *(f"# {each[0]}" for each in best), "```"]
        proof = "".join(f"{passage.margin}{line}".rstrip() + "\n" for line in fence)
        proofs.append((passage.end, proof))
    return Proposal(source, "\n".join(told) or f"{path}: no number is loose", tuple(proofs))


def _shown(lines: Sequence[ProposedLine], typed: str) -> list[str]:
    """The candidates of a number that are shown; an open side before those that are doubtful."""
    empty = [] if lines and lines[0].is_likely else [f"… = {typed}"]
    return [*empty, *(line.text for line in lines)][:_SHOWN]
