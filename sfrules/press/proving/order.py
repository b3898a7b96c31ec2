"""The numbers that a passage shows beside what the lines of its proof say, in order.

Both are lists. A number that is sure has one line; a small word, such as "one", and a word that is
no number count where a line says them: between two sure numbers, the nearest before the later one.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sfrules.ground.formats import FILLER
from sfrules.press.audit.article import Passage
from sfrules.press.audit.numbers import Stretch
from sfrules.press.audit.places import PlacedArticle
from sfrules.press.proving.claims import (
    BOUNDS,
    GAP,
    Wording,
    bounded,
    number,
    plain_form,
)

_SMALL = {
    0: ("no", "none", "nothing"),
    1: ("one", "single", "once", "first"),
    2: ("both", "pair", "second"),
}
_IS_SHARE = re.compile(r"\b(?:an?|one)[\s*_]+\Z")
_OF = re.compile(r"[\s*_]+(?:of|more|less|again|as)\b|[.,;:)]")
JOINT = re.compile(r"(?:[ ]?–[ ]?|(?<=[\d%])-(?=[\d.])|[ -]to[ -]|\s+(?:to|or|and)\s+)")
_STROKES, _STROKE = re.compile(r"\d+(?:/\d+){2,}"), re.compile("/")  # 4/3/2
_SEVERAL = re.compile(r"\w[\s–-]+\w")


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
            self.said_at(*one, each.place if one == whole else self.placed.stretch(*one))
            for each in self.passage.numbers
            if each.origin in {"typed", "printed"} and each.place and not each.number.is_small
            if each.origin == "printed" or not self.placed.body(each.place)
            for whole in [(each.number.start, each.number.end)]
            for one in _parted(self.text, *whole)
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
        own, (bound, *whole) = number(self.text[start:end]), bounded(self.text, start, end)
        if own.kind == "ordinal" and _IS_SHARE.search(self.text, max(start - 5, 0), start):
            share = number(f"a {self.text[start:end]}")
            own = share if _OF.match(self.text, end) else own
        if not bound and (whole := [*with_neighbors(self.text, start, end)]) != [start, end]:
            # What stands beside it makes it say something else: −96, $96, √96.
            words = self.text[slice(*whole)]
            all_of_it = number(words)
            own, bound = (all_of_it, "") if all_of_it.is_number else (own, words)
        said = Wording(own.text, own.low, own.high, own.kind, bound)
        return PassageNumber(said, start, end, (whole[0], whole[1]), place, sure)

    def ends(self, range_: PassageNumber) -> tuple[PassageNumber, PassageNumber]:
        """The two numbers of a range, each by itself."""
        joint = JOINT.search(self.text, range_.start, range_.end)
        if joint is None:
            return range_, range_
        low, high = (range_.start, joint.start()), (joint.end(), range_.end)
        one, other = (self.said_at(*at, self.placed.stretch(*at)) for at in (low, high))
        return one, other

    def spans(self, said: Wording, mentions: Sequence[PassageNumber]) -> dict[int, int]:
        """Where the passage says in several words what holds numbers: one in five, 2 or 3.

        The first mention that each has in it, and the first one behind.
        """
        if not _SEVERAL.search(said.text):
            return {}
        starts, found = [each.start for each in mentions], {}
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


def _parted(text: str, start: int, end: int) -> Iterator[Stretch]:
    """A number; those that strokes join, as in 4/3/2, each by itself."""
    for joint in _STROKE.finditer(text, start, end) if _STROKES.fullmatch(text, start, end) else ():
        yield start, joint.start()
        start = joint.end()
    yield start, end


Sort = Literal["same", "span", "ends", "other", "unsaid", "extra", "pass"]
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
    mentions = list(prose.numbers)
    others = (said for said in every if said.low is None or said.low in _SMALL)
    for said in {said.key: said for said in others if said.kind != "percent"}.values():
        mentions += prose.words(said)
    mentions.sort(key=lambda each: (each.start, each.end))
    steps = _steps(prose, every, mentions)
    places = {e: mentions[m] for e, m, sort in steps if sort in ("same", "span", "ends")}
    for e, m, sort in steps:
        if sort == "ends":
            places[e], places[e + 1] = prose.ends(mentions[m])
    e, m, sort = next((step for step in steps if step[2] in _PARTS), (0, 0, "same"))
    if sort == "same":
        return Order(_nearest(every, mentions, places))
    own = [*places.values(), *(mentions[m : m + 1] if sort == "other" else ())]
    rest = (each for each in mentions[m:] if each.sure or any(each is it for it in own))
    return Order(places, tuple(rest), tuple(range(e, len(every))), sort)


Step = tuple[int, int, int, Sort]  # what it costs, how far it leads in both lists, and its sort


def _steps(
    prose: Prose, every: Sequence[Wording], mentions: Sequence[PassageNumber]
) -> list[tuple[int, int, Sort]]:
    """The way through both lists with the fewest differences."""
    rows, columns = len(every), len(mentions)
    spans = [*(prose.spans(said, mentions) for said in every), dict[int, int]()]
    #: From each place, what the rest costs, and the first step of it.
    ways: dict[tuple[int, int], Step] = {}
    for e in range(rows, -1, -1):
        for m in range(columns, -1, -1):
            on = _on(every[e : e + 2], mentions[m : m + 1], spans[e].get(m, m) - m, prose.strict)
            steps = [(cost + ways[e + a, m + b][0], a, b, sort) for cost, a, b, sort in on]
            ways[e, m] = min(steps, key=lambda step: step[0], default=(0, 0, 0, "same"))
    found, e, m = list[tuple[int, int, Sort]](), 0, 0
    while (e, m) != (rows, columns):
        _, lines, numbers, sort = ways[e, m]
        found.append((e, m, sort))
        e, m = e + lines, m + numbers
    return found


def _on(
    said: Sequence[Wording], shown: Sequence[PassageNumber], span: int, strict: bool
) -> Iterator[Step]:
    """The ways on from a place in both lists, the better of two equal ones first.

    `span` is how many of the numbers the first line says in several words.
    """
    if said and shown:
        if shown[0].said.agrees(said[0]):
            yield 0, 1, 1, "same"
        elif shown[0].sure or shown[0].said.key == said[0].key:
            yield (2 if strict else 1), 1, 1, "other"
    if span:
        yield 0, 1, span, "span"
    if shown and _are_ends(said, shown[0].said):
        yield 0, 2, 1, "ends"
    if shown:
        yield (2, 0, 1, "extra") if shown[0].sure and strict else (0, 0, 1, "pass")
    if said:
        yield 2, 1, 0, "unsaid"


def _are_ends(two: Sequence[Wording], shown: Wording) -> bool:
    """Whether two lines say the ends of a range, each by itself."""
    if shown.high is None or [each.low for each in two] != [shown.low, shown.high]:
        return False
    return (two[0].bound, two[1].bound, two[1].kind) == (shown.bound, "", shown.kind)


def _nearest(
    every: Sequence[Wording], mentions: Sequence[PassageNumber], places: dict[int, PassageNumber]
) -> dict[int, PassageNumber]:
    """The same places, each small word the nearest before the sure number behind it."""
    limit: int | None = None
    for e in sorted(places, reverse=True):
        if not places[e].sure and limit is not None:
            small = [each for each in mentions if not each.sure and each.end <= limit]
            same = [each for each in small if each.said.agrees(every[e])]
            places[e] = max(same, key=lambda each: each.start, default=places[e])
        if places[e].sure or limit is not None:
            limit = places[e].start
    return places


_NOT_BEHIND = r"(?<![^\W_])"


_NEAR = 30  # characters, within which the words stand that bound or deny a number
_MARKS = r"(?:[*_]|\^\^)+"
_MARKS_BEFORE, _MARKS_BEHIND = re.compile(rf"{_MARKS}\Z"), re.compile(rf"\A{_MARKS}")
_BEFORE = re.compile(
    rf"(?:{_NOT_BEHIND}(?:negative|neither|nor|cannot(?:\s+be)?|without|unlike|beyond"
    r"|nowhere\s+near|(?:anything|nothing|everything|all)\s+but|except(?:\s+for)?|exceed(?:s|ing)?|point"
    r"|(?:short|square|cube|(?:square[ ]|cube[ ])?root|fraction)[ ]of|far[ ]from"
    r"|an?\s+(?:max|min)imum\s+of)[\s*_]+"
    r"|n['\u2019]t(?:\s+be)?[\s*_]+"
    rf"|{_NOT_BEHIND}(?:is|are|was|to|at|of|by|or|a|than|costs?|takes?|gives?)\s+(?P<minus>minus\s+|[-\u2212]\s)"
    r"|[|>(:;,.!?]\s*minus\s+"
    r"|(?:[≤≥≠√№]|(?<!#)#(?=$)|\bno[.]|(?<=[\w,;:] )[<>])[ ]?"
    r"|(?:\s|[^\w\s])[\u2010\u2012\u2014\u2015\u2796])$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"[*_]*(?:\+|[ ]times[ ]as\b|-?ish\b|-plus\b"
    r"|[ ](?:squared|cubed|plus(?![ ]\w)|upwards|tops)\b"
    r"|[ ]and[ ](?:up|above|over|below|under)(?=[.,;:)\n])"
    r"|[ ]and[ ]up(?=[ ](?!(?:to|the|an?|his|her|its)\b)\w)"
    r"|[ ](?:max(?:imum)?|minimum)(?![\w-])|ths\b|!!|(?-i:[BGT])\b|[ ]?(?:mn|mil|mio)\b"
    r"|[ ](?:lakh|crore|gross|(?:quint|sext|z)illion)\b)",
    re.IGNORECASE,
)
_SYMBOLS = frozenset({"Sm", "Sc", "Sk", "So", "Lm"})
_HARMLESS = frozenset(
    "<>|`=~≈≃\u223c\u02bc\u00a9" + FILLER
)  # marks, ends of tags, and what says "about"
# Two numbers with no word between read as one: 3 3, 3·3, 3 × 3, 3'3. A tag or a macro that stands
# between is as many blanks as it has characters.
_NUMBER_BEFORE = re.compile(
    r"\d+(?:[.,]\d+)*(?:[^\S\n]{0,2}|[^\S\n]?[\u00b7\u22c5\u00d7\u00f7][^\S\n]?|['\u2019\\])$"
)
_CHANCE = re.compile(r"\d\s+(?:in|out\s+of)\s+$")
_TWO_SIGNS = re.compile(r"(?:--|(?<![^\s(])[-\u2013][-+\u2212\u2011])$")


def with_neighbors(text: str, start: int, end: int) -> Stretch:
    """A number with all beside it that makes it say something else; alone, where nothing does."""
    bound, *whole = bounded(text, start, end)
    if bound in BOUNDS and not text[whole[0] : start].casefold().startswith("within"):
        return whole[0], whole[1]
    before = text[max(start - _NEAR, 0) : start]
    plain, behind = _MARKS_BEFORE.sub("", before), text[end : end + _NEAR]
    found = _BEFORE.search(before) or _BEFORE.search(plain)
    if not found and not text[start].isalpha():
        found = _NUMBER_BEFORE.search(plain)
    if not found and text[start:end].isdecimal():
        found = _CHANCE.search(plain)
    is_beside = _is_symbol(plain[-1:]) or _TWO_SIGNS.search(plain + text[start])
    # Of "to minus 8", the sign alone.
    low = start - (len(found[found.lastgroup or 0]) if found else bool(is_beside))
    after = _BEHIND.match(behind)
    high = end + (len(after[0]) if after else _is_symbol(_MARKS_BEHIND.sub("", behind)[:1]))
    return max(low, 0), high


def _is_symbol(char: str) -> bool:
    return char != "" and unicodedata.category(char) in _SYMBOLS and char not in _HARMLESS
