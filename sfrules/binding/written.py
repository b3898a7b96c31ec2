"""What a book says in tables of facts: its terms, subjects, errata, sources and the like."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from pathlib import Path

from sfrules.binding.errata import Erratum
from sfrules.facts.facts import Facts
from sfrules.facts.row import Row, place_of, value_of
from sfrules.ground.ledger import Origin
from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Span
from sfrules.press.things.book import Exemption, Subject, Term


def terms_in(facts: Facts) -> Iterator[Term]:
    """The glossary."""
    for row in facts:
        yield Term(
            row.id,
            row.term,
            row.definition,
            row.page,
            row.anchor or "",
            _listed(row.aliases),
            _origin(facts, row, row.id),
            row.unit,
            row.proof or "",
            row.formula,
        )


def names_in(facts: Facts) -> Iterator[tuple[str, str, Span]]:
    """The identifiers that terms are the words for, with the terms, and where that is said."""
    for row in facts:
        for name in _listed(row.names):
            start = row.names.index(name)
            yield name, row.term, facts.span_of(row, "names", start, start + len(name))


def subjects_in(facts: Facts, terms: Collection[Term]) -> Iterator[Subject]:
    """The index: the subjects, and the terms of players that are not among them."""
    written = {}
    for row in facts:
        places = tuple(_place(text) for text in _listed(row.places))
        origin = _origin(facts, row, row.subject)
        written[row.subject.casefold()] = Subject(row.subject, places, origin)
    yield from written.values()
    for term in terms:
        names = {name.casefold() for name in (term.term, *term.aliases)}
        if not term.formula and not written.keys() & names:
            named = term.term[:1].upper() + term.term[1:]
            yield Subject(named, ((term.page, term.anchor),), term.origin)


def errata_in(facts: Facts) -> Iterator[Erratum]:
    """What was printed wrong, and is right by a rule."""
    for row in facts:
        yield Erratum(
            row.subject,
            str(row.printed),
            str(row.right),
            row.expression,
            row.explanation,
            _origin(facts, row, row.id),
            partial(facts.span_of, row),
            row.id,
            row.fact,
        )


def exemptions_in(facts: Facts) -> Iterator[Exemption]:
    """The gaps that the book has on purpose."""
    for row in facts:
        yield Exemption(row.kind, row.subject, row.reason, _origin(facts, row, row.subject))


def account_in(facts: Facts) -> Iterator[str]:
    """How many sentences of the sources are on a page, in a line for the check to say.

    A row with a page and a reason is a reference to what the book does not hold: the page names it.
    """
    left_out = sum(1 for row in facts if not row.page)
    named = sum(1 for row in facts if row.page and row.why)
    printed = len(facts) - named - left_out
    yield (
        f"{len(facts)} sentences of the sources:"
        f" {printed} on pages, {named} named and not held, {left_out} left out"
    )


def ids_in(facts: Facts) -> Iterator[str]:
    """The ids of facts, such as SF-17: names with a number in them."""
    return (str(value_of(row, facts.schema.key)) for row in facts.rows if facts.schema.key)


def gone_sources(facts: Facts, root: Path, rules: Collection[str]) -> Iterator[Problem]:
    """Each source whose rule, file or page is there no more; an installed book has no pages."""
    folders = {"table": root, "page": root / "docs"}
    for row in facts:
        folder = folders.get(row.kind)
        is_there = (folder / row.place).exists() if folder else row.place in rules
        if not is_there and (folder is None or folders["page"].is_dir()):
            hint = "" if folder else did_you_mean(row.place, rules)
            span = facts.span_of(row, "place")
            yield problem_at(span, f"there is no {row.kind} {row.place}", hint)


def _origin(facts: Facts, row: Row, name: str) -> Origin:
    place = place_of(row)
    return Origin(f"{facts.name}.{name}", place.path, place.line)


def _place(text: str) -> tuple[str, str]:
    page, _, anchor = text.partition("#")
    return page, anchor


def _listed(cell: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (cell or "").split(";") if part.strip())
