"""Collect what a book offers to its pages while the author's code runs; refuse what cannot be."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import wraps
from itertools import product
from pathlib import Path
from typing import Any

from sfrules.binding.author import Author
from sfrules.binding.layout import texts_only
from sfrules.binding.written import Erratum
from sfrules.facts.domain import DOMAINS, accepts, domains, values_of
from sfrules.facts.exact import exact_answer
from sfrules.ground.faults import cause, in_words, line_of, problem_in
from sfrules.ground.formats import as_read, shown
from sfrules.ground.ledger import Origin, relative
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, did_you_mean
from sfrules.press.expression.bounds import in_time
from sfrules.press.expression.tree import Markdown
from sfrules.press.things.book import Exemption, Record, Term
from sfrules.press.things.figures import check_id
from sfrules.press.things.kinds import KINDS, macro_names
from sfrules.press.things.tables import Table
from sfrules.press.things.thing import Kind

Making = Callable[[], Any]
MOST_TABLES = 200  # of one function with parameters
ALONE = "take another name"


class Build:
    """A table, chart or figure that is built when asked for, and where the author offers it."""

    def __init__(self, what: str, make: Making, origin: Origin, root: Path) -> None:
        self.what, self.make, self.origin, self.root = what, make, origin, root

    def __call__(self) -> Any:
        """Return the thing.

        Raises:
            ProblemsFound: if it fails, at its own place, whoever asks for it.
        """
        try:
            return in_time(self.make, f"the {self.what}")
        except Exception as error:
            raise ProblemsFound([self._problem(error)]) from error

    def _problem(self, error: Exception) -> Problem:
        if found := cause(error, self.root):
            return found
        place = str(self.root / self.origin.path), self.origin.line
        file, line = line_of(error, self.root) or place
        message, hint = in_words(error)
        kind = self.what.split(maxsplit=1)[0]
        if not message.startswith((kind, f"the {kind}")):
            message = f"{self.what}: {message}"
        return problem_in(file, line, self.root, message, hint)


class Offers:
    """What pages may name, by kind, each with its place in the author's code.

    Methods add to it as the author's code runs, and raise Mistake for what cannot be offered.
    """

    def __init__(self, author: Author) -> None:
        self.rules: dict[str, dict[str, Callable[..., object]]] = {}
        self.records: dict[str, Mapping[str, Record]] = {}
        self.things: dict[str, dict[str, Build]] = {"table": {}, "chart": {}, "figure": {}}
        self.kinds: list[Kind[Any]] = []
        self.own_macros: dict[str, Callable[..., object]] = {}
        self.terms: list[Term] = []
        self.errata: list[Erratum] = []
        self.open: dict[str, None] = {}
        self.exemptions: list[Exemption] = []
        self._author = author
        self._spaces: dict[str, str] = {}

    def kind(self, kind: Any) -> None:
        """Take a kind of things, which pages could not tell from another by a name of both."""
        if not isinstance(kind, Kind):
            raise Mistake(f"{kind!r} is no Kind", 'Kind(name="roll", makes=Roll, html=…)')
        known = (*KINDS, *self.kinds)
        if kind.name in ("value", "session", *(each.name for each in known)):
            raise Mistake(f'there is a kind "{kind.name}" already', ALONE)
        if any(kind.makes is each.makes for each in known):
            message = f"a {kind.makes.__name__} is of another kind already"
            raise Mistake(message, "take another class")
        for name in macro_names(kind):
            self._refuse_taken(name)
        for path in kind.assets:
            if not path.is_file():
                place = relative(path, self._author.root)
                raise Mistake(f'the kind "{kind.name}" has no file {place}')
        self.kinds.append(kind)

    @property
    def macros(self) -> frozenset[str]:
        """The names of the macros that pages of the book have."""
        return macro_names(*KINDS, *self.kinds).union(self.own_macros)

    def _refuse_taken(self, name: str) -> None:
        """Raise Mistake for the name of a macro, which pages could not tell from the new thing."""
        if name in self.macros:
            raise Mistake(f'"{name}" is a macro already', ALONE)

    def macro(self, macro: Callable[..., object]) -> None:
        """Offer a macro of the book's own."""
        name = macro.__name__
        self.space(name, "a macro")
        if any(name in rules for rules in self.rules.values()):
            raise Mistake(f'"{name}" is a rule already', ALONE)
        self.own_macros[name] = _for_pages(macro)

    def space(self, name: str, what: str) -> None:
        """Reserve a namespace, or the name of a macro; refuse it if something else has it."""
        self._refuse_taken(name)
        if self._spaces.setdefault(name, what) != what:
            raise Mistake(f'"{name}" is {self._spaces[name]} already', ALONE)

    def rule(self, space: str, rule: Callable[..., object]) -> None:
        """Offer a rule."""
        name = rule.__name__
        self._refuse_taken(name)
        if name in self.rules.get(space, {}):
            raise Mistake(f"there is a rule {name} already", f"{ALONE}, or @book.rule(space=…)")
        refuse_parameters(rule)
        for parameter, domain in domains(rule).items():
            default = inspect.signature(rule).parameters[parameter].default
            if default is not inspect.Parameter.empty and not accepts(domain, default):
                message = f"{parameter} is {shown(default)} if it is left out"
                raise Mistake(f"{message}; allowed: {domain.allowed}")
        self._spaces.setdefault(space, f"the rules {space}")
        self.open[space] = None
        self.rules.setdefault(space, {})[name] = rule

    def names_of_rules(self) -> dict[Callable[..., object], str]:
        """Return the dotted name of each rule."""
        spaces = self.rules.items()
        return {rule: f"{space}.{name}" for space, has in spaces for name, rule in has.items()}

    def thing(self, kind: str, id: Any, build: Build) -> None:
        """Offer a table, a chart or a figure."""
        texts_only(id=id)
        check_id(id)
        # Readers take a chart for a figure: they are counted together.
        alike = ["table"] if kind == "table" else ["chart", "figure"]
        if any(id in self.things[each] for each in alike):
            raise Mistake(f'there is a {kind} "{id}" already', "take another id")
        if (kind, id) == ("table", "values"):
            raise Mistake('a table cannot be called "values"', "the lock keeps the numbers there")
        self.things[kind][id] = build

    def table(self, table: Any) -> Table:
        """Return the table of a chart, given its id, what book.table returned, or a Table."""
        tables = self.things["table"]
        if isinstance(table, str) and table not in tables:
            raise Mistake(f'there is no table "{table}"', did_you_mean(table, tables))
        found = tables[table] if isinstance(table, str) else table
        made = found() if callable(found) else found
        if not isinstance(made, Table):
            message = f"a chart is drawn of a table, not of {shown(made)}"
            raise Mistake(message, "give it what book.table returns")
        return copy(made)  # a page has to tell it from the table that it prints itself

    def arguments(self, function: Callable[..., object]) -> Iterator[dict[str, object]]:
        """Yield all arguments that a function accepts; raise Mistake if there are too many."""
        names = refuse_parameters(function)
        values = [values_of(function, name) or () for name in names]
        for name, known in zip(names, values, strict=True):
            if not 0 < len(known) <= MOST_TABLES:
                message = f"parameter {name} of a table may be too many things to print"
                hint = 'name its values: Literal["basic", "martial"], or the ids of a table'
                raise Mistake(message, hint)
        for given in product(*values):
            yield dict(zip(names, given, strict=True))


def refuse_parameters(function: Callable[..., object]) -> tuple[str, ...]:
    """Raise Mistake for a parameter without a domain; return the names of the parameters."""
    try:
        return tuple(domains(inspect.unwrap(function)))
    except Mistake:
        raise
    except Exception as error:  # noqa: BLE001 — an annotation is any code
        message = f"an annotation cannot be read: {type(error).__name__}: {error}"
        raise Mistake(message, DOMAINS) from None


def _for_pages(macro: Callable[..., object]) -> Callable[..., object]:
    """A macro whose answers are those of a page: a text is Markdown, a number exact."""

    @wraps(macro)
    def answer(*args: object, **named: object) -> object:
        made = macro(*args, **named)
        return (
            Markdown(as_read(made)) if isinstance(made, str) else exact_answer(made, macro.__name__)
        )

    return answer
