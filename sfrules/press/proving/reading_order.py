"""The numbers of a prose that the words beside them tell apart, so that no order has to.

Where the prose and a proof do not agree in their order, a line stands where the prose has its
answer, if that is beside a word of its rule; and an argument where it is beside its parameter's. A
number that is said again with the same noun is known by the line that has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain, combinations, groupby

from sfrules.press.audit.counting_words import NO_NOUNS, NUMBERED, Nouns, singular
from sfrules.press.audit.prose import Stretch
from sfrules.press.proving.mentions import Element, Mentions

FEW = 3  # words on either side of a number that are beside it
_SPAN = 40  # characters
_APART = re.compile(r"[.,;:!?()|\d]|\n[ \t>]*\n|\b(?:and|or|but)\b")
_WORD = re.compile(r"[^\W\d_]+")
WordsOf = Callable[[Element], AbstractSet[str]]


@dataclass(frozen=True)
class Neighbors:
    """The words beside the numbers of a text, in the singular and in small letters."""

    text: str
    nouns: Nouns

    def of(self, place: Stretch) -> tuple[list[str], list[str]]:
        """The nearest words before a number and behind it, the nearest first."""
        before = _APART.split(self.text[max(place[0] - _SPAN, 0) : place[0]])[-1]
        behind = _APART.split(self.text[place[1] : place[1] + _SPAN])[0]
        return _words(before)[::-1][:FEW], _words(behind)[:FEW]

    def noun(self, place: Stretch) -> str:
        """What a number counts, or is a number of; nothing where no noun of the book says it."""
        before, behind = self.of(place)
        if before and before[0] in NUMBERED:
            return f"{before[0]} #"
        qualified = " ".join(behind[: 1 + (behind[:1] in (["more"], ["extra"]))])
        last = qualified.rpartition(" ")[2]
        return qualified if last not in NO_NOUNS and self.nouns.is_thing(last) else ""


def _words(text: str) -> list[str]:
    return [singular(word) for word in _WORD.findall(text)]


def said_again(mentions: Mentions, beside: Neighbors) -> dict[int, int]:
    """The mentions that say once more what an earlier one does, each with the first of them."""
    first: dict[tuple[object, str], int] = {}
    again: dict[int, int] = {}
    for at, each in enumerate(mentions.found):
        noun = "" if each.is_bounded or not each.sure else beside.noun((each.start, each.end))
        if noun and each.value is not None:
            before = first.setdefault((each.value, noun), at)
            again |= {at: before} if before != at else {}
    return again


def in_reading_order(
    elements: Sequence[Element], mentions: Mentions, beside: Neighbors, words: WordsOf
) -> list[Element]:
    """The elements in the order of the prose, as far as the words beside its numbers tell it."""
    places = {each: _place(each, mentions, beside, words(each)) for each in elements}
    lines = [(line, [*own]) for line, own in groupby(elements, key=lambda each: each.line)]
    ordered = [_turned(own, places) for _, own in lines]
    anchors, last = [], -1
    for own in ordered:
        last = next((at for each in own if (at := _anchor(each, places)) is not None), last)
        anchors.append(last)
    by_place = sorted(zip(anchors, range(len(ordered)), ordered, strict=True))
    return [each for _, _, own in by_place for each in own]


def are_told_apart(
    elements: Sequence[Element],
    places: Mapping[Element, Stretch],
    beside: Neighbors,
    words: WordsOf,
) -> bool:
    """Whether each two numbers that the prose has the other way round stand beside their own words.

    What both lines are about tells nothing: if they were exchanged, it would be beside them, too.
    """
    near = {each: {*chain(*beside.of(places[each]))} for each in elements if each in places}
    own = {each: words(each) for each in near}
    answers = {each.line: each for each in near if each.role == "said"}

    def is_apart(one: Element, other: Element) -> bool:
        if one.line != other.line:  # what a rule is given goes with its answer
            one, other = answers.get(one.line, one), answers.get(other.line, other)
        ours, others = own[one] - own[other], own[other] - own[one]
        return bool(ours & near[one] and others & near[other])

    return all(
        is_apart(one, other)
        for one, other in combinations(near, 2)
        if places[one] > places[other] and one.text != other.text
    )


def _anchor(element: Element, places: Mapping[Element, int | None]) -> int | None:
    return places[element] if element.role == "said" else None


def _turned(own: list[Element], places: Mapping[Element, int | None]) -> list[Element]:
    """The elements of a line, with its arguments where the prose has them."""
    placed = [each for each in own if places[each] is not None]
    if len(placed) < 2:  # noqa: PLR2004 an answer and an argument
        return own
    moved = iter(sorted(placed, key=lambda each: places[each] or 0))
    return [next(moved) if places[each] is not None else each for each in own]


def _place(
    element: Element, mentions: Mentions, beside: Neighbors, words: AbstractSet[str]
) -> int | None:
    """The only mention of an element that one of some words stands beside."""
    if element.role not in {"said", "argument"} or not words:
        return None
    found = [
        at
        for at in mentions.matches(element)
        if at < len(mentions.found) and not words.isdisjoint(_beside(mentions, at, beside))
    ]
    return found[0] if len(found) == 1 else None


def _beside(mentions: Mentions, at: int, beside: Neighbors) -> list[str]:
    mention = mentions.found[at]
    before, behind = beside.of((mention.start, mention.end))
    return before + behind
