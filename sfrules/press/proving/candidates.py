"""What might vouch for the numbers of a passage: the rules and rows whose words stand beside them.

Each rule whose words stand in the sentence of a number is asked with the numbers and the rows that
stand there too, and each row that is named there is looked through; what answers exactly this
number is a candidate. Another rule often has the same answer, so that only a person can choose.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import log2
from typing import Any, NamedTuple

from sfrules.ground.faults import LimitReached
from sfrules.ground.formats import format_value
from sfrules.ground.number_words import is_number
from sfrules.press.expression.bounds import Meter
from sfrules.press.page.answers import Answered, answer
from sfrules.press.page.environment import Work
from sfrules.press.page.names import NONE, ShortNames
from sfrules.press.proving.claims import Said, number
from sfrules.press.things.book import Record, Rulebook, once_per_book

_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?:;])\s|\n")
_PLAIN = frozenset(
    "a an and are as at be but by can for from has have he her his if in is it its more no not of"
    " on one or she so than that the their them then they this to when which who with you"
    " your".split()
)
_RULES, _COMBINATIONS, _GUESSED = 12, 30, 12
_NEAR = 30  # characters on each side of a number, whose words are nearest to it
_REACH = 40.0  # characters at which a word counts half
_FAR, _LATER = 0.1, 0.2  # how near words of other sentences are, and numbers behind
_NOUN = 0.8
_LEAST = 0.12  # of how near a row has to be named
_NAMED = 0.5  # share of the words of a key from which on they name its row
_GUESS = -3.0
_SHORT_NAME = 2  # words; each of a longer one is too common to stand for it
_ENDS = 4  # cells that may be an end of a range
_LIKELY = 0.3  # what fits less may well have the answer by chance
_SURE = 3.0  # from here on, what is asked with a number shows that this was chosen


def words_in(text: str) -> list[str]:
    """The words of a text in one form, without those that every sentence has."""
    found = (_form(each.casefold()) for each in _WORD.findall(text.replace("_", " ")))
    return [word for word in found if word not in _PLAIN and len(word) > 1]


def _form(word: str) -> str:
    """A word as singular and plural, and the forms of a verb, share it."""
    for end in ("ies", "es", "s", "ing", "ed", "est", "er"):
        if word.endswith(end) and len(word) - len(end) >= 3 and not word.endswith("ss"):  # noqa: PLR2004 a stem
            return word.removesuffix(end) + ("y" if end == "ies" else "")
    return word.removesuffix("e") if len(word) > 3 else word  # noqa: PLR2004 a stem


class Given(NamedTuple):
    """What a parameter of a rule is given; the value of what is typed in the passage."""

    name: str
    text: str
    value: Any = None


@dataclass(frozen=True)
class Candidate:
    """What may be asked for a number, and how well its words fit the sentence."""

    asks: str
    fit: float
    #: The numbers of the passage that it is asked with.
    given: tuple[Given, ...] = ()

    def with_names(self, names: Mapping[str, Any]) -> str:
        """What is asked, with the names that lines before have given to numbers."""
        asks = self.asks
        for each in self.given:
            name = next((n for n, value in names.items() if value == each.value), None)
            if name and (name == each.name or name.startswith(f"{each.name}_")):
                asks = re.sub(rf"(?<=[(=\s]){re.escape(each.text)}(?=[,)])", name, asks, count=1)
        return asks


class Line(NamedTuple):
    """A line of a proof, and how well its words fit the sentence."""

    text: str
    fit: float

    @property
    def is_likely(self) -> bool:
        """Whether more than chance speaks for it."""
        return self.fit >= _LIKELY


@dataclass(frozen=True)
class _Rule:
    name: str
    function: Callable[..., object]
    words: tuple[str, ...]
    about: tuple[str, ...]


@dataclass(frozen=True)
class _Row:
    name: str
    words: frozenset[str]  # of its key and its name
    own: tuple[str, ...]  # of its key
    noun: str  # the last word of its name
    fields: Mapping[str, object]


@dataclass(frozen=True)
class _Vocabulary:
    rules: tuple[_Rule, ...]
    rows: tuple[_Row, ...]
    #: How much each word of names tells: less, the more names have it.
    weights: Mapping[str, float]
    #: The words that only one row of its table has, by the row's name.
    alone: Mapping[str, frozenset[str]]
    #: The words of what a key of a row is called.
    row_words: Mapping[str, tuple[str, ...]]


@once_per_book
def _vocabulary(book: Rulebook) -> _Vocabulary:
    rules = []
    for function, name in book.rule_names.items():
        about = (inspect.getdoc(function) or "").partition("\n")[0]
        own = tuple(words_in(name.rpartition(".")[2]))
        rules.append(_Rule(name, function, own, tuple(words_in(about))))
    rows = []
    for space, members in book.namespaces.items():
        for key, row in members.items():
            if isinstance(row, Record):
                name = str(row.fields.get("name", key))
                named, own = words_in(name), tuple(words_in(key))
                noun = (named or [""])[-1]
                rows.append(_Row(f"{space}.{key}", frozenset(named), own, noun, row.fields))
    often = Counter(word for rule in rules for word in set(rule.words))
    weights = {word: 1 / log2(1 + count) for word, count in often.items()}
    tables = [row.name.partition(".")[0] for row in rows]
    names = [(*row.words, *row.own) for row in rows]
    common = Counter(
        (table, word) for table, words in zip(tables, names, strict=True) for word in set(words)
    )
    alone = {
        row.name: frozenset(word for word in words if common[table, word] == 1)
        if len(row.words) <= _SHORT_NAME
        else frozenset()
        for table, row, words in zip(tables, rows, names, strict=True)
    }
    by_key = {row.name.rpartition(".")[2]: tuple(sorted(row.words)) for row in rows}
    return _Vocabulary(tuple(rules), tuple(rows), weights, alone, by_key)


class _Numbers:
    """The numbers of a passage, in order, each with the words beside it."""

    def __init__(self, text: str, stretches: Sequence[tuple[int, int]]) -> None:
        self.text, self.stretches = text, stretches
        self.typed = [" ".join(text[low:high].split()) for low, high in stretches]
        self.said = [number(each) for each in self.typed]
        self.values = [_value(each) for each in self.said]

    def beside(self, at: int) -> str:
        """The text on both sides of a number."""
        low, high = self.stretches[at]
        return self.text[max(0, low - _NEAR) : high + _NEAR]

    def noun(self, at: int) -> str:
        """The word behind a number."""
        high = self.stretches[at][1]
        return next(iter(words_in(self.text[high : high + _NEAR])), "")


class _Around:
    """The words and numbers around one number of a passage, and how near they stand."""

    def __init__(self, passage: _Numbers, at: int) -> None:
        text, (low, high) = passage.text, passage.stretches[at]
        ends = [0, *(found.end() for found in _SENTENCE_ENDS.finditer(text)), len(text)]
        start, end = _between(ends, low, high)
        self._near: dict[str, float] = {}
        for found in _WORD.finditer(text):
            word = _form(found[0].casefold())
            if start <= found.start() < end:
                off = low - found.end() if found.end() <= low else found.start() - high
                near = 1 / (1 + max(off, 0) / _REACH)
            else:
                near = _FAR if found.start() < low else _FAR / 2
            if word not in _PLAIN:
                self._near[word] = max(near, self._near.get(word, 0))
        self.noun = passage.noun(at)
        #: The other numbers, each with how near it is; what is behind is seldom asked with.
        self.numbers: dict[Any, float] = {}
        for n, value in enumerate(passage.values):
            if n != at and value is not None:
                near = 1.0 if start <= passage.stretches[n][0] < end else 0.5
                near *= 1 if n < at else _LATER
                self.numbers[value] = max(near, self.numbers.get(value, 0))

    def near(self, words: Iterable[str]) -> float:
        """How near some words stand, together; 0 where one of them is missing."""
        found = [self._near.get(word, 0.0) for word in words]
        return min(found, default=0.0)

    def fit(self, words: Sequence[str], weights: Mapping[str, float]) -> float:
        """How well the words of a name fit: the share of them that stand near."""
        whole = sum(weights.get(word, 1.0) for word in words)
        return sum(weights.get(word, 1.0) * self._near.get(word, 0.0) for word in words) / (
            whole or 1
        )


class Candidates:
    """Finds candidates for the numbers of a book's passages."""

    def __init__(self, book: Rulebook, short: ShortNames = NONE) -> None:
        self._book, self._short = book, short
        self._known = _vocabulary(book)
        self._alone = {full: name for name, full in short.full.items()}

    def _answer(self, asks: str) -> Answered:
        """What an expression comes to, with bounds of its own."""
        try:
            return answer(self._book, asks, {}, Work(Meter(), self._short))
        except LimitReached:
            return Answered(known=False)

    def of_passage(self, text: str, stretches: Sequence[tuple[int, int]]) -> list[list[Line]]:
        """For each number of a passage, given by its offsets, lines that say it, the best first."""
        passage = _Numbers(text, stretches)
        found = [self._of_number(_Around(passage, at), s) for at, s in enumerate(passage.said)]
        return list(self._lines(passage, found))

    def _of_number(self, around: _Around, said: Said) -> list[Candidate]:
        """What says a number, the best first."""
        found = [
            *self._of_rows(around, said),
            *self._of_rules(around, said),
            *self._of_ends(around, said),
            *self._cited(around, said),
        ]
        best = {each.asks: each for each in sorted(found, key=lambda each: each.fit)}
        return sorted(best.values(), key=lambda each: -each.fit)

    def _of_ends(self, around: _Around, said: Said) -> Iterator[Candidate]:
        """For a range, two cells of one table that are its ends."""
        if said.low is None or said.high is None:
            return
        low, high = (
            sorted(self._of_rows(around, Said("", end)), key=lambda each: -each.fit)[:_ENDS]
            for end in (said.low, said.high)
        )
        for one, other in product(low, high):
            if one.asks.partition(".")[0] == other.asks.partition(".")[0]:
                yield Candidate(f"[{one.asks}, {other.asks}]", (one.fit + other.fit) / 2)

    def _of_rows(self, around: _Around, said: Said) -> Iterator[Candidate]:
        """The cells of the rows that stand near."""
        for row in self._known.rows:
            near = self._near(row, around)
            if near < _LEAST:
                continue
            for column, value in row.fields.items():
                if said.is_of(value) and (said.kind == "dice" or not isinstance(value, str)):
                    own = words_in(column)
                    noun = _NOUN if around.noun in own else 0.0
                    fit = 2.8 * near + 1.5 * around.fit(own, self._known.weights) + noun
                    stands_for_it = [*row.fields][1:] == ["value"]
                    yield Candidate(row.name if stands_for_it else f"{row.name}.{column}", fit)

    def _near(self, row: _Row, around: _Around) -> float:
        """How near a row is named: by its key, its name or a word that it alone has."""
        alone = max((around.near([word]) for word in self._known.alone[row.name]), default=0.0)
        share = around.fit(row.own, {}) if row.own else 0.0
        share *= 1 if share > _NAMED or around.near(row.own) else 0.4
        return max(share, 0.85 * alone)

    def _of_rules(self, around: _Around, said: Said) -> Iterator[Candidate]:
        """The answers of the rules whose words stand near, asked with what stands near."""
        likely = sorted(((self._rule_fit(r, around), r) for r in self._known.rules), key=_by_fit)
        for fit, rule in likely[:_RULES]:
            for given, extra in islice(self._arguments(rule, around), _COMBINATIONS):
                asks = (
                    f"{self._alone.get(rule.name, rule.name)}({', '.join(g.text for g in given)})"
                )
                answered = self._answer(asks)
                style = _style(said, answered.value) if answered.is_sound else None
                if style is not None:
                    numbers = tuple(each for each in given if is_number(each.value))
                    yield Candidate(f"{asks}{style}", fit + extra, numbers)

    def _rule_fit(self, rule: _Rule, around: _Around) -> float:
        fit = 2.5 * around.fit(rule.words, self._known.weights)
        fit += 0.8 * around.fit(rule.about, self._known.weights)
        if around.noun in rule.words:
            return fit + _NOUN
        return fit + _NOUN / 2 if around.noun in rule.about else fit

    def _arguments(self, rule: _Rule, around: _Around) -> Iterator[tuple[tuple[Given, ...], float]]:
        """What a rule may be given, the likeliest first."""
        choices = list[list[tuple[float, Given | None]]]()
        for parameter in inspect.signature(rule.function).parameters.values():
            options: list[tuple[float, Given | None]] = [
                *self._options(rule, parameter.name, around)
            ]
            if parameter.default is not parameter.empty:
                options.append((0.0, None))
            if not options:
                return
            choices.append(sorted(options, key=_by_fit)[:_GUESSED])
        ways = []
        for way in islice(product(*choices), _COMBINATIONS * 10):
            given, is_whole = list[Given](), True
            for _, each in way:  # what comes behind a parameter that is left out goes by its name
                if each is None:
                    is_whole = False
                else:
                    given.append(
                        each if is_whole else each._replace(text=f"{each.name}={each.text}")
                    )
            numbers = [each.value for each in given if is_number(each.value)]
            likely = [fit for fit, _ in way if fit > 0]
            fit = sum(likely) / max(len(likely), 1) + sum(fit for fit, _ in way if fit <= 0)
            ways.append((fit - len(numbers) + len(set(numbers)), tuple(given)))
        yield from ((given, fit) for fit, given in sorted(ways, key=_by_fit))

    def _options(
        self, rule: _Rule, parameter: str, around: _Around
    ) -> Iterator[tuple[float, Given]]:
        """What a parameter may be given, each with how likely it is."""
        values = self._book.domain(rule.function, parameter) or ()
        texts = [value for value in values if isinstance(value, str)]
        named = around.fit(words_in(parameter), self._known.weights)
        seen = set[object]()
        for value, near in around.numbers.items():
            if not texts and (not values or value in values):
                seen.add(value)
                yield near * (1 + named) * 0.6, Given(parameter, format_value(value), value)
        for row in self._known.rows:
            own = row.fields.get(parameter)
            takes = own in (values if is_number(own) else texts)
            if takes and (near := self._near(row, around)) > _LEAST:
                yield near, Given(parameter, f"{row.name}.{parameter}")
        for text in texts:
            near = around.near(words_in(text) or [text])
            if near or (near := around.near(self._known.row_words.get(text, ()))):
                seen.add(text)
                yield 0.3 + near, Given(parameter, f'"{text}"', text)
        if len(values) <= _GUESSED:
            yield from self._guesses(parameter, [each for each in values if each not in seen])

    @staticmethod
    def _guesses(parameter: str, values: Iterable[object]) -> Iterator[tuple[float, Given]]:
        """What a parameter may be given that nothing in the sentence speaks for."""
        for value in values:
            if isinstance(value, bool):
                yield -0.5 if value else 0.0, Given(parameter, str(value).lower())
            elif value is not None:
                text = f'"{value}"' if isinstance(value, str) else format_value(value)
                yield _GUESS, Given(parameter, text, value)

    def _cited(self, around: _Around, said: Said) -> Iterator[Candidate]:
        for (id, about), row in self._book.cited.items():
            fit = around.fit(words_in(about), self._known.weights)
            if fit and number(str(row.fields.get("number", ""))).key[:2] == said.key[:2]:
                yield Candidate(f"{id} {about}:", 1.2 + 2 * fit)

    def _lines(self, passage: _Numbers, found: Sequence[list[Candidate]]) -> Iterator[list[Line]]:
        """The lines for each number: asked, chosen for a later one, or said again."""
        takes = dict(self._takes(passage, found))
        names, nouns = dict[str, Any](), dict[tuple[object, ...], str]()
        for at, candidates in enumerate(found):
            typed, key = passage.typed[at], passage.said[at].key
            ways = [(each.fit, each.with_names(names) + f" = {typed}") for each in candidates]
            if at in takes:
                name, value = takes[at], passage.values[at]
                is_named = set(words_in(name)) & set(words_in(passage.beside(at)))
                name = name if names.get(name, value) == value else f"{name}_{at + 1}"
                ways.append((4.0 if is_named else 3.2, f"{name} = {typed}"))
            if key in nouns:
                is_same = passage.noun(at) and passage.noun(at) == nouns[key]
                ways.append((3.4 if is_same else 1.8, typed))
            best = {line: fit for fit, line in sorted(ways, key=lambda way: way[0])}
            lines = [Line(text.replace(": = ", ": "), best[text]) for text in reversed(best)]
            if lines:
                nouns[key] = passage.noun(at)
                head = lines[0].text.rpartition(" = ")[0]
                if at in takes and head.partition("_")[0] == takes[at].partition("_")[0]:
                    names[head] = passage.values[at]
            yield lines

    @staticmethod
    def _takes(passage: _Numbers, found: Sequence[list[Candidate]]) -> Iterator[tuple[int, str]]:
        """The numbers that the likeliest line of another is asked with, by their parameters."""
        givers = set[int]()
        for later, candidates in enumerate(found):
            for given in (given for each in candidates[:1] for given in each.given):
                own = [
                    n
                    for n, value in enumerate(passage.values)
                    if value == given.value and n != later
                ]
                words = set(words_in(given.name))
                named = [n for n in own if words & set(words_in(passage.beside(n)))]
                unnamed = own if candidates[0].fit > _SURE else []
                giver = next(iter([*named, *(n for n in unnamed if n < later), *unnamed]), None)
                if giver is not None and giver not in givers:
                    givers.add(giver)
                    yield giver, given.name


def _by_fit(ranked: tuple[float, object]) -> float:
    return -ranked[0]


def _between(ends: Sequence[int], low: int, high: int) -> tuple[int, int]:
    """The last of some offsets up to one, and the first from another one on."""
    return max(each for each in ends if each <= low), min(each for each in ends if each >= high)


def _value(said: Said) -> Any:
    if said.low is None or said.high is not None:
        return None
    return int(said.low) if said.low.denominator == 1 else said.low


def _style(said: Said, value: object) -> str | None:
    """The filter by which an answer is what a text says: "" for none, None where it is not."""
    if isinstance(value, bool):
        return None
    if said.is_of(value):
        return ""
    if not is_number(value) or said.low is None or Fraction(value).denominator == 1:
        return None
    places = len(said.text.rstrip("% ").partition(".")[2])
    share = 100 if said.kind == "percent" else 1
    if not places and share == 1:
        return None
    if abs(Fraction(value) - said.low) * share * 10**places * 2 <= 1:
        return f"|percent({places})" if share > 1 else f"|decimal({places})"
    return None
