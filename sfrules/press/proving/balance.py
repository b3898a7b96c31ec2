"""The balance of a proof: its numbers are those of its prose, in the same order.

Both are put side by side at the least cost, so that one mistake makes one problem: a number that
is out, one that is missing on either side, or two that are exchanged.

A number that a proof hands to a rule vouches for what the prose says of it in one place: the
sentence that has the answer of its line. Where the line only names a value or compares, no answer
is said, and the number needs a line of its own. Nor may the prose say it of something else: in "a
barge has 30 seats", where the book's rows have seats, these are no passengers of
`fare(30, "barge")`, and neither is a thirtieth crossing. An ordinal or a multiple says an argument
only beside the word for it, as in "the thirtieth passenger".
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from sfrules.ground.number_words import CARDINALS, number_in
from sfrules.press.audit.numbers import Stretch
from sfrules.press.audit.shown import FILLER
from sfrules.press.expression.rule_source import signature_of
from sfrules.press.page.short_names import ShortNames
from sfrules.press.proving.mentions import (
    Element,
    Mention,
    Mentions,
    Neighbors,
    WordsOf,
    are_told_apart,
    in_reading_order,
    is_truth,
    said_again,
    value_of_text,
)
from sfrules.press.proving.neighbors import singular, with_neighbors
from sfrules.press.things.book import Book, Record, once_per_book
from sfrules.press.things.claims.claim import saying
from sfrules.press.things.proofs.proof_lines import Loop, ProofLine

if TYPE_CHECKING:
    from sfrules.press.proving.checked_lines import CheckedProof

MOST = 1_000_000  # pairs of numbers that are compared to find where a proof and its prose differ
_COST = 10_000  # of a difference; of two ways with as many, the one with more numbers alike wins
Sort = Literal[
    "other",
    "extra",
    "unsaid",
    "exchanged",
    "unanswered",
    "apart",
    "of another thing",
    "at a point",
    "goes beyond",
]


@dataclass(frozen=True)
class Imbalance:
    """One thing that is out: what the prose says at a place, and what the proof says next.

    In "extra" the proof may have nothing more to say; what is "unsaid" has no place in the prose.
    The last five are of an argument: its line says no answer, or says it in another sentence, or
    the prose says it of something else, or compares with it what the line asks at that point alone,
    or the line goes through more than the prose says.
    """

    sort: Sort
    mention: Mention | None = None
    element: Element | None = None
    #: What the line before says, where the prose says what it asks for behind that.
    turned: Element | None = None


@dataclass(frozen=True)
class Balance:
    """Where the prose says each element, and all that is out."""

    #: The numbers of the prose.
    mentions: tuple[Mention, ...] = ()
    #: The indices of those that are an element.
    used: frozenset[int] = frozenset()
    places: Mapping[Element, Stretch] = field(default_factory=dict)
    found: tuple[Imbalance, ...] = ()

    @property
    def values(self) -> frozenset[Fraction]:
        """The numbers that both the prose and the proof say."""
        values = (self.mentions[at].value for at in self.used)
        return frozenset(value for value in values if value is not None)


def balance(
    elements: Sequence[Element],
    mentions: Mentions,
    beside: Neighbors,
    words: WordsOf,
) -> Balance:
    """Put the elements of a proof beside the numbers of its prose.

    Where their order is not the same, that of the prose will do, if words beside its numbers tell
    them apart; `words` are those of a line's rule, or of an argument's parameter.
    """
    told = _balanced(elements, mentions, {})
    if told.found:
        ordered = in_reading_order(elements, mentions, beside, words)
        told_apart = _balanced(ordered, mentions, said_again(mentions, beside))
        is_certain = (
            not told_apart.found
            and are_told_apart(elements, told_apart.places, beside, words)
            and not _is_stepped_in(elements, told_apart, beside.text)
        )
        if not is_certain:
            return told
        told = told_apart
    return replace(told, found=tuple(_of_other_cases(elements, told, beside, words)))


def _is_stepped_in(elements: Sequence[Element], told: Balance, text: str) -> bool:
    """Whether a number that is said again stands where the prose may mean what a rule is given."""
    places = told.places
    again = [places[each] for each in places.keys() - {*elements}]
    given = (each for each in elements if each.role == "argument" and each not in places)
    unsaid = {each.line for each in given if each.value not in (None, *told.values)}
    answers = [at for each, at in places.items() if each.role == "said" and each.line in unsaid]
    return any(is_one_sentence(text, at, answer) for at in again for answer in answers)


def _of_other_cases(
    elements: Sequence[Element], told: Balance, beside: Neighbors, words: WordsOf
) -> Iterator[Imbalance]:
    """Each number that is said again, but beside an answer of another case.

    "168 at level 1" says level 1 again, where the line of 168 asks its rule about level 24.
    """
    given: dict[int, list[Element]] = defaultdict(list)
    for each in elements:
        if each.role == "argument":
            given[each.line].append(each)
    answers = [(at, given[each.line]) for each, at in told.places.items() if each.role == "said"]
    mentions = {mention.start: mention for mention in told.mentions}
    for again, place in told.places.items():
        noun = beside.noun(place).removesuffix(" #") if again.role == "again" else ""
        cases = [
            {each.value for each in own}
            for answer, own in answers
            if noun and any(noun in words(each) for each in own)
            if _CLOSE.fullmatch(beside.text, min(place[1], answer[1]), max(place[0], answer[0]))
        ]
        if cases and not any(again.value in values for values in cases):
            yield Imbalance("of another thing", mentions.get(place[0]), again)


def _balanced(elements: Sequence[Element], mentions: Mentions, again: Mapping[int, int]) -> Balance:
    """The balance of elements in this order; those mentions are needless that say one `again`."""
    found = tuple(mentions.found)
    needless = [not mention.sure or at in again for at, mention in enumerate(found)]
    side = _Side(elements, found, needless, [mentions.matches(element) for element in elements])
    said, differences = side.straight()
    if differences and side.is_short:
        said, differences = side.aligned()
    differences = differences or list(side.too_late(said))
    by_element = {elements[at]: mention for at, mention in said.items()}
    stretches = {element: mentions.place(element, at) for element, at in by_element.items()}
    used = frozenset(by_element.values())
    of_first = {at: element for element, at in by_element.items()}
    for at, first in again.items():
        if at not in used and (said_first := of_first.get(first)):
            stretches[replace(said_first, role="again")] = found[at].place
        elif at not in used:
            differences.append(Imbalance("extra", found[at]))
    return Balance(found, used, stretches, tuple(differences))


@dataclass
class _Side:
    """The elements and the mentions, side by side."""

    elements: Sequence[Element]
    mentions: Sequence[Mention]
    needless: Sequence[bool]
    matches: Sequence[dict[int, int]]

    @property
    def is_short(self) -> bool:
        """Whether there are few enough of both to search for the best way."""
        return (len(self.elements) + 1) * (len(self.mentions) + 1) <= MOST

    def straight(self) -> tuple[dict[int, int], list[Imbalance]]:
        """Each element's mention in a plain reading, up to the first place where that fails."""
        said: dict[int, int] = {}
        m, count = 0, len(self.mentions)
        for e, element in enumerate(self.elements):
            if element.needed:
                while m not in self.matches[e] and m < count and self.needless[m]:
                    m += 1
            if m in self.matches[e]:
                said[e], m = m, self.matches[e][m]
            elif element.needed and m < count:
                return {}, [Imbalance("other", self.mentions[m], element)]
            elif element.needed:
                return {}, [Imbalance("unsaid", element=element)]
        rest = [at for at in range(m, count) if not self.needless[at]]
        return (said, []) if not rest else ({}, [Imbalance("extra", self.mentions[rest[0]])])

    def too_late(self, said: dict[int, int]) -> Iterator[Imbalance]:
        """Two neighbors of which the proof has the later one first, and then again.

        An argument goes unsaid only where the prose does not say it next: otherwise two numbers
        could be exchanged, and the proof would fit as well as before.
        """
        order = sorted(said)
        for before, first, second in zip([-1, *order], order, order[1:], strict=False):
            if self.elements[second].needed:
                continue
            later = said[second]
            for skipped in range(before + 1, first):
                if later in self.matches[skipped] and skipped not in said:
                    mention, asked = self.mentions[said[first]], self.elements[skipped]
                    turned = self._of_line(self.elements[first], asked)
                    yield Imbalance("exchanged", mention, asked, turned)
                    break

    def aligned(self) -> tuple[dict[int, int], list[Imbalance]]:
        """The way with the fewest differences, found from the end to the beginning."""
        rows = len(self.elements)
        costs: list[list[int]] = [[] for _ in range(rows + 1)]
        for e in range(rows, -1, -1):
            costs[e] = [0] * (len(self.mentions) + 1)
            for m in range(len(self.mentions), -1, -1):
                steps = (step[0] for step in self._steps(e, m, costs))
                costs[e][m] = min(steps, default=0)
        return self._follow(costs)

    def _steps(
        self, e: int, m: int, costs: list[list[int]]
    ) -> Iterator[tuple[int, int, int, Sort | Literal["same", "pass"]]]:
        """The ways on from an element and a mention, the better of two equal ones first."""
        here, more = e < len(self.elements), m < len(self.mentions)
        if here and (next_mention := self.matches[e].get(m)) is not None:
            yield costs[e + 1][next_mention] - 1, e + 1, next_mention, "same"
        sure = here and more and not self.needless[m]
        if sure and (other := self._exchanged(e, m)) is not None:
            yield _COST - 2 + costs[other + 1][m + 2], other + 1, m + 2, "exchanged"
        if here and not self.elements[e].needed:
            yield costs[e + 1][m], e + 1, m, "pass"
        if more and self.needless[m]:
            yield costs[e][m + 1], e, m + 1, "pass"
        if sure:
            yield _COST + costs[e + 1][m + 1], e + 1, m + 1, "other"
        if here and self.elements[e].needed:
            yield _COST + costs[e + 1][m], e + 1, m, "unsaid"
        if more and not self.needless[m]:
            yield _COST + costs[e][m + 1], e, m + 1, "extra"

    def _exchanged(self, e: int, m: int) -> int | None:
        """The element that the prose says before this one, if it says both the wrong way round."""
        if self.matches[e].get(m + 1) != m + 2:
            return None
        for other in range(e + 1, len(self.elements)):
            if self.matches[other].get(m) == m + 1:
                return other
            if self.elements[other].needed:
                return None
        return None

    @staticmethod
    def _of_line(said: Element, asked: Element) -> Element | None:
        """What a line says, if it is that line which asks for an element."""
        return said if said.line == asked.line and asked.role == "argument" else None

    def _turned(self, said: Mapping[int, int], m: int) -> Element | None:
        """What a line says whose argument the prose says behind it, at a mention that is out."""
        last = max(said, default=0)
        line = self.elements[last].line if said else -1
        for e in range(last - 1, -1, -1):
            if self.elements[e].line != line:
                break
            if self.elements[e].role == "argument" and e not in said and m in self.matches[e]:
                return self.elements[last]
        return None

    def _follow(self, costs: list[list[int]]) -> tuple[dict[int, int], list[Imbalance]]:
        said: dict[int, int] = {}
        differences: list[Imbalance] = []
        e = m = 0
        expected = 0  # the element behind the last one that is said
        while e < len(self.elements) or m < len(self.mentions):
            _, e_next, m_next, sort = min(self._steps(e, m, costs), key=lambda step: step[0])
            if sort == "same":
                said[e] = m
            elif sort == "unsaid":
                differences.append(Imbalance(sort, element=self.elements[e]))
            elif sort != "pass":
                element = next(iter(self.elements[expected if sort == "extra" else e :]), None)
                turned = self._turned(said, m)
                if sort == "exchanged" and element:
                    turned = self._of_line(self.elements[e_next - 1], element)
                differences.append(Imbalance(sort, self.mentions[m], element, turned))
            expected = expected if sort in ("pass", "extra") else e_next
            e, m = e_next, m_next
        return said, differences


# What may close a sentence behind its point, and open the next.
_TAG = "<[^<>]*>"
_CLOSING = rf"(?:[\"'\u201d\u2019)*_\]~=^]|\[\^[^\[\]]+\]|\{{[^{{}}\n]*\}}|{_TAG})*"
_OPENING = rf"(?:[\"'\u201c\u2018(*_\[~=^]|{_TAG})*"
SENTENCE_END = re.compile(
    rf"[.!?\u2026]{_CLOSING}(?:[ \t]+(?={_OPENING}[^\W\d_a-z]|{FILLER})|[ \t]*\\?\n)"
    r"|\n[ \t>]*(?:\n|[-*+|#][ \t]|\||\d+[.)][ \t]|!!!|\?\?\?|===)"
)
_WORDS_BEHIND = re.compile(r"[ \t-]*\n?[ \t>]*[*_\[]*((?:[^\W\d_]+[ *_\]-]{0,3}){1,3})")
_SO_MANY = re.compile(r"[-+\u2212]?[\d.,]+")
_BESIDE = 2  # words behind an ordinal, one of which names what it counts
_LETTERS = re.compile(r"[^\W\d_]+")
# What stands between two numbers of one clause that are beside each other.
_CLOSE = re.compile(r"(?:(?!\b(?:and|but|or|than)\b)[^,;:().\d])+")


def is_one_sentence(text: str, one: Stretch, other: Stretch) -> bool:
    """Whether two stretches of a text are in the same sentence."""
    first, second = sorted((one, other))
    return not SENTENCE_END.search(text, first[1] - 1, second[0] + 1)


@dataclass(frozen=True)
class ArgumentPlaces:
    """Finds the arguments of a page's proofs that the prose says out of their place."""

    book: Book
    text: str
    short: ShortNames

    def astray(self, proof: CheckedProof, found: Balance) -> Iterator[Imbalance]:
        """Each argument that the prose says where the proof does not vouch for it."""
        answers = {each.line: at for each, at in found.places.items() if each.role == "said"}
        mentions = {mention.start: mention for mention in found.mentions}
        for element, place in found.places.items():
            checked = proof.lines[element.line]
            line = None if checked.problems else checked.line
            if element.role == "argument" and line:
                mention = mentions.get(place[0])
                answer = answers.get(element.line)
                sort = self._fault(line, place, answer)
                if mention and mention.is_bounded and (answer or not line.loop):
                    sort = sort or ("of another thing" if answer else "at a point")
                elif (
                    mention
                    and mention.is_bounded
                    and line.loop
                    and self._goes_beyond(line.loop, place)
                ):
                    sort = sort or "goes beyond"
                if sort:
                    yield Imbalance(sort, mention, element)

    def _goes_beyond(self, loop: Loop, place: Stretch) -> bool:
        """Whether a loop has an end for which a bound does not hold that has its number: 4 or less.

        What is below 4 may be tried on both sides of it.
        """
        said = saying(self.text[slice(*with_neighbors(self.text, *place))])
        if said is None or not said.holds(said.number, None):
            return False
        ends = (number_in(part.plain) for part in loop.sequence)
        return not all(said.holds(end, None) for end in ends if end is not None)

    def _fault(self, line: ProofLine, place: Stretch, answer: Stretch | None) -> Sort | None:
        if line.compares or (answer is None and not is_truth(line)):
            return "unanswered"
        if answer and not is_one_sentence(self.text, place, answer):
            return "apart"
        return "of another thing" if self._is_of_another_thing(line, place) else None

    def _is_of_another_thing(self, line: ProofLine, place: Stretch) -> bool:
        behind = _WORDS_BEHIND.match(self.text, place[1])
        words, own = _in_words(behind[1]) if behind else (), self._own_words(line)
        figures, sizes = _figures_of(self.book), range(len(words), 0, -1)
        figure = next((words[:size] for size in sizes if words[:size] in figures), ())
        if not set(figure) <= own:
            return True
        is_count = _is_cardinal(self.text[slice(*place)]) and words[:1] != ("time",)
        return not (is_count or self._parameters(line).intersection(words[:_BESIDE]))

    def _own_words(self, line: ProofLine) -> set[str]:
        """The words for what a line is about: of its names, and of its rules' parameters."""
        names = {part for name in line.names for part in name.split(".")}
        return {word for name in names for word in _in_words(name)} | self._parameters(line)

    def words_of(self, proof: CheckedProof, element: Element) -> set[str]:
        """The words beside which the prose has an answer, or what a rule is given."""
        line = proof.lines[element.line].line
        if line is None:
            return set()
        words = self._parameters(line)
        if element.role != "argument":
            words = self._own_words(line) - words
        return set(map(singular, words))

    def _parameters(self, line: ProofLine) -> set[str]:
        names: set[str] = set()
        for name in line.names:
            rule = self.book.member(self.short.in_full(name))
            if callable(rule):
                names.update(signature_of(rule).parameters)
        return {word for name in names for word in _in_words(name)}


def _is_cardinal(text: str) -> bool:
    """Whether a number says how many, or what part, and not which one or how many times."""
    value = value_of_text(text)
    in_words = "-".join(text.casefold().split()) in CARDINALS
    return bool(in_words or _SO_MANY.fullmatch(text) or (value and value.denominator > 1))


@once_per_book
def _figures_of(book: Book) -> frozenset[tuple[str, ...]]:
    """The names of the columns of a book's rows, in words; that of a namespace names no figure."""
    rows = (row for members in book.namespaces.values() for row in members.values())
    columns = {column for row in rows if isinstance(row, Record) for column in row.fields}
    return frozenset(_in_words(column) for column in columns - book.namespaces.keys())


def _in_words(text: str) -> tuple[str, ...]:
    """The words of a name or of prose as they are compared: small, and without a plural's s."""
    # `singular` knows more plurals: "four heroes" would be of any table's column hero.
    return tuple(
        word.casefold().removesuffix("s") or "s"
        for word in _LETTERS.findall(text.replace("_", " "))
    )
