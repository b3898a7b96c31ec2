"""`sfrules.Book`: the object that an author fills with rules, facts and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any, ParamSpec, Protocol, TypeVar, overload

from sfrules.binding.layout import several, texts_only
from sfrules.binding.offers import refuse_parameters
from sfrules.binding.records import Rule, bare, records_of, row_rule
from sfrules.binding.thing_builders import Things
from sfrules.binding.written import (
    Erratum,
    Finder,
    Written,
    errata_table,
    stale_names,
    wrong_errata,
    wrong_units,
)
from sfrules.facts.domain import as_domain, rules_of, values_of
from sfrules.facts.domain import rule as held
from sfrules.facts.exact import exact_answer
from sfrules.facts.guess import described
from sfrules.facts.odd_cells import empty_cell
from sfrules.facts.row import RowPlace, identifier, place_of, value_of
from sfrules.facts.schema import Schema
from sfrules.facts.sheet import open_sheet
from sfrules.facts.tables import PACKAGE, Facts, Tables
from sfrules.ground.ledger import PACKAGES, Origin
from sfrules.ground.number_words import use_decimal
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, did_you_mean
from sfrules.press.expression.from_rule import Words
from sfrules.press.things.book import (
    BookChecks,
    BookFacts,
    Exemption,
    Record,
    Rulebook,
    Term,
    Unit,
    Units,
)
from sfrules.press.things.thing import Kind

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
FOLDERS = ("tables/authored", "tables", "data", ".")  # where a table of facts may be
DICE = (4, 6, 8, 10, 12, 20, 100)


class Decorator(Protocol):
    """The type of `@book.rule(space=…)`: the decorated function keeps its signature."""

    def __call__(self, function: F, /) -> F: ...


class Book(Things):
    """A book: its rules, tables of facts, tables, charts, figures, terms and errata.

    - `file`: `__file__` of the module that makes the book.
    - `dice`: the faces of the game's dice.
    - `check_die`: with 20, pages may say "roll a d20"; any other die must be printed or proved.
    - `loose_numbers`: let pages contain numbers that nothing vouches for.
    - `gaps`: let rules, tables and other things stay unprinted.
    - `lock`: the folder that keeps what the book prints.
    - `facts`: tables that the rules have loaded already.
    - `kinds`: the book's own kinds of things, in addition to tables, charts and the like.
    - `decimal`: "," for a book that writes 2,5 and 10.000.
    """

    def __init__(  # noqa: PLR0913 — settings, given by name
        self,
        title: str,
        file: str | Path,
        *,
        dice: Iterable[int] = DICE,
        check_die: int = 0,
        loose_numbers: bool = False,
        gaps: bool = False,
        lock: str = "",
        facts: Tables | None = None,
        kinds: Iterable[Kind[Any]] = (),
        decimal: str = ".",
    ) -> None:
        self._file = Path(file).resolve()
        if decimal not in {".", ","}:
            raise Mistake(f'decimal is "{decimal}"; allowed: "." or ","')
        use_decimal(decimal)
        super().__init__(facts or _tables_of(self._file))
        self._facts, self._written = dict[str, Facts](), Written()
        self._answers, self._proper_names = list[type](), list[str]()
        self._lookups = frozenset({"row", "step"} if facts else ())
        self._words, self._named = dict[str, str](), dict[str, Finder]()
        self._units, self._unit_names = Units({}), dict[str, Finder]()
        self._figures = dict[str, dict[str, Rule]]()
        for kind in kinds:
            self._offers.kind(kind)
        self._title, self._dice = title, self._faces(dice, check_die)
        self._lock = Path(lock) if lock else None
        self._checks = BookChecks(not loose_numbers, not gaps, check_die=check_die, decimal=decimal)

    def _faces(self, dice: Iterable[int], check_die: int) -> frozenset[int]:
        """Return the faces of the dice; raise Mistake if the die of checks is none of them."""
        if isinstance(dice, int):
            raise Mistake(f"dice is {dice}, and no list of faces", f"write dice=[{dice}]")
        faces = frozenset(dice)
        if check_die and check_die not in faces:
            message = f"the game has no d{check_die}, the die of its checks"
            raise Mistake(message, f"it has {', '.join(f'd{each}' for each in sorted(faces))}")
        return faces

    # Facts and rules

    def csv(self, name: str, path: str = "", **columns: object) -> Facts:
        """Read the facts of a CSV file: `name.csv` in tables/ or data/, or beside the book.

        Types are guessed from the cells, unless tables/datapackage.json describes the table.
        `columns` give domains, as the annotations of rules do: `leagues=range(1, 60)`.
        """
        facts = self._read(name, path, columns)
        if not facts.rows:
            sheet, hint = open_sheet(self.root, facts.schema.path), "add a line for each row"
            raise ProblemsFound([sheet.end_problem(1, "the table has no rows", hint)])
        self._offers.space(identifier(name), f"the table {name}")
        self._facts[name] = facts
        return facts

    def _read(self, name: str, path: str, columns: Mapping[str, object]) -> Facts:
        if not (self._tables.package and name in self._tables.names()):
            found = _find_file(self.root, self._file.parent, name, path)
            self._tables.add(_schema_of(self.root, name, found, columns))
        return Facts(self._tables, name)

    @overload
    def rule(self, function: Callable[P, T], /) -> Callable[P, T]: ...
    @overload
    def rule(self, function: None = None, /, *, space: str) -> Decorator: ...
    def rule(self, function: Any = None, /, *, space: str = "") -> Any:
        """Offer a function as a rule; its annotations say which arguments it accepts.

        Its namespace is its module's name, which pages may leave out.
        """
        if function is None:
            return partial(self.rule, space=space)
        rule = held(function, partial(exact_answer, of=function.__name__))
        self._offers.rule(space or function.__module__.rpartition(".")[2], rule)
        return rule

    def rules(self, space: str, rules: Mapping[str, Callable[..., object]] | ModuleType) -> None:
        """Offer functions that are rules already under a namespace; a module offers all it has."""
        if isinstance(rules, ModuleType):
            rules = rules_of(rules)
        self._offers.space(space, f"the rules {space}")
        for rule in rules.values():
            refuse_parameters(rule)
        self._offers.rules[space] = dict(rules)

    def answers(self, *types: type) -> None:
        """Let pages read the public attributes of values of these types, which rules return."""
        self._answers += types

    def records(self, space: str, rows: Mapping[str, Record]) -> None:
        """Offer rows that are not those of one table of facts."""
        self._offers.space(space, f"the rows {space}")
        self._offers.records[space] = rows

    def record(self, table: str, **figures: Rule) -> None:
        """Let the rows of a table have figures that rules give: `pell.hit_points`.

        Each is a rule whose first parameter is the row, or a `partial` of one. A figure that needs
        more is called with it: `pell.hit(orc)`.
        """
        for name, figure in figures.items():
            if bare(figure) not in self._offers.names_of_rules():
                raise Mistake(f"{name} is no rule of the book: offer it before its rows")
            self._figures.setdefault(table, {})[name] = figure

    def macro(self, function: F, /) -> F:
        """Offer a function that pages may call, and that is no rule; also as a decorator.

        A text that it returns is Markdown, and a number in it is loose as one in a page is.
        """
        self._offers.macro(function)
        return function

    # Words

    def term(  # noqa: PLR0913 — the fields of a term
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
        texts_only(term=term, definition=definition, place=place)
        aliases, names = several(aliases), several(names)
        page, _, anchor = str(place).partition("#")
        id, origin = identifier(term).replace("_", "-"), self._author.place(term)
        if any(each.id == id for each in self._offers.terms):
            raise Mistake(
                f'there is a term "{term}" already', "give it more aliases, or another name"
            )
        for other in self._offers.terms:
            if shared := {term, *aliases} & {other.term, *other.aliases}:
                message = f'"{min(shared)}" is a name of the term "{other.term}" already'
                raise Mistake(message, "one of them goes by other names")
        made = Term(id, term, definition, page, anchor, aliases, origin, unit, proof)
        self._offers.terms.append(made)
        self._words.update(dict.fromkeys(names, term))
        self._named.update(dict.fromkeys(names, self._author.finder(origin)))

    def words(self, names: Mapping[str, str]) -> None:
        """Give the words that formulas print for identifiers which are not terms."""
        self._words.update(names)
        here = self._author.finder(self._author.place("words"))
        self._named.update(dict.fromkeys(names, here))

    def proper_names(self, *names: str) -> None:
        """Give names that contain a number which is not one of the game's."""
        self._proper_names += names

    def unit(
        self,
        name: str,
        words: Sequence[str],
        of: Sequence[str],
        *,
        kind_of: str = "",
        per: str = "",
    ) -> None:
        """Declare a unit, what prose says for it, and which quantities are counted in it.

        A quantity is a rule, a parameter or a column by its name: `leagues`, or more exactly
        `ports.leagues`, `game.toll.leagues`. `kind_of` is a unit that it stands in for. A
        rate is a kind of what it has so many of, `per` another unit: meters, per round.
        """
        if name in self._units.declared:
            raise Mistake(
                f'there is a unit "{name}" already', "give that one all its words and quantities"
            )
        made = Unit(name, several(words), several(of), kind_of, per)
        self._declare(made, self._author.finder(self._author.place(name)))

    def _declare(self, unit: Unit, find: Finder) -> None:
        self._units.declared[unit.name], self._unit_names[unit.name] = unit, find

    def written(self, *kinds: str) -> None:
        """Read entries from CSV files of these names, in addition to those given in code.

        They are `terms`, `units`, `subjects`, `synonyms`, what is `asked`, `errata`, `exemptions`,
        the `sources` of facts, the numbers of facts that proofs have `cited`, and the `account` of
        the sources' sentences, with the page that each is on.
        """
        for kind in kinds:
            self._written.add(kind, lambda name: self._read(name, "", {}))
        for unit, find in self._written.units():
            self._declare(unit, find)
        for name, term, _ in self._written.names():
            self._words.setdefault(name, term)

    def erratum(
        self, subject: str, printed: str, right: str, expression: str, explanation: str = ""
    ) -> None:
        """Record what was once printed wrong, what is right, and the rule that says so."""
        at = self._author.place(subject)
        line = self._author.span(at)
        said = (subject, str(printed), str(right), expression, explanation)
        self._offers.errata.append(Erratum(*said, at, lambda *_: line))

    def exempt(self, kind: str, subject: str, reason: str) -> None:
        """Allow a gap, with the reason: a rule, row, table, figure or chart that no page prints."""
        place = self._author.place(subject)
        self._offers.exemptions.append(Exemption(kind, subject, reason, place))

    # For the press

    def bound(self) -> Rulebook:
        """Return the book as the press reads it, made once.

        Raises:
            ProblemsFound: for a file of facts that cannot be read.
        """
        return self._bound

    @cached_property
    def _bound(self) -> Rulebook:
        offers = self._offers
        if self._errata and "errata" not in offers.things["table"]:
            made = self._offer("table", "errata", lambda: errata_table(self._bound, self._errata))
            made.origin = self._errata[0].origin  # no line of the author's code offers it
        modules = self._author.modules()
        assets = (path for kind in offers.kinds for path in kind.assets)
        terms = (*offers.terms, *self._written.terms())
        named = {identifier(name): facts for name, facts in self._facts.items()}
        return Rulebook(
            root=self.root,
            namespaces={**offers.rules, **dict(self._rows()), **offers.records},
            open=tuple(offers.open),
            tables=offers.things["table"],
            figures=offers.things["figure"],
            charts=offers.things["chart"],
            kinds=tuple(offers.kinds),
            macros=offers.own_macros,
            terms=terms,
            search_aids=cache(partial(self._written.search_aids, terms)),
            words=Words(self._words, self._lookups, tuple(self._facts.values())),
            units=self._units,
            domain=values_of,
            answers=tuple(self._answers),
            modules=tuple(modules),
            watch=(*modules.values(), *self._data(), *assets),
            facts=BookFacts(
                lambda: {name: facts.schema.in_words for name, facts in self._facts.items()},
                self._origin,
                self._tables.check,
                self._unread,
                self._written.account,
                lambda row, *asked: empty_cell(self.root, RowPlace(row.path, row.line), *asked),
                lambda name: named[name].nameless() if name in named else None,
            ),
            sources="sources" if "sources" in self._written.facts else "",
            cited=dict(self._written.cited()),
            checks=replace(
                self._checks,
                exemptions=(*offers.exemptions, *self._written.exemptions()),
                # A book may be called 5e.
                proper_names=frozenset(
                    [self._title, *self._proper_names, *self._written.ids_of_sources()]
                ),
            ),
            problems=self._problems,
            title=self._title,
            dice=self._dice,
            lock=self._lock,
        )

    def _rows(self) -> Iterator[tuple[str, dict[str, Record]]]:
        """Yield the rows of each table of facts, by the name that pages have for it."""
        named = self._offers.names_of_rules()
        for name, facts in self._facts.items():
            rules = self._figures.get(name, {}).items()
            figures = {figure: row_rule(rule, named) for figure, rule in rules}
            yield identifier(name), records_of(facts, figures)

    @property
    def _errata(self) -> list[Erratum]:
        return [*self._offers.errata, *self._written.errata()]

    def _data(self) -> Iterator[Path]:
        """Yield the files of the facts, and the file that describes them."""
        if self._tables.package:
            yield self._tables.package
        yield from (self.root / self._tables.schema(n).path for n in self._tables.names())

    def _problems(self) -> Iterator[Problem]:
        """Yield the problems of the book that no single page causes."""
        yield from wrong_errata(self._bound, self._errata)
        named = {name: find for name, _, find in self._written.names()}
        yield from stale_names(self._bound, named | self._named)
        yield from wrong_units(self._bound, self._unit_names)
        yield from self._written.problems(self._bound)

    def _origin(self, name: str) -> Origin | None:
        if name not in self._tables.names():
            return None
        return Origin(name, self._tables.schema(name).path, 1)

    def _unread(self) -> Iterator[Origin]:
        known = self._tables.kept(_no_origins)  # it is asked around each page
        for table, row in self._tables.unread():
            if (place := place_of(row)) not in known:
                keys = self._tables.schema(table).primary_key
                said = (str(value_of(row, each)) for each in keys)
                known[place] = Origin(".".join((table, *said)), *place)
            yield known[place]


def _no_origins() -> dict[RowPlace, Origin]:
    return {}


def _tables_of(file: Path) -> Tables:
    """Return the tables of the folder of a book's site.

    It is the nearest with a mkdocs.yml, or else the file's own; for an installed book, its
    package's folder: a mkdocs.yml above site-packages belongs to something else.
    """
    folders = list(takewhile(lambda folder: folder.name != PACKAGES, file.parents))
    is_installed = 0 < len(folders) < len(file.parents)
    sites = (each for each in folders if (each / "mkdocs.yml").is_file())
    root = next(sites, folders[-1] if is_installed else file.parent)
    return Tables(root, package=(root / PACKAGE).is_file())


def _find_file(root: Path, here: Path, name: str, path: str) -> Path:
    """Find the file of a table, by its path from the book's module or by its name.

    Raises:
        Mistake: if there is no such file.
    """
    places = [path] if path else [f"{folder}/{name}.csv" for folder in FOLDERS]
    folders = dict.fromkeys((here, root))
    for file in (folder / place for folder in folders for place in places):
        if file.is_file():
            return file.resolve()
    known = [
        f.stem for folder in folders for up in ("", "*/", "*/*/") for f in folder.glob(f"{up}*.csv")
    ]
    message = f"there is no {path or f'{name}.csv'} in tables/, in data/, or beside the book"
    raise Mistake(message, did_you_mean(name, known))


def _schema_of(root: Path, name: str, file: Path, said: Mapping[str, object]) -> Schema:
    """Return the schema of a file, with the domains that the call gives for some columns.

    Raises:
        Mistake: for a column that the file does not have, or an argument that is no domain.
    """
    given = {column: as_domain(each) for column, each in said.items()}
    for column, domain in given.items():
        if domain is None:
            hint = f"{column}=range(1, 60), or a list of values"
            raise Mistake(f"column {column} says no domain", hint)
    if not file.is_relative_to(root):
        raise Mistake(f"{file.name} is outside of the book's folder")
    shown = file.relative_to(root).as_posix()
    return described(root, name, shown, {k: v for k, v in given.items() if v})
