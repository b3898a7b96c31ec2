"""The numbers that a passage shows beside what the lines of its proof say, in order.

Both are lists. A number that is sure has one line; a small word, such as "one", and a word that is
no number count where a line says them: between two sure numbers, the nearest before the later one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, pairwise, product
from operator import itemgetter
from typing import Literal

from sfrules.press.audit.article import Passage
from sfrules.press.audit.numbers import Stretch
from sfrules.press.audit.places import PlacedArticle
from sfrules.press.proving.claims import GAP, JOINT, Wording, bounded, number, plain_form, said_at

_SMALL = {
    0: ("no", "none", "nothing"),
    1: ("one", "single", "once", "first"),
    2: ("both", "pair", "second"),
}
_STROKES, _STROKE = re.compile(r"\d+(?:/\d+)+"), re.compile("/")  # 4/3/2
_SEVERAL = re.compile(r"\w[\s–-]+\w")
# Before the second end of a range with a noun: from 1 minute to 60, between levels 1 and 4.
_RANGE = re.compile(
    r"(?:\bto|\bbetween\s+(?:\w+\s+)?\S+(?:\s+\w+)?\s+and)(?:\s+[^\W\d_]+)?\s+\Z", re.IGNORECASE
)
_REACH = 30  # characters between "between" and the second end


@dataclass(frozen=True)
class PassageNumber:
    """A number or a word of a passage; `sure` is whether a line has to say it."""

    said: Wording
    #: Where it stands in the text of the page, alone and with its bound.
    start: int
    end: int
    whole: Stretch
    #: Where it is typed in the page's file.
    place: Stretch | None = None
    sure: bool = True
    #: What it is the first part of: a range, or what strokes join.
    of: Wording | None = None


@dataclass(frozen=True)
class Prose:
    """What a page shows above a proof, and the numbers in it that are typed."""

    placed: PlacedArticle
    passage: Passage
    #: Whether each number has to be proved.
    strict: bool = True

    @cached_property
    def text(self) -> str:
        """What the page shows, with what it prints blank."""
        return self.placed.article.typed

    @cached_property
    def numbers(self) -> list[PassageNumber]:
        """The typed numbers of the passage, but for the small words."""
        return [
            self.said_at(each.start, each.end, each.place)
            for each in self.passage.numbers
            if each.origin in {"typed", "printed"} and each.place and not each.is_small
            if each.origin == "printed" or not self.placed.body(each.place)
        ]

    def finds(self, phrase: str) -> Iterator[Stretch]:
        """Where it says something, outside of what other proofs vouch for."""
        words = GAP.join(map(re.escape, phrase.split()))
        pattern = re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)
        for found in pattern.finditer(self.text, self.passage.start, self.passage.end):
            if not any(low <= found.start() < high for low, high in self.passage.closed):
                yield found.span()

    def said_at(
        self, start: int, end: int, place: Stretch | None, *, sure: bool = True
    ) -> PassageNumber:
        """A stretch of the text with what it says."""
        said, whole = said_at(self.text, start, end)
        return PassageNumber(said, start, end, whole, place, sure)

    def parts(self, number_: PassageNumber) -> Iterator[PassageNumber]:
        """The ends of a range, or what strokes join, each by itself, with the bound beside it."""
        said, (low, high) = number_.said, number_.whole
        joints = _STROKE if _STROKES.fullmatch(self.text, number_.start, number_.end) else JOINT
        found = [each.span() for each in joints.finditer(self.text, number_.start, number_.end)]
        edges = [number_.start, *chain.from_iterable(found), number_.end]
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            own = number(self.text[start:end])
            whole = low if start == number_.start else start, high if end == number_.end else end
            if own.kind != said.kind == "percent":  # of "65 to 250%", both are shares
                own = number(f"{self.text[start:end]}%")
            if whole != (start, end):
                own = replace(own, bound=said.bound)
            yield PassageNumber(own, start, end, whole, self.placed.stretch(start, end))

    def spans(self, said: Wording, mentions: Sequence[PassageNumber]) -> dict[int, int]:
        """Where the passage says in several words what holds numbers: one in five, 2 or 3.

        The first mention that each has in it, and the first one behind.
        """
        found = {m: m + 2 for m, each in enumerate(mentions) if each.of and each.of.agrees(said)}
        if not _SEVERAL.search(said.text):
            return found
        ends = [(each.said.low, each.said.bound) for each in mentions]
        for m, other in enumerate(mentions[1:]):
            if ends[m : m + 2] == [(said.low, ""), (said.high, "")]:
                begins = max(other.start - _REACH, 0)
                found |= {m: m + 2} if _RANGE.search(self.text, begins, other.start) else {}
        starts = [each.start for each in mentions]
        for span in self.finds(said.text):
            bound, *_ = bounded(self.text, *span)
            low, high = (bisect_left(starts, at) for at in span)
            if low < high and bound == said.bound:
                found[low] = high
        return found

    def words(self, said: Wording) -> Iterator[PassageNumber]:
        """Where the passage says a word, outside of its sure numbers."""
        wanted = {plain_form(said.text), said.text.casefold()}
        if said.low is not None and said.kind in ("plain", "ordinal") and said.low in _SMALL:
            wanted |= {*_SMALL[int(said.low)]}
        for span in (each for phrase in wanted for each in self.finds(phrase)):
            if not any(each.start < span[1] and span[0] < each.end for each in self.numbers):
                yield self.said_at(*span, self.placed.stretch(*span), sure=False)


Sort = Literal["same", "span", "other", "unsaid", "extra", "pass"]
_PARTS = ("other", "unsaid", "extra")


@dataclass(frozen=True)
class Order:
    """What of a passage each line says, or where the two lists part first."""

    #: The mention of each thing that is said, by its index.
    places: dict[int, PassageNumber]
    #: What is left of both lists where they part; both are empty if they are the same.
    prose: tuple[PassageNumber, ...] = ()
    lines: tuple[int, ...] = ()
    sort: Sort = "same"


def in_order(prose: Prose, every: Sequence[Wording]) -> Order:
    """Put what the lines of a proof say beside what its passage shows."""
    pairs = {(one.low, other.low) for one, other in pairwise(every)}
    mentions = list[PassageNumber]()
    for each in prose.numbers:
        first, *others = [*prose.parts(each)]
        if len(others) > 1 or (others and (first.said.low, others[0].said.low) in pairs):
            mentions += (replace(first, of=each.said), *others)
        else:
            mentions.append(each)
    for said in {said.key: said for said in filter(_is_small, every)}.values():
        mentions += prose.words(said)
    mentions.sort(key=lambda each: (each.start, each.end))
    steps = [*_steps(prose, every, mentions)]
    places = {e: mentions[m] for e, m, sort in steps if sort in ("same", "span")}
    e, m, sort = next((step for step in steps if step[2] in _PARTS), (0, 0, "same"))
    if sort == "same":
        return Order(places)
    own = [*places.values(), *(mentions[m : m + 1] if sort == "other" else ())]
    rest = (each for each in mentions[m:] if each.sure or any(each is it for it in own))
    return Order(places, tuple(rest), tuple(range(e, len(every))), sort)


def _is_small(said: Wording) -> bool:
    """Whether a small word or a word that is no number may say it."""
    return said.kind != "percent" and (said.low is None or said.low in _SMALL)


def _steps(
    prose: Prose, every: Sequence[Wording], mentions: Sequence[PassageNumber]
) -> Iterator[tuple[int, int, Sort]]:
    """The way through both lists with the fewest differences."""
    rows, columns = len(every), len(mentions)
    last = max((e for e, said in enumerate(every) if not _is_small(said)), default=-1)
    spans = [*(prose.spans(said, mentions) for said in every), dict[int, int]()]
    #: From each place, what the rest costs, how far its first step leads in both lists, its sort.
    ways: dict[tuple[int, int], tuple[int, int, int, Sort]] = {}
    for e, m in product(range(rows, -1, -1), range(columns, -1, -1)):
        said, shown = every[e] if e < rows else None, mentions[m] if m < columns else None
        on = _on(said, shown, spans[e].get(m, m) - m, prose.strict)
        steps = [(cost + ways[e + a, m + b][0], a, b, sort) for cost, a, b, sort in on]
        least = min(steps, key=itemgetter(0), default=(0, 0, 0, "same"))
        if e < last and least[3] == "same":  # a small word is the nearest before a sure number
            least = next((s for s in steps if s[3] == "pass" and s[0] == least[0]), least)
        ways[e, m] = least
    e = m = 0
    while (e, m) != (rows, columns):
        _, lines, numbers, sort = ways[e, m]
        yield e, m, sort
        e, m = e + lines, m + numbers


def _on(
    said: Wording | None, shown: PassageNumber | None, span: int, strict: bool
) -> Iterator[tuple[int, int, int, Sort]]:
    """The steps on from a place in both lists, the better of two equal ones first.

    `span` is how many of the numbers the line says in several words.
    """
    if said and shown:
        if shown.said.agrees(said):
            is_typed_so = not shown.sure or shown.said.text.casefold() == said.text.casefold()
            yield (0 if is_typed_so else 1), 1, 1, "same"  # five is rather said by five than by 5
        elif shown.said.key == said.key:
            yield (200 if strict else 100), 1, 1, "other"
        elif shown.sure:
            is_word = _is_small(said) and said.text[:1].isalpha()  # which more likely is elsewhere
            yield (200 if strict else 100) + 100 * is_word, 1, 1, "other"
    if span:
        yield 0, 1, span, "span"
    if shown:
        yield (200, 0, 1, "extra") if shown.sure and strict else (0, 0, 1, "pass")
    if said:
        yield 200, 1, 0, "unsaid"
