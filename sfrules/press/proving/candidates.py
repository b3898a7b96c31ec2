"""What might vouch for the numbers of a passage, the likeliest first.

For each sentence, the rules whose words stand near are asked with the numbers, the words and the
rows that stand near. An answer or a cell that says a number of the sentence is a candidate for it.
So are what two other numbers come to, a fact of a source, a name for a number that another line
takes, and a number that is said again.
How likely each is goes by what speaks for it, such as the words of its name beside the number, and
by what the numbers around seem to be. Another rule often has the same answer, so that only a person
can choose.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from heapq import nlargest
from inspect import Parameter
from itertools import chain, groupby, islice, permutations
from math import exp, log
from operator import itemgetter
from statistics import fmean
from typing import Any, NamedTuple

from sfrules.ground.faults import LimitReached
from sfrules.ground.formats import plain_number
from sfrules.ground.number_words import is_number
from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.values import signature_of, whole_if_it_is
from sfrules.press.page.expand import Page, short_names_of
from sfrules.press.page.names import name_in_words, unit_of_answer, unit_of_name
from sfrules.press.proving.claims import Wording, bounded, number, said
from sfrules.press.proving.subjects import stem
from sfrules.press.things.book import Record, Rulebook, once_per_book

#: How much each thing counts that may speak for a candidate, or against it: log-odds, fitted to
#: lines that people wrote (bench/candidates.py says how often the best is theirs).
WEIGHTS = {
    # A rule: its kind, the words of its name, and all that tell of it; whether its namespace is
    # named, and whether other numbers ask it, too.
    "rule": -1.8, "name": 3.2, "explains": 3.6, "space": 0.7, "family": 0.9,
    # Its unit, and whether it is a small number.
    "unit": 1.2, "other unit": -0.9, "small": -1.4,
    # What a rule is given: labeled numbers, words and rows that stand near, what nobody says; how
    # many ways it was asked in.
    "label": 1.7, "words": 1.5, "usual": -0.9, "tried": -1.0,
    # A cell of a row.
    "cell": -3.7, "row": 6.0, "column": 2.6,
    # A number that is only given a name: another line takes it, it is the first of its sentence, it
    # looks like an answer; one that is said again.
    "chosen": -1.6, "taken": 2.0, "opens": 1.0, "result": -0.5, "again": 0.1,
    # What two numbers come to; a fact of a source, whose id the section has.
    "sum": -1.8, "fact": -0.3, "id": 2.6,
}  # fmt: skip
# The chance from which a line is shown first: one that asks, and one that claims nothing.
_LIKELY, _HARMLESS = 0.2, 0.08
_RULES, _WAYS, _OPTIONS, _ROWS = 40, 30, 8, 12  # how many of each are tried
_NEAR = 30  # characters on each side of a number, whose words are beside it
_REACH = 40.0  # characters at which a word of the same sentence counts half
_ABOVE, _BEFORE, _BEHIND = 0.3, 0.5, 0.1  # of a heading, of the last sentence, of the next ones
_LATER = 0.7  # of what stands behind the number in its sentence
_LEAST = 0.1  # of how near a row has to be named
_ROW, _COLUMN = 0.2, 0.5  # one of which is named so near where a cell is asked
_SMALL = 3  # numbers up to here have many answers by chance

# What begins another passage: a heading, a box or a tab, a fence.
_BEGINS = re.compile(r"^[ \t]*(?:#{1,6}\s|!!!|\?\?\?|===|`{3,}|~{3,})", re.MULTILINE)
_BLOCK = re.compile(r"(?:^[ \t]*\S[^\n]*\n?)+", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]+")
_MARKS = re.compile(r"[*_\[\]]|\{[^{}\n]*\}")
_SENTENCE_END = re.compile(r"(?<=[.!?:;])\s|\n")
_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<text>.+)", re.MULTILINE)
_UNIT = re.compile(r"[\s*_\[\]-]*([^\W\d_]+)")
_PLAIN = frozenset(
    "a an and are as at be but by can for from give has have he her his how if in is it its more no"
    " not of on one or she so than that the their them then they this to what when which who with"
    " you your".split()
)

Words = tuple[str, ...]
Weights = Mapping[str, float]


@lru_cache(maxsize=16_384)
def _words(text: str) -> Words:
    """The stems of a text's words, without those that every sentence has."""
    found = (each.casefold() for each in _WORD.findall(text.replace("_", " ")))
    return tuple(stem(word) for word in found if word not in _PLAIN and len(word) > 1)


def _score(features: Weights) -> float:
    """How much speaks for a candidate."""
    return sum(WEIGHTS[name] * value for name, value in features.items())


class ProposedLine(NamedTuple):
    """A line of a proof, and whether enough speaks for it to be shown first."""

    text: str
    is_likely: bool


class _Given(NamedTuple):
    """What a parameter of a rule may be given; no text, where it is left out."""

    fit: float
    parameter: str
    text: str = ""
    value: Any = None
    #: Whether the passage has typed it; or the names that say it, any of them.
    is_typed: bool = False
    called: Collection[Words] = ()


class _Rule(NamedTuple):
    """A rule: the words of its name, all words that tell of it, and what its parameters take."""

    called: Words
    told: Words
    rule: Callable[..., Any]
    parameters: Sequence[tuple[Parameter, Collection[Any]]]


class _Row(NamedTuple):
    """A row of facts, and what it may be called."""

    name: str
    called: Collection[Words]
    record: Record


class _Ask(NamedTuple):
    """What may be asked, and its answer; braces stand for what is given."""

    text: str
    value: Any = None
    #: The rule, or the table and its column.
    of: str = ""
    given: tuple[_Given, ...] = ()
    #: In how many ways the rule was asked.
    tried: int = 1
    row: _Row | None = None


class _Candidate(NamedTuple):
    """What may be asked for a number, and what speaks for it."""

    ask: _Ask
    features: Weights
    style: str = ""
    #: What a number is called that is only given a name; nothing is asked then.
    name: str = ""

    def written(self, typed: str, names: Mapping[str, Any]) -> str:
        """The line, with the names that lines before have given to numbers."""
        texts = []
        for each in self.ask.given:
            own = (n for n, v in names.items() if v == each.value and n.startswith(each.parameter))
            texts.append(next(own, each.text) if each.is_typed else each.text)
        asks = self.name or self.ask.text.format(*texts)
        asks = f"({asks}){self.style}" if self.style and not self.ask.of else asks + self.style
        return f"{asks} {typed}" if asks[-1:] == ":" else f"{asks} = {typed}" if asks else typed


class _Vocabulary(NamedTuple):
    """What a book may be asked."""

    rules: Mapping[str, _Rule]
    rows: Sequence[_Row]
    #: The cells of rows and the facts of sources, by what they say.
    cells: Mapping[Any, Sequence[_Ask]]
    #: How much each word of the rules tells: less, the more have it.
    weights: Weights


@once_per_book
def _vocabulary(book: Rulebook) -> _Vocabulary:
    rules, rows, cells = dict[str, _Rule](), list[_Row](), defaultdict[Any, list[_Ask]](list)
    for rule, name in book.rule_names.items():
        own, summary = name.rpartition(".")[2], (rule.__doc__ or "").partition("\n")[0]
        every = signature_of(rule).parameters.values()
        taken = [(each, dict.fromkeys(book.domain(rule, each.name) or ())) for each in every]
        texts = [text for p, values in taken for text in (p.name, *values) if isinstance(text, str)]
        told = tuple(dict.fromkeys(_words(" ".join([own, summary, *texts]))))
        rules[name] = _Rule(_words(own), told, rule, taken)
    members = ((s, *each) for s, every in book.namespaces.items() for each in every.items())
    for space, key, record in members:
        if isinstance(record, Record):
            name = f"{space}.{key}"
            called = (_words(key), _words(name_in_words(book, name)))
            rows.append(_Row(name, called, record))
            for column, value in record.fields.items():
                if _is_sayable(value):
                    text = name if column == record.stands_for else f"{name}.{column}"
                    cells[value].append(_Ask(text, value, f"{space}.{column}", row=rows[-1]))
    for (id, about), record in book.cited.items():
        value = str(record.fields.get("number", ""))
        cells[value].append(_Ask(f"{id} {about}:", value))
    often = Counter(word for rule in rules.values() for word in rule.told)
    weights = {word: log((1 + len(rules)) / n) for word, n in often.items()}
    return _Vocabulary(rules, rows, cells, weights)


def _is_sayable(value: object) -> bool:
    """Whether prose can say an answer as a number: no text but dice."""
    return is_number(value) or (isinstance(value, str) and said(value).is_number)


class _Number(NamedTuple):
    """A number of a passage: where it stands, and what it says, with the bound beside it."""

    start: int
    sentence: int
    typed: str
    said: Wording
    value: Any
    #: The words right before it and behind, and what may be its unit.
    beside: frozenset[str]
    unit: str


class UnprovedPassage:
    """The numbers of a passage that one proof would be about, its words, and what stands above it.

    The proof stands at `end`, indented by `margin`; `numbers` are offsets of the page.
    """

    def __init__(self, page: str, start: int, numbers: Sequence[tuple[int, int]]) -> None:
        self.numbers = numbers
        blocks = (each.span() for each in _BLOCK.finditer(page, start))
        first, last = numbers[-1]
        self.end = next((high for low, high in blocks if low < last <= high), len(page))
        line = page[page.rfind("\n", 0, first) + 1 : first]
        self.margin = line[: len(line) - len(line.lstrip(" "))]
        text = self.text = page[start : self.end]
        self._ends = [0, *(found.end() for found in _SENTENCE_END.finditer(text))]
        self.parsed = [self._number(low - start, high - start) for low, high in numbers]
        self.words = [(f.start(), word) for f in _WORD.finditer(text) for word in _words(f[0])]
        headings = [*_HEADING.finditer(page, 0, start + 1)]
        self.above = _words(" ".join(each["text"] for each in (*headings[:1], *headings[-1:])))
        self.section = page[headings[-1].start() if headings else 0 : self.end]

    def sentence(self, at: int) -> int:
        """The number of the sentence that an offset is in."""
        return bisect_right(self._ends, at)

    def _number(self, low: int, high: int) -> _Number:
        bound, *whole = bounded(self.text, low, high)
        text = self.text[slice(*(whole if bound else (low, high)))]
        typed = " ".join(_MARKS.sub("", text).split())
        own = number(self.text[low:high])
        value = whole_if_it_is(own.low) if own.high is None else None
        before = _words(self.text[max(0, low - _NEAR) : low])[-1:]
        beside = frozenset((*before, *_words(self.text[high : high + _NEAR])[:1]))
        unit = _UNIT.match(self.text, high)
        says, counts = said(typed) if bound else own, unit[1].casefold() if unit else ""
        return _Number(low, self.sentence(low), typed, says, value, beside, counts)


class _Around:
    """The words and numbers around a number of a passage, or around a sentence, and how near."""

    def __init__(
        self, passage: UnprovedPassage, sentence: int, weights: Weights, own: _Number | None = None
    ) -> None:
        self.passage, self.own, self.sentence, self._weights = passage, own, sentence, weights
        self._near = dict.fromkeys(passage.above, _ABOVE)
        for at, word in passage.words:
            self._near[word] = max(self._nearness(at), self._near.get(word, 0.0))
        known = {word: weights[word] * near for word, near in self._near.items() if word in weights}
        whole = sum(known.values()) or 1.0
        #: The share of what is said that each word tells.
        self.told = {word: each / whole for word, each in known.items()}
        #: The rows that are named near, with how near.
        self.rows: Sequence[tuple[float, _Row]] = ()
        #: The numbers that a rule may be given, each where it stands last.
        self.numbers = {n.value: n for n in passage.parsed if n.sentence <= sentence and n != own}

    def _nearness(self, at: int) -> float:
        back = self.sentence - self.passage.sentence(at)
        if back or self.own is None:
            return _BEFORE / back if back > 0 else _BEHIND if back else 1.0
        near = 1 / (1 + abs(self.own.start - at) / _REACH)
        return near if at < self.own.start else near * _LATER

    def fit(self, words: Words) -> float:
        """The share of some words that stand near, by how much each tells."""
        pairs = [(self._weights.get(word, 5.0), self._near.get(word, 0.0)) for word in words]
        whole = sum(weight for weight, _ in pairs) or 1.0
        return sum(weight * near for weight, near in pairs) / whole


class Candidates:
    """Finds candidates for the numbers of a page's passages."""

    def __init__(self, book: Rulebook, page: Page) -> None:
        self._book, self._page, self.short = book, page, short_names_of(book, page)
        self._alone = {full: name for name, full in self.short.full.items()}
        self._answers = dict[tuple[object, ...], object]()
        self._meter = Meter()
        self._known = _vocabulary(book)

    def of_page(
        self, places: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[UnprovedPassage, list[list[ProposedLine]]]]:
        """The passages of loose numbers, and for each number lines that say it, the best first."""
        text, at = self._page.source.text, self._page.start
        begins = [0, *(each.start() for each in _BEGINS.finditer(text, at))]
        for start, own in groupby(sorted(places), lambda p: max(b for b in begins if b <= p[0])):
            passage = UnprovedPassage(text, start, [*own])
            chances = [_chances(each) for each in self._found(passage)]
            every = (_among_others(passage, at, chances) for at in range(len(chances)))
            yield passage, [*self._lines(passage, every)]

    def _lines(
        self, passage: UnprovedPassage, every: Iterable[Iterable[_Candidate]]
    ) -> Iterator[list[ProposedLine]]:
        """The lines for each number, with the names that the best ones before have given."""
        names = dict[str, Any]()
        for at, (own, candidates) in enumerate(zip(passage.parsed, every, strict=True)):
            lines, given = list[ProposedLine](), ""
            for chance, each in _chances(candidates):
                name = each.name
                if name in self._book.namespaces or name in self.short.full or name in names:
                    each = each._replace(name=f"{name}_{at + 1}")  # noqa: PLW2901
                is_likely = chance >= (_LIKELY if each.ask.text else _HARMLESS)
                given = each.name if is_likely and not lines else given
                lines.append(ProposedLine(each.written(own.typed, names), is_likely))
            if given:
                names[given] = own.value
            yield lines

    def _found(self, passage: UnprovedPassage) -> list[list[_Candidate]]:
        """What may be asked for each number of a passage."""
        every, sentence, weights = list[list[_Candidate]](), 0, self._known.weights
        answers = dict[Any, list[_Ask]]()
        for own in passage.parsed:
            if own.sentence != sentence:
                sentence = own.sentence
                answers = self._of_sentence(_Around(passage, sentence, weights))
            around = _Around(passage, sentence, weights, own)
            found = list[_Candidate]()
            for asks in (self._known.cells, answers, _sums(around)):
                for value in asks:
                    if (style := _style(own.said, value)) is not None:
                        known = ((each, self._features(each, around, own)) for each in asks[value])
                        found += (_Candidate(*each, style) for each in known if each[1])
            every.append(found)
        return every

    def _of_sentence(self, around: _Around) -> dict[Any, list[_Ask]]:
        """What the rules answer whose words stand near, by the answers."""
        answers, rules = defaultdict[Any, list[_Ask]](list), self._known.rules
        near = ((max(map(around.fit, row.called)), row) for row in self._known.rows)
        around.rows = nlargest(_ROWS, (each for each in near if each[0] > _LEAST), itemgetter(0))
        scored = ((_score(self._of_rule(name, around)), name) for name in rules)
        asks = (a for _, name in nlargest(_RULES, scored) for a in self._asks(name, around))
        with suppress(LimitReached):
            for each in self._meter.within(lambda: [*asks]) or ():
                answers[each.value].append(each)
        return answers

    def _asks(self, name: str, around: _Around) -> Iterator[_Ask]:
        """A rule with its answers to what stands near."""
        rule, short = self._known.rules[name], self._alone.get(name, name)
        ways = [(0.0, tuple[_Given, ...]())]  # the likeliest first
        for each in rule.parameters:
            options = nlargest(_OPTIONS, _options(*each, around), key=itemgetter(0))
            longer = ((fit + given.fit, (*way, given)) for fit, way in ways for given in options)
            ways = nlargest(_WAYS, longer, key=itemgetter(0))
        for _, way in ways:
            own = tuple(each for each in way if each.text)
            given = {each.parameter: each.value for each in own}
            key = (name, *given.items())
            if key not in self._answers:
                self._answers[key] = _answer(rule.rule, given)
            if _is_sayable(value := self._answers[key]):
                by_name = {
                    p.name
                    for p, _ in rule.parameters
                    if p.kind is p.KEYWORD_ONLY or p.default is not p.empty
                }
                texts = (f"{each}={{}}" if each in by_name else "{}" for each in given)
                yield _Ask(f"{short}({', '.join(texts)})", value, name, own, len(ways))

    def _features(self, ask: _Ask, around: _Around, own: _Number) -> dict[str, float]:
        """What speaks for something that is asked; nothing, if too little does."""
        if not all(each.value in around.numbers for each in ask.given if each.is_typed):
            return {}
        unit, features = None, dict[str, float]()
        if ask.row:
            column = ask.text.removeprefix(ask.row.name)
            row = max(map(around.fit, ask.row.called))
            fit = around.fit(_words(column)) if column else row  # a plain value is its row's
            if row <= _ROW and fit <= _COLUMN:
                return {}
            unit = unit_of_name(self._book, f"{ask.row.name}{column}")
            features = {"cell": 1, "row": row, "column": fit}
        elif ask.of:
            unit = unit_of_answer(self._book, ask.of, (each.value for each in ask.given))
            features = {**self._of_rule(ask.of, around), **_spoken(ask, around)}
        elif ask.given:
            features = {"sum": 1}
        elif around.fit(_words(ask.text.partition(" ")[2])) > _ROW:
            features = {"fact": 1, "id": ask.text.partition(" ")[0] in around.passage.section}
        else:
            return {}
        units = self._book.units
        meant = units.by_word.get(own.unit, ())
        fits = any(units.fit(unit, each) for each in meant) if unit else False
        measured = {"unit": fits, "other unit": bool(unit and meant and not fits)}
        return {**features, **measured, "small": own.value in range(_SMALL + 1)}

    def _of_rule(self, name: str, around: _Around) -> dict[str, float]:
        rule, space = self._known.rules[name], _words(name.partition(".")[0])
        return {
            "rule": 1,
            "name": around.fit(rule.called),
            "explains": sum(around.told.get(word, 0.0) for word in rule.told),
            "space": around.fit(space) > 0,
        }


def _sums(around: _Around) -> Mapping[Any, list[_Ask]]:
    """What two other numbers come to, by the values."""
    found = defaultdict[Any, list[_Ask]](list)
    for one, other in permutations((n for n in around.numbers if n and is_number(n)), 2):
        values = {"-": one - other, "/": Fraction(one) / other}
        if one < other:
            values |= {"+": one + other, "*": one * other}
        given = tuple(_Given(0, "", plain_number(n), n, is_typed=True) for n in (one, other))
        for sign, value in values.items():
            if value not in (0, one, other):
                found[whole_if_it_is(value)].append(_Ask(f"{{}} {sign} {{}}", value, given=given))
    return found


def _options(parameter: Parameter, values: Collection[Any], around: _Around) -> Iterable[_Given]:
    """What a parameter may be given, each with how near it stands."""
    name, found, is_flag = parameter.name, list[_Given](), isinstance(next(iter(values), 0), bool)
    texts = {True: name} if is_flag else {each: each for each in values if isinstance(each, str)}
    for near, row in around.rows:
        for column in dict.fromkeys((name, name.rpartition("_")[2], "id")):
            own = row.record.fields.get(column)
            is_plain = isinstance(own, str | int | Fraction)
            if is_plain and (own in values or (not values and column == name)):
                text = f'"{own}"' if column == "id" else f"{row.name}.{column}"
                found.append(_Given(near, name, text, own, called=row.called))
    for value, said_as in texts.items():
        words, text = _words(said_as) or (said_as,), "true" if is_flag else f'"{value}"'
        if near := around.fit(words):
            found.append(_Given(near, name, text, value, called=(words,)))
    usual = () if texts else dict.fromkeys((*islice(values, 1), 0, 1))
    for value in (value for value in usual if value in values):
        found.append(_Given(_LEAST, name, plain_number(value), value))
    for value, place in around.numbers.items() if not texts else ():
        if value in values or (not values and value is not None):
            fit = 1 / (2 + around.sentence - place.sentence)
            found.append(_Given(fit, name, plain_number(value), value, is_typed=True))
    found += [] if parameter.default is parameter.empty else [_Given(2 * _LEAST, name)]
    found.sort(key=itemgetter(0))
    return {each.value: each for each in found}.values()


def _answer(rule: Callable[..., Any], given: Mapping[str, Any]) -> object:
    """What a rule answers; None where it refuses what it is given."""
    try:
        return rule(**given)
    except LimitReached:
        raise
    except Exception:  # noqa: BLE001 whatever it is, the rule has no answer
        return None


def _spoken(ask: _Ask, around: _Around) -> dict[str, float]:
    """What speaks for what a rule is given: beside which words, and how near it stands."""
    typed = [(around.numbers[each.value], each.parameter) for each in ask.given if each.is_typed]
    labels = [not number.beside.isdisjoint(_words(name)) for number, name in typed]
    words = [max(map(around.fit, each.called)) for each in ask.given if each.called]
    return {
        "label": fmean(labels or [0]),
        "words": min(words or [0]),
        "usual": len(ask.given) - len(typed) - len(words),
        "tried": log(ask.tried),
    }


def _among_others(
    passage: UnprovedPassage, at: int, chances: Sequence[Sequence[tuple[float, _Candidate]]]
) -> Iterator[_Candidate]:
    """The candidates of a number, by how likely those of the other numbers are.

    What they take is likely chosen, and a rule that is asked is asked again.
    """
    own = passage.parsed[at]
    rules, takes = defaultdict[str, float](float), defaultdict[str, float](float)
    for chance, each in chain(*chances[:at], *chances[at + 1 :]):
        rules[each.ask.of] += chance
        for given in each.ask.given:
            if given.is_typed and given.parameter and given.value == own.value:
                takes[given.parameter] += chance
    for _, each in chances[at]:
        family = min(rules[each.ask.of], 1.0) if each.ask.of else 0.0
        yield each._replace(features={**each.features, "family": family})
    if takes:
        name = max(takes, key=takes.__getitem__)
        features = {
            "chosen": 1,
            "taken": min(sum(takes.values()), 1.0),
            "opens": at == 0 or passage.parsed[at - 1].sentence != own.sentence,
            "result": own.said.kind in ("signed", "percent") or not isinstance(own.value, int),
        }
        yield _Candidate(_Ask(""), features, name=name)
    if any(other.said.key == own.said.key for other in passage.parsed[:at]):
        yield _Candidate(_Ask(""), {"again": 1})


def _chances(candidates: Iterable[_Candidate]) -> list[tuple[float, _Candidate]]:
    """Candidates with the chance of each, the likeliest first; that none is right has one, too."""
    odds = [(exp(_score(each.features)), each) for each in candidates]
    odds.sort(key=lambda each: (-each[0], len(each[1].ask.text)))
    whole = 1 + sum(each for each, _ in odds)
    return [(each / whole, candidate) for each, candidate in odds]


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
