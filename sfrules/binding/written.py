"""What a book says of itself in CSV files or in its code: terms, units, errata, sources and more.

`Written` yields the entries of the files; each check, what is wrong with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from sfrules.binding.layout import Layout
from sfrules.facts.row import Row, identifier, place_of, value_of
from sfrules.facts.tables import Facts
from sfrules.ground.formats import answer, decimal, decimal_places, format_value
from sfrules.ground.ledger import Origin
from sfrules.ground.number_words import exact, is_number, number_in
from sfrules.ground.problems import Mistake, Problem, did_you_mean, problem_at
from sfrules.ground.source import Span
from sfrules.press.page.answers import evaluate
from sfrules.press.page.names import quantities
from sfrules.press.things.book import (
    Exemption,
    ReadersQuestions,
    Record,
    Rulebook,
    SearchAids,
    Subject,
    Term,
    Unit,
)
from sfrules.press.things.tables import Table

#: The kinds of files that a book may have, with the columns that each has at least.
WRITTEN = {
    "terms": "term definition page anchor aliases names unit proof formula",
    "units": "unit words of kind_of per",
    "subjects": "subject places",
    "synonyms": "word means",
    "asked": "place asked",
    "errata": "subject printed right expression explanation fact",
    "exemptions": "kind subject reason",
    "sources": "kind place",
    "cited": "source number",
    "account": "page why",
}
T = TypeVar("T")
Finder: TypeAlias = Callable[[str], Span]
"""Finds the place of a name that a book gives to something: only a wrong name is shown there."""
_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_WORD = re.compile(r"\w+")
HINT_OF_UNITS = "of names rules, and parameters and columns, as in boats.toll"


class Written:
    """The CSV files of what a book says of itself, by kind; a kind without a file has no rows."""

    def __init__(self) -> None:
        self.facts: dict[str, Facts] = {}

    def add(self, kind: str, read: Callable[[str], Facts]) -> None:
        """Read the file of a kind; raise Mistake for an unknown kind, or if a column is missing."""
        if kind not in WRITTEN:
            message, hint = f"no table says the {kind} of a book", did_you_mean(kind, WRITTEN)
            raise Mistake(message, hint)
        self.facts[kind] = facts = read(kind)
        needed = WRITTEN[kind].split()
        if missing := ", ".join(each for each in needed if each not in facts.schema.columns):
            message = f"{facts.schema.path} has no column {missing}"
            raise Mistake(message, f"the columns of {kind} are {', '.join(needed)}")

    def _rows(self, kind: str) -> Iterable[Row]:
        return self.facts.get(kind, ())

    def _origin(self, kind: str, row: Row, name: str) -> Origin:
        return Origin(f"{self.facts[kind].name}.{name}", *place_of(row))

    def terms(self) -> Iterator[Term]:
        """Yield the terms of the glossary."""
        for row in self._rows("terms"):
            yield _entry(Term, row, origin=self._origin("terms", row, row.id))

    def names(self) -> Iterator[tuple[str, str, Finder]]:
        """Yield each identifier that a term gives the words for, with the term and its finder."""
        for row in self._rows("terms"):
            find = partial(find_name, self.facts["terms"], row, ("names",))
            yield from ((name, row.term, find) for name in listed(row.names))

    def units(self) -> Iterator[tuple[Unit, Finder]]:
        """Yield the units, each with what finds the names in its declaration."""
        for row in self._rows("units"):
            find = partial(find_name, self.facts["units"], row, ("of", "kind_of", "per"))
            yield _entry(Unit, row, name=row.unit), find

    def errata(self) -> Iterator[Erratum]:
        """Yield the errata."""
        for row in self._rows("errata"):
            said = {"printed": str(row.printed), "right": str(row.right)}
            origin = self._origin("errata", row, row.id)
            spot = partial(self.facts["errata"].span_of, row)
            yield _entry(Erratum, row, origin=origin, spot=spot, **said)

    def exemptions(self) -> Iterator[Exemption]:
        """Yield the gaps that are allowed, with their reasons."""
        for row in self._rows("exemptions"):
            yield _entry(Exemption, row, origin=self._origin("exemptions", row, row.subject))

    def search_aids(self, terms: Collection[Term]) -> SearchAids:
        """Return what leads readers to places: the index, synonyms and questions."""
        asked = (
            ReadersQuestions(
                _place(row.place), listed(row.asked), self._origin("asked", row, row.place)
            )
            for row in self._rows("asked")
        )
        synonyms = (
            (row.word, means)
            for row in self._rows("synonyms")
            for means in listed(row.means) or ("",)
        )
        return SearchAids(tuple(self._subjects(terms)), tuple(synonyms), tuple(asked))

    def _subjects(self, terms: Collection[Term]) -> Iterator[Subject]:
        """Yield the subjects of the index, then one for each term that not only formulas use."""
        if "subjects" not in self.facts:
            return
        written = set[str]()
        for row in self._rows("subjects"):
            places = tuple(map(_place, listed(row.places)))
            written.add(row.subject.casefold())
            yield Subject(row.subject, places, self._origin("subjects", row, row.subject))
        for term in terms:
            names = {name.casefold() for name in (term.term, *term.aliases)}
            if not term.formula and not written & names:
                named = term.term[:1].upper() + term.term[1:]
                yield Subject(named, ((term.page, term.anchor),), term.origin)

    def cited(self) -> Iterator[tuple[tuple[str, str], Record]]:
        """Yield the numbers that proofs may cite, by the fact's id and what they count."""
        for row in self._rows("cited"):
            key = str(row.source), str(row.get("about") or "")
            cells: Any = row  # a mapping, though not by its base
            yield key, Record(cells, Origin(" ".join(filter(None, key)), *place_of(row)))

    def ids_of_sources(self) -> Iterator[str]:
        """Yield the ids of the sources' sentences: names with a number in them, such as SF-17."""
        ids = (row.get("id") for row in self._rows("sources"))
        return map(str, filter(None, ids))

    def account(self) -> str:
        """Return a line for the check's report: how many of the sources' sentences are on a page.

        A row with both a page and a reason is a sentence that the page only names.
        """
        if not (facts := self.facts.get("account")):
            return ""
        left_out = sum(1 for row in facts if not row.page)
        named = sum(1 for row in facts if row.page and row.why)
        return (
            f"{len(facts)} sentences of the sources: {len(facts) - named - left_out} on pages,"
            f" {named} named and not held, {left_out} left out"
        )

    def problems(self, book: Rulebook) -> Iterator[Problem]:
        """Yield what is wrong with the numbers of facts, and with the places of sources."""
        if "cited" in self.facts:
            yield from unlike_rules(book, self.facts["cited"])
        if "sources" in self.facts:
            yield from gone_sources(book, self.facts["sources"])


def _entry(makes: type[T], row: Row, **known: Any) -> T:
    """Make an entry of a row: a field that is not known has what the column of its name says."""
    for each in fields(makes):  # type: ignore[arg-type] # all entries are dataclasses
        cell = getattr(row, each.name) if each.name not in known and each.name in row else None
        if cell is not None:
            known[each.name] = listed(cell) if each.default == () else cell
    return makes(**known)


def find_name(facts: Facts, row: Row, columns: Iterable[str], name: str) -> Span:
    """Return the span of a name in one of some cells that list several."""
    pattern = re.compile(rf"(?:^|;)\s*({re.escape(name)})\s*(?:;|$)")
    found = ((column, pattern.search(str(value_of(row, column)))) for column in columns)
    return next(facts.span_of(row, column, *at.span(1)) for column, at in found if at)


def _place(text: str) -> tuple[str, str]:
    page, _, anchor = text.partition("#")
    return page, anchor


def listed(cell: str | None) -> tuple[str, ...]:
    """Return the texts of a cell that lists several."""
    return tuple(part.strip() for part in (cell or "").split(";") if part.strip())


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
        expression, number = row.get("rule"), str(row.get("number"))  # which is not to cite it
        says, own = str(row.get("says") or ""), numbers(number)
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


def gone_sources(book: Rulebook, facts: Facts) -> Iterator[Problem]:
    """Yield a problem for each source whose rule, file or page is gone.

    An installed book has no pages, so its sources are not asked for theirs.
    """
    folders = {"table": book.root, "page": book.root / "docs"}
    rules = frozenset(book.rule_names.values())
    for row in facts:
        folder = folders.get(row.kind)
        is_there = (folder / row.place).exists() if folder else row.place in rules
        if not is_there and (folder is None or folders["page"].is_dir()):
            hint = "" if folder else did_you_mean(row.place, rules)
            span = facts.span_of(row, "place")
            yield problem_at(span, f"there is no {row.kind} {row.place}", hint)


def stale_names(book: Rulebook, said: Mapping[str, Finder]) -> Iterator[Problem]:
    """Yield a problem for each name that no code and no table of the book contains."""
    if not said:
        return
    known = _words_of(book.watch).union(*({space, *has} for space, has in book.namespaces.items()))
    for name, find in said.items():
        for part in _WORD.findall(name):
            if part not in known:
                hint = did_you_mean(part, known, or_list=False)
                yield problem_at(find(name), f'nothing of the book is called "{name}"', hint)
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


def wrong_units(book: Rulebook, finders: Mapping[str, Finder]) -> Iterator[Problem]:
    """Yield a problem for each name of a unit that the book has not, or counts as another."""
    declared, owners = book.units.declared, dict[str, str]()
    known = frozenset(quantities(book)) if declared else frozenset[str]()
    for unit in declared.values():
        find = finders[unit.name]
        for name in (unit.kind_of, unit.per):
            if name and name not in declared:
                hint = did_you_mean(name, declared)
                yield problem_at(find(name), f"there is no unit {name}", hint)
        for name in unit.of:
            if owners.setdefault(name, unit.name) != unit.name:
                yield problem_at(find(name), f"{name} counts {owners[name]} already")
            elif name.partition("(")[0] not in known:
                hint = did_you_mean(name, known, or_list=False) or HINT_OF_UNITS
                yield problem_at(find(name), f'nothing of the book is called "{name}"', hint)


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
        found = evaluate(book, erratum.expression)
        value = found.value if found.is_sound else None
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
