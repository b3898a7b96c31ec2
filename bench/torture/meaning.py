"""Let proofs mean something else than their sentences, and see whether the check says so.

In a sentence, or a row of a typed table, whose number belongs to a subject, the name of this is
exchanged for that of another of its kind. Exchanges that nobody notices are listed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import NamedTuple

from passages import chapter, some_chapters
from section import Section, Task, most_missed

from sfrules.ground.problems import Problem
from sfrules.press.proving import proof_checks
from sfrules.press.proving.balance import Balance
from sfrules.press.proving.checked_lines import CheckedProof
from sfrules.press.proving.subjects import SubjectChecker, names_in

ENOUGH, TRIED = 0.95, 100  # in a share of it; each where the whole is asked for


class Change(NamedTuple):
    """A change of a page, and the index of the proof that must tell so."""

    sort: str
    page: str
    start: int
    end: int
    new: str
    passage: int


@dataclass
class _Seen:
    """A proof of a page as the check has it."""

    passage: int
    text: str
    proof: CheckedProof
    found: Balance
    subjects: SubjectChecker


def proofs_of(name: str) -> list[_Seen]:
    """The proofs of a page of the book, each with where its prose says its numbers."""
    seen: list[_Seen] = []

    class Watched(SubjectChecker):
        def mistaken(self, proof: CheckedProof, found: Balance) -> Iterator[Problem]:
            seen.append(_Seen(len(seen), self.text, proof, found, self))
            return super().mistaken(proof, found)

    before, proof_checks.SubjectChecker = proof_checks.SubjectChecker, Watched  # type: ignore[misc]
    try:
        problems = chapter(name).problems()
    finally:
        proof_checks.SubjectChecker = before  # type: ignore[misc]
    if problems:
        raise SystemExit(f"{name} is not clean: {problems[0]}")
    return seen


def torture(task: Task) -> Section:
    """Exchange subjects, and count the exchanges that a problem tells of."""
    chance = random.Random(task.seed)
    with ProcessPoolExecutor() as pool:
        found = pool.map(partial(exchanges, task.seed), some_chapters(task, chance))
        every = list(chain.from_iterable(found))
        some = len(every) if task.share >= 1 else min(task.of(TRIED), len(every))
        tried = chance.sample(every, some)
        told = [*pool.map(is_told, tried, chunksize=8)]
    lines, fallen = ["| exchanged | tried | refused |", "| --- | --- | --- |"], []
    for sort in dict.fromkeys(each.sort for each in tried):
        how = [is_so for each, is_so in zip(tried, told, strict=True) if each.sort == sort]
        lines.append(f"| {sort} | {len(how)} | {sum(how)}, {100 * sum(how) / len(how):.1f} % |")
        if how.count(False) > most_missed(ENOUGH, len(how)):
            fallen.append(f"{sort}: too many exchanges are not told")
    missed = [each for each, is_so in zip(tried, told, strict=True) if not is_so]
    lines += ["", f"Not told, {len(missed)}:", "", *(f"- {_words(each)}" for each in missed)]
    return Section("Meaning", lines, fallen)


def exchanges(seed: int, name: str) -> list[Change]:
    """The exchanges of subjects of a page, one for each number."""
    chance = random.Random(f"{seed} {name}")
    return [change for seen in proofs_of(name) for change in _of_proof(name, seen, chance)]


def _of_proof(name: str, seen: _Seen, chance: random.Random) -> Iterator[Change]:
    scope = seen.proof.fence.scope, seen.proof.fence.region.start
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
                yield Change(sort, name, near.start, near.end, new, seen.passage)


def is_told(change: Change) -> bool:
    """Whether the proof of a changed passage has a problem."""
    page = chapter(change.page).changed(change.start, change.end, change.new)
    return bool(page.problems(change.passage))


def _words(change: Change) -> str:
    text = chapter(change.page).text
    line = text.count("\n", 0, change.start) + 1
    low, high = text.rfind("\n", 0, change.start) + 1, text.find("\n", change.end)
    said = f"{text[low : change.start]}[{text[change.start : change.end]} -> {change.new}]"
    return f"{change.page}, line {line}: {' '.join((said + text[change.end : high]).split())}"
