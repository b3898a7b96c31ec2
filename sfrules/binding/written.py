"""What a book says of itself in CSV files or in its code: terms, units, errata, sources and more.

Each reader yields the entries of one table of facts; each check, what is wrong with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TypeAlias

from sfrules.binding.layout import Layout
from sfrules.facts.row import Row, cells_of, identifier, place_of, value_of
from sfrules.facts.tables import Facts
from sfrules.ground.formats import answer, decimal, decimal_places, format_value
from sfrules.ground.ledger import Origin
from sfrules.ground.number_words import exact, is_number, number_in
from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Span
from sfrules.press.page.answers import evaluate
from sfrules.press.page.names import quantities
from sfrules.press.things.book import (
    Exemption,
    ReadersQuestions,
    Record,
    Rulebook,
    Subject,
    Term,
    Unit,
)
from sfrules.press.things.tables import Table

Places: TypeAlias = Callable[[], Mapping[str, Span]]
"""Finds the place of each name in the declaration of a unit: only a wrong name is shown there."""
_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_WORD = re.compile(r"\w+")


def terms_in(facts: Facts) -> Iterator[Term]:
    """Yield the terms of the glossary."""
    for row in facts:
        yield Term(
            row.id,
            row.term,
            row.definition,
            row.page,
            row.anchor or "",
            listed(row.aliases),
            _origin(facts, row, row.id),
            row.unit,
            row.proof or "",
            row.formula,
        )


def names_in(facts: Facts) -> Iterator[tuple[str, str, Callable[[], Span]]]:
    """Yield each identifier that a term gives the words for, with the term and what finds it."""
    for row in facts:
        for name in listed(row.names):
            yield name, row.term, partial(cell_span, facts, row, "names", name)


def cell_span(facts: Facts, row: Row, column: str, name: str) -> Span:
    """Return the span of a name in a cell that lists several."""
    found = re.search(rf"(?:^|;)\s*({re.escape(name)})\s*(?:;|$)", str(value_of(row, column)))
    return facts.span_of(row, column, *found.span(1)) if found else facts.span_of(row, column)


def subjects_in(facts: Facts, terms: Collection[Term]) -> Iterator[Subject]:
    """Yield the subjects of the index, then one for each other term that not only formulas use."""
    written = {}
    for row in facts:
        places = tuple(_place(text) for text in listed(row.places))
        origin = _origin(facts, row, row.subject)
        written[row.subject.casefold()] = Subject(row.subject, places, origin)
    yield from written.values()
    for term in terms:
        names = {name.casefold() for name in (term.term, *term.aliases)}
        if not term.formula and not written.keys() & names:
            named = term.term[:1].upper() + term.term[1:]
            yield Subject(named, ((term.page, term.anchor),), term.origin)


def synonyms_in(facts: Facts) -> Iterator[tuple[str, str]]:
    """Yield what players say with each of the book's words for it."""
    for row in facts:
        yield from ((row.word, means) for means in listed(row.means) or ("",))


def asked_in(facts: Facts) -> Iterator[ReadersQuestions]:
    """Yield each place that questions lead to, with them."""
    for row in facts:
        yield ReadersQuestions(_place(row.place), listed(row.asked), _origin(facts, row, row.place))


def errata_in(facts: Facts) -> Iterator[Erratum]:
    """Yield the errata."""
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
    """Yield the gaps that are allowed, with their reasons."""
    for row in facts:
        yield Exemption(row.kind, row.subject, row.reason, _origin(facts, row, row.subject))


def account_in(facts: Facts) -> Iterator[str]:
    """Yield a line for the check's report: how many of the sources' sentences are on a page.

    A row with both a page and a reason is a sentence that the page only names.
    """
    left_out = sum(1 for row in facts if not row.page)
    named = sum(1 for row in facts if row.page and row.why)
    printed = len(facts) - named - left_out
    yield (
        f"{len(facts)} sentences of the sources:"
        f" {printed} on pages, {named} named and not held, {left_out} left out"
    )


def ids_in(facts: Facts) -> Iterator[str]:
    """Yield the ids of the sources' sentences: names with a number in them, such as SF-17."""
    return (str(value_of(row, facts.schema.key)) for row in facts.rows if facts.schema.key)


def cited_in(facts: Facts) -> Iterator[tuple[tuple[str, str], Record]]:
    """Yield the numbers of facts that proofs may cite, by the fact's id and what they are of."""
    for row in facts:
        cells = cells_of(row)
        key = str(cells["source"]), str(cells.get("about") or "")
        yield key, Record(cells, Origin(" ".join(filter(None, key)), *place_of(row)))


def unlike_rules(book: Rulebook, facts: Facts) -> Iterator[Problem]:
    """Yield a problem for each cited number that the rules have otherwise for the same fact.

    So for each that the sentence of the fact does not say, or not alone: readers are shown both.
    """
    from sfrules.press.audit.numbers import naming_of, numbers_in  # a question compares nothing
    from sfrules.press.proving.claims import said

    def numbers(text: str, known: Collection[object] = ()) -> set[object]:
        """The numbers of a text by their values; small words only if their numbers are known."""
        found = set[object]()
        for each in numbers_in(text, naming):
            says = said(each.text)
            own: set[object] = {*filter(is_number, (says.low, says.high))} or {each.text}
            if not each.is_small or not known or not own.isdisjoint(known):
                found |= own
        return found

    naming = naming_of(book)
    for row in facts:
        cells = cells_of(row)  # to compare a number is not to cite it
        expression, number = cells.get("rule"), str(cells.get("number"))
        says, own = str(cells.get("says") or ""), numbers(number)
        if says and numbers(says, own) != own:
            message = f"the number of this fact is {number}, and its sentence says another, or none"
            yield problem_at(facts.span_of(row, "says"), message, "say this number, and no other")
        found = evaluate(book, str(expression)) if expression else None
        if found and found.fault:
            yield found.fault.elsewhere or problem_at(
                facts.span_of(row, "rule"), found.fault.message, found.fault.hint
            )
        elif found and not said(number).is_of(exact(found.value)):
            message = f"the source says {number}, {expression} is {format_value(found.value)}"
            yield problem_at(facts.span_of(row, "number"), message)


def gone_sources(facts: Facts, root: Path, rules: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each source whose rule, file or page is gone.

    An installed book has no pages, so its sources are not asked for theirs.
    """
    folders = {"table": root, "page": root / "docs"}
    for row in facts:
        folder = folders.get(row.kind)
        is_there = (folder / row.place).exists() if folder else row.place in rules
        if not is_there and (folder is None or folders["page"].is_dir()):
            hint = "" if folder else did_you_mean(row.place, rules)
            span = facts.span_of(row, "place")
            yield problem_at(span, f"there is no {row.kind} {row.place}", hint)


def stale_names(book: Rulebook, said: Mapping[str, Callable[[], Span]]) -> Iterator[Problem]:
    """Yield a problem for each name that no code and no table of the book contains."""
    if not said:
        return
    known = _words_of(book.watch).union(*({space, *has} for space, has in book.namespaces.items()))
    for name, find in said.items():
        for part in _WORD.findall(name):
            if part not in known:
                hint = did_you_mean(part, known, or_list=False)
                yield problem_at(find(), f'nothing of the book is called "{name}"', hint)
                break


def _words_of(watched: Iterable[Path]) -> frozenset[str]:
    """Return the words of the code, without its strings, and of the tables' names and headings."""
    found: set[str] = set()
    for path in watched:
        for file in [path] if path.is_file() else [*path.rglob("*.py"), *path.rglob("*.csv")]:
            text = file.read_text(encoding="utf-8", errors="ignore") if file.exists() else ""
            if file.suffix == ".csv":
                text = " ".join(map(identifier, re.split("[,;]", text.partition("\n")[0])))
            found.update(_WORD.findall(_QUOTED.sub("", text)), _WORD.findall(file.stem))
    return frozenset(found)


def _origin(facts: Facts, row: Row, name: str) -> Origin:
    return Origin(f"{facts.name}.{name}", *place_of(row))


def _place(text: str) -> tuple[str, str]:
    page, _, anchor = text.partition("#")
    return page, anchor


def listed(cell: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (cell or "").split(";") if part.strip())


def units_in(facts: Facts) -> Iterator[tuple[Unit, Places]]:
    """Yield the units, each with the places of the names in it."""
    for row in facts:
        kind, per, of = row.kind_of or "", row.per or "", listed(row.of)
        unit = Unit(row.unit, listed(row.words), of, kind, per)
        yield unit, partial(_places_in, facts, row, unit)


def _places_in(facts: Facts, row: Row, unit: Unit) -> Mapping[str, Span]:
    places = {name: cell_span(facts, row, "of", name) for name in unit.of}
    return places | {
        unit.kind_of: facts.span_of(row, "kind_of"),
        unit.per: facts.span_of(row, "per"),
    }


def wrong_units(book: Rulebook, names: Mapping[str, Places]) -> Iterator[Problem]:
    """Yield a problem for each name in a declaration that the book does not have."""
    known = frozenset(quantities(book)) if names else frozenset[str]()
    for unit, name, message, hint in book.units.wrong(known):
        yield problem_at(names[unit.name]()[name], message, hint)


@dataclass(frozen=True)
class Erratum:
    """What was printed wrong, what is right, and the expression of the rule that says so."""

    subject: str
    printed: str
    right: str
    #: A call of a rule; its value has to be `right`.
    expression: str
    explanation: str
    origin: Origin
    #: Returns the span of one of the texts, by its field's name and two offsets in it.
    spot: Callable[[str, int, int | None], Span]
    #: The key of its row, if it comes from a table of facts.
    id: str = ""
    #: The id of the source's sentence that it corrects.
    fact: str = ""


def wrong_errata(book: Rulebook, errata: Sequence[Erratum]) -> Iterator[Problem]:
    """Yield a problem for each erratum whose correction is not the value of its expression."""
    for erratum in errata:
        expression = erratum.expression
        found = evaluate(book, expression, answer)
        if fault := found.fault:
            yield fault.elsewhere or problem_at(
                erratum.spot("expression", fault.start, fault.end), fault.message, fault.hint
            )
        elif found.call is None or found.call.function not in book.rule_names:
            yield problem_at(
                erratum.spot("expression", 0, None), f"{expression} is no call of a rule"
            )
        elif found.told != erratum.right:
            message = f"right is {erratum.right}, {expression} is {found.told}"
            yield problem_at(erratum.spot("right", 0, None), message)
        if book.checks.no_loose_numbers:
            yield from _loose_words(book, erratum)


def _loose_words(book: Rulebook, erratum: Erratum) -> Iterator[Problem]:
    """Yield a problem for each number in an erratum's text that is none of its own numbers."""
    from sfrules.press.audit.numbers import naming_of, numbers_in, sure_numbers_in

    naming = naming_of(book)
    about = " ; ".join((erratum.printed, erratum.right, erratum.expression.replace("(", "( ")))
    known = {_value(each.text) for each in numbers_in(about, naming)}
    for field in ("subject", "explanation"):
        text = getattr(erratum, field)
        for each in sure_numbers_in(text, naming):
            if _value(each.text) not in known:
                message = f"the number {each.text} is loose: the erratum is not about it"
                hint = "it is about what was printed, what is right, and what its rule is given"
                yield problem_at(erratum.spot(field, each.start, each.end), message, hint)


def _value(number: str) -> object:
    return number_in(number) or number


def errata_table(book: Rulebook, errata: Sequence[Erratum]) -> Table:
    """Return the table of errata, its corrections computed by their rules."""

    def right(erratum: Erratum) -> object:
        value = evaluate(book, erratum.expression).value
        endless = isinstance(value, Fraction) and decimal_places(value) is None
        return f"about {decimal(value)}" if endless else value

    calls = (evaluate(book, each.expression).call for each in errata)
    columns: dict[str, object] = {
        "Erratum": ("subject", "What was printed wrong."),
        "First printed": ("printed", "What first stood there."),
        "Right": (right, "What its rule makes of it."),
        "Why": ("explanation", "How they came apart."),
    }
    if all(each.id for each in errata):
        columns["Id"] = "id", "The erratum's name in the book's data."
    layout = Layout(
        "Errata",
        errata,
        columns,
        rules=tuple(dict.fromkeys(call.function for call in calls if call)),
        facts=tuple({each.origin.name.partition(".")[0]: 1 for each in errata if each.id}),
        sources=tuple(dict.fromkeys(each.fact for each in errata if each.fact)),
    )
    return layout.table("errata")
