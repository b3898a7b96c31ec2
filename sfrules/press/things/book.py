"""A book as the press knows it: the names that its pages may use, and what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, runtime_checkable
from weakref import WeakKeyDictionary

from sfrules.ground.ledger import Origin, origin_of
from sfrules.ground.problems import Problem
from sfrules.press.things.charts.chart import Chart
from sfrules.press.things.data import Supplies
from sfrules.press.things.figures.figure import Figure
from sfrules.press.things.formulas.formula import Words
from sfrules.press.things.tables.table import Table

if TYPE_CHECKING:
    from sfrules.press.things.thing import Kind

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Term:
    """A word that the book defines: where it is explained, and in a sentence what it means.

    A `unit` is what the game counts in: squares, turns, hit points. A word that nobody says but
    formulas is in `formula`, and stands in a list of its own.
    """

    id: str
    term: str
    definition: str
    page: str
    anchor: str = ""
    aliases: tuple[str, ...] = ()
    origin: Origin | None = None
    unit: bool = False
    proof: str = ""
    formula: bool = False


@dataclass(frozen=True)
class Subject:
    """What a reader may look for: the pages and headings that rule on it, the main one first."""

    name: str
    places: tuple[tuple[str, str], ...]
    origin: Origin | None = None


@dataclass(frozen=True)
class Record:
    """A row of authored facts: the only attributes that a page can reach are its fields."""

    fields: Mapping[str, object]
    origin: Origin | None = None

    def __repr__(self) -> str:
        """Its name on a page, such as cast.orrik; a rule that refuses it says so."""
        return self.origin.name if self.origin else "a row"


@dataclass(frozen=True)
class Exemption:
    """A gap that the book has on purpose: what kind of gap, in what, and the reason.

    `kind` is rule, row, copy, threshold, or the name of a kind of things, such as table.
    """

    kind: str
    subject: str
    reason: str
    origin: Origin | None = None


class Described(Protocol):
    """The columns of a table of facts, and what is said of them."""

    @property
    def columns(self) -> Iterable[str]:
        """The names of the columns."""

    @property
    def in_words(self) -> str:
        """Each column with what its cells hold."""


@runtime_checkable
class Binder(Protocol):
    """What an author's code says of a book, from which the book is bound."""

    def bound(self) -> Book:
        """The book; raises ProblemsFound for what the code says wrong."""


@dataclass(frozen=True, eq=False)
class Book:
    """What a book's pages may use. A page reaches these names and nothing else.

    What pages may name:
    `namespaces` maps a name to rules (functions) or records; `tables`, `figures` and `charts`
    map ids to functions that build them; `terms` are the words that the book explains, `subjects`
    what its index leads to. `kinds` are kinds of things of the book's own. Names of namespaces that
    are `open` can be said alone. `facts` gives the columns of the tables of facts,
    by the tables' names.
    `words` are the book's words for the identifiers in formulas; `domain` gives the values of a
    rule's parameter, or enough of them, for a calculator to offer. `answers` are the types of
    what rules answer whose public attributes a page may reach.

    Where it all stands:
    `root` is the folder that paths are shown relative to; `modules` are the prefixes of the
    modules to load afresh when their files change, `watch` the files that are not modules.
    `read` gives the files of facts that the code of a module has read by now; without it, each
    module may have read them all.
    `origins` gives the place of an authored table by its name; None for another name.
    `sources` is the id of the table whose rows are the facts that tables name as their sources.
    `account` is a line that the check of a book ends with.
    `lock` is the folder below the root that keeps what the book prints, None for a book without.

    What is asked of the pages:
    With `no_loose_numbers`, a number in a page's prose that no rule vouches for is a problem, and
    so is arithmetic with a literal to arrive at a constant; otherwise numbers are only counted.
    `baseline` says how many a page may still have, from before. With `loose_links`, a link that
    leads nowhere is no problem. On pages whose paths fit one of `samples`, as in a shell, code
    shows how something is written, and its numbers are none of the game's.
    `largest` is how many items and characters a value may have.
    Before a term that is a unit, words such as "one" and "first" are numbers too. `dice` are the
    faces of the dice that the game has: a page may name no other. `check_die` is the one that needs
    no proof, 0 for none. Number words in `proper_names` are not counted.
    With `no_raw_html`, pages may hold what Markdown writes and nothing else: no other element, no
    attribute that runs a script, no address but those of pages and of the web.
    With `trusted_sessions`, the sessions of pages are run as Python, as code of the book is.
    With `no_gaps`, it is a problem if something that the book offers goes unprinted, apart from its
    `exemptions`. `unread` gives the authored rows that nothing has read by now.
    `analyze` checks some rules whole, or all, with so many processes, and returns the problems and
    a line that says how much was tried; `rule_changes` says how rules differ from a revision.
    `problems` are those of the book beside its pages. `supplies` are macros, filters, data and
    pages to include, which its author brings with it.
    """

    title: str
    root: Path
    namespaces: Mapping[str, Mapping[str, Callable[..., object] | Record]]
    open: tuple[str, ...] = ()
    tables: Mapping[str, Callable[[], Table]] = field(default_factory=dict)
    figures: Mapping[str, Callable[[], Figure]] = field(default_factory=dict)
    charts: Mapping[str, Callable[[], Chart]] = field(default_factory=dict)
    terms: tuple[Term, ...] = ()
    subjects: tuple[Subject, ...] = ()
    kinds: tuple[Kind[Any], ...] = ()
    words: Words = field(default_factory=Words)
    domain: Callable[[Callable[..., object], str], Sequence[object] | None] = lambda *_: None
    answers: tuple[type, ...] = ()
    modules: tuple[str, ...] = ()
    watch: tuple[Path, ...] = ()
    read: Callable[[str], Iterable[Path]] | None = None
    origins: Callable[[str], Origin | None] = lambda _: None
    account: Callable[[], str] = str
    sources: str = ""
    lock: Path | None = None
    no_loose_numbers: bool = False
    baseline: Mapping[str, int] = field(default_factory=dict)
    samples: tuple[str, ...] = ()
    loose_links: bool = False
    largest: int | None = None
    dice: frozenset[int] = frozenset()
    check_die: int = 0
    proper_names: frozenset[str] = frozenset()
    no_raw_html: bool = False
    trusted_sessions: bool = False
    no_gaps: bool = False
    exemptions: tuple[Exemption, ...] = ()
    unread: Callable[[], Iterable[Origin]] = tuple
    facts: Callable[[], Mapping[str, Described]] = dict
    analyze: Callable[[Sequence[str], int], tuple[list[Problem], str]] = lambda *_: ([], "")
    rule_changes: Callable[[str], str] = lambda _: ""
    problems: Callable[[], Iterable[Problem]] = tuple
    supplies: Supplies = field(default_factory=Supplies)

    def __post_init__(self) -> None:
        if self.lock and "values" in self.tables:
            raise ValueError("a table cannot be called values: the lock keeps the numbers there")
        if both := sorted(self.figures.keys() & self.charts.keys()):
            raise ValueError(f"a figure and a chart share an id: {', '.join(both)}")

    @cached_property
    def rule_names(self) -> dict[Callable[..., object], str]:
        """The dotted name that pages know each rule by."""
        return {
            rule: f"{space}.{name}"
            for space, members in self.namespaces.items()
            for name, rule in members.items()
            if callable(rule)
        }

    def origins_of_rules(self, rules: Iterable[Callable[..., object]]) -> tuple[Origin, ...]:
        """Where those of some functions that are rules of the book are written."""
        named = ((self.rule_names.get(rule), rule) for rule in rules)
        return tuple(origin_of(name, rule, self.root) for name, rule in named if name)

    @cached_property
    def terms_by_name(self) -> dict[str, Term]:
        """Every term by its name and its aliases, in lower case."""
        names = {a.casefold(): t for t in self.terms for a in t.aliases}
        return names | {t.term.casefold(): t for t in self.terms}


def once_per_book(work: Callable[Concatenate[Book, P], T]) -> Callable[Concatenate[Book, P], T]:
    """Have some work on a book done once for the same arguments, as long as the book is there.

    With an argument that cannot be a key, it is done each time.
    """
    known: WeakKeyDictionary[Book, dict[object, T]] = WeakKeyDictionary()

    @wraps(work)
    def recalled(book: Book, /, *given: P.args, **named: P.kwargs) -> T:
        answers, key = known.setdefault(book, {}), (given, tuple(named.items()))
        try:
            hash(key)
        except TypeError:
            return work(book, *given, **named)
        if key not in answers:
            answers[key] = work(book, *given, **named)
        return answers[key]

    return recalled
