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

from passages import chapter, some_chapters
from section import Section, Task, most_missed

from sfrules.ground.number_words import CARDINALS

# What is missed are numbers that an example chooses and no rule takes, and bare factors.
ENOUGH, TRIED = 0.95, 100  # in a share of it; each where the whole is asked for
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
    """A word of a page that becomes another, and the index of the proof that must tell so."""

    page: str
    start: int
    end: int
    new: str
    passage: int


def torture(task: Task) -> Section:
    """Exchange units, and count the exchanges that a problem tells of."""
    chance = random.Random(task.seed)
    with ProcessPoolExecutor() as pool:
        every = [*chain.from_iterable(pool.map(changes, some_chapters(task, chance)))]
        some = len(every) if task.share >= 1 else min(task.of(TRIED), len(every))
        tried = chance.sample(every, some)
        told = [*pool.map(is_told, tried, chunksize=8)]
    missed = [change for change, is_so in zip(tried, told, strict=True) if not is_so]
    sorts = Counter(_words(change)[1] for change in tried)
    lines = [
        f"Proved numbers with units: {len(every)}; exchanged: {len(tried)}; told: {sum(told)}.",
        "",
        ", ".join(f"{sort} {count}" for sort, count in sorts.most_common()),
        *(["", "Not told:", ""] if missed else []),
        *(f"- {_words(change)[0]}" for change in missed),
    ]
    is_enough = len(missed) <= most_missed(ENOUGH, len(tried))
    return Section("Units", lines, [] if is_enough else ["too many exchanges are not told"])


def changes(name: str) -> list[Change]:
    """The exchange for each proved number of a page that has a unit beside it."""
    page = chapter(name)
    text, made = page.text, []
    for start, end in page.typed.loose:
        word = BEHIND.match(text, end)
        if not word and is_label(text[start:end]):
            word = BEFORE.search(text, text.rfind("\n", 0, start) + 1, start)
        if word:
            new = EXCHANGED[word["unit"]]
            made.append(Change(name, *word.span("unit"), new, page.at(start)))
    return made


def is_label(number: str) -> bool:
    """Whether a number may be that of a level or a round: no share is, and no multiple."""
    return number.isdecimal() or number.casefold() in CARDINALS


def is_told(change: Change) -> bool:
    """Whether the proof of a changed passage has a problem."""
    page = chapter(change.page).changed(change.start, change.end, change.new)
    return bool(page.problems(change.passage))


def _words(change: Change) -> tuple[str, str]:
    """The changed line with its place, and the exchange alone."""
    text = chapter(change.page).text
    line, was = text.count("\n", 0, change.start) + 1, text[change.start : change.end]
    low, high = text.rfind("\n", 0, change.start) + 1, text.find("\n", change.end)
    said = f"{text[low : change.start]}[{was} → {change.new}]{text[change.end : high]}"
    return f"{change.page}, line {line}: {' '.join(said.split())}", f"{was} → {change.new}"
