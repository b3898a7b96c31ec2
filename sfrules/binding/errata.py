"""Errata: each correction is computed by its rule, and compared with what the author typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sfrules.binding.layout import Layout
from sfrules.ground.formats import answer, decimal, decimal_places
from sfrules.ground.ledger import Origin
from sfrules.ground.number_words import number_in
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Span
from sfrules.press.audit.numbers_in_text import nouns_of, unnamed_numbers_in
from sfrules.press.page.evaluator import evaluate
from sfrules.press.things.book import Book
from sfrules.press.things.tables.table import Table


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


def wrong_errata(book: Book, errata: Sequence[Erratum]) -> Iterator[Problem]:
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
        if book.no_loose_numbers:
            yield from _loose_words(book, erratum)


def _loose_words(book: Book, erratum: Erratum) -> Iterator[Problem]:
    """Yield a problem for each number in an erratum's text that is none of its own numbers."""
    nouns = nouns_of(book)
    about = " ; ".join((erratum.printed, erratum.right, erratum.expression.replace("(", "( ")))
    known = {_value(about[slice(*each)]) for each in unnamed_numbers_in(about, nouns)}
    for field in ("subject", "explanation"):
        text = getattr(erratum, field)
        for start, end in unnamed_numbers_in(text, nouns):
            if _value(text[start:end]) not in known:
                message = f"the number {text[start:end]} is loose: the erratum is not about it"
                hint = "it is about what was printed, what is right, and what its rule is given"
                yield problem_at(erratum.spot(field, start, end), message, hint)


def _value(number: str) -> object:
    return number_in(number) or number


def errata_table(book: Book, errata: Sequence[Erratum]) -> Table:
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
