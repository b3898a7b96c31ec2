"""Exchange the units of the book's sentences, and see whether the check says so.

Beside a number that a proof vouches for, the word for its unit is exchanged for another: squares
for yards, rounds for turns, a level for a round. The words are a list of this file, and none that
the book declares. Exchanges that nobody notices are listed.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from typing import NamedTuple

from digits import expanded
from section import ROOT, Section, Task, chapters

from sfrules.book import BOOK
from sfrules.press.audit.loose_numbers import typed_numbers
from sfrules.press.page.regions import regions
from sfrules.press.proving.proof_fences import fences

# What is missed are numbers that an example chooses and no rule takes, and counts that rules make.
ENOUGH, TRIED = 0.75, 100
EXCHANGED = {
    "square": "yard", "squares": "yards", "yard": "square", "yards": "squares",
    "meter": "square", "meters": "squares", "kilometers": "yards", "regions": "meters",
    "round": "turn", "rounds": "turns", "turn": "round", "turns": "rounds",
    "second": "meter", "seconds": "meters", "level": "round", "levels": "rounds",
    "hit points": "surges", "surges": "hit points", "damage": "surges", "minutes": "squares",
}  # fmt: skip
BEHIND = re.compile(rf"[ -]\[{{0,2}}(?P<unit>{'|'.join(sorted(EXCHANGED, key=len)[::-1])})\b")
BEFORE = re.compile(r"\b(?P<unit>level|round) \Z")


class Change(NamedTuple):
    """A word of a page that becomes another, and the lines in which a problem must be reported."""

    page: str
    start: int
    end: int
    new: str
    lines: range


def torture(task: Task) -> Section:
    """Exchange units, and count the exchanges that a problem tells of."""
    with ProcessPoolExecutor() as pool:
        every = [*chain.from_iterable(pool.map(changes, chapters()))]
        tried = random.Random(task.seed).sample(every, min(task.of(TRIED), len(every)))
        told = [*pool.map(is_told, tried)]
    missed = [change for change, is_so in zip(tried, told, strict=True) if not is_so]
    sorts = Counter(_words(change)[1] for change in tried)
    lines = [
        f"Proved numbers with units: {len(every)}; exchanged: {len(tried)}; told: {sum(told)}.",
        "",
        ", ".join(f"{sort} {count}" for sort, count in sorts.most_common()),
        *(["", "Not told:", ""] if missed else []),
        *(f"- {_words(change)[0]}" for change in missed),
    ]
    enough = sum(told) >= ENOUGH * len(tried)
    return Section("Units", lines, [] if enough else ["too many exchanges are not told"])


def changes(name: str) -> list[Change]:
    """The exchange for each proved number of a page that has a unit beside it."""
    text = (ROOT / name).read_text(encoding="utf-8")
    page = expanded(name, text).page
    found = regions(text, page.start)
    proofs = fences(text, found, page.start)
    numbers = typed_numbers(BOOK, page, found, {fence.region for fence in proofs}).loose
    made = []
    for start, end in numbers:
        fence = next(fence for fence in proofs if fence.scope <= start < fence.region.start)
        low, high = (text.count("\n", 0, at) + 1 for at in (fence.scope, fence.region.end))
        word = BEHIND.match(text, end) or BEFORE.search(text, text.rfind("\n", 0, start) + 1, start)
        if word:
            new = EXCHANGED[word["unit"]]
            made.append(Change(name, *word.span("unit"), new, range(low, high + 1)))
    return made


def is_told(change: Change) -> bool:
    """Whether a problem is reported where a page was changed."""
    text = (ROOT / change.page).read_text(encoding="utf-8")
    page = expanded(change.page, text[: change.start] + change.new + text[change.end :])
    return any(problem.line in change.lines for problem in page.problems)


def _words(change: Change) -> tuple[str, str]:
    """The changed line with its place, and the exchange alone."""
    text = (ROOT / change.page).read_text(encoding="utf-8")
    line, was = text.count("\n", 0, change.start) + 1, text[change.start : change.end]
    low, high = text.rfind("\n", 0, change.start) + 1, text.find("\n", change.end)
    said = f"{text[low : change.start]}[{was} → {change.new}]{text[change.end : high]}"
    return f"{change.page}, line {line}: {' '.join(said.split())}", f"{was} → {change.new}"
