"""Let proofs mean something else than their sentences, and see whether the check says so.

In a sentence whose number belongs to a subject, the name of this is exchanged for that of another
of its kind; in a table that is typed, the names of two rows are. Those that nobody notices are
listed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from digits import expanded
from section import ROOT, Section, Task, chapters

from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.press.proving import proof_checks
from sfrules.press.proving.balance import Balance
from sfrules.press.proving.checked_lines import CheckedProof
from sfrules.press.proving.subjects import Subjects, names_in

SUBJECTS, SUBJECTS_TOLD = 100, 0.95
FEW = 3  # missed of a small share, which says little


class Change(NamedTuple):
    """A change of a page, and the lines in which a problem must be reported."""

    sort: str
    page: str
    start: int
    end: int
    new: str
    lines: range


@dataclass
class _Seen:
    """A proof of a page as the check has it."""

    source: Source
    text: str
    proof: CheckedProof
    found: Balance
    subjects: Subjects


def proofs_of(name: str) -> list[_Seen]:
    """The proofs of a page of the book, each with where its prose says its numbers."""
    seen: list[_Seen] = []

    class Watched(Subjects):
        def mistaken(self, proof: CheckedProof, found: Balance) -> Iterator[Problem]:
            seen.append(_Seen(self.source, self.text, proof, found, self))
            return super().mistaken(proof, found)

    before, proof_checks.Subjects = proof_checks.Subjects, Watched  # type: ignore[misc]
    try:
        page = expanded(name, (ROOT / name).read_text(encoding="utf-8"))
    finally:
        proof_checks.Subjects = before  # type: ignore[misc]
    if page.problems:
        raise SystemExit(f"{name} is not clean: {page.problems[0]}")
    return seen


def torture(task: Task) -> Section:
    """Exchange subjects, and count the exchanges that a problem tells of."""
    chance = random.Random(task.seed)
    pages = chapters()
    pages = chance.sample(pages, task.of(len(pages))) if task.share < 1 else pages
    with ProcessPoolExecutor() as pool:
        every = [*chain.from_iterable(pool.map(subjects_exchanged, pages))]
        tried = chance.sample(every, min(task.of(SUBJECTS), len(every)))
        told = [*pool.map(is_told, tried)]
    lines = ["| exchanged | tried | told |", "| --- | --- | --- |"]
    counts, good = Counter(each.sort for each in tried), Counter[str]()
    good.update(each.sort for each, is_so in zip(tried, told, strict=True) if is_so)
    for sort, count in sorted(counts.items()):
        lines.append(f"| {sort} | {count} | {good[sort]}, {100 * good[sort] / count:.0f} % |")
    missed = [each for each, is_so in zip(tried, told, strict=True) if not is_so]
    lines += ["", "Not told:", "", *(f"- {_words(each)}" for each in missed)]
    enough = len(missed) <= max(FEW, (1 - SUBJECTS_TOLD) * len(tried))
    return Section("Meaning", lines, [] if enough else ["too many exchanges are not told"])


def subjects_exchanged(name: str) -> list[Change]:
    """One exchange for each number of a page whose sentence names the subject of its line."""
    chance = random.Random(name)
    return [change for seen in proofs_of(name) for change in _of_proof(name, seen, chance)]


def _of_proof(name: str, seen: _Seen, chance: random.Random) -> Iterator[Change]:
    scope = seen.proof.fence.scope, seen.proof.fence.region.start
    ends = (seen.proof.fence.scope, seen.proof.fence.region.end)
    low, high = (seen.source.position(at)[0] for at in ends)
    of_lines = seen.subjects.of_lines(seen.proof)
    for element, place in seen.found.places.items():
        if element.role != "said":
            continue
        for kind, own in of_lines[element.line].items():
            sentence = seen.subjects.sentence(place, scope)
            within = sentence if kind.is_named else seen.subjects.clause(place, sentence)
            named = [n for n in names_in(seen.text, *within, kind) if n.ids & own]
            alike = frozenset().union(*(n.ids for n in named))
            others = sorted(kind.ids - own - alike)
            if named and others:
                near = min(named, key=lambda n: abs(n.start - place[0]))
                was = seen.text[near.start : near.end]
                new = chance.choice(others).rstrip("_0123456789").replace("_", " ")
                new = new.capitalize() if was[0].isupper() else new
                sort = "a row's name" if seen.text[sentence[0]] == "|" else "a name in prose"
                yield Change(sort, name, near.start, near.end, new, range(low, high + 1))


def is_told(change: Change) -> bool:
    """Whether a problem is reported where a page was changed."""
    text = (ROOT / change.page).read_text(encoding="utf-8")
    page = expanded(change.page, text[: change.start] + change.new + text[change.end :])
    return any(problem.line in change.lines for problem in page.problems)


def _words(change: Change) -> str:
    text = (ROOT / change.page).read_text(encoding="utf-8")
    line = text.count("\n", 0, change.start) + 1
    low, high = text.rfind("\n", 0, change.start) + 1, text.find("\n", change.end)
    said = f"{text[low : change.start]}[{text[change.start : change.end]} -> {change.new}]"
    return f"{change.page}, line {line}: {' '.join((said + text[change.end : high]).split())}"
