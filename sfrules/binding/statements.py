"""What an author states of the rules, and the analysis of a book that the press asks for."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sfrules.analysis.code import Spot
from sfrules.analysis.model import KINDS, Acceptance, Law, Merit, Model
from sfrules.binding.author import Author
from sfrules.binding.offers import Offers
from sfrules.facts.data_package import Tables
from sfrules.facts.domain import Domain, NoDomain, as_domain, domains
from sfrules.facts.fact_rows import Facts
from sfrules.facts.watched import RecordedCall, recording
from sfrules.ground.faults import source_of
from sfrules.ground.problems import Mistake, Problem, did_you_mean
from sfrules.ground.source import Span
from sfrules.press.things.book import Book, Exemption

if TYPE_CHECKING:  # a book is made for every question; what analyzes it is loaded when it does
    from concurrent.futures import Executor


@dataclass(frozen=True)
class BookModule:
    """Where a book is made: its modules, its file, and the folder of its site.

    It is all that another process needs to load the book, which it does once: two of the same
    place are equal, as the methods of two would not be.
    """

    modules: tuple[str, ...]
    file: str
    root: str

    def __call__(self) -> Model:
        """Return the book's rules, facts and statements; its modules are imported if need be."""
        for name in sorted(self.modules):
            if name not in sys.modules:
                if self.root not in sys.path:
                    sys.path.insert(0, self.root)
                importlib.import_module(name)
        for name in self.modules:
            for made in vars(sys.modules[name]).values():
                if str(getattr(made, "_file", "")) == self.file and hasattr(made, "model"):
                    model: Model = made.model()
                    return model
        raise LookupError(f"no book is made in {self.file}")


class Statements:
    """The laws, agreements and merits that an author states while the book is made."""

    def __init__(self, author: Author, offers: Offers) -> None:
        self._author = author
        self._offers = offers
        self._merits: list[Merit] = []
        self._laws: list[Law] = []
        self._tried: dict[Callable[..., Any], dict[str, Domain]] = {}

    def law(self, text: Any, holds: Any, values: Mapping[str, object]) -> None:
        """Take a law; note a problem if the domain of a parameter is not known."""
        code = getattr(holds, "__code__", None)
        if not (isinstance(text, str) and text) or code is None:
            hint = 'book.law("healing never hurts", lambda hp: …)'
            self._refuse("a law has a text and a function", hint)
            return
        held: dict[str, Domain] = {}
        named = {n: r for members in self._offers.rules.values() for n, r in members.items()}
        called = [*filter(None, map(named.get, code.co_names)), *_in_globals(holds)]
        for name in code.co_varnames[: code.co_argcount]:
            known = (domains(rule).get(name) for rule in called)
            domain = as_domain(values[name]) if name in values else next(filter(None, known), None)
            if domain is None:
                self._refuse(f"the law does not say the values of {name}", f"{name}=range(1, 31)")
                return
            held[name] = domain
        for name in values.keys() - held.keys():
            self._refuse(f"the law has no parameter {name}", did_you_mean(name, held), name)
        span = self._author.span_at_call(text)
        self._laws.append(Law(text, holds, held, span, about=tuple(called)))

    def agree(self, one: Any, other: Any) -> None:
        """Take an agreement of two rules."""
        from sfrules.analysis.law_findings import agreement

        try:
            self._laws.append(agreement(one, other, span=self._author.span_at_call()))
        except (NoDomain, TypeError, AttributeError) as wrong:
            self._refuse(f"two rules can agree, and one of these is none: {wrong}", "")

    def better(self, facts: Facts, more: tuple[str, ...], less: tuple[str, ...]) -> None:
        """Take what makes a row better; note a problem for a column that is not there."""
        for column in (*more, *less):
            if column not in facts.schema.columns:
                hint = did_you_mean(column, facts.schema.columns)
                self._refuse(f"{facts.name} has no column {column}", hint, column)
                return
        self._merits.append(Merit(facts.name, more, less, self._author.span_at_call()))

    def tried(self, rule: Any, values: Mapping[str, object]) -> None:
        """Take the values to try of a rule; note a problem for what is no parameter of it."""
        known = domains(rule)
        given = {name: as_domain(each) for name, each in values.items()}
        for name, domain in given.items():
            if name not in known:
                message = f"{rule.__name__} has no parameter {name}"
                self._refuse(message, did_you_mean(name, known), name)
            elif domain is None:
                self._refuse(f"{name} says no values", f"{name}=range(1, 31, 5)", name)
        self._tried[rule] = {name: each for name, each in given.items() if each}

    def _refuse(self, message: str, hint: str, said: object = None) -> None:
        self._offers.refuse(Mistake(message, hint), said)

    def model(
        self, book: Book, tables: Tables, named: Mapping[str, str], exempt: Sequence[Exemption]
    ) -> Model:
        """Return what is analyzed of a book."""
        rules = {name: rule for rule, name in book.rule_names.items()}

        from sfrules.analysis.law_findings import implied

        def place(rule: Callable[..., Any], spot: Spot | None) -> Span:
            return self._author.span_at_code(rule, spot.at if spot else None)

        return Model(
            rules=rules,
            facts=tables,
            place=place,
            laws=(*self._laws, *implied(rules, tables, place)),
            merits=tuple(self._merits),
            accepted=tuple(_acceptances(exempt, book.root)),
            tried={book.rule_names[rule]: values for rule, values in self._tried.items()},
            named=named,
            texts=lru_cache(maxsize=1)(partial(_texts, book.root / "docs")),
        )


def _in_globals(holds: Any) -> list[Callable[..., Any]]:
    """Return the rules that a law names, in its module, around it, or as a module's."""
    found = [holds.__globals__.get(name) for name in holds.__code__.co_names]
    found += [cell.cell_contents for cell in holds.__closure__ or ()]
    modules = [each for each in found if isinstance(each, ModuleType)]
    found += [getattr(each, n, None) for each in modules for n in holds.__code__.co_names]
    return [each for each in found if callable(each) and hasattr(each, "__wrapped__")]


def _acceptances(exempt: Sequence[Exemption], root: Path) -> Iterator[Acceptance]:
    for each in exempt:
        if each.kind in KINDS and each.origin:
            source, line = source_of(str(root / each.origin.path), root), each.origin.line
            start = source.start_of(line)
            span = Span(source, start, start + len(source.line(line)))
            yield Acceptance(each.kind, each.subject, each.reason, span)


def _texts(docs: Path) -> tuple[str, ...]:
    return tuple(page.read_text(encoding="utf-8") for page in sorted(docs.rglob("*.md")))


def analyze(file: BookModule, rules: Sequence[str], jobs: int) -> tuple[list[Problem], str]:
    """Return the problems that analysis finds, and a line that says how much was tried."""
    from sfrules.analysis import analysis

    model = file()
    if unknown := analysis.refuse_unknown(rules, model):
        raise Mistake(unknown)
    with executor(jobs) as workers:
        found = analysis.analyze(workers, file, rules)
    where = next((f" in {a.span.source.path}" for a in model.accepted), "")
    accepted = model.accepted
    if rules:  # what is accepted of others is not found now
        known = {(each.kind, each.subject) for each in found.findings}
        accepted = tuple(each for each in accepted if (each.kind, each.subject) in known)
    return analysis.problems(found, accepted, where), found.account


def executor(jobs: int) -> Executor:
    """Return a pool of so many processes; one job runs here, and 0 means all cores."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    count = jobs or os.cpu_count() or 1
    if count == 1:
        return ThreadPoolExecutor(1)
    # A forked process has the book loaded already; where there is none, it loads it.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    return ProcessPoolExecutor(count, context)


def rule_changes(file: BookModule, revision: str) -> str:
    """Return how the answers of rules differ from those at a revision, as text."""
    from sfrules.analysis import changes

    return changes.report(file(), file.modules, Path(file.root), revision)


def sensitivity(file: BookModule, print_all: Callable[[], object]) -> Iterator[str]:
    """Yield what each fact and constant moves of the answers that `print_all` asks rules for."""
    from sfrules.analysis.sensitivity import sways

    calls: list[RecordedCall] = []
    with recording(calls):
        print_all()
    idle = total = 0
    for sway in sways(file(), calls):
        total, idle = total + 1, idle + (not sway.moved)
        yield str(sway)
    yield f"{total} facts and constants, {idle} of which move nothing that is printed"
