"""Where the prose may say a number that a proof hands to a rule.

Such a number vouches for what the prose says of it in one place: the sentence that has the answer
of its line. Where the line only names a value or compares, no answer is said, and the number needs
a line of its own. Nor may the prose say it of something else: in "a barge has 30 seats", where the
book's rows have seats, these are no passengers of `fare(30, "barge")`, and neither is a thirtieth
crossing. An ordinal or a multiple says an argument only beside the word for it, as in "the
thirtieth passenger".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sfrules.ground.number_words import CARDINALS
from sfrules.press.audit.prose import Stretch
from sfrules.press.expression.rule_source import signature_of
from sfrules.press.page.short_names import ShortNames
from sfrules.press.proving.balance import Balance, Imbalance, Sort
from sfrules.press.proving.checked_lines import CheckedProof
from sfrules.press.things.book import Book, Record
from sfrules.press.things.proofs.elements import is_truth, value_of_text
from sfrules.press.things.proofs.proof_lines import ProofLine

# What may close a sentence behind its point, and open the next.
_CLOSING, _OPENING = r"[\"'\u201d\u2019)*_\]]*", r"[\"'\u201c\u2018(*_\[]*"
_MACRO = "\N{OBJECT REPLACEMENT CHARACTER}"
_SENTENCE_END = re.compile(
    rf"[.!?]{_CLOSING}(?:[ \t]+(?={_OPENING}[^\W\d_a-z]|{_MACRO})|\n)"
    r"|\n[ \t>]*(?:\n|[-*+|#][ \t]|\||\d+[.)][ \t]|!!!|\?\?\?|===)"
)
_WORDS_BEHIND = re.compile(r"[ \t-]*\n?[ \t>]*[*_\[]*((?:[^\W\d_]+[ *_\]-]{0,3}){1,3})")
_SO_MANY = re.compile(r"[-+\u2212]?[\d.,]+")
_BESIDE = 2  # words behind an ordinal, one of which names what it counts
_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class ArgumentPlaces:
    """Finds the arguments of a page's proofs that the prose says out of their place."""

    book: Book
    text: str
    short: ShortNames
    figures: frozenset[tuple[str, ...]]  # the names of columns, each in words

    def astray(self, proof: CheckedProof, found: Balance) -> Iterator[Imbalance]:
        """Each argument that the prose says where the proof does not vouch for it."""
        answers = {each.line: at for each, at in found.places.items() if each.role == "said"}
        mentions = {mention.start: mention for mention in found.mentions}
        for element, place in found.places.items():
            held = proof.lines[element.line]
            line = None if held.problems else held.line
            if element.role == "argument" and not element.free and line:
                mention = mentions.get(place[0])
                answer = answers.get(element.line)
                sort = self._fault(line, place, answer)
                if answer and mention and mention.is_bounded:
                    sort = sort or "of another thing"
                if sort:
                    yield Imbalance(sort, mention, element)

    def _fault(self, line: ProofLine, place: Stretch, answer: Stretch | None) -> Sort | None:
        if line.compares or (answer is None and not is_truth(line)):
            return "unanswered"
        if answer and not self._is_one_sentence(place, answer):
            return "apart"
        return "of another thing" if self._is_of_another_thing(line, place) else None

    def _is_one_sentence(self, one: Stretch, other: Stretch) -> bool:
        first, second = sorted((one, other))
        return not _SENTENCE_END.search(self.text, first[1] - 1, second[0] + 1)

    def _is_of_another_thing(self, line: ProofLine, place: Stretch) -> bool:
        behind = _WORDS_BEHIND.match(self.text, place[1])
        words, own = _in_words(behind[1]) if behind else (), self._own_words(line)
        figure = next(
            (words[:size] for size in range(len(words), 0, -1) if words[:size] in self.figures), ()
        )
        if not set(figure) <= own:
            return True
        is_count = _is_cardinal(self.text[slice(*place)]) and words[:1] != ("time",)
        return not (is_count or self._parameters(line).intersection(words[:_BESIDE]))

    def _own_words(self, line: ProofLine) -> set[str]:
        """The words for what a line is about: of its names, and of its rules' parameters."""
        names = {part for name in line.names for part in name.split(".")}
        return {word for name in names for word in _in_words(name)} | self._parameters(line)

    def _parameters(self, line: ProofLine) -> set[str]:
        names: set[str] = set()
        for name in line.names:
            space, _, member = self.short.in_full(name).partition(".")
            rule = self.book.namespaces.get(space, {}).get(member)
            if callable(rule):
                names.update(signature_of(rule).parameters)
        return {word for name in names for word in _in_words(name)}


def _is_cardinal(text: str) -> bool:
    """Whether a number says how many, or what part, and not which one or how many times."""
    value = value_of_text(text)
    in_words = "-".join(text.casefold().split()) in CARDINALS
    return bool(in_words or _SO_MANY.fullmatch(text) or (value and value.denominator > 1))


def figures_of(book: Book) -> frozenset[tuple[str, ...]]:
    """The names of the columns of a book's rows, in words; that of a namespace names no figure."""
    rows = (row for members in book.namespaces.values() for row in members.values())
    columns = {column for row in rows if isinstance(row, Record) for column in row.fields}
    return frozenset(_in_words(column) for column in columns - book.namespaces.keys())


def _in_words(text: str) -> tuple[str, ...]:
    """The words of a name or of prose as they are compared: small, and without a plural's s."""
    return tuple(
        word.casefold().removesuffix("s") or "s"
        for word in _LETTERS.findall(text.replace("_", " "))
    )
