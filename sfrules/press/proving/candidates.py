"""What might vouch for the numbers of a passage: the rules and rows whose words stand beside them.

Each rule is asked with the numbers, words and rows that stand near, and each row that is named
there is looked through. What answers exactly this number is a candidate, the likelier, the more of
its words stand near. Another rule often has the same answer, so that only a person can choose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice, permutations, product
from math import log2
from operator import mul
from typing import Any, NamedTuple

from sfrules.ground.faults import LimitReached
from sfrules.ground.formats import format_value
from sfrules.ground.number_words import is_number
from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.values import signature_of, whole_if_it_is
from sfrules.press.page.names import NONE, ShortNames
from sfrules.press.proving.claims import Wording, number
from sfrules.press.proving.subjects import stem
from sfrules.press.things.book import Record, Rulebook, once_per_book

_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?:;])\s|\n")
_PLAIN = frozenset(
    "a an and are as at be but by can for from has have he her his if in is it its more no not of"
    " on one or she so than that the their them then they this to when which who with you"
    " your".split()
)
_RULES, _WAYS, _OPTIONS = 60, 30, 6  # rules that are asked, ways for each, and for a parameter
_NEAR = 30  # characters on each side of a number, whose words are nearest to it
_REACH = 40.0  # characters at which a word counts half
_FAR, _LATER = 0.1, 0.2  # how near words of other sentences are, and numbers behind
_NOUN = 0.8  # for the word behind the number
_LEAST = 0.12  # of how near a row has to be named
_LIKELY = 1.6  # what fits less may well have the answer by chance
_SURE = 3.0  # from here on, what is asked with a number shows that this was chosen
_CHOSEN, _AGAIN = 4.0, 3.4  # where the name or the noun stands there, too


@lru_cache(maxsize=16_384)
def _words(text: str) -> tuple[str, ...]:
    """The stems of a text's words, without those that every sentence has."""
    found = (each.casefold() for each in _WORD.findall(text.replace("_", " ")))
    return tuple(stem(word) for word in found if word not in _PLAIN and len(word) > 1)


class ProposedLine(NamedTuple):
    """A line of a proof, and how well its words fit the sentence."""

    text: str
    fit: float

    @property
    def is_likely(self) -> bool:
        """Whether more than chance speaks for it."""
        return self.fit >= _LIKELY


class _Given(NamedTuple):
    """What a parameter of a rule may be given; no text, where it is left out."""

    fit: float
    name: str
    text: str = ""
    value: Any = None
    is_typed: bool = False


class _Candidate(NamedTuple):
    """What may be asked for a number, and how well its words fit the sentence."""

    fit: float
    asks: str
    #: What stands for the braces in it.
    given: tuple[_Given, ...] = ()

    def written(self, names: Mapping[str, Any]) -> str:
        """What is asked, with the names that lines before have given to numbers."""
        texts = []
        for each in self.given:
            own = (n for n, v in names.items() if v == each.value and n.startswith(each.name))
            texts.append(next(own, each.text) if each.is_typed else each.text)
        return self.asks.format(*texts)


class _Named(NamedTuple):
    """A rule or a row, by its dotted name, and by the words of its key and of its own name."""

    name: str
    called: tuple[tuple[str, ...], ...]
    thing: Any


@once_per_book
def _vocabulary(book: Rulebook) -> tuple[list[_Named], list[_Named], Mapping[str, float]]:
    """Rules, rows, and how much each word of the rules' names tells: less, the more have it."""
    rules = [
        _Named(name, (_words(name.rpartition(".")[2]),), rule)
        for rule, name in book.rule_names.items()
    ]
    rows = [
        _Named(f"{space}.{key}", (_words(key), _words(str(row.fields.get("name", key)))), row)
        for space, members in book.namespaces.items()
        for key, row in members.items()
        if isinstance(row, Record)
    ]
    often = Counter(word for rule in rules for word in {*rule.called[0]})
    return rules, rows, {word: 1 / log2(1 + count) for word, count in often.items()}


class _Passage:
    """The numbers of a passage, in order, and its words."""

    def __init__(self, text: str, stretches: Sequence[tuple[int, int]]) -> None:
        self.stretches = stretches
        self.typed = [" ".join(text[low:high].split()) for low, high in stretches]
        self.said = [number(each) for each in self.typed]
        self.values: list[Any] = [
            None if each.low is None or each.high is not None else whole_if_it_is(each.low)
            for each in self.said
        ]
        found = [(each.start(), each.end(), _words(each[0])) for each in _WORD.finditer(text)]
        self.words = [(start, end, word) for start, end, words in found for word in words]
        self.ends = [0, *(found.end() for found in _SENTENCE_ENDS.finditer(text)), len(text)]
        #: The words on both sides of each number, and the first one behind it.
        sides = (text[max(0, low - _NEAR) : high + _NEAR] for low, high in stretches)
        self.beside = [{*_words(each)} for each in sides]
        self.nouns = [next(iter(_words(text[at : at + _NEAR])), "") for _, at in stretches]


class _Around:
    """The words, numbers and rows around one number of a passage, and how near they stand."""

    def __init__(
        self, passage: _Passage, at: int, rows: Iterable[_Named], weights: Mapping[str, float]
    ) -> None:
        low, high = passage.stretches[at]
        start = max(each for each in passage.ends if each <= low)
        end = min(each for each in passage.ends if each >= high)
        self.said, self.noun, self._weights = passage.said[at], passage.nouns[at], weights
        self._near: dict[str, float] = {}
        for first, last, word in passage.words:
            near = _FAR if first < low else _FAR / 2
            if start <= first < end:
                near = 1 / (1 + max(low - last, first - high, 0) / _REACH)
            self._near[word] = max(near, self._near.get(word, 0))
        #: The other numbers; what is behind is seldom asked with.
        self.numbers: dict[Any, float] = {}
        for n, value in enumerate(passage.values):
            if n != at and value is not None:
                near = 1.0 if start <= passage.stretches[n][0] < end else 0.5
                near *= 1 if n < at else _LATER
                self.numbers[value] = max(near, self.numbers.get(value, 0))
        nearness = ((max(map(self.near, row.called)), row) for row in rows)
        self.rows = [(near, row) for near, row in nearness if near > _LEAST]
        self.keys = {row.name.rpartition(".")[2]: near for near, row in self.rows}

    def near(self, words: Iterable[str]) -> float:
        """How near some words stand, together; 0 where one of them is missing."""
        return min((self._near.get(word, 0.0) for word in words), default=0.0)

    def fit(self, words: Sequence[str]) -> float:
        """How well the words of a name fit: the share of them that stand near."""
        weights = [self._weights.get(word, 1.0) for word in words]
        near = (self._near.get(word, 0.0) for word in words)
        return float(sum(map(mul, weights, near)) / (sum(weights) or 1))


class Candidates:
    """Finds candidates for the numbers of a book's passages."""

    def __init__(self, book: Rulebook, short: ShortNames = NONE) -> None:
        self._book = book
        self._rules, self._rows, self._weights = _vocabulary(book)
        self._alone = {full: name for name, full in short.full.items()}

    def of_passage(
        self, text: str, stretches: Sequence[tuple[int, int]]
    ) -> list[list[ProposedLine]]:
        """For each number of a passage, given by its offsets, lines that say it, the best first."""
        passage = _Passage(text, stretches)
        around = [_Around(passage, at, self._rows, self._weights) for at in range(len(stretches))]
        return [*_lines(passage, [*map(self._of_number, around)])]

    def _of_number(self, around: _Around) -> list[_Candidate]:
        """What says a number, the best first; nothing, where a rule takes too long."""
        try:
            found = Meter().within(lambda: [*self._found(around)]) or []
        except LimitReached:
            return []
        best = {each.written({}): each for each in sorted(found, key=lambda each: each.fit)}
        return [best[text] for text in sorted(best, key=lambda text: (-best[text].fit, len(text)))]

    def _found(self, around: _Around) -> Iterator[_Candidate]:
        yield from self._of_rows(around)
        yield from self._of_rules(around)
        yield from _of_sums(around)
        for (id, about), row in self._book.cited.items():
            fit = around.fit(_words(about))
            if fit and number(str(row.fields.get("number", ""))).key[:2] == around.said.key[:2]:
                yield _Candidate(0.8 + 2 * fit, f"{id} {about}:")

    def _of_rows(self, around: _Around) -> Iterator[_Candidate]:
        """The cells and the figures of the rows that stand near."""
        for near, row in around.rows:
            for column in [*row.thing.fields, *row.thing.figures]:
                value = row.thing.fields.get(column)
                figure = row.thing.figures.get(column)
                if figure and not figure.waits:
                    given = *figure.arguments, row.thing.fields["id"]
                    value = _answer(self._book.member(figure.rule), *given, **figure.keywords)
                is_text = isinstance(value, str) and around.said.kind != "dice"
                if around.said.is_of(value) and not is_text:
                    own = _words(column)
                    fit = 2 * near + 2.5 * around.fit(own) + _NOUN * (around.noun in own)
                    asks = row.name if column == row.thing.stands_for else f"{row.name}.{column}"
                    yield _Candidate(fit, asks)

    def _of_rules(self, around: _Around) -> Iterator[_Candidate]:
        """The answers of the rules whose words stand near, asked with what stands near."""
        called = [rule.called[0] for rule in self._rules]
        fits = [3.2 * around.fit(words) + _NOUN * (around.noun in words) for words in called]
        ranked = sorted(zip(fits, self._rules, strict=True), key=lambda each: -each[0])
        for fit, rule in ranked[:_RULES]:
            name = self._alone.get(rule.name, rule.name)
            for extra, way in self._ways(rule, around):
                given = tuple(each for each in way if each.text)
                value = _answer(rule.thing, **{each.name: each.value for each in given})
                style = _style(around.said, value)
                if style is not None:
                    # What comes behind a parameter that is left out goes by its name.
                    whole = next((n for n, each in enumerate(way) if not each.text), len(way))
                    blanks = ["{}" if n < whole else f"{g.name}={{}}" for n, g in enumerate(given)]
                    asks = f"{name}({', '.join(blanks)}){style}"
                    yield _Candidate(fit + extra / 2, asks, given)

    def _ways(self, rule: _Named, around: _Around) -> list[tuple[float, tuple[_Given, ...]]]:
        """What a rule may be given, the likeliest first; a number twice is less likely."""
        choices = []
        for parameter in signature_of(rule.thing).parameters.values():
            options = [*self._options(rule, parameter.name, around)]
            if parameter.default is not parameter.empty:
                options.append(_Given(0.0, parameter.name))
            choices.append(sorted(options, key=lambda each: -each.fit)[:_OPTIONS])
        ways = []
        for way in islice(product(*choices), _WAYS * 10):
            numbers = [each.value for each in way if is_number(each.value)]
            fits = [each.fit for each in way if each.text]
            twice = len(numbers) - len({*numbers})
            ways.append((sum(fits) / (len(fits) or 1) - twice, way))
        return sorted(ways, key=lambda each: -each[0])[:_WAYS]

    def _options(self, rule: _Named, parameter: str, around: _Around) -> Iterator[_Given]:
        """What a parameter may be given, each with how likely it is."""
        values = self._book.domain(rule.thing, parameter) or ()
        texts = [value for value in values if isinstance(value, str)]
        named = around.fit(_words(parameter))
        for value, near in around.numbers.items() if not texts else ():
            if not values or value in values:
                fit = near * (1 + named) * 0.6
                yield _Given(fit, parameter, format_value(value), value, is_typed=True)
        for near, row in around.rows:
            own = row.thing.fields.get(parameter)
            if own is not None and own in (values if is_number(own) else texts):
                yield _Given(near, parameter, f"{row.name}.{parameter}", own)
        for text in texts:
            if near := around.near(_words(text) or [text]) or around.keys.get(text, 0.0):
                yield _Given(0.3 + near, parameter, f'"{text}"', text)


def _answer(rule: Any, /, *given: object, **named: object) -> object:
    """What a rule answers; None where it refuses what it is given."""
    try:
        return rule(*given, **named)
    except Exception:  # noqa: BLE001 whatever it is, the rule has no answer
        return None


def _of_sums(around: _Around) -> Iterator[_Candidate]:
    """The sums and the differences of two numbers that stand near."""
    for (one, near), (other, far) in permutations(around.numbers.items(), 2):
        given = tuple(_Given(0.0, "", format_value(n), n, is_typed=True) for n in (one, other))
        if 0 < other < one and one - other == around.said.low:
            yield _Candidate(_NOUN * min(near, far), "{} - {}", given)
        if 0 < one < other and one + other == around.said.low:
            yield _Candidate(_NOUN * min(near, far), "{} + {}", given)


def _lines(passage: _Passage, found: Sequence[list[_Candidate]]) -> Iterator[list[ProposedLine]]:
    """The lines for each number: asked, chosen for a later one, or said again."""
    takes = dict(_takes(passage, found))
    names, nouns = dict[str, Any](), dict[tuple[object, ...], str]()
    for at, candidates in enumerate(found):
        typed, key, noun = passage.typed[at], passage.said[at].key, passage.nouns[at]
        ways = [(each.fit, each.written(names) + f" = {typed}") for each in candidates]
        if name := takes.get(at, ""):
            is_named = not passage.beside[at].isdisjoint(_words(name))
            is_free = names.get(name, passage.values[at]) == passage.values[at]
            name = name if is_free else f"{name}_{at + 1}"
            ways.append((_CHOSEN if is_named else _CHOSEN - _NOUN, f"{name} = {typed}"))
        if key in nouns:
            ways.append((_AGAIN if noun and noun == nouns[key] else _AGAIN / 2, typed))
        best = {line: fit for fit, line in sorted(ways, key=lambda way: way[0])}
        lines = [ProposedLine(text.replace(": = ", ": "), best[text]) for text in reversed(best)]
        nouns[key] = noun
        if lines and lines[0].text == f"{name} = {typed}":
            names[name] = passage.values[at]
        yield lines


def _takes(passage: _Passage, found: Sequence[list[_Candidate]]) -> Iterator[tuple[int, str]]:
    """The numbers that the likeliest line of another is asked with, by their parameters."""
    for later, candidates in enumerate(found):
        for given in (g for each in candidates[:1] for g in each.given if g.is_typed and g.name):
            own = [n for n, v in enumerate(passage.values) if v == given.value and n != later]
            named = [n for n in own if not passage.beside[n].isdisjoint(_words(given.name))]
            unnamed = own if candidates[0].fit > _SURE else []
            for giver in [*named, *(n for n in unnamed if n < later), *unnamed][:1]:
                yield giver, given.name


def _style(said: Wording, value: object) -> str | None:
    """The filter by which an answer is what a text says: "" for none, None where it is not."""
    if said.is_of(value):
        return ""
    if not is_number(value) or said.low is None or Fraction(value).denominator == 1:
        return None
    places = len(said.text.rstrip("% ").partition(".")[2])
    share = 100 if said.kind == "percent" else 1
    is_near = abs(Fraction(value) - said.low) * share * 10**places * 2 <= 1
    style = f"|percent({places})" if share > 1 else f"|decimal({places})"
    return style if is_near and (places or share > 1) else None
