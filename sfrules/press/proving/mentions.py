"""The numbers of a proof, in order, each with the places where the prose of its scope says it.

Where the prose and a proof do not agree in their order, the words beside the numbers may tell them
apart, so that no order has to: a line stands where the prose has its answer, if that is beside a
word of its rule; and an argument where it is beside its parameter's. A number that is said again
with the same noun is known by the line that has it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, groupby
from typing import Literal

from sfrules.ground.formats import format_value
from sfrules.ground.number_words import (
    CARDINALS,
    GROUPS,
    MANY_TIMES,
    MULTIPLES,
    ORDINALS,
    number_in,
)
from sfrules.press.audit.loose import TypedNumbers
from sfrules.press.audit.numbers import Stretch
from sfrules.press.proving.neighbors import NO_NOUNS, NUMBERED, Nouns, singular, with_neighbors
from sfrules.press.things.claims.claim import EXACTLY, is_number, rounded_as, saying
from sfrules.press.things.proofs.proof_lines import Part, ProofLine

_LOOKS_LIKE_NUMBER = re.compile(r"\d|[½⅓⅔¼¾⅛⅜⅝⅞]")
# How prose bends its words for a number; "doubles" is "double" to whoever looks for it.
_BENT = {
    **dict.fromkeys(("doubles", "doubled", "doubling"), "double"),
    "tripling": "triple",
    **{f"{times}{end}": times for times in MANY_TIMES for end in "sd"},
    **dict.fromkeys(("halve", "halves", "halved", "halving"), "half"),
    **{group: CARDINALS[count] for group, count in GROUPS.items()},
    "both": "two",
    "quarters": "quarter",
    "single": "one",
    "sixes": "six",
}
_SIGNS = str.maketrans(dict.fromkeys("\u2212\u2011\uff0d\ufe63", "-") | {"\uff05": "%"})
_EMPHASIS = str.maketrans("", "", "*_")
_NOUN = re.compile(r" (?:(?!or\b)[a-z]+ ){1,2}(?=(?:or|at) )")  # 0 hit points or fewer
_FOLD = re.compile(r"(?P<count>.+?)-?fold")
# "5–9", "two or three", "1 to 10": two numbers, which the audit takes for one.
_JOINT = re.compile(r"(?:[ ]?–[ ]?|(?<=[\d%])-(?=[\d.])|[ -]to[ -]|[ ]or[ ])")
_STROKES, _STROKE = re.compile(r"\d+(?:/\d+){2,}"), re.compile("/")  # 4/3/2
_DICE = re.compile(r"\d*[dD]\d")
_FAR, _DENIED = 30, re.compile(r"\b(?:cannot|can['\u2019]t|never|not)\s+\w+\s+$", re.IGNORECASE)
_GAP = r"[\s*_>]+"  # what may stand between two words of a sentence
_saying = lru_cache(maxsize=4096)(saying)  # a page says the same numbers over and over
Role = Literal["given", "argument", "counted", "said", "again", "cell"]


@dataclass(frozen=True, eq=False, slots=True)
class Element:
    """A number of a proof: its place in the file, and what the prose may say for it.

    The prose says it by its value, or else by its text. What is not `needed` may go unsaid.
    `line` is the index of the line that it stands on, `name` the name that it is said again by.
    """

    role: Role
    start: int
    end: int
    text: str
    value: Fraction | None
    line: int
    needed: bool = True
    name: str = ""
    #: Whether the prose may say it rounded, as `≈` has it.
    near: bool = False


@lru_cache(maxsize=4096)
def plain_form(text: str) -> str:
    """A number in prose as it is compared: in small letters, one blank, one minus, no bending."""
    plain = " ".join(text.casefold().split()).translate(_SIGNS).replace(" %", "%")
    if _DICE.match(plain):
        return plain.replace(" ", "")
    if fold := _FOLD.fullmatch(plain):
        return f"{fold['count']} times"
    return _BENT.get(plain, plain)


@lru_cache(maxsize=4096)
def value_of_text(text: str) -> Fraction | None:
    """The number that a stretch of prose says by itself: "seven", "7th", "60%", "doubles"."""
    number = number_in(text)
    return number_in(plain_form(text)) if number is None else number


def may_be_number(text: str) -> bool:
    """Whether a text that goes into an expression could be what prose says as a number."""
    return _LOOKS_LIKE_NUMBER.search(text) is not None


def elements_of(
    line: ProofLine, at: int, shown: Mapping[str, object], known: Collection[Fraction]
) -> Iterator[Element]:
    """The elements of a line from left to right.

    `shown` has what the names stand for; `known` are the numbers that the proof has already.
    """
    parts = () if line.said is None or is_truth(line) else line.listed or (line.said,)
    said = [_element("said", at, part) for part in parts]
    yield from said if line.said_first else ()
    if line.loop:
        yield from (_element("given", at, part) for part in line.loop.listed)
        for part in () if line.kind == "rows" else line.loop.sequence:
            yield from _arguments(at, part, known)
    if line.kind == "given":
        yield _element("given", at, line.expression)
    elif line.kind == "again":
        again = _element("again", at, line.expression)
        if (name := line.expression.name) in shown:
            stands_for = shown[name]
            value = stands_for if isinstance(stands_for, Fraction) else None
            again = replace(again, text=str(stands_for), value=value, name=name)
        yield again
    elif line.kind not in {"cited", "rows"}:
        yield from _arguments(at, line.expression, known)
    yield from () if line.said_first else said


def _element(role: Role, at: int, part: Part) -> Element:
    """A part as an element: what is said is known by its text, all else by its number."""
    value = None if role == "said" else number_in(part.plain)
    return Element(role, part.start, part.end, part.plain, value, at)


def is_truth(line: ProofLine) -> bool:
    """Whether a line says that something is so: no word of the prose is that truth."""
    return line.kind == "holds" or (line.said is not None and line.said.text in ("true", "false"))


def _arguments(at: int, part: Part, known: Collection[Fraction]) -> Iterator[Element]:
    """What the expression is given: the prose may say it at this place, and what counts it must."""
    for each in part.literals:
        text = part.written(each)
        if each.use != "format" and (each.value is not None or may_be_number(text)):
            counts = each.use == "counted" and each.value is not None and each.value not in known
            place = (*part.place(each), text, each.value)
            role: Role = "counted" if counts else "argument"
            yield Element(role, *place, at, needed=counts)


def cell_elements(at: int, column: Part, value: object) -> Iterator[Element]:
    """A cell of a table that the prose types row by row, as the rules have it; a range has two."""
    said = _saying(value) if isinstance(value, str) else None
    numbers = (said.number, said.other_end) if said and said.form == EXACTLY else (None,)
    for number in (Fraction(value),) if is_number(value) else numbers:
        if number is not None or said is None:
            place = (column.start, column.end, format_value(value), number)
            yield Element("cell", *place, at, near=column.is_near)


def numbers_known(line: ProofLine) -> Iterator[Fraction]:
    """The numbers that a proof has once it has this line: those that it says, and is given."""
    for part in line.listed or ((line.said,) if line.said else ()):
        if said := _saying(part.plain):
            yield said.number
            if said.other_end is not None:
                yield said.other_end
    for part in line.loop.listed if line.loop else ():
        if (number := number_in(part.plain)) is not None:
            yield number
    if line.kind == "given" and (number := number_in(line.expression.plain)) is not None:
        yield number


@dataclass(frozen=True, slots=True)
class Mention:
    """A number that the prose says, as it is compared; `sure` is whether it must be one.

    The others are words that say a number only if the proof has it: "one", "no", "d8". A number
    that words beside it bound, deny or make negative is said only with these: "at most 3".
    """

    start: int
    end: int
    plain: str
    value: Fraction | None
    sure: bool = True
    is_bounded: bool = False

    @property
    def place(self) -> Stretch:
        """Where it stands."""
        return self.start, self.end


def _parted(text: str, numbers: Iterable[Stretch]) -> Iterator[Stretch]:
    """The numbers of a text, those that are joined to another each by itself."""
    for start, end in numbers:
        at = start
        if not _DICE.search(text, start, end):
            joints = _STROKE if _STROKES.fullmatch(text, start, end) else _JOINT
            for joint in joints.finditer(text, start, end):
                yield at, joint.start()
                at = joint.end()
        yield at, end


class Mentions:
    """The numbers that a scope says, and which of them each element of its proof may be.

    `typed` are the numbers of the page; those of the scope are given apart. `closed` are the
    stretches of the scope that other proofs vouch for.
    """

    def __init__(
        self,
        typed: TypedNumbers,
        scope: Stretch,
        numbers: Sequence[Stretch],
        elements: Sequence[Element],
        closed: Sequence[Stretch],
    ) -> None:
        text = self._text = typed.text
        self._paint, self._scope, self._closed = typed.paint, scope, closed
        self._index(self._mention(start, end) for start, end in _parted(text, numbers))
        self._spans: dict[str, list[Stretch]] = {}
        self._unsure(elements)

    def _mention(self, start: int, end: int, *, sure: bool = True) -> Mention:
        text, whole = self._text[start:end], with_neighbors(self._text, start, end)
        value = value_of_text(text)
        bounded = whole != (start, end)
        said = self._text[slice(*whole)].translate(_EMPHASIS)
        if bounded and _saying(_NOUN.sub(" ", said)) is None:
            value = None  # the square of 12, or 12 no more: it says nothing of 12 itself
        return Mention(start, end, plain_form(text), value, sure, bounded)

    def _index(self, found: Iterable[Mention]) -> None:
        self.found = sorted(found, key=lambda mention: mention.start)
        self._starts = [mention.start for mention in self.found]
        self._by_value: dict[Fraction, dict[int, int]] = defaultdict(dict)
        self._by_text: dict[str, dict[int, int]] = defaultdict(dict)
        for at, mention in enumerate(self.found):
            if mention.value is not None:
                self._by_value[mention.value][at] = at + 1
            if not mention.is_bounded:
                self._by_text[mention.plain][at] = at + 1

    def matches(self, element: Element) -> dict[int, int]:
        """Where an element may be said: the first mention that it covers, and the next one."""
        if element.near and (value := element.value) is not None:
            return {
                at: at + 1
                for at, mention in enumerate(self.found)
                if mention.value is not None and rounded_as(mention.plain, value) == mention.value
            }
        if element.value is not None:
            return self._by_value.get(element.value, {})
        plain = plain_form(element.text)
        spans = self._spans.get(plain, ())
        covered = {bisect_left(self._starts, a): bisect_left(self._starts, b) for a, b in spans}
        return self._by_text.get(plain, {}) | covered

    def place(self, element: Element, at: int) -> Stretch:
        """Where the prose says an element that begins with a mention: all of its words."""
        known = element.value is not None
        spans = () if known else self._spans.get(plain_form(element.text), ())
        for start, end in spans:
            if bisect_left(self._starts, start) == at:
                return start, end
        return self.found[at].place

    def _unsure(self, elements: Sequence[Element]) -> None:
        """Find what the elements say in several words, or in words that need be no number."""
        words: dict[int, Stretch] = {}
        for element in elements:
            if element.role in {"argument", "cell"}:
                continue
            plain = plain_form(element.text)
            if element.value is not None:
                spans = [*self._said(_words_of(element.value))]
            elif plain in self._spans or (plain in self._by_text and plain[0].isdecimal()):
                continue
            else:
                said = self._said([plain.split(" ")])
                spans = [span for span in said if not self._is_changed(*span)]
                self._spans |= {plain: spans} if spans else {}
            words |= {start: (start, end) for start, end in spans if self._holds_none(start, end)}
        if words:
            unsure = (self._mention(*stretch, sure=False) for stretch in words.values())
            self._index([*self.found, *unsure])

    def _is_changed(self, start: int, end: int) -> bool:
        """Whether what stands beside some words makes them say something else."""
        line = self._text[max(start - _FAR, 0) : start]
        return with_neighbors(self._text, start, end) != (start, end) or bool(
            not self._text[start].isdecimal() and _DENIED.search(line)
        )

    def _holds_none(self, start: int, end: int) -> bool:
        return bisect_left(self._starts, start) == bisect_left(self._starts, end)

    def _said(self, phrases: Iterable[Sequence[str]]) -> Iterator[Stretch]:
        """Where the scope says a phrase, and cuts no number in two."""
        low, high = self._scope
        text = self._text[low:high].translate(_SIGNS)
        for phrase in phrases:
            words = _GAP.join(map(re.escape, phrase)).replace("%", r"\s?%")
            pattern = re.compile(rf"(?<![\w]){words}(?!\w)", re.IGNORECASE)
            for found in pattern.finditer(text):
                start, end = low + found.start(), low + found.end()
                if self._is_whole(start, end) and not self._is_closed(start):
                    yield start, end

    def _is_whole(self, start: int, end: int) -> bool:
        at = bisect_left(self._starts, end) - 1
        if at >= 0 and self.found[at].end > end:
            return False
        before = bisect_left(self._starts, start) - 1
        return before < 0 or self.found[before].end <= start

    def _is_closed(self, start: int) -> bool:
        """Whether a place belongs to another proof, or states no rule."""
        return bool(self._paint[start]) or any(low <= start < high for low, high in self._closed)


def _words_of(value: Fraction) -> list[list[str]]:
    """The words for a whole number, which may stand where they count nothing."""
    number = int(value) if value.denominator == 1 and 0 <= value < len(CARDINALS) else -1
    times = [[word] for word, many in MULTIPLES.items() if many == value]
    return [] if number < 0 else [[CARDINALS[number]], [ORDINALS[number]], *times]


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
        noun = "" if each.is_bounded or not each.sure else beside.noun(each.place)
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
        said = (places[each] for each in own if each.role == "said")
        last = next((at for at in said if at is not None), last)
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
        if at < len(mentions.found)
        and not words.isdisjoint(chain(*beside.of(mentions.found[at].place)))
    ]
    return found[0] if len(found) == 1 else None
