"""Which numbers of a sentence are true: each is asked of the rules and rows that it is said of.

A rule is asked if the sentence has all words of its name, or a term that has them as its name. Its
arguments are numbers that stand beside a parameter's name ("level 7", "at 7th level"), words that
a parameter takes ("high"), and what the sentence's hero or monster has under that name. A number is
false only where it stands beside what it would count ("51 hit points", "an armor class of 17"); of
numbers that nothing is known of, that is said.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Literal, NamedTuple

from sfrules.ground.formats import written
from sfrules.ground.number_words import number_in
from sfrules.press.audit.numbers_in_text import nouns_of, numbers_in
from sfrules.press.doors.sourced import QuestionRefused, SourcedAnswer, SourcedAnswers, words_of
from sfrules.press.things.book import Record
from sfrules.press.things.claims.claim import same

LONGEST, MOST_NUMBERS = 400, 6  # of a sentence, whose numbers may each have an answer
MOST_ASKED = 100  # questions for one sentence
FAR = 5  # words between a number and what it is said of: "a fighter's armor class is now 17"
Said = Literal["true", "false", "given", "not allowed", "not about this book"]
_CLAUSES = re.compile(r"[.;:!?](?!\d)")


@dataclass(frozen=True)
class JudgedNumber:
    """A number of a sentence: whether it is true, and the answer that says so.

    One that is false has the answer that would be true; `given` is one that a rule was asked with.
    Where a rule was given what it does not allow, the `reason` says what it does.
    """

    number: str
    at: int
    said: Said
    answer: SourcedAnswer | None = None
    reason: str = ""

    @property
    def because(self) -> str:
        """The expression that decides, with its value, or the reason; in words for a line."""
        if not self.answer:
            return self.reason and f": {self.reason}"
        page = next((f" ({rule.page})" for rule in self.answer.rules if rule.page), "")
        return f": {self.answer.expression} = {self.answer.value}{page}"


@dataclass(frozen=True)
class JudgedSentence:
    """A sentence with its numbers, in order."""

    sentence: str
    numbers: list[JudgedNumber]


_Words = tuple[str, ...]


class _Subject(NamedTuple):
    """A row that a sentence names: how expressions name it, and where the sentence does."""

    expression: str
    record: Record
    at: int


class _Question(NamedTuple):
    """An expression that a sentence may be about, what that is called, and what it is asked of."""

    expression: str
    names: tuple[_Words, ...]
    given: frozenset[int]
    subject: _Subject | None


class _Answered(NamedTuple):
    question: _Question
    answer: SourcedAnswer | None
    reason: str


class Sentences:
    """Checks sentences by the rules and rows of a book."""

    def __init__(self, answers: SourcedAnswers) -> None:
        self._answers = answers
        self._book = answers.book

    def check(self, sentence: str) -> JudgedSentence:
        """Say of each number of a sentence whether it is true.

        Raises:
            QuestionRefused: for more than a sentence.
        """
        if len(sentence) > LONGEST:
            raise QuestionRefused(
                f"the sentence has {len(sentence):,} characters; at most {LONGEST:,}"
            )
        numbers = numbers_in(sentence, nouns_of(self._book))
        if len(numbers) > MOST_NUMBERS:
            raise QuestionRefused(f"{len(numbers)} numbers; ask of at most {MOST_NUMBERS} at once")
        text = _Text(sentence, numbers)
        answered = [*self._answered(text)]
        return JudgedSentence(sentence, _judged(text, answered))

    def _answered(self, text: _Text) -> Iterator[_Answered]:
        for _, question in zip(range(MOST_ASKED), self._questions(text), strict=False):
            try:
                yield _Answered(question, self._answers.calc(question.expression), "")
            except QuestionRefused as refused:
                yield _Answered(question, None, str(refused))

    def _questions(self, text: _Text) -> Iterator[_Question]:
        subjects = [*self._subjects(text)]
        for subject in subjects:
            for name, value in subject.record.fields.items():
                names = self._names(name, text)
                if names and isinstance(value, int | Fraction):
                    yield _Question(f"{subject.expression}.{name}", names, frozenset(), subject)
        for rule, name in self._book.rule_names.items():
            if names := self._names(name.rpartition(".")[2], text):
                asked = (self._call(rule, names, text, each) for each in (*subjects, None))
                yield from filter(None, asked)

    def _names(self, name: str, text: _Text) -> tuple[_Words, ...]:
        """What a sentence calls a rule or a field: by its own name, or as its term is called."""
        term = self._book.terms_by_name.get(name.replace("_", " "))
        called = (name, *(term.aliases if term else ()))
        names = dict.fromkeys(tuple(words_of(each)) for each in called)
        return tuple(words for words in names if words and {*words} <= {*text.words})

    def _subjects(self, text: _Text) -> Iterator[_Subject]:
        """The rows that a sentence names, by their names or by what expressions call them."""
        for space, members in self._book.namespaces.items():
            for key, member in members.items():
                if isinstance(member, Record):
                    names = (key, str(member.fields.get("name", key)))
                    places = [place for name in names if (place := text.place_of(name)) is not None]
                    if places:
                        yield _Subject(f"{space}.{key}", member, min(places))

    def _call(
        self,
        rule: Callable[..., object],
        names: tuple[_Words, ...],
        text: _Text,
        subject: _Subject | None,
    ) -> _Question | None:
        """The call of a rule with what the sentence gives; None if it does not give enough."""
        arguments: list[str] = []
        given: set[int] = set()
        has_part = False
        for parameter in inspect.signature(rule).parameters.values():
            at, value = self._from_sentence(rule, parameter.name, text)
            if value is None and subject:
                value = self._from_subject(rule, parameter.name, subject)
                has_part |= value is not None
            if value is not None:
                arguments.append(f"{parameter.name}={written(value)}")
                given |= at
            elif parameter.default is inspect.Parameter.empty:
                return None
        if subject and not has_part:
            return None
        call = f"{self._book.rule_names[rule]}({', '.join(arguments)})"
        return _Question(call, names, frozenset(given), subject)

    def _from_sentence(
        self, rule: Callable[..., object], parameter: str, text: _Text
    ) -> tuple[set[int], object]:
        allowed = self._book.domain(rule, parameter) or ()
        texts = [each for each in allowed if isinstance(each, str)]
        named = [each for each in texts if text.place_of(each) is not None]
        if texts:
            return set(), named[0] if len(named) == 1 else None
        for at, value in text.values.items():
            if text.distance(at, tuple(words_of(parameter)), before=1) is not None:
                return {at}, value
        return set(), None

    def _from_subject(
        self, rule: Callable[..., object], parameter: str, subject: _Subject
    ) -> object:
        fields = subject.record.fields
        allowed = self._book.domain(rule, parameter) or ()
        return fields["id"] if fields.get("id") in allowed else fields.get(parameter)


class _Text:
    """A sentence in words, in the singular, and its numbers."""

    def __init__(self, text: str, spans: Sequence[tuple[int, int]]) -> None:
        self._text = text
        self.spans = {start: (start, end) for start, end in spans}
        read = {at: number_in(text[at:end]) for at, end in spans}
        self.values = {at: value for at, value in read.items() if value is not None}
        self.words = words_of(text)

    def number(self, at: int) -> str:
        """A number as it is written."""
        return self._text[slice(*self.spans[at])]

    def place_of(self, phrase: str) -> int | None:
        """Where the sentence has the words of a phrase, one after the other: how many words in."""
        return next(self._places(self.words, words_of(phrase)), None)

    def words_before(self, at: int) -> int:
        """How many words stand before a number."""
        return len(words_of(self._text[:at]))

    def distance(
        self, at: int, words: _Words, given: Collection[int] = (), before: int = FAR
    ) -> float | None:
        """How many words stand between a number and what it is said of; None if too many.

        No other number may stand between, but for those that are `given`.
        """
        after = words_of(_CLAUSES.split(self._text[self.spans[at][1] :])[0])
        if next(self._places(after, words), None) == 0:
            return 0
        others = (end for start, end in self.spans.values() if start < at and start not in given)
        back = words_of(_CLAUSES.split(self._text[max(others, default=0) : at])[-1])
        last = max(self._places(back, words), default=None)
        between = None if last is None else len(back) - last - len(words)
        return None if between is None or between > before else between + 0.5

    @staticmethod
    def _places(among: Sequence[str], words: Sequence[str]) -> Iterator[int]:
        size = len(words)
        return (at for at in range(len(among)) if words and [*among[at : at + size]] == [*words])


def _judged(text: _Text, answered: Sequence[_Answered]) -> list[JudgedNumber]:
    """What the answers say of the numbers: first of those that stand nearest to their name."""
    decided: dict[int, JudgedNumber] = {}
    given: set[int] = set()
    nearest = [(*_nearest(text, at, answered), at) for at in text.spans]
    for _, answers, at in sorted(nearest, key=lambda each: each[0]):
        free = [each for each in answers if not each.question.given & decided.keys()]
        if free and at not in given:
            decided[at] = _decided(text, at, free)
            given |= free[0].question.given
    return [
        decided.get(at)
        or JudgedNumber(text.number(at), at, "given" if at in given else "not about this book")
        for at in text.spans
    ]


def _nearest(
    text: _Text, at: int, answered: Sequence[_Answered]
) -> tuple[tuple[float, int], list[_Answered]]:
    """The answers that a number may be, with the least words between it and their name."""
    before = text.words_before(at)
    last: dict[_Words, int] = {}  # whom the sentence has named last, of those who have it
    for question, *_ in answered:
        if question.subject and question.subject.at < before:
            last[question.names[0]] = max(last.get(question.names[0], 0), question.subject.at)
    about: dict[tuple[float, int], list[_Answered]] = {(inf, 0): []}
    for each in answered:
        names, subject = each.question.names, each.question.subject
        is_its = subject is None or last.get(names[0], subject.at) == subject.at
        for words in names if is_its and at not in each.question.given else ():
            if (distance := text.distance(at, words, each.question.given)) is not None:
                about.setdefault((distance, -len(words)), []).append(each)
    return min(about.items(), key=lambda item: item[0])


def _decided(text: _Text, at: int, near: Sequence[_Answered]) -> JudgedNumber:
    number = text.number(at)
    answers = [each.answer for each in near if each.answer]
    for answer in answers:
        if _is(number, answer):
            return JudgedNumber(number, at, "true", answer)
    if answers:
        return JudgedNumber(number, at, "false", answers[0])
    return JudgedNumber(number, at, "not allowed", reason=near[0].reason)


def _is(number: str, answer: SourcedAnswer) -> bool:
    value = number_in(answer.value)
    return answer.value == number or (value is not None and same(number, value))
