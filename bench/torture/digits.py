"""Change each typed number of the book, one at a time, and see whether its check notices.

A number in prose gets another digit in each of its places, and is said by another word; two
neighbors that differ are exchanged. What a proof says and is given, and a claim, get another digit
in each place, or another word. A change is noticed if a problem is reported in the same scope.
Those that nobody notices are listed, each with the lines that now vouch for its numbers; those that
say the same number in other words are counted apart.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from mkdocs.utils import meta
from passages import Chapter, chapter, some_chapters
from section import Section, Task, chapters, most_missed

from sfrules.book import BOOK
from sfrules.ground.number_words import CARDINALS
from sfrules.press.audit.loose_numbers import typed_numbers
from sfrules.press.expression.bounds import Meter
from sfrules.press.page.evaluator import Evaluator
from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.page.regions import Regions, regions
from sfrules.press.proving.checked_lines import LineChecker
from sfrules.press.proving.mentions import value_of_text
from sfrules.press.proving.proof_fences import Fence, fences
from sfrules.press.site.weave.check import expand, page_of

ENOUGH = 0.9995  # of the changes have to be noticed
IN_PROSE = ("a number in prose", "two numbers in prose")
SAME = "the same number in other words"
WORDS = CARDINALS[2:13]
PARTS = ("half", "a third", "a quarter", "two thirds")
NUMBER_WORD = re.compile(
    rf"\b(?:{'|'.join([*CARDINALS[:21], 'half', 'halves', 'third', 'quarter', 'twice'])})\b",
    re.IGNORECASE,
)
CLAIM = re.compile(r"""(?:\bprinted\(|\bresult=)\s*(?P<typed>"[^"]*"|-?[\d.]+)""")
# A bound holds of many another number, and a declared difference of nearly all.
OPEN = re.compile(r"because=|\b(?:within=|at least|at most|over|under|more|less|fewer)\b|–")


@dataclass(frozen=True)
class Change:
    """One change of a page, and where a problem must be reported: a passage, or a claim's lines."""

    sort: str
    start: int
    end: int
    new: str
    #: The index of the passage's proof, or the stretch of a claim.
    reach: int | tuple[int, int]


def torture(task: Task) -> Section:
    """Try the changes of the book's pages, and count those that are noticed."""
    is_whole, chance = task.share >= 1, random.Random(task.seed)
    pages = chapters() if is_whole else some_chapters(task, chance)
    tried, noticed, silent = Counter[str](), Counter[str](), []
    with ProcessPoolExecutor() as pool:
        results = pool.map(partial(of_page, task.seed), pages)
        for name, (counts, kept, unnoticed) in zip(pages, results, strict=True):
            tried += counts
            noticed += kept
            silent += [f"{name}, {each}" for each in unnoticed]
    lines = [
        "Each typed number of the book, changed; and whether a problem told so in its scope.",
        "",
    ]
    same = tried.pop(SAME, 0)
    lines += ["| changed | tried | noticed |", "| --- | --- | --- |"]
    for sort, count in tried.items():
        share = 100 * noticed[sort] / count
        lines.append(f"| {sort} | {count} | {noticed[sort]}, {share:.2f} % |")
    lines += ["", f"Not noticed, as they say the same number in other words: {same}."]
    lines += ["", "Not noticed:", "", *(f"- {each}" for each in silent)]
    missed = tried.total() - noticed.total()
    enough = (1 - ENOUGH) * tried.total()
    fallen = missed > (enough if is_whole else most_missed(ENOUGH, tried.total()))
    return Section("Numbers", lines, ["too many changes are not noticed"] if fallen else [])


def of_page(seed: int, name: str) -> tuple[Counter[str], Counter[str], list[str]]:
    """How many changes of a page were tried and noticed, by sort; and those that were not."""
    page = chapter(name)
    text, before = page.text, expanded(name, page.text)
    if before.problems:
        raise SystemExit(f"{name} is not clean: {before.problems[0]}")
    tried, noticed, silent = Counter[str](), Counter[str](), []
    for change in changes(before, random.Random(f"{seed} {name}")):
        is_told, old = is_noticed(page, change), " ".join(text[change.start : change.end].split())
        sort = SAME if not is_told and says_the_same(page, change) else change.sort
        tried[sort] += 1
        noticed[sort] += is_told
        if not is_told and sort != SAME:
            line, new = text.count("\n", 0, change.start) + 1, " ".join(change.new.split())
            silent.append(f"line {line}, {sort}: {old} -> {new}; {vouching(page, change)}")
    return tried, noticed, silent


def is_noticed(page: Chapter, change: Change) -> bool:
    """Whether a problem tells of a change: by the proof of its passage, or in a claim's lines."""
    changed = page.changed(change.start, change.end, change.new)
    if isinstance(change.reach, int):
        return bool(changed.problems(change.reach))
    low, high = (page.text.count("\n", 0, at) + 1 for at in change.reach)
    problems = expanded(page.page.source.path, changed.text).problems
    return any(low <= problem.line <= high for problem in problems)


def says_the_same(page: Chapter, change: Change) -> bool:
    """Whether a change leaves each number of its page the value that it has."""
    old, new = page.text[change.start : change.end], change.new
    if change.sort not in IN_PROSE:
        return value_of_text(old) is not None and value_of_text(old) == value_of_text(new)
    changed = page.changed(change.start, change.end, new)
    texts = ([each.text[slice(*at)] for at in each.typed.loose] for each in (page, changed))
    before, after = ([value_of_text(text) or text for text in each] for each in texts)
    return before == after


def vouching(page: Chapter, change: Change) -> str:
    """The lines that vouch for the numbers of a change where nothing is wrong with it."""
    if not isinstance(change.reach, int):
        return "it is a claim"
    asked = page.changed(change.start, change.end, change.new).checked(change.reach).asked
    end = change.start + len(change.new)
    here = (at for low, high, at in asked.numbers if low < end and high > change.start)
    lines = ", ".join(f"`{asked.lines[at].expression}`" for at in here)
    return f"vouched for by {lines}" if lines else "it needs no line"


def expanded(name: str, text: str) -> ExpandedPage:
    """A page of the book, expanded with a text of its own."""
    return expand(BOOK, page_of(name, text, meta.get_data(text)[0]))


def changes(page: ExpandedPage, chance: random.Random) -> Iterator[Change]:
    """Every change of a page that is tried."""
    text, start = page.page.source.text, page.page.start
    found = regions(text, start)
    proofs = fences(text, found, start)
    yield from of_prose(page.page, found, proofs, chance)
    for at, fence in enumerate(proofs):
        yield from of_proof(page, at, fence, chance)
    yield from of_claims(text, found, chance)


def of_prose(
    page: Page, found: Regions, proofs: Sequence[Fence], chance: random.Random
) -> Iterator[Change]:
    """Each number in the sentences, and each two neighbors of one scope that differ."""
    text = page.source.text
    scopes: dict[Fence, list[tuple[int, int]]] = {fence: [] for fence in proofs}
    taken = [fence.region for fence in proofs]
    for start, end in typed_numbers(BOOK, page, found, taken).loose:
        fence = next(fence for fence in proofs if fence.scope <= start < fence.region.start)
        scopes[fence].append((start, end))
    for reach, numbers in enumerate(scopes.values()):
        for start, end in numbers:
            for at, until, new in others(text, start, end, chance):
                yield Change(IN_PROSE[0], at, until, new, reach)
        for (start, before), (after, end) in pairwise(numbers):
            one, two = text[start:before], text[after:end]
            if one.casefold() != two.casefold() and value_of_text(one) != value_of_text(two):
                exchanged = two + text[before:after] + one
                yield Change(IN_PROSE[1], start, end, exchanged, reach)


def of_proof(page: ExpandedPage, at: int, fence: Fence, chance: random.Random) -> Iterator[Change]:
    """Each number that a proof says or is given."""
    text = page.page.source.text
    engine = Evaluator(BOOK, Meter(), page.short)
    elements = LineChecker(BOOK, page.page.source, engine).check(fence).elements
    for each in elements:
        if each.role != "argument":
            sort = f"a number {'that is given' if each.role == 'given' else 'said'} in a proof"
            for start, end, new in others(text, each.start, each.end, chance):
                yield Change(sort, start, end, new, at)


def of_claims(text: str, found: Regions, chance: random.Random) -> Iterator[Change]:
    """Each number that a claim or a worked example has typed."""
    for region in found.found:
        code = text[region.start : region.end]
        if region.kind == "jinja" and not OPEN.search(code):
            for typed in CLAIM.finditer(code):
                stretch = (region.start + at for at in typed.span("typed"))
                for at, until, new in others(text, *stretch, chance):
                    yield Change("a number in a claim", at, until, new, (region.start, region.end))


def others(
    text: str, start: int, end: int, chance: random.Random
) -> Iterator[tuple[int, int, str]]:
    """What a number may be mistyped as: where, and by what."""
    for at in range(start, end):
        if text[at].isdecimal():
            yield at, at + 1, chance.choice([n for n in "123456789" if n != text[at]])
    for word in NUMBER_WORD.finditer(text, start, end):
        parts = word[0].lower() in ("half", "third", "quarter", "halves")
        choices = PARTS if parts else WORDS
        yield *word.span(), chance.choice([each for each in choices if each != word[0].lower()])
    if re.fullmatch(r"\d\d?", text[start:end]) and not text[end : end + 1].isalnum():
        value = int(text[start:end])
        yield start, end, chance.choice([word for word in WORDS if CARDINALS.index(word) != value])
