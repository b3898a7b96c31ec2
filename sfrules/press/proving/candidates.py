"""What might vouch for the numbers of a passage, the likeliest first.

Each rule is asked with the numbers, words and rows that stand near, and each row that is named is
looked through. What answers exactly this number is a candidate. So are the sum of
two others, a fact of a source, a name for a number that another line takes, and a number that is
said again.
How likely each is goes by what speaks for it, such as the words of its name beside the number, and
by what the numbers around seem to be. Another rule often has the same answer, so that only a person
can choose.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice, permutations, product, takewhile
from math import exp, log
from statistics import fmean
from typing import Any, NamedTuple

from sfrules.ground.faults import LimitReached
from sfrules.ground.formats import format_value
from sfrules.ground.number_words import is_number
from sfrules.ground.source import FRONT_MATTER
from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.values import signature_of, whole_if_it_is
from sfrules.press.page.expand import Page, short_names_of
from sfrules.press.page.names import name_in_words, unit_of_answer, unit_of_name
from sfrules.press.proving.claims import Wording, bounded, number, said
from sfrules.press.proving.subjects import stem
from sfrules.press.things.book import Record, Rulebook, Unit, once_per_book

#: How much each thing counts that may speak for a candidate, or against it: log-odds, fitted to
#: lines that people wrote (bench/candidates.py says how often the best is theirs).
WEIGHTS = {
    # A rule: its kind, the words of its name, and those of its docstring and parameters, too.
    "rule": -3.3, "name": 4.8, "explains": 3.6, "family": 0.8,
    # Its unit, and whether it is a small number.
    "unit": 1.8, "other unit": -2.6, "small": -1.1,
    # What a rule is given: numbers, with their labels.
    "given near": -0.9, "given label": 1.8, "given last": 1.4, "given behind": -2.7,
    # A cell of a row.
    "cell": -2.9, "row": 2.8, "column": 5.4,
    # A number that is only given a name, which another line takes; one that is said again.
    "chosen": -1.6, "taken": 1.3, "own word": 2.1, "example": 0.4, "again": -0.4,
    # The sum of two others; a fact of a source.
    "sum": -2.4, "fact": -2.1, "about": 1.2, "id": 3.2,
}  # fmt: skip
_LIKELY = 0.25  # the chance from which a line is shown first
_RULES, _WAYS, _OPTIONS, _ROWS = 30, 40, 6, 12  # how many of each are tried
_NEAR = 30  # characters on each side of a number, whose words are beside it
_REACH = 40.0  # characters at which a word of the same sentence counts half
_ABOVE, _BEFORE, _BEHIND = 0.3, 0.5, 0.1  # of a heading, of the last sentence, of the next ones
_ALONE = 0.5  # how well a row fits that stands for its value, and has no column to name
_LATER = 0.7  # of what stands behind the number in its sentence
_LEAST = 0.1  # of how near a row has to be named
_SMALL = 3  # numbers up to here have many answers by chance

# What begins another passage: a heading, a box or a tab, a fence.
_BEGINS = re.compile(r"^[ \t]*(?:#{1,6}\s|!!!|\?\?\?|===|`{3,}|~{3,})", re.MULTILINE)
_BLOCK = re.compile(r"(?:^[ \t]*\S[^\n]*\n?)+", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]+")
_MARKS = re.compile(r"[*_\[\]]|\{[^{}\n]*\}")
_SENTENCE_END = re.compile(r"(?<=[.!?:;])\s|\n")
_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<text>.+)", re.MULTILINE)
_UNIT = re.compile(r"[\s*_\[\]-]*([^\W\d_]+)")
_COUNTS = {"no": 0, "none": 0, "nothing": 0, "one": 1, "single": 1, "once": 1, "both": 2}
_COUNT = re.compile(rf"\b(?:{'|'.join(_COUNTS)})\b", re.IGNORECASE)
_PLAIN = frozenset(
    "a an and are as at be but by can for from give has have he her his how if in is it its more no"
    " not of on one or she so than that the their them then they this to what when which who with"
    " you your".split()
)


@lru_cache(maxsize=16_384)
def _words(text: str) -> tuple[str, ...]:
    """The stems of a text's words, without those that every sentence has."""
    found = (each.casefold() for each in _WORD.findall(text.replace("_", " ")))
    return tuple(stem(word) for word in found if word not in _PLAIN and len(word) > 1)


def _score(features: Mapping[str, float]) -> float:
    """How much speaks for a candidate."""
    return sum(WEIGHTS[name] * value for name, value in features.items())


class ProposedLine(NamedTuple):
    """A line of a proof, and the chance that it is what its sentence is about."""

    text: str
    chance: float

    @property
    def is_likely(self) -> bool:
        """Whether enough speaks for it to be shown first."""
        return self.chance >= _LIKELY


class _Given(NamedTuple):
    """What a parameter of a rule may be given; no text, where it is left out."""

    parameter: str
    fit: float
    text: str = ""
    value: Any = None
    is_typed: bool = False


class _Candidate(NamedTuple):
    """What may be asked for a number, and what speaks for it."""

    asks: str
    features: Mapping[str, float]
    #: What stands for the braces in it.
    given: tuple[_Given, ...] = ()
    rule: str = ""
    #: What a number is called that is only given a name; nothing is asked then.
    name: str = ""

    def written(self, typed: str, names: Mapping[str, Any]) -> str:
        """The line, with the names that lines before have given to numbers."""
        texts = []
        for each in self.given:
            own = (n for n, v in names.items() if v == each.value and n.startswith(each.parameter))
            texts.append(next(own, each.text) if each.is_typed else each.text)
        asks = self.name or (self.asks.format(*texts) if texts else self.asks)
        return f"{asks} {typed}" if asks[-1:] == ":" else f"{asks} = {typed}" if asks else typed


class _Named(NamedTuple):
    """A rule or a row: its dotted name, what it is called, and all words that tell of it."""

    name: str
    called: tuple[tuple[str, ...], ...]
    thing: Any
    told: frozenset[str] = frozenset()


@once_per_book
def _vocabulary(book: Rulebook) -> tuple[list[_Named], list[_Named], Mapping[str, float]]:
    """Rules, rows, and how much each word of the rules tells: less, the more have it."""
    rules, rows = list[_Named](), list[_Named]()
    for rule, name in book.rule_names.items():
        own, summary = name.rpartition(".")[2], (rule.__doc__ or "").partition("\n")[0]
        told = _words(" ".join([own, summary, *signature_of(rule).parameters]))
        rules.append(_Named(name, (_words(own),), rule, frozenset(told)))
    for space, members in book.namespaces.items():
        for key, row in members.items():
            if isinstance(row, Record):
                full = f"{space}.{key}"
                rows.append(_Named(full, (_words(key), _words(name_in_words(book, full))), row))
    often = Counter(word for rule in rules for word in rule.told)
    return rules, rows, {word: log((1 + len(rules)) / n) for word, n in often.items()}


class _Number(NamedTuple):
    """A number of a passage: where it stands, and what it says, with the bound beside it."""

    start: int
    sentence: int
    typed: str
    said: Wording
    value: Any
    #: The word right before it, the one behind, and what may be its unit.
    label: str
    noun: str
    unit: str

    def is_called(self, words: Iterable[str]) -> bool:
        """Whether one of some words stands right before it, or behind."""
        return not {self.label, self.noun}.isdisjoint(words)


class UnprovedPassage(NamedTuple):
    """Loose numbers of a page that one proof would be about, with where it would stand.

    The text of the passage begins at `start`; the proof stands at `end`, indented by `margin`.
    """

    start: int
    end: int
    margin: str
    numbers: tuple[tuple[int, int], ...]


def _passages_of(text: str, numbers: Sequence[tuple[int, int]]) -> Iterator[UnprovedPassage]:
    """The passages of a page that loose numbers, given by their offsets, stand in."""
    at = front.end() if (front := FRONT_MATTER.match(text)) else 0
    begins = [0, *(each.start() for each in _BEGINS.finditer(text, at))]
    blocks = [each.span() for each in _BLOCK.finditer(text, at)]
    groups: dict[int, list[tuple[int, int]]] = {}
    for place in numbers:
        groups.setdefault(max(each for each in begins if each <= place[0]), []).append(place)
    for start, own in groups.items():
        last = own[-1][1]
        end = next((high for low, high in blocks if low < last <= high), len(text))
        line = text[text.rfind("\n", 0, own[-1][0]) + 1 : own[-1][0]]
        margin = line[: len(line) - len(line.lstrip(" "))]
        yield UnprovedPassage(start, end, margin, tuple(own))


class _Passage:
    """The numbers of a passage, its words, and what stands above it."""

    def __init__(self, page: str, passage: UnprovedPassage) -> None:
        text = self.text = page[passage.start : passage.end]
        self._ends = [0, *(found.end() for found in _SENTENCE_END.finditer(text))]
        places = ((low - passage.start, high - passage.start) for low, high in passage.numbers)
        self.numbers = [self._number(*place) for place in places]
        self.words = [(f.start(), word) for f in _WORD.finditer(text) for word in _words(f[0])]
        self.counts = [(f.start(), _COUNTS[f[0].casefold()]) for f in _COUNT.finditer(text)]
        headings = [*_HEADING.finditer(page, 0, passage.start + 1)]
        self.above = {*_words(" ".join(each["text"] for each in (*headings[:1], *headings[-1:])))}
        self.section = page[headings[-1].start() if headings else 0 : passage.end]
        self.is_example = text.lstrip().startswith(("!!! example", "??? example"))

    def sentence(self, at: int) -> int:
        """The number of the sentence that an offset is in."""
        return bisect_right(self._ends, at)

    def _number(self, low: int, high: int) -> _Number:
        bound, *whole = bounded(self.text, low, high)
        text = self.text[slice(*(whole if bound else (low, high)))]
        typed = " ".join(_MARKS.sub("", text).split())
        own = number(self.text[low:high])
        is_one = own.low is not None and own.high is None
        value = whole_if_it_is(own.low) if is_one else None
        unit = _UNIT.match(self.text, high)
        return _Number(
            low,
            self.sentence(low),
            typed,
            said(typed) if bound else own,
            value,
            next(reversed(_words(self.text[max(0, low - _NEAR) : low])), ""),
            next(iter(_words(self.text[high : high + _NEAR])), "-"),
            unit[1].casefold() if unit else "",
        )


class _Around:
    """The words, numbers and rows around one number of a passage, and how near they stand."""

    def __init__(
        self, passage: _Passage, own: _Number, rows: Iterable[_Named], weights: Mapping[str, float]
    ) -> None:
        self.own, self.passage, self._weights = own, passage, weights
        self._near = dict.fromkeys(passage.above, _ABOVE)
        for at, word in passage.words:
            self._near[word] = max(self._nearness(at), self._near.get(word, 0.0))
        known = {word: weights[word] * near for word, near in self._near.items() if word in weights}
        self._known, self._whole = known, sum(known.values()) or 1.0
        #: The other numbers that a rule may be given; what is behind is seldom.
        self.numbers: dict[Any, tuple[float, _Number]] = {}
        for other in passage.numbers:
            if other is not own and other.value is not None:
                back = own.sentence - other.sentence
                near = 1 / (1 + back / 2) if back >= 0 else _BEHIND
                known_near = self.numbers.get(other.value, (0.0, other))
                self.numbers[other.value] = max((near, other), known_near)
        for at, count in passage.counts:
            if passage.sentence(at) == own.sentence:
                self.numbers.setdefault(count, (self._nearness(at), own))
        before = [n for n in passage.numbers if n.start < own.start and n.sentence == own.sentence]
        #: The number before in the same sentence.
        self.last = before[-1].value if before else None
        named = [(max(map(self.near, row.called)), row) for row in rows]
        named.sort(key=lambda each: -each[0])
        self.rows = [(near, row) for near, row in named[:_ROWS] if near > _LEAST]

    def _nearness(self, at: int) -> float:
        back = self.own.sentence - self.passage.sentence(at)
        if back:
            return _BEFORE / back if back > 0 else _BEHIND
        near = 1 / (1 + abs(self.own.start - at) / _REACH)
        return near if at < self.own.start else near * _LATER

    def near(self, words: Iterable[str]) -> float:
        """How near some words stand, together; 0 where one of them is missing."""
        return min((self._near.get(word, 0.0) for word in words), default=0.0)

    def fit(self, words: Iterable[str]) -> float:
        """The share of some words that stand near, by how much each tells."""
        pairs = [(self._weights.get(word, 5.0), self._near.get(word, 0.0)) for word in words]
        whole = sum(weight for weight, _ in pairs) or 1.0
        return sum(weight * near for weight, near in pairs) / whole

    def explained(self, words: Iterable[str]) -> float:
        """How much of what is said around the number some words say."""
        return sum(self._known.get(word, 0.0) for word in words) / self._whole


class Candidates:
    """Finds candidates for the numbers of a page's passages."""

    def __init__(self, book: Rulebook, page: Page) -> None:
        self._book, self._page, self.short = book, page, short_names_of(book, page)
        self._rules, self._rows, self._weights = _vocabulary(book)
        self._alone = {full: name for name, full in self.short.full.items()}
        self._answers = dict[tuple[object, ...], object]()

    def of_page(
        self, places: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[UnprovedPassage, list[list[ProposedLine]]]]:
        """The passages of loose numbers, and for each number lines that say it, the best first."""
        text = self._page.source.text
        for unproved in _passages_of(text, places):
            passage = _Passage(text, unproved)
            yield unproved, [*self._lines(passage, self._weighed(passage))]

    def _lines(
        self, passage: _Passage, every: Iterable[Sequence[_Candidate]]
    ) -> Iterator[list[ProposedLine]]:
        """The lines for each number, with the names that the best ones before have given."""
        names = dict[str, Any]()
        for at, (own, candidates) in enumerate(zip(passage.numbers, every, strict=True)):
            lines, given = list[ProposedLine](), ""
            for chance, each in _chances(candidates):
                name = each.name
                if name in self._book.namespaces or name in self.short.full or name in names:
                    each = each._replace(name=f"{name}_{at + 1}")  # noqa: PLW2901
                given = given if lines else each.name
                lines.append(ProposedLine(each.written(own.typed, names), chance))
            if given:
                names[given] = own.value
            yield lines

    def _weighed(self, passage: _Passage) -> list[list[_Candidate]]:
        """The candidates of each number, with what speaks for them."""
        around = [_Around(passage, own, self._rows, self._weights) for own in passage.numbers]
        found = [self._of_number(each) for each in around]
        chances = [_chances(each) for each in found]
        return [
            [*_among_others(passage, at, found[at], [c for c in chances if c is not own])]
            for at, own in enumerate(chances)
        ]

    def _of_number(self, around: _Around) -> list[_Candidate]:
        """What is asked for a number; nothing, where a rule takes too long."""
        try:
            ways = self._of_rows(around), self._of_rules(around), _of_sums(around)
            found = Meter().within(lambda: [*chain(*ways)]) or []
        except LimitReached:
            return []
        value = around.own.value
        is_small = isinstance(value, int) and 0 <= value <= _SMALL
        found = [each._replace(features={**each.features, "small": is_small}) for each in found]
        return [*found, *self._of_facts(around)]

    def _of_facts(self, around: _Around) -> Iterator[_Candidate]:
        """The facts of sources with this number: their words stand near."""
        for (id, about), row in self._book.cited.items():
            fit, own = around.fit(_words(about)), said(str(row.fields.get("number", "")))
            if own.key == around.own.said.key and fit > 2 * _LEAST:
                features = {"fact": 1, "about": fit, "id": id in around.passage.section}
                yield _Candidate(f"{id} {about}:", features)

    def _measured(self, own: _Number, unit: Unit | None) -> dict[str, float]:
        """Whether the word behind a number is the unit of what is asked, or another one."""
        units = self._book.units
        meant = units.by_word.get(own.unit, ())
        fits = any(units.fit(unit, each) for each in meant) if unit else False
        return {"unit": fits, "other unit": bool(unit and meant and not fits)}

    def _of_rows(self, around: _Around) -> Iterator[_Candidate]:
        """The cells and the figures of the rows that stand near, and ranges between two values."""
        own = around.own
        for near, row in around.rows:
            for column in [*row.thing.fields, *row.thing.figures]:
                value, figure = row.thing.fields.get(column), row.thing.figures.get(column)
                if figure and not figure.waits:
                    given = *figure.arguments, row.thing.fields["id"]
                    value = _answer(self._book.member(figure.rule), *given, **figure.keywords)
                is_text = isinstance(value, str) and own.said.kind != "dice"
                if own.said.is_of(value) and not is_text:
                    name, is_alone = f"{row.name}.{column}", column == row.thing.stands_for
                    measured = self._measured(own, unit_of_name(self._book, name))
                    fit = _ALONE if is_alone else around.fit(_words(column))
                    rule = figure.rule if figure else f"{row.name.partition('.')[0]}.{column}"
                    features = {"cell": 1, "row": near, "column": fit, **measured}
                    yield _Candidate(row.name if is_alone else name, features, rule=rule)
        values = [row for row in self._rows if row.thing.stands_for and around.fit(row.called[0])]
        for low, high in permutations(values, 2) if own.said.high is not None else ():
            ends = [row.thing.fields[row.thing.stands_for] for row in (low, high)]
            if ends == [own.said.low, own.said.high]:
                fit = around.fit((*low.called[0], *high.called[0]))
                yield _Candidate(f"[{low.name}, {high.name}]", {"row": fit})

    def _of_rules(self, around: _Around) -> Iterator[_Candidate]:
        """The answers of the rules whose words stand near, asked with what stands near."""
        ranked = [
            (
                rule,
                {
                    "rule": 1,
                    "name": around.fit(rule.called[0]),
                    "explains": around.explained(rule.told),
                },
            )
            for rule in self._rules
        ]
        ranked.sort(key=lambda each: -_score(each[1]))
        for rule, features in ranked[:_RULES]:
            name = self._alone.get(rule.name, rule.name)
            ways = dict[tuple[object, ...], tuple[_Given, ...]]()
            for given in self._ways(rule, around):
                ways.setdefault(tuple((each.parameter, each.value) for each in given), given)
            for key, given in ways.items():
                if (rule.name, key) not in self._answers:
                    named = {each.parameter: each.value for each in given}
                    self._answers[rule.name, key] = _answer(rule.thing, **named)
                style = _style(around.own.said, self._answers[rule.name, key])
                if style is not None:
                    texts = [each.value for each in given if isinstance(each.value, str)]
                    unit = unit_of_answer(self._book, rule.name, texts)
                    more = {**_spoken(given, around), **self._measured(around.own, unit)}
                    asks = f"{name}({', '.join(['{}'] * len(given))}){style}"
                    yield _Candidate(asks, {**features, **more}, given, rule.name)

    def _ways(self, rule: _Named, around: _Around) -> Iterator[tuple[_Given, ...]]:
        """What a rule may be given, the likeliest first; the last parameters may be left out."""
        choices = []
        for parameter in signature_of(rule.thing).parameters.values():
            options = [*self._options(rule, parameter.name, around)]
            if parameter.default is not parameter.empty:
                options.append(_Given(parameter.name, _LEAST * 2))
            choices.append(sorted(options, key=lambda each: -each.fit)[:_OPTIONS])
        ways = [*islice(product(*choices), _WAYS * 10)]
        ways.sort(key=lambda way: -sum(each.fit for each in way))
        for way in ways[:_WAYS]:
            given = tuple(takewhile(lambda each: each.text, way))
            if not any(each.text for each in way[len(given) :]):
                yield given

    def _options(self, rule: _Named, parameter: str, around: _Around) -> Iterator[_Given]:
        """What a parameter may be given, each with how near it stands."""
        values: Sequence[Any] = self._book.domain(rule.thing, parameter) or ()
        texts = [value for value in values if isinstance(value, str)]
        for value, (near, _) in around.numbers.items() if not texts else ():
            if not values or value in values:
                yield _Given(parameter, near / 2, format_value(value), value, is_typed=True)
        for near, row in around.rows:
            for column in dict.fromkeys((parameter, parameter.rpartition("_")[2])):
                own = row.thing.fields.get(column)
                is_plain = isinstance(own, str | bool) or is_number(own)
                if is_plain and (own in values if values else column == parameter):
                    yield _Given(parameter, near, f"{row.name}.{column}", own)
        for text in texts:
            if near := around.near(_words(text) or [text]):
                yield _Given(parameter, near, f'"{text}"', text)


def _answer(rule: Any, /, *given: object, **named: object) -> object:
    """What a rule answers; None where it refuses what it is given."""
    try:
        return rule(*given, **named)
    except LimitReached:
        raise
    except Exception:  # noqa: BLE001 whatever it is, the rule has no answer
        return None


def _of_sums(around: _Around) -> Iterator[_Candidate]:
    """What two other numbers come to, or what one is more than the other."""
    known: list[Any] = [each for each in around.numbers if each and is_number(each)]
    for one, other in permutations(known, 2):
        given = tuple(_Given("", 0.0, format_value(n), n, is_typed=True) for n in (one, other))
        for sign, value in {"-": one - other, "+": one + other if one < other else 0}.items():
            if value == around.own.said.low != 0:
                yield _Candidate(f"{{}} {sign} {{}}", {"sum": 1}, given)


def _spoken(given: Iterable[_Given], around: _Around) -> dict[str, float]:
    """What speaks for what a rule is given: where its numbers stand, and beside which words."""
    typed = [(each, *around.numbers[each.value]) for each in given if each.is_typed]
    labels = [other.is_called(_words(each.parameter)) for each, _, other in typed]
    return {
        "given near": fmean([near for _, near, _ in typed] or [0]),
        "given label": fmean(labels or [0]),
        "given last": around.last in [each.value for each, _, _ in typed if each.value],
        "given behind": sum(other.start > around.own.start for _, _, other in typed),
    }


def _among_others(
    passage: _Passage,
    at: int,
    found: Iterable[_Candidate],
    others: Iterable[Iterable[tuple[float, _Candidate]]],
) -> Iterator[_Candidate]:
    """The candidates of a number, by how likely those of the other numbers are.

    What they take is likely chosen, and a rule that is asked is asked again.
    """
    own = passage.numbers[at]
    rules, takes = defaultdict[str, float](float), defaultdict[str, float](float)
    for chance, each in (pair for pairs in others for pair in pairs):
        rules[each.rule] += chance
        for given in each.given:
            if given.is_typed and given.parameter and given.value == own.value:
                takes[given.parameter] += chance
    for each in found:
        family = min(rules[each.rule], 1.0) if each.rule else 0.0
        yield each._replace(features={**each.features, "family": family})
    if takes:
        name = max(takes, key=takes.__getitem__)
        features = {
            "chosen": 1,
            "taken": min(takes[name], 1.0),
            "own word": own.is_called(_words(name)),
            "example": passage.is_example,
        }
        yield _Candidate("", features, name=name)
    if any(other.said.key == own.said.key for other in passage.numbers[:at]):
        yield _Candidate("", {"again": 1})


def _chances(candidates: Iterable[_Candidate]) -> list[tuple[float, _Candidate]]:
    """Candidates with the chance of each, the likeliest first; that none is right has one, too."""
    odds = [(exp(_score(each.features)), each) for each in candidates]
    whole = 1 + sum(each for each, _ in odds)
    return sorted(((each / whole, c) for each, c in odds), key=lambda x: (-x[0], len(x[1].asks)))


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
