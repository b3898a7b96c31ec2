"""A book as the press knows it: the names that its pages may use, and what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from sfrules.ground.ledger import Origin, origin_of
from sfrules.ground.problems import Problem
from sfrules.press.expression.from_rule import Words
from sfrules.press.things.tables import Table

if TYPE_CHECKING:
    from sfrules.press.things import charts as of_charts
    from sfrules.press.things import figures as of_figures
    from sfrules.press.things.thing import Kind


@dataclass(frozen=True, eq=False)
class Unit:
    """A unit, by its name in the plural: "squares", "hit points"."""

    name: str
    #: What prose says for it behind a number, "square" and "squares"; before one, "level #".
    words: tuple[str, ...] = ()
    #: The names of the quantities that are counted in it.
    of: tuple[str, ...] = ()
    #: The unit that this one is a kind of: a bonus to hit is a kind of modifier.
    kind_of: str = ""
    #: For a rate, the unit of what it is counted by: rounds, where it is so many meters a round.
    per: str = ""


@dataclass(frozen=True, eq=False)
class Units:
    """The units of a book; falsy for a book that declares none."""

    declared: dict[str, Unit] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.declared)

    @cached_property
    def _by_quantity(self) -> dict[str, Unit]:
        return {name: unit for unit in self.declared.values() for name in unit.of}

    @cached_property
    def by_word(self) -> dict[str, tuple[Unit, ...]]:
        """The units that a word of the prose may stand for, in small letters."""
        found: dict[str, tuple[Unit, ...]] = {}
        for unit in self.declared.values():
            for word in dict.fromkeys(word.casefold().removesuffix(" #") for word in unit.words):
                found[word] = (*found.get(word, ()), unit)
        return found

    def of(self, *names: str) -> Unit | None:
        """The unit of a quantity, which goes by any of some names, the most specific first."""
        return next(filter(None, map(self._by_quantity.get, names)), None)

    def kinds(self, unit: Unit) -> Iterator[Unit]:
        """A unit, what it is a kind of, and so on."""
        seen: Unit | None = unit
        while seen is not None:
            yield seen
            seen = self.declared.get(seen.kind_of)

    def fit(self, one: Unit, other: Unit) -> bool:
        """Whether one stands for the other: it is the same, a kind of it, or vice versa."""
        return one in self.kinds(other) or other in self.kinds(one)


P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Term:
    """A word that the book defines: where it is explained, and in a sentence what it means."""

    id: str
    term: str
    definition: str
    page: str
    anchor: str = ""
    aliases: tuple[str, ...] = ()
    origin: Origin | None = None
    #: Whether the game counts in it: squares, turns, hit points. Before such a word, "one" and
    #: "first" are numbers, too.
    unit: bool = False
    proof: str = ""
    #: Whether formulas alone say it; it stands in a list of its own.
    formula: bool = False


@dataclass(frozen=True)
class Subject:
    """What a reader may look for: the pages and headings that rule on it, the main one first."""

    name: str
    places: tuple[tuple[str, str], ...]
    origin: Origin | None = None


@dataclass(frozen=True)
class ReadersQuestions:
    """What readers may ask of a page and heading, or of a row of a table."""

    place: tuple[str, str]
    questions: tuple[str, ...]
    origin: Origin


@dataclass(frozen=True)
class SearchAids:
    """What leads a reader to a place, beside the pages' own words."""

    #: What the book's index leads to.
    subjects: tuple[Subject, ...] = ()
    #: What players say for what the book says, each with the book's words for it: what to search
    #: for in place of it, and an empty text for what the book has no rule for.
    synonyms: tuple[tuple[str, str], ...] = ()
    #: Questions of readers, by the place that answers them.
    asked: tuple[ReadersQuestions, ...] = ()


@dataclass(frozen=True)
class RowRule:
    """A rule that a row is given to, by its dotted name, with what else it is given.

    One that `waits` needs more than that: a page calls it with the rest, the others it names.
    """

    rule: str
    arguments: tuple[object, ...] = ()
    keywords: Mapping[str, object] = field(default_factory=dict)
    waits: bool = False


@dataclass(frozen=True)
class Record:
    """A row of authored facts, of which a page reaches the fields, and the figures from rules."""

    fields: Mapping[str, object]
    origin: Origin | None = None
    figures: Mapping[str, RowRule] = field(default_factory=dict)
    #: The field that is asked for where the row alone is named: of an id and a value, the value.
    stands_for: str = ""

    def __repr__(self) -> str:
        """Its name on a page, such as cast.orrik; a rule that refuses it says so."""
        return self.origin.name if self.origin else "a row"


@dataclass(frozen=True)
class Exemption:
    """A gap that the book has on purpose: what kind of gap, in what, and the reason."""

    #: Rule, row, fact, or the name of a kind of things, such as table.
    kind: str
    subject: str
    reason: str
    origin: Origin | None = None


@dataclass(frozen=True)
class BookFacts:
    """The tables of facts that a book's rules stand on."""

    #: Their columns with what the cells hold, in words, by the tables' names.
    columns: Callable[[], Mapping[str, str]] = dict
    #: The place of a table, or of a plain value, by its name; None for another name.
    origin: Callable[[str], Origin | None] = lambda _: None
    #: What is wrong with them, without which no page can be right.
    problems: Callable[[], list[Problem]] = list
    #: The rows that nothing has read by now.
    unread: Callable[[], Iterable[Origin]] = tuple
    #: A line that the check of a book ends with: what it makes of its sources.
    account: Callable[[], str] = str
    #: What is told of a row's column that something asks for, if that cell is empty.
    empty: Callable[[Origin, str, str], Problem | None] = lambda *_: None
    #: What is told of a table whose rows have no names, if pages ask for one.
    nameless: Callable[[str], Problem | None] = lambda _: None


@dataclass(frozen=True)
class BookChecks:
    """How strictly the pages of a book are checked, and what it is forgiven."""

    #: Report a number in a page's prose that no rule vouches for, and arithmetic with a literal to
    #: arrive at a constant; otherwise numbers are only counted.
    no_loose_numbers: bool = False
    #: Report what the book offers and no page prints.
    no_gaps: bool = False
    #: The gaps that the book has on purpose.
    exemptions: tuple[Exemption, ...] = ()
    #: Patterns of pages, as in a shell, whose code shows how something is written, so that its
    #: numbers are none of the game's.
    samples: tuple[str, ...] = ()
    #: The folder of the pages, from which they may include files, below that of the book.
    docs: str = ""
    #: Names whose number words are not counted.
    proper_names: frozenset[str] = frozenset()
    #: The die that needs no proof, 0 for none.
    check_die: int = 0
    #: The sign before the places of a number: a point or a comma.
    decimal: str = "."
    #: Whether the site is in English, of which the number words are known.
    is_english: bool = True

    def is_sample(self, path: str) -> bool:
        """Whether the code on a page only shows how something is written."""
        return any(fnmatch(path, pattern) for pattern in self.samples)


@dataclass(frozen=True, eq=False)
class Rulebook:
    """What a book's pages may use, and how strictly they are checked.

    A page reaches the names that are offered here, and nothing else.
    """

    title: str
    #: The folder that paths are shown relative to.
    root: Path

    # What pages may name

    #: Rules (functions), records and plain values, by the name of their namespace and their own.
    namespaces: Mapping[str, Mapping[str, Callable[..., object] | Record | object]]
    #: The namespaces whose names can be said alone.
    open: tuple[str, ...] = ()
    #: Functions that build the tables, by id; figures and charts likewise.
    tables: Mapping[str, Callable[[], Table]] = field(default_factory=dict)
    figures: Mapping[str, Callable[[], of_figures.Figure]] = field(default_factory=dict)
    charts: Mapping[str, Callable[[], of_charts.Chart]] = field(default_factory=dict)
    #: The words that the book explains.
    terms: tuple[Term, ...] = ()
    #: What leads readers to a place; a single question is answered without reading it.
    search_aids: Callable[[], SearchAids] = SearchAids
    #: Kinds of things of the book's own.
    kinds: tuple[Kind[Any], ...] = ()
    #: The book's words for the identifiers in formulas.
    words: Words = field(default_factory=Words)
    #: The values of a rule's parameter, or enough of them, for a calculator to offer.
    domain: Callable[[Callable[..., object], str], Sequence[object] | None] = lambda *_: None
    #: What the numbers of the book count.
    units: Units = field(default_factory=Units)
    #: Types of what rules return whose public attributes a page may reach.
    answers: tuple[type, ...] = ()
    #: Functions that pages may call and that are no rules, by their names.
    macros: Mapping[str, Callable[..., object]] = field(default_factory=dict)

    # Where it all stands

    #: The prefixes of the modules to load afresh when their files change.
    modules: tuple[str, ...] = ()
    #: The files that are watched beside the pages.
    watch: tuple[Path, ...] = ()
    #: When its code and its facts began to be read, in seconds since 1970; 0 if nobody noted it.
    loaded: float = 0.0
    #: The tables of facts.
    facts: BookFacts = BookFacts()
    #: The id of the table whose rows are the facts that tables name as their sources.
    sources: str = ""
    #: The facts of sources that proofs may cite, each by its id and what its number is of.
    cited: Mapping[tuple[str, str], Record] = field(default_factory=dict)
    #: The folder below the root that keeps what the book prints, None for a book without.
    lock: Path | None = None

    # What is asked of the pages

    #: How strictly they are checked.
    checks: BookChecks = BookChecks()
    #: The faces of the game's dice: a page may name no other.
    dice: frozenset[int] = frozenset()
    #: The problems of the book beside its pages.
    problems: Callable[[], Iterable[Problem]] = tuple

    @cached_property
    def rule_names(self) -> dict[Callable[..., object], str]:
        """The dotted name that pages know each rule by."""
        return {
            rule: f"{space}.{name}"
            for space, members in self.namespaces.items()
            for name, rule in members.items()
            if callable(rule)
        }

    def origins(
        self, rules: Iterable[Callable[..., object]], facts: Iterable[str] = ()
    ) -> tuple[Origin, ...]:
        """Where those of some functions that are rules are written, and some tables of facts."""
        named = ((self.rule_names.get(rule), rule) for rule in rules)
        written = (origin_of(name, rule, self.root) for name, rule in named if name)
        return (*written, *filter(None, map(self.facts.origin, facts)))

    def offered(self, kind: str) -> Mapping[str, Callable[[], object]]:
        """The functions that build the book's things of a kind, by id."""
        things = {"table": self.tables, "figure": self.figures, "chart": self.charts}
        return things.get(kind, {})

    def checking(self, **checks: Any) -> Rulebook:
        """The same book with some of its checks changed."""
        return replace(self, checks=replace(self.checks, **checks))

    def member(self, name: str) -> object:
        """The rule or the row that a dotted name is, such as "core.hit_points"; None for others."""
        space, _, own = name.partition(".")
        return self.namespaces.get(space, {}).get(own)

    @cached_property
    def terms_by_name(self) -> dict[str, Term]:
        """Every term by its name and its aliases, in lower case."""
        names = {a.casefold(): t for t in self.terms for a in t.aliases}
        return names | {t.term.casefold(): t for t in self.terms}


def once_per_book(
    work: Callable[Concatenate[Rulebook, P], T],
) -> Callable[Concatenate[Rulebook, P], T]:
    """Have some work on a book done once for the same arguments, as long as the book is there.

    With an argument that cannot be a key, it is done each time.
    """
    known: WeakKeyDictionary[Rulebook, dict[object, T]] = WeakKeyDictionary()

    @wraps(work)
    def recalled(book: Rulebook, /, *given: P.args, **named: P.kwargs) -> T:
        answers, key = known.setdefault(book, {}), (given, tuple(named.items()))
        try:
            hash(key)
        except TypeError:
            return work(book, *given, **named)
        if key not in answers:
            answers[key] = work(book, *given, **named)
        return answers[key]

    return recalled
