"""Where the prose of a scope says the numbers of its proof."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sfrules.ground.number_words import CARDINALS, MULTIPLES, ORDINALS
from sfrules.press.audit.loose_numbers import TypedNumbers
from sfrules.press.audit.neighbors import is_changed
from sfrules.press.audit.prose import Stretch
from sfrules.press.things.proofs.elements import Element, plain_form, value_of_text

# "5–9", "two or three", "1 to 10": two numbers, which the audit takes for one.
_JOINT = re.compile(r"(?:[ ]?–[ ]?|(?<=[\d%])-(?=[\d.])|[ -]to[ -]|[ ]or[ ])")
_DICE = re.compile(r"\d*[dD]\d")
_GAP = r"[\s*_>]+"  # what may stand between two words of a sentence
_SIGNS = str.maketrans({"\N{MINUS SIGN}": "-"})


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


def parted(text: str, numbers: Iterable[Stretch]) -> Iterator[Stretch]:
    """The numbers of a text, those that are joined to another each by itself."""
    for start, end in numbers:
        at = start
        if not _DICE.search(text, start, end):
            for joint in _JOINT.finditer(text, start, end):
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
        closed: Sequence[Stretch] = (),
    ) -> None:
        text = self._text = typed.text
        self._paint, self._scope, self._closed = typed.paint, scope, closed
        self.found = [self._mention(start, end) for start, end in parted(text, numbers)]
        self._starts = [mention.start for mention in self.found]
        self._index()
        self._spans: dict[str, list[Stretch]] = {}
        self._unsure(elements)

    def _mention(self, start: int, end: int, *, sure: bool = True) -> Mention:
        text, bounded = self._text[start:end], is_changed(self._text, start, end)
        return Mention(start, end, plain_form(text), value_of_text(text), sure, bounded)

    def _index(self) -> None:
        self._by_value: dict[Fraction, dict[int, int]] = defaultdict(dict)
        self._by_text: dict[str, dict[int, int]] = defaultdict(dict)
        for at, mention in enumerate(self.found):
            if mention.value is not None:
                self._by_value[mention.value][at] = at + 1
            if not mention.is_bounded:
                self._by_text[mention.plain][at] = at + 1

    def matches(self, element: Element) -> dict[int, int]:
        """Where an element may be said: the first mention that it covers, and the next one."""
        if element.value is not None:
            return self._by_value.get(element.value, {})
        plain = plain_form(element.text)
        return self._by_text.get(plain, {}) | self._covered(self._spans.get(plain, ()))

    def place(self, element: Element, at: int) -> Stretch:
        """Where the prose says an element that begins with a mention: all of its words."""
        spans = self._spans.get(plain_form(element.text), ()) if element.value is None else ()
        for start, end in spans:
            if bisect_left(self._starts, start) == at:
                return start, end
        return self.found[at].start, self.found[at].end

    def _covered(self, spans: Iterable[Stretch]) -> dict[int, int]:
        covered = {}
        for start, end in spans:
            first, last = bisect_left(self._starts, start), bisect_left(self._starts, end)
            covered[first] = last
        return covered

    def _unsure(self, elements: Sequence[Element]) -> None:
        """Find what the elements say in several words, or in words that need be no number."""
        words: dict[int, Stretch] = {}
        for element in elements:
            if element.role == "argument":
                continue
            if element.value is not None:
                said = self._said(_words_of(element.value))
                words |= {
                    start: (start, end) for start, end in said if self._holds_none(start, end)
                }
                continue
            plain = plain_form(element.text)
            if plain in self._spans or (plain in self._by_text and plain[0].isdecimal()):
                continue
            spans = [
                span for span in self._said([plain.split(" ")]) if not is_changed(self._text, *span)
            ]
            if spans:
                self._spans[plain] = spans
                words |= {
                    start: (start, end) for start, end in spans if self._holds_none(start, end)
                }
        if words:
            unsure = (self._mention(*stretch, sure=False) for stretch in words.values())
            self.found = sorted([*self.found, *unsure], key=lambda mention: mention.start)
            self._starts = [mention.start for mention in self.found]
            self._index()

    def _holds_none(self, start: int, end: int) -> bool:
        return bisect_left(self._starts, start) == bisect_left(self._starts, end)

    def _said(self, phrases: Iterable[Sequence[str]]) -> Iterator[Stretch]:
        """Where the scope says a phrase, and cuts no number in two."""
        low, high = self._scope
        text = self._text[low:high].translate(_SIGNS)
        for phrase in phrases:
            words = _GAP.join(re.escape(word) for word in phrase)
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
