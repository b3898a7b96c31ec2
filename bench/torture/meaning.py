"""Let proofs mean something else than their sentences, and see whether the check says so.

In a sentence, or a row of a typed table, whose number belongs to a subject, the name of this is
exchanged for that of another of its kind. What a line of a proof asks is exchanged for what another
line of the book asks that has the same answer, of other rules and rows: no program can tell that
from the sentence's own question, so it is counted how often it is refused all the same. Of the
exchanges that are not refused, some are listed.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from passages import chapter, most_missed, some_chapters
from section import Section, Task

from sfrules.book import BOOK
from sfrules.ground.problems import Problem
from sfrules.press.proving import proof_checks
from sfrules.press.proving.balance import Balance
from sfrules.press.proving.checked_lines import CheckedProof
from sfrules.press.proving.subjects import SubjectChecker, names_in
from sfrules.press.things.claims.claim import saying

SUBJECTS, SUBJECTS_TOLD = 100, 0.95  # in a share of it; each where the whole is asked for
WITNESSES = 300
SHOWN = 20  # of what is not told, in the report
WITNESS = "a witness for another of the same value"


class Change(NamedTuple):
    """A change of a page, and the index of the proof that must tell so."""

    sort: str
    page: str
    start: int
    end: int
    new: str
    passage: int


class Witness(NamedTuple):
    """A line of a proof: what it asks, in full, and what it is said to answer."""

    page: str
    start: int
    end: int
    text: str
    value: str
    names: frozenset[str]
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
        found = [*pool.map(partial(exchanges, task.seed), some_chapters(task, chance))]
        subjects = [each for ours, _ in found for each in ours]
        witnesses = witnesses_exchanged([each for _, ours in found for each in ours], chance)
        is_whole = task.share >= 1
        tried = list[Change]()
        for every, most in ((subjects, SUBJECTS), (witnesses, WITNESSES)):
            some = len(every) if is_whole else min(task.of(most), len(every))
            tried += chance.sample(every, some)
        told = [*pool.map(is_told, tried, chunksize=8)]
    lines = ["| exchanged | tried | refused |", "| --- | --- | --- |"]
    fallen = []
    for sort in dict.fromkeys(each.sort for each in tried):
        how = [
            is_refused for each, is_refused in zip(tried, told, strict=True) if each.sort == sort
        ]
        refused = sum(how)
        lines.append(f"| {sort} | {len(how)} | {refused}, {100 * refused / len(how):.1f} % |")
        if sort != WITNESS and len(how) - refused > most_missed(SUBJECTS_TOLD, len(how)):
            fallen.append(f"{sort}: too many exchanges are not told")
    missed = [each for each, is_refused in zip(tried, told, strict=True) if not is_refused]
    for what, some in (
        ("names", [each for each in missed if each.sort != WITNESS]),
        ("witnesses", [each for each in missed if each.sort == WITNESS]),
    ):
        lines += ["", f"Not told of the {what}, {len(some)}:", ""]
        lines += [f"- {_words(each)}" for each in some[:SHOWN]]
    return Section("Meaning", lines, fallen)


def exchanges(seed: int, name: str) -> tuple[list[Change], list[Witness]]:
    """The exchanges of subjects of a page, one for each number, and the lines of its proofs."""
    chance, proofs = random.Random(f"{seed} {name}"), proofs_of(name)
    subjects = [change for seen in proofs for change in _of_proof(name, seen, chance)]
    return subjects, [each for seen in proofs for each in _witnesses(name, seen)]


def _witnesses(name: str, seen: _Seen) -> Iterator[Witness]:
    """The lines of a proof that ask a rule or a row for a number, and no name of the proof."""
    for line in (each.line for each in seen.proof.lines):
        if line and line.kind == "proved" and line.said and not line.loop:
            said, names = saying(line.said.plain), [*map(seen.subjects.short.in_full, line.names)]
            text, part = line.expression.text, line.expression
            for short, full in zip(line.names, names, strict=True):
                text = re.sub(rf"(?<![\w.]){re.escape(short)}(?!\w)", full, text)
            is_whole = names and all(each.split(".")[0] in BOOK.namespaces for each in names)
            if said and said.other_end is None and is_whole:
                place = part.start, part.end
                yield Witness(name, *place, text, str(said.number), frozenset(names), seen.passage)


def witnesses_exchanged(every: list[Witness], chance: random.Random) -> list[Change]:
    """For each line, another line's question with the same answer, of other rules and rows."""
    by_value = defaultdict(list)
    for each in every:
        by_value[each.value].append(each)
    found = []
    for each in every:
        others = [other for other in by_value[each.value] if not other.names & each.names]
        if others:
            new = chance.choice(others).text
            found.append(Change(WITNESS, each.page, each.start, each.end, new, each.passage))
    return found


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
    """Whether the check refuses a change of a page."""
    page = chapter(change.page).changed(change.start, change.end, change.new)
    return bool(page.problems(change.passage))


def _words(change: Change) -> str:
    text = chapter(change.page).text
    line = text.count("\n", 0, change.start) + 1
    low, high = text.rfind("\n", 0, change.start) + 1, text.find("\n", change.end)
    said = f"{text[low : change.start]}[{text[change.start : change.end]} -> {change.new}]"
    return f"{change.page}, line {line}: {' '.join((said + text[change.end : high]).split())}"
