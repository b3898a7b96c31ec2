"""The balance of a proof: its numbers are those of its prose, in the same order.

Both are put side by side at the least cost, so that one mistake makes one problem: a number that
is out, one that is missing on either side, or two that are exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from sfrules.press.audit.prose import Stretch
from sfrules.press.proving.mentions import Mention, Mentions
from sfrules.press.things.proofs.elements import Element

MOST = 1_000_000  # pairs of numbers that are compared to find where a proof and its prose differ
_COST = 10_000  # of a difference; of two ways with as many, the one with more numbers alike wins
Sort = Literal["other", "extra", "unsaid", "exchanged", "unanswered", "apart", "of another thing"]


@dataclass(frozen=True)
class Imbalance:
    """One thing that is out: what the prose says at a place, and what the proof says next.

    In "extra" the proof may have nothing more to say; what is "unsaid" has no place in the prose.
    The last three are of an argument: its line says no answer, or says it in another sentence, or
    the prose says it of something else.
    `turned` is what the line before says, where the prose says what it asks for behind that.
    """

    sort: Sort
    mention: Mention | None = None
    element: Element | None = None
    turned: Element | None = None


@dataclass(frozen=True)
class Balance:
    """Where the prose says each element, and all that is out.

    `mentions` are the numbers of the prose, `used` the indices of those that are an element.
    """

    mentions: tuple[Mention, ...] = ()
    used: frozenset[int] = frozenset()
    places: Mapping[Element, Stretch] = field(default_factory=dict)
    found: tuple[Imbalance, ...] = ()

    @property
    def values(self) -> frozenset[Fraction]:
        """The numbers that both the prose and the proof say."""
        values = (self.mentions[at].value for at in self.used)
        return frozenset(value for value in values if value is not None)


def balance(elements: Sequence[Element], mentions: Mentions) -> Balance:
    """Put the elements of a proof beside the numbers of its prose."""
    ordered = [element for element in elements if not element.free]
    free = [element for element in elements if element.free]
    needed = [mentions.matches(element) for element in free if element.needed]
    vouched = {at for places in needed for a, b in places.items() for at in range(a, b)}
    found = tuple(mentions.found)
    needless = [not mention.sure or at in vouched for at, mention in enumerate(found)]
    side = _Side(ordered, found, needless, [mentions.matches(element) for element in ordered])
    said, differences = side.straight() or side.aligned()
    differences = differences or list(side.too_late(said))
    by_element = {ordered[at]: mention for at, mention in said.items()}
    for element in free:
        places = mentions.matches(element)
        left = [at for at in places if at not in said.values()]
        if len(left) == 1 or len(places) == 1:
            by_element[element] = (left or list(places))[0]
        if not places and element.needed:
            differences.append(Imbalance("unsaid", element=element))
    stretches = {element: mentions.place(element, at) for element, at in by_element.items()}
    return Balance(found, frozenset(by_element.values()), stretches, tuple(differences))


@dataclass
class _Side:
    """The elements and the mentions, side by side."""

    elements: Sequence[Element]
    mentions: Sequence[Mention]
    needless: Sequence[bool]
    matches: Sequence[dict[int, int]]

    def straight(self) -> tuple[dict[int, int], list[Imbalance]] | None:
        """Each element's mention where nothing is out, if that shows without a search."""
        said: dict[int, int] = {}
        e, m, elements, count = 0, 0, self.elements, len(self.mentions)
        while e < len(elements):
            if m in self.matches[e]:
                said[e], m = m, self.matches[e][m]
                e += 1
            elif not elements[e].needed:
                e += 1
            elif m < count and self.needless[m]:
                m += 1
            else:
                return None
        return (said, []) if all(self.needless[m:]) else None

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
        if (len(self.elements) + 1) * (len(self.mentions) + 1) > MOST:
            return {}, [self._first()]
        return self._follow(self._costs())

    def _first(self) -> Imbalance:
        """The first place where a plain reading fails, for a proof too long to be searched."""
        m = 0
        for e, element in enumerate(self.elements):
            if m in self.matches[e]:
                m = self.matches[e][m]
            elif element.needed and m < len(self.mentions):
                return Imbalance("other", self.mentions[m], element)
            elif element.needed:
                return Imbalance("unsaid", element=element)
        return Imbalance("extra", self.mentions[min(m, len(self.mentions) - 1)])

    def _costs(self) -> list[list[int]]:
        """For each element and mention, what it costs to go from there to the end."""
        rows = len(self.elements)
        costs: list[list[int]] = [[] for _ in range(rows + 1)]
        for e in range(rows, -1, -1):
            costs[e] = [0] * (len(self.mentions) + 1)
            for m in range(len(self.mentions), -1, -1):
                steps = (step[0] for step in self._steps(e, m, costs))
                costs[e][m] = min(steps, default=0)
        return costs

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
