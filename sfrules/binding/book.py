"""A book in one object: what its author says of it, collected, and bound for the press."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any, ParamSpec, Protocol, TypeVar, overload

from sfrules.binding.author import Author
from sfrules.binding.domains import values_of
from sfrules.binding.errata import Erratum, errata_table, wrong_errata
from sfrules.binding.files import find_file, schema_of
from sfrules.binding.offers import texts_only
from sfrules.binding.stale import stale_names
from sfrules.binding.things import Things
from sfrules.binding.written import (
    account_in,
    errata_in,
    exemptions_in,
    gone_sources,
    ids_in,
    names_in,
    subjects_in,
    terms_in,
)
from sfrules.facts.domain import rule as held
from sfrules.facts.exact import exact_answer
from sfrules.facts.facts import Facts
from sfrules.facts.row import cells_of, identifier, place_of, value_of
from sfrules.facts.tables import PACKAGE, Tables
from sfrules.ground.ledger import PACKAGES, Origin
from sfrules.ground.problems import Problem, ProblemsFound, did_you_mean, in_order
from sfrules.ground.source import Span
from sfrules.press.changes.history import git_history
from sfrules.press.things.book import Book as Bound
from sfrules.press.things.book import Exemption, Record, Term
from sfrules.press.things.formulas.formula import Words
from sfrules.press.things.tables.table import Table

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
WRITTEN = ("terms", "subjects", "errata", "exemptions", "sources", "account")
DICE = (4, 6, 8, 10, 12, 20, 100)


class Decorator(Protocol):
    """What a function goes through that becomes a rule: it keeps its signature."""

    def __call__(self, function: F, /) -> F: ...


class Book(Things):
    """A book: its rules, tables of facts, tables, charts, figures, terms and errata.

    `file` is `__file__` of the module that makes it. Everything is checked unless the book says
    otherwise: `loose_numbers` lets pages have numbers that nothing vouches for, and `gaps` lets
    what the book offers stay unprinted. `dice` are the faces of the game's dice. With
    `check_die=20`, pages may say "roll a d20"; any other die is printed or proved. `lock` is the
    folder that keeps what the book prints. `facts` are tables that the rules have already.
    With `trusted_sessions`, the sessions of pages are Python, and run as code of the book.
    With `try_all`, each check builds all that is offered, and tells what fails at its line of code;
    without, the pages tell it that print it, and a check of a large book is quicker.
    """

    def __init__(  # noqa: PLR0913 — a book says as much of itself, by name
        self,
        title: str,
        file: str | Path,
        *,
        dice: Iterable[int] = DICE,
        check_die: int = 0,
        loose_numbers: bool = False,
        gaps: bool = False,
        raw_html: bool = True,
        trusted_sessions: bool = False,
        lock: str = "",
        facts: Tables | None = None,
        try_all: bool = True,
    ) -> None:
        self._file = Path(file).resolve()
        self.root = facts.root if facts else _root_of(self._file)
        self._has_package = (self.root / PACKAGE).is_file()
        super().__init__(Author(self.root), facts or Tables(self.root, package=self._has_package))
        if facts and (wrong := facts.check()):
            raise ProblemsFound(wrong)
        self._facts: dict[str, Facts] = {}
        self._written: dict[str, Facts] = {}
        self._try_all = try_all
        self._answers: list[type] = []
        self._proper_names: list[str] = []
        self._conditions: dict[tuple[str, str], str] = {}
        self._lookups = frozenset({"row", "step"} if facts else ())
        self._words: dict[str, str] = {}
        self._named: dict[str, Span] = {}
        faces = frozenset(dice)
        if check_die and check_die not in faces:
            listed = ", ".join(f"d{each}" for each in sorted(faces))
            message, hint = (
                f"the game has no d{check_die}, the die of its checks",
                f"it has {listed}",
            )
            self._offers.problems.append(self._author.at_call(message, hint, check_die))
        self._settings = {
            "title": title,
            "dice": faces,
            "check_die": check_die,
            "no_loose_numbers": not loose_numbers,
            "no_gaps": not gaps,
            "no_raw_html": not raw_html,
            "trusted_sessions": trusted_sessions,
            "lock": Path(lock) if lock else None,
            "history": git_history(self.root, Path(lock)) if lock else None,
        }

    # Facts and rules

    def csv(self, name: str, path: str = "", **columns: object) -> Facts:
        """The facts of a CSV file: `name.csv` in tables/ or data/, or beside the book.

        Types are those of the cells, or of tables/datapackage.json if that describes the table.
        `columns` give domains, as the annotations of rules do: `leagues=range(1, 60)`.
        """
        facts = self._read(name, path, columns)
        if not facts.rows:
            raise ProblemsFound([facts.no_rows()])
        self._offers.space(identifier(name), f"the table {name}")
        self._facts[name] = facts
        return facts

    def _read(self, name: str, path: str, columns: Mapping[str, object]) -> Facts:
        if not (self._has_package and name in self._tables.names()):
            found = find_file(self._author, self._file.parent, name, path)
            self._tables.add(schema_of(self._author, name, found, columns))
        facts = Facts(self._tables, name)
        facts.rows  # noqa: B018 — what is wrong with them is said where the book is made
        return facts

    @overload
    def rule(self, function: Callable[P, T], /) -> Callable[P, T]: ...
    @overload
    def rule(self, function: None = None, /, *, space: str) -> Decorator: ...
    def rule(self, function: Any = None, /, *, space: str = "") -> Any:
        """Offer a function as a rule, held to the domains in its annotations.

        Its namespace is the module that it stands in, and pages may leave that out.
        """
        if function is None:
            return partial(self._rule, space)
        return self._rule(space, function)

    def _rule(self, space: str, function: Callable[P, T]) -> Callable[P, T]:
        rule = held(function, partial(exact_answer, of=function.__name__))
        self._offers.rule(space or function.__module__.rpartition(".")[2], rule)
        return rule

    def rules(self, space: str, rules: Mapping[str, Callable[..., object]] | ModuleType) -> None:
        """Offer functions that are rules already, or all of a module, under a namespace."""
        if isinstance(rules, ModuleType):
            rules = {name: getattr(rules, name) for name in rules.__all__}
        self._offers.space(space, f"the rules {space}")
        self._offers.rules[space] = dict(rules)

    def answers(self, *types: type) -> None:
        """Let pages reach the public attributes of what rules answer, by its types."""
        self._answers += types

    def records(self, space: str, rows: Mapping[str, Record]) -> None:
        """Offer rows that come from no single table of facts."""
        self._offers.space(space, f"the rows {space}")
        self._offers.records[space] = rows

    # Words

    def term(  # noqa: PLR0913 — as many as a term has
        self,
        term: str,
        definition: str,
        place: str,
        aliases: Sequence[str] = (),
        *,
        names: Sequence[str] = (),
        unit: bool = False,
        proof: str = "",
    ) -> None:
        """Define a term, explained at a place such as "index.md#leagues"."""
        self._offers.attempt(partial(texts_only, term=term, definition=definition, place=place))
        page, _, anchor = str(place).partition("#")
        id, origin = identifier(term).replace("_", "-"), self._author.place(term)
        made = Term(id, term, definition, page, anchor, tuple(aliases), origin, unit, proof)
        self._offers.terms.append(made)
        self._words.update(dict.fromkeys(names, term))
        self._named.update({name: self._author.span_at_call(name) for name in names})

    def words(
        self, names: Mapping[str, str], conditions: Mapping[tuple[str, str], str] | None = None
    ) -> None:
        """The words for identifiers in formulas, where they are no terms.

        Where part of a rule holds for a value of a parameter only, `conditions` say so in words.
        """
        self._words.update(names)
        self._conditions.update(conditions or {})

    def proper_names(self, *names: str) -> None:
        """Names with numbers in them, which are no numbers of the game."""
        self._proper_names += names

    def written(self, *kinds: str) -> None:
        """Take what a book says from CSV files of these names, beside what code says.

        They are `terms`, `subjects`, `errata` and `exemptions`, the `sources` of facts, and an
        `account` of their sentences, with the page that each is on.
        """
        for kind in kinds:
            if kind not in WRITTEN:
                message, hint = f"no table says the {kind} of a book", did_you_mean(kind, WRITTEN)
                self._offers.problems.append(self._author.at_call(message, hint, kind))
            else:
                self._written[kind] = self._read(kind, "", {})
        for name, term, _ in self._said("terms", names_in):
            self._words.setdefault(name, term)

    def erratum(
        self, subject: str, printed: str, right: str, expression: str, explanation: str = ""
    ) -> None:
        """Say what was once printed wrong, what is right, and which rule says so."""
        at, span = self._author.place(subject), self._author.span_at_call
        texts = {"expression": expression, "right": right, "subject": subject}
        texts |= {"explanation": explanation} if explanation else {}
        spots = {name: span(text) for name, text in texts.items()}
        said = (subject, str(printed), str(right), expression, explanation)
        self._offers.errata.append(Erratum(*said, at, lambda part, *_: spots[part]))

    def exempt(self, kind: str, subject: str, reason: str) -> None:
        """Leave a gap on purpose: a rule, row, table, figure or chart that no page prints."""
        place = self._author.place(subject)
        self._offers.exemptions.append(Exemption(kind, subject, reason, place))

    # For the press

    def bound(self) -> Bound:
        """The book as the press takes it.

        Raises:
            ProblemsFound: with everything that is said wrong in the author's code.
        """
        return self._bound

    @cached_property
    def _bound(self) -> Bound:
        offers = self._offers
        if self._errata and "errata" not in offers.tables:
            self._offer("tables", "errata", self._errata_table)
        offers.check_rules()
        if offers.problems:
            raise ProblemsFound(in_order(offers.problems))
        modules, files = offers.modules(self._file)
        rows = {identifier(name): _records(facts) for name, facts in self._facts.items()}
        terms = (*offers.terms, *self._said("terms", terms_in))
        return Bound(
            root=self.root,
            namespaces={**offers.rules, **rows, **offers.records},
            open=tuple(offers.open),
            tables=offers.tables,
            families=offers.families,
            figures=offers.figures,
            charts=offers.charts,
            terms=terms,
            subjects=tuple(self._said("subjects", partial(subjects_in, terms=terms))),
            words=Words(self._words, self._conditions, self._lookups, tuple(self._facts.values())),
            domain=values_of,
            answers=tuple(self._answers),
            proper_names=frozenset([*self._proper_names, *self._said("sources", ids_in)]),
            account=lambda: "".join(self._said("account", account_in)),
            modules=modules,
            watch=(*files, *self._data()),
            read=self._tables.read_by,
            origins=self._origin,
            sources=self._written["sources"].name if "sources" in self._written else "",
            facts=lambda: {name: facts.schema for name, facts in self._facts.items()},
            exemptions=(*offers.exemptions, *self._said("exemptions", exemptions_in)),
            unread=self._unread,
            problems=self._problems,
            **self._settings,  # type: ignore[arg-type] # each as its parameter has it
        )

    def _said(self, kind: str, read: Callable[[Facts], Iterable[T]]) -> Iterable[T]:
        """What a table of facts says, if there is one for it."""
        return read(self._written[kind]) if kind in self._written else ()

    @property
    def _errata(self) -> list[Erratum]:
        return [*self._offers.errata, *self._said("errata", errata_in)]

    def _errata_table(self) -> Table:
        return errata_table(self._bound, self._errata)

    def _data(self) -> Iterator[Path]:
        """The files of the facts, and of what describes them."""
        if self._has_package:
            yield self.root / PACKAGE
        yield from (self.root / self._tables.schema(n).path for n in self._tables.names())

    def _problems(self) -> Iterator[Problem]:
        """What is wrong with the book beside its pages."""
        yield from wrong_errata(self._bound, self._errata)
        named = {name: span for name, _, span in self._said("terms", names_in)}
        yield from stale_names(self._bound, named | self._named)
        if "sources" in self._written:
            rules = frozenset(self._bound.rule_names.values())
            yield from gone_sources(self._written["sources"], self.root, rules)
        if self._try_all:
            yield from self._offers.failures()

    def _origin(self, name: str) -> Origin | None:
        if name not in self._tables.names():
            return None
        return Origin(name, self._tables.schema(name).path, 1)

    def _unread(self) -> Iterator[Origin]:
        known = self._tables.kept(_origins)
        for table, row in self._tables.unread():
            if id(row) not in known:
                key = self._tables.schema(table).primary_key
                said = ".".join(str(value_of(row, column)) for column in key)
                place = place_of(row)
                name = f"{table}.{said}" if said else table
                known[id(row)] = Origin(name, place.path, place.line)
            yield known[id(row)]


def _origins() -> dict[int, Origin]:
    """No origins yet: rows are asked for again and again which of them nothing has read."""
    return {}


def _root_of(file: Path) -> Path:
    """The folder of a book's site: the nearest with a mkdocs.yml, or else the one it stands in.

    Of an installed book it is the package, wherever the environment with the packages stands.
    """
    folders = list(takewhile(lambda folder: folder.name != PACKAGES, file.parents))
    is_installed = 0 < len(folders) < len(file.parents)
    sites = (each for each in folders if (each / "mkdocs.yml").is_file())
    return next(sites, folders[-1] if is_installed else file.parent)


def _records(facts: Facts) -> dict[str, Record]:
    """The rows as pages name them, by their keys."""
    key = facts.schema.key
    found = {}
    for row in facts.rows if key else ():
        cells, place, id = cells_of(row), place_of(row), value_of(row, key)
        name = identifier(str(id))
        origin = Origin(f"{identifier(facts.name)}.{name}", place.path, place.line)
        fields = cells if "id" in cells else ChainMap({"id": id}, cells)  # type: ignore[arg-type] # read as it is asked
        found[name] = Record(fields, origin)
    return found
