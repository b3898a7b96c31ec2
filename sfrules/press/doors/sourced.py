"""Answers for programs: each with its exact value, where it comes from, and a digest to hold it to.

They are plain data. What cannot be answered raises `QuestionRefused`, whose message says why: with
the values that are allowed, where something lies outside of them.
"""

from __future__ import annotations

import inspect
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from sfrules.ground.formats import format_value
from sfrules.ground.ledger import Entry, origin_of, relative
from sfrules.ground.problems import Mistake, ProblemsFound
from sfrules.press.audit.counting_words import singular
from sfrules.press.doors.answers import Answers, refusal
from sfrules.press.doors.site_settings import CONFIG, nearest_site
from sfrules.press.expression.rule_source import Unreadable
from sfrules.press.page.sandbox import shape
from sfrules.press.things.book import Book
from sfrules.press.things.formulas.formula import read_formula
from sfrules.press.things.formulas.formula_kind import formula_text

if TYPE_CHECKING:  # Python-Markdown is loaded where pages are asked for
    from sfrules.press.doors.site_check import SiteCheck

# With these, no answer has more than 10 KB.
MOST_PLACES, MOST_FOUND, MOST_RULES = 20, 10, 5
MOST_CHARACTERS = 1_500  # of an expression with its value, and of steps
MOST_SAID = 250  # characters of what a rule, a term or a table says
_LETTERS = re.compile(r"[^\W\d_]+")


class QuestionRefused(Mistake):
    """A question without an answer; the message is the reason, for whoever asked."""


@dataclass(frozen=True)
class AskedRule:
    """A rule that an answer comes from: its call, its words, its code, and the page with it.

    `formula` is empty where its code is no formula, and `page` where no page prints it.
    """

    name: str
    says: str
    formula: str
    file: str
    line: int
    page: str


@dataclass(frozen=True)
class BookEdition:
    """Which rules were asked: a book by its title, and a digest of its code and its facts."""

    book: str
    digest: str


@dataclass(frozen=True)
class SourcedAnswer:
    """What an expression comes to: exactly, as a page prints it, and its unit if that is known."""

    expression: str
    value: str
    printed: str
    unit: str
    rules: list[AskedRule]
    edition: BookEdition
    digest: str


@dataclass(frozen=True)
class WorkedExplanation:
    """An answer, and how it is worked out."""

    steps: str
    answer: SourcedAnswer


@dataclass(frozen=True)
class PrintedPlace:
    """Where a page says an expression, and what it prints there."""

    place: str
    page: str
    expression: str
    printed: str


@dataclass(frozen=True)
class PrintedPlaces:
    """All the places, by their number, and the first of them."""

    count: int
    places: list[PrintedPlace]


@dataclass(frozen=True)
class SearchHit:
    """A rule, a term or a table that a search has found."""

    kind: str
    name: str
    says: str
    page: str


@dataclass(frozen=True)
class SearchHits:
    """What a search has found, the best first."""

    found: list[SearchHit]


@dataclass(frozen=True)
class AnswerVerdict:
    """Whether an answer still holds: what it was, and what it is now."""

    holds: bool
    was: str
    now: str
    same_edition: bool


def read_answer(text: str) -> SourcedAnswer:
    """An answer that was written as JSON.

    Raises:
        QuestionRefused: for a text that is none.
    """
    try:
        said = json.loads(text)
        rules = [AskedRule(**rule) for rule in said.pop("rules")]
        return SourcedAnswer(
            **said | {"rules": rules, "edition": BookEdition(**said.pop("edition"))}
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise QuestionRefused("this is no answer: sfrules calc --format json writes one") from None


class SourcedAnswers:
    """Answers questions about a book, each with its sources."""

    def __init__(self, book: Book, folder: Path) -> None:
        self.book = book
        self._folder = folder
        self._answers = Answers(book)

    def calc(self, expression: str) -> SourcedAnswer:
        """What an expression of the language of pages comes to.

        Raises:
            QuestionRefused: for what cannot be read, or lies outside of a rule's domain.
        """
        result = self._answers.evaluated(expression)
        if result.fault:
            raise QuestionRefused(_short(refusal(result.fault)))
        if (length := len(expression) + len(result.told)) > MOST_CHARACTERS:
            raise QuestionRefused(f"that is too much: {length:,} characters; ask for a part of it")
        functions = [*dict.fromkeys(call.function for call in result.calls)]
        rules = [self._rule(function) for function in functions[:MOST_RULES]]
        printed = _printed(result.value) or result.told
        unit = result.unit.name if result.unit else ""
        of = (expression, result.told, printed, unit, rules, self.edition)
        answer = SourcedAnswer(*of, digest="")
        return replace(answer, digest=_digest_of(answer))

    def line(self, expression: str) -> str:
        """The answer of `calc` in one line of JSON, or why there is none."""
        try:
            told: dict[str, object] = asdict(self.calc(expression))
        except QuestionRefused as refused:
            told = {"error": str(refused)}
        return json.dumps(told, ensure_ascii=False)

    def explain(self, expression: str) -> WorkedExplanation:
        """An expression in its steps; raises QuestionRefused as `calc` does."""
        steps = self._answers.explanation(expression)
        if steps.startswith("error:"):
            raise QuestionRefused(_short(steps.removeprefix("error: ")))
        return WorkedExplanation(_short(steps), self.calc(expression))

    def where(self, name: str) -> PrintedPlaces:
        """The places of the book that print something of a rule, a row, a table or an expression.

        Raises:
            QuestionRefused: where there is no site, or no page prints it.
        """
        if self._site is None:
            raise QuestionRefused(
                "there are no pages: no mkdocs.yml stands in this folder or above it"
            )
        try:
            entries = self._site.printing(name)
        except ProblemsFound as error:
            raise QuestionRefused(_short(str(error))) from None
        if not entries:
            raise QuestionRefused(f"no page prints {_short(name)}")
        return PrintedPlaces(len(entries), [*map(_place, entries[:MOST_PLACES])])

    def search(self, words: str) -> SearchHits:
        """The rules, terms and tables whose names and words are most like those that are given."""
        sought = self._uses.keys() & {_stem(word) for word in words_of(words)}

        def likeness(at: int) -> float:
            named, said = self._words[at]
            return sum((3 * (word in named) + (word in said)) / self._uses[word] for word in sought)

        alike = {at: how for at in range(len(self._things)) if (how := likeness(at))}
        best = sorted(alike, key=lambda at: (-alike[at], len(self._words[at][0]), at))
        return SearchHits([self._things[at] for at in best[:MOST_FOUND]])

    def verify(self, answer: SourcedAnswer) -> AnswerVerdict:
        """Whether an answer of `calc` is one that the book gave, and would give again.

        Raises:
            QuestionRefused: for one that has been changed since it was given.
        """
        if _digest_of(answer) != answer.digest:
            raise QuestionRefused(
                "the answer is not as it was given: its digest is that of another"
            )
        now = self.calc(answer.expression).value
        same = answer.edition == self.edition
        return AnswerVerdict(now == answer.value, answer.value, now, same_edition=same)

    @cached_property
    def edition(self) -> BookEdition:
        """The book by a digest of the files of its rules and facts."""
        whole = sha256()
        for path in sorted(self.book.watch, key=lambda path: relative(path, self.book.root)):
            if path.is_file():
                whole.update(f"{relative(path, self.book.root)}\0".encode())
                whole.update(sha256(path.read_bytes()).digest())
        return BookEdition(self.book.title, whole.hexdigest()[:16])

    def _rule(self, function: Callable[..., object]) -> AskedRule:
        name = self.book.rule_names[function]
        origin = origin_of(name, function, self.book.root)
        call, formula = shape(name, inspect.signature(function)), ""
        with suppress(Unreadable):
            formula = formula_text(read_formula(function, self.book.words))
        place = origin.path, origin.line
        page = self._explaining(name) or self._printing.get(name, "")
        return AskedRule(call, _first_line(function), _short(formula, MOST_SAID), *place, page)

    def _explaining(self, rule: str) -> str:
        """The page that explains what a rule is called like, if any does."""
        return self._pages.get(rule.rpartition(".")[2].replace("_", " "), "")

    @cached_property
    def _site(self) -> SiteCheck | None:
        from sfrules.press.doors.site_check import SiteCheck

        site = nearest_site(self._folder)
        return SiteCheck(site / CONFIG, cached=True) if site else None

    @cached_property
    def _printing(self) -> dict[str, str]:
        """For each rule, the first page that prints something of it, its formula before all."""
        entries = self._site.check().entries if self._site else ()
        places: dict[str, str] = {}
        for entry in sorted(entries, key=lambda entry: entry.kind not in ("formula", "worked")):
            for origin in entry.origins:
                places.setdefault(origin.name, _page(entry))
        return places

    @cached_property
    def _pages(self) -> dict[str, str]:
        """The page with each term, by its names, and the heading there."""
        return {
            name: f"{term.page}{term.anchor and f'#{term.anchor}'}"
            for term in self.book.terms
            for name in (*term.aliases, term.term)
        }

    @cached_property
    def _things(self) -> list[SearchHit]:
        return [*self._found_things()]

    @cached_property
    def _words(self) -> list[tuple[set[str], set[str]]]:
        """Of each thing, the words of its name and of what it says."""
        texts = ((thing.name.partition("(")[0], thing.says) for thing in self._things)
        return [({*map(_stem, words_of(a))}, {*map(_stem, words_of(b))}) for a, b in texts]

    @cached_property
    def _uses(self) -> Counter[str]:
        """Of how many things a word speaks: one that is of many says little."""
        return Counter(word for named, said in self._words for word in named | said)

    def _found_things(self) -> Iterator[SearchHit]:
        for function, name in self.book.rule_names.items():
            call = shape(name, inspect.signature(function))
            yield SearchHit("rule", call, _first_line(function), self._explaining(name))
        for term in self.book.terms:
            said = _short(term.definition, MOST_SAID)
            yield SearchHit("term", term.term, said, self._pages[term.term])
        for id, table in self.book.tables.items():
            yield SearchHit("table", id, table().caption, "")


def words_of(text: str) -> list[str]:
    """The words of a text, in small letters and in the singular."""
    return [singular(word) for word in _LETTERS.findall(text.replace("_", " "))]


def _stem(word: str) -> str:
    """A word without its ending, so that falling and falls are a fall."""
    return re.sub(r"(?<=\w{4})(?:ing|ed|er)$", "", word)


def _printed(value: object) -> str:
    try:
        return format_value(value)
    except TypeError:  # a record, a piece of the page: it has no text of its own
        return ""


def _place(entry: Entry) -> PrintedPlace:
    return PrintedPlace(
        f"{entry.page}:{entry.line}:{entry.column}",
        _page(entry),
        _short(entry.expression, 120),
        _short(" ".join(entry.printed.split()), 80),
    )


def _page(entry: Entry) -> str:
    return f"{entry.page}{entry.anchor and f'#{entry.anchor}'}"


def _short(text: str, most: int = MOST_CHARACTERS) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _first_line(documented: object) -> str:
    return _short((inspect.getdoc(documented) or "").partition("\n")[0], MOST_SAID)


def _digest_of(answer: SourcedAnswer) -> str:
    """A digest of all that an answer says beside it: a slip shows, a forger could make another."""
    said = json.dumps(asdict(replace(answer, digest="")), sort_keys=True)
    return sha256(said.encode()).hexdigest()[:32]
