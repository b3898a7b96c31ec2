"""Change what the pages say, and see whether the check of the book says so.

In prose and proofs, a number gets another digit or another word, and two neighbors are exchanged;
the word for a unit beside a number, and the name of a row that a proof asks for, become others.
Numbers are found here by patterns that know nothing of how the press reads. A changed number of
prose is noticed if a problem is reported at its line, any other change if one is in its passage, so
one check tries a change of each passage. Those that nobody notices are listed.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, pairwise

from section import ROOT, Section, Task, chapters, most_missed

from sfrules.book import BOOK
from sfrules.ground.number_words import CARDINALS
from sfrules.press.host.check import SiteCheck

# The share of each sort that has to be noticed. Of 276 units, 217 are, and of 132 names, 124: what
# is missed are numbers that an example chooses and no rule takes, products and quotients, facts of
# sources, bare factors, and names whose number comes from a rule that is given another number.
NUMBER, NEIGHBORS, SAID = "a number in prose", "two numbers in prose", "a number of a proof"
UNIT, NAME = "a unit", "a name"
ENOUGH = {NUMBER: 0.999, NEIGHBORS: 0.99, SAID: 0.999, UNIT: 0.78, NAME: 0.93}
WORDS = CARDINALS[2:13]
PARTS = ("half", "third", "quarter")
UNITS = {
    "square": "yard", "squares": "yards", "yard": "square", "yards": "squares",
    "meter": "square", "meters": "squares", "kilometers": "yards", "regions": "meters",
    "round": "turn", "rounds": "turns", "turn": "round", "turns": "rounds",
    "second": "meter", "seconds": "meters", "level": "round", "levels": "rounds",
    "hit points": "surges", "surges": "hit points", "damage": "surges", "minutes": "squares",
}  # fmt: skip
_FENCE = re.compile(r"^(?P<indent> *)```proof.*\n(?P<lines>(?:.*\n)*?) *```$", re.MULTILINE)
_BOUNDARY = re.compile(r"^(?:#+ .*| *```.*| *(?:!!!|\?\?\?\+?|===) .*)$", re.MULTILINE)
# What a reader does not see, or what the page does not say of the game: comments, what Jinja puts
# in, code, where links lead, ids, flavor, and the ids of facts.
_UNSEEN = re.compile(
    r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}|<!--.*?-->|<[^<>]*>|`[^`\n]*`|\]\([^)\n]*\)|\{[:#.][^}\n]*\}"
    r"|\[[^\[\]\n]*\]\{\.flavou?r[^\n}]*\}|\*[^*\n]+\*\{\.flavou?r[^\n]*\}|^.*\{\.flavou?r\}$|\b[A-Z]{2}-\d+|\bd20\b",
    re.DOTALL | re.MULTILINE,
)
_NUMBER = re.compile(
    rf"(?<![\w#])\d[\d,.]*(?:d\d+|\b)|\b(?:{'|'.join((*CARDINALS[2:21], *PARTS))})\b(?!-)",
    re.IGNORECASE,
)
# Namespaces of whom and what a sentence may be about: "attack" and "minor" are rows of others.
SUBJECTS = ("cast", "monsters", "companions", "weapons", "bestiary", "callings", "monster_kinds")
_SENTENCE = re.compile(r"[^.:;!?\n]+(?:\.\d[^.:;!?\n]*)*")
_DIGIT = re.compile(r"\d")
_UNIT_BEHIND = re.compile(rf"[ -]\[{{0,2}}(?P<unit>{'|'.join(sorted(UNITS, key=len)[::-1])})\b")
_ANSWER = re.compile(r" = (?P<answer>[^=(\n]+)$", re.MULTILINE)


@dataclass(frozen=True)
class Change:
    """A stretch of a page that becomes another, and the stretch where a problem must tell so."""

    sort: str
    page: str
    start: int
    end: int
    new: str
    passage: tuple[int, int]

    @property
    def span(self) -> tuple[int, int]:
        """Where it is."""
        return self.start, self.end

    def __str__(self) -> str:
        text = text_of(self.page)
        low, high = text.rfind("\n", 0, self.start) + 1, text.find("\n", self.end)
        changed = f"[{text[self.start : self.end]} -> {self.new}]"
        line = f"{text[low : self.start]}{changed}{text[self.end : high]}"
        return f"{self.page}:{line_of(self.page, self.start)}: {' '.join(line.split())}"


@cache
def text_of(page: str) -> str:
    """The text of a page of the book."""
    return (ROOT / page).read_text(encoding="utf-8")


def line_of(page: str, place: int) -> int:
    """The line that a place of a page is in."""
    return text_of(page).count("\n", 0, place) + 1


def torture(task: Task) -> Section:
    """Try the changes of the pages, and count those that are noticed."""
    chance = random.Random(task.seed)
    every = list(chain.from_iterable(map(partial(changes, task.seed), chapters())))
    tried = chance.sample(every, task.of(len(every)))
    pages = sorted({change.page for change in tried}, key=lambda page: hash((task.seed, page)))
    halves = [[each for each in tried if each.page in pages[at::2]] for at in (0, 1)]
    with ProcessPoolExecutor(2) as pool:
        silent = set(chain.from_iterable(pool.map(unnoticed, halves)))
    lines, fallen = ["| changed | tried | noticed |", "| --- | --- | --- |"], []
    counts, missed = (Counter(each.sort for each in some) for some in (tried, silent))
    for sort, count in counts.items():
        noticed = count - missed[sort]
        lines.append(f"| {sort} | {count} | {noticed}, {100 * noticed / count:.2f} % |")
        if missed[sort] > most_missed(ENOUGH[sort], count):
            fallen.append(f"{sort}: too many changes are not noticed")
    listed = sorted(f"- {change.sort}: {change}" for change in silent)
    return Section("Pages", [*lines, "", f"Not noticed, {len(silent)}:", "", *listed], fallen)


def unnoticed(tried: Iterable[Change]) -> list[Change]:
    """Those of some changes that no problem tells of; one of each passage is tried at a time."""
    site = SiteCheck(ROOT / "mkdocs.yml")
    if wrong := site.check().problems:
        raise SystemExit(f"the book is not clean: {wrong[0]}")
    passages: dict[tuple[str, tuple[int, int]], list[Change]] = defaultdict(list)
    for change in tried:
        passages[change.page, change.passage].append(change)
    silent = []
    while batch := [waiting.pop() for waiting in passages.values() if waiting]:
        texts = {change.page: text_of(change.page) for change in batch}
        for change in sorted(batch, key=lambda change: -change.start):
            text = texts[change.page]
            texts[change.page] = text[: change.start] + change.new + text[change.end :]
        problems = {(each.path, each.line) for each in site.check(texts).problems}
        for change in batch:
            told = change.span if change.sort == NUMBER else change.passage
            low, high = (line_of(change.page, at) for at in told)
            if not any((change.page, line) in problems for line in range(low, high + 1)):
                silent.append(change)
    return silent


def changes(seed: int, page: str) -> Iterator[Change]:
    """Every change of a page that is tried."""
    chance, text = random.Random(f"{seed} {page}"), text_of(page)
    seen = _UNSEEN.sub(lambda hidden: re.sub(r"[^\n]", " ", hidden[0]), text)
    for proof in _FENCE.finditer(text):
        ends = [match.end() for match in _BOUNDARY.finditer(text, 0, proof.start())]
        passage = max(ends, default=0), proof.end()
        numbers = list(_NUMBER.finditer(seen, passage[0], proof.start()))
        for number in numbers:
            for start, end, new in others(text, *number.span(), chance):
                yield Change(NUMBER, page, start, end, new, passage)
            if unit := _UNIT_BEHIND.match(text, number.end()):
                yield Change(UNIT, page, *unit.span("unit"), UNITS[unit["unit"]], passage)
        for one, two in pairwise(numbers):
            if one[0].casefold() != two[0].casefold():
                between = text[one.end() : two.start()]
                swapped = f"{two[0]}{between}{one[0]}"
                yield Change(NEIGHBORS, page, one.start(), two.end(), swapped, passage)
        for answer in _ANSWER.finditer(text, proof.start("lines"), proof.end("lines")):
            within = text.find(" within ", *answer.span("answer"))  # as near as that, or nearer
            end = answer.end() if within < 0 else within
            for number in _NUMBER.finditer(text, answer.start("answer"), end):
                for start, end, new in others(text, *number.span(), chance):
                    yield Change(SAID, page, start, end, new, passage)
        prose = seen[passage[0] : proof.start()]
        yield from of_names(page, passage, prose, proof["lines"], chance)


def others(
    text: str, start: int, end: int, chance: random.Random
) -> Iterator[tuple[int, int, str]]:
    """What a number may be mistyped as: where, and by what."""
    for digit in _DIGIT.finditer(text, start, end):
        yield *digit.span(), chance.choice([n for n in "123456789" if n != digit[0]])
    word = text[start:end].lower()
    if choices := next((some for some in (WORDS, PARTS) if word in some), None):
        yield start, end, chance.choice([each for each in choices if each != word])


def of_names(
    page: str, passage: tuple[int, int], prose: str, proof: str, chance: random.Random
) -> Iterator[Change]:
    """Exchange the name of each row, in a sentence that says an answer of a line that asks for it.

    A line also asks for the rows that the names of its proof were asked of. Where no number of a
    sentence comes from a row, as in "Wick is at level 12" over `level = 12`, the sentence is as
    true of another, and no proof can tell.
    """
    asked: dict[str, set[str]] = {}  # by the words of a line
    answers: dict[str, set[str]] = defaultdict(set)  # by the words that a line asks by
    for line in proof.splitlines():
        words = {*re.findall(r"\w+", line)}
        words = words.union(*(asked.get(word, ()) for word in words))
        if named := re.match(r" *(\w+) = ", line):
            asked[named[1]] = words
        for answer in _ANSWER.finditer(line):
            for word in words:
                answers[word] |= {each[0].casefold() for each in _NUMBER.finditer(answer["answer"])}
    sentences = [
        (each.span(), {number[0].casefold() for number in _NUMBER.finditer(each[0])})
        for each in _SENTENCE.finditer(prose)
    ]
    for space in SUBJECTS:
        ids = set(BOOK.namespaces[space])
        others = sorted(ids - {*re.findall(r"\w+", proof)})
        for id in sorted(ids & answers.keys()) if others else ():
            said = re.compile(rf"\b{re.escape(id.replace('_', ' '))}\b", re.IGNORECASE)
            found = (said.search(prose, *at) for at, says in sentences if says & answers[id])
            if name := next(filter(None, found), None):
                new = chance.choice(others).replace("_", " ")
                new = new.capitalize() if name[0][0].isupper() else new
                start, end = (passage[0] + at for at in name.span())
                yield Change(NAME, page, start, end, new, passage)
