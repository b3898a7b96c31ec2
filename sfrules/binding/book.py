"""A book in one object: what its author says of it, collected, and bound for the press."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial, wraps
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar, overload

from sfrules.binding.author import Author
from sfrules.binding.domains import values_of
from sfrules.binding.errata import Erratum, errata_table, wrong_errata
from sfrules.binding.files import find_file, schema_of
from sfrules.binding.offers import texts_only
from sfrules.binding.stale import stale_names
from sfrules.binding.things import Things
from sfrules.facts.domain import rule as held
from sfrules.facts.exact import exact_answer
from sfrules.facts.facts import Facts
from sfrules.facts.row import cells_of, identifier, place_of, value_of
from sfrules.facts.tables import PACKAGE, Tables
from sfrules.ground.ledger import Origin
from sfrules.ground.problems import Problem, ProblemsFound, in_order
from sfrules.ground.source import Span
from sfrules.press.changes.history import git_history
from sfrules.press.things.book import Book as Bound
from sfrules.press.things.book import Exemption, Record, Term
from sfrules.press.things.formulas.formula import Words

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
DICE = (4, 6, 8, 10, 12, 20, 100)


class Decorator(Protocol):
    """What a function goes through that becomes a rule: it keeps its signature."""

    def __call__(self, function: F, /) -> F: ...


class Book(Things):
    """A book: its rules, tables of facts, tables, charts, figures, terms and errata.

    `file` is `__file__` of the module that makes it. Everything is checked unless the book says
    otherwise: `loose_numbers` lets pages have numbers that nothing vouches for, and `gaps` lets
    what the book offers stay unprinted. `dice` are the faces of the game's dice, `answers` the
    types of what rules answer whose public attributes pages may reach. `lock` is the folder that
    keeps what the book prints.
    """

    def __init__(  # noqa: PLR0913 — a book says as much of itself, by name
        self,
        title: str,
        file: str | Path,
        *,
        dice: Iterable[int] = DICE,
        loose_numbers: bool = False,
        gaps: bool = False,
        raw_html: bool = True,
        lock: str = "",
        answers: Sequence[type] = (),
        proper_names: Iterable[str] = (),
        account: Callable[[], str] = str,
    ) -> None:
        self._file = Path(file).resolve()
        self.root = _root_of(self._file)
        super().__init__(Author(self.root))
        self._has_package = (self.root / PACKAGE).is_file()
        self._tables = Tables(self.root, package=self._has_package)
        self._facts: dict[str, Facts] = {}
        self._words: dict[str, str] = {}
        self._named: dict[str, Span] = {}
        self._settings = {
            "title": title,
            "dice": frozenset(dice),
            "no_loose_numbers": not loose_numbers,
            "no_gaps": not gaps,
            "no_raw_html": not raw_html,
            "answers": tuple(answers),
            "proper_names": frozenset(proper_names),
            "account": account,
            "lock": Path(lock) if lock else None,
            "history": git_history(self.root, Path(lock)) if lock else None,
        }

    # Facts and rules

    def csv(self, name: str, path: str = "", **columns: object) -> Facts:
        """The facts of a CSV file: `name.csv` in tables/ or data/, or beside the book.

        Types are those of the cells, or of tables/datapackage.json if that describes the table.
        `columns` give domains, as the annotations of rules do: `leagues=range(1, 60)`.
        """
        if not (self._has_package and name in self._tables.names()):
            found = find_file(self._author, self._file.parent, name, path)
            self._tables.add(schema_of(self._author, name, found, columns))
        facts = Facts(self._tables, name, self._note)
        facts.rows  # noqa: B018 — what is wrong with them is said where the book is made
        self._offers.space(identifier(name), f"the table {name}")
        self._facts[name] = facts
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
        checked = held(function)

        @wraps(function)
        def rule(*args: P.args, **kwargs: P.kwargs) -> Any:
            if self._seen is not None:
                self._seen[rule] = None
            before, self._seen = self._seen, None  # what a rule asks for is its own affair
            try:
                return exact_answer(checked(*args, **kwargs), function.__name__)
            finally:
                self._seen = before

        self._offers.rule(space or function.__module__.rpartition(".")[2], rule)
        return rule

    def rules(self, space: str, rules: Mapping[str, Callable[..., object]]) -> None:
        """Offer functions that are rules already, under a namespace of their own."""
        self._offers.space(space, f"the rules {space}")
        self._offers.rules[space] = dict(rules)

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

    def words(self, names: Mapping[str, str]) -> None:
        """The words for identifiers in formulas, where they are no terms."""
        self._words.update(names)

    def erratum(
        self, subject: str, printed: str, right: str, expression: str, why: str = ""
    ) -> None:
        """Say what was once printed wrong, what is right, and which rule says so."""
        at, span = self._author.place(subject), self._author.span_at_call
        spots = {"expression": span(expression), "right": span(right)}
        said = (subject, str(printed), str(right), expression, why)
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
        if offers.errata and "errata" not in offers.tables:
            make = partial(errata_table, lambda: self._bound, offers.errata)
            self._offer("tables", "errata", make)
        offers.check_rules()
        if offers.problems:
            raise ProblemsFound(in_order(offers.problems))
        modules, files = offers.modules(self._file)
        rows = {identifier(name): _records(facts) for name, facts in self._facts.items()}
        return Bound(
            root=self.root,
            namespaces={**offers.rules, **rows, **offers.records},
            open=tuple(offers.rules),
            tables=offers.tables,
            families=offers.families,
            figures=offers.figures,
            charts=offers.charts,
            terms=tuple(offers.terms),
            words=Words(self._words, tables=tuple(self._facts.values())),
            domain=values_of,
            modules=modules,
            watch=(*files, *(self.root / facts.schema.path for facts in self._facts.values())),
            origins=self._origin,
            facts=lambda: {name: facts.schema for name, facts in self._facts.items()},
            exemptions=tuple(offers.exemptions),
            unread=self._unread,
            problems=self._problems,
            **self._settings,  # type: ignore[arg-type] # each as its parameter has it
        )

    def _problems(self) -> Iterator[Problem]:
        """What is wrong with the book beside its pages."""
        yield from wrong_errata(self._bound, self._offers.errata)
        yield from stale_names(self._bound, self._named)
        yield from self._offers.failures()

    def _origin(self, name: str) -> Origin | None:
        facts = self._facts.get(name)
        return Origin(name, facts.schema.path, 1) if facts else None

    def _unread(self) -> Iterator[Origin]:
        for table, row in self._tables.unread():
            key = ".".join(str(value_of(row, c)) for c in self._tables.schema(table).primary_key)
            place = place_of(row)
            yield Origin(f"{table}.{key}" if key else table, place.path, place.line)


def _root_of(file: Path) -> Path:
    """The folder of a book's site: the nearest with a mkdocs.yml, or else the one it stands in."""
    folders = (folder for folder in file.parents if (folder / "mkdocs.yml").is_file())
    return next(folders, file.parent)


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
