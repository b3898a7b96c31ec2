"""What is right where something was once printed wrong: worked out, and held to what is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sfrules.binding.layout import Layout
from sfrules.ground.formats import answer, decimal, format_value
from sfrules.ground.ledger import Origin
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Span
from sfrules.press.page.expand import EXPRESSION_AT, evaluate
from sfrules.press.things.book import Book
from sfrules.press.things.tables.table import Table


@dataclass(frozen=True)
class Erratum:
    """What was printed wrong, what is right, and the expression of the rule that says so.

    `spot` gives the place of one of the texts, from a character to another.
    """

    subject: str
    printed: str
    right: str
    expression: str
    why: str
    origin: Origin
    spot: Callable[[str, int, int | None], Span]


def wrong_errata(book: Book, errata: Sequence[Erratum]) -> Iterator[Problem]:
    """Each erratum that does not say what its own rule makes of it."""
    for erratum in errata:
        expression = erratum.expression
        found = evaluate(book, expression, answer)
        if wrong := found.problem:
            start = min(wrong.column - EXPRESSION_AT, len(expression) - 1)
            span = erratum.spot("expression", start, start + wrong.length)
            yield problem_at(span, wrong.message, wrong.hint)
        elif found.call is None or found.call.function not in book.rule_names:
            yield problem_at(
                erratum.spot("expression", 0, None), f"{expression} is no call of a rule"
            )
        elif found.told != erratum.right:
            message = f"right is {erratum.right}, {expression} is {found.told}"
            yield problem_at(erratum.spot("right", 0, None), message)


def errata_table(book: Callable[[], Book], errata: Sequence[Erratum]) -> Table:
    """The table of the errata, with what their rules make of them."""

    def right(erratum: Erratum) -> object:
        return evaluate(book(), erratum.expression).value

    calls = (evaluate(book(), each.expression).call for each in errata)
    notes = filter(None, (_rounded(right(each)) for each in errata))
    layout = Layout(
        "Errata",
        errata,
        {
            "Erratum": lambda each: each.subject,
            "First printed": lambda each: each.printed,
            "Right": right,
            "Why": lambda each: each.why,
        },
        notes=tuple(notes),
        rules=tuple(dict.fromkeys(call.function for call in calls if call)),
    )
    return layout.table("errata")


def _rounded(value: object) -> str:
    """What a fraction that does not end comes to; nothing for other figures, and for words."""
    shown = "" if value is None or isinstance(value, str) else format_value(value)
    return f"{shown} is about {decimal(value)}." if "/" in shown else ""
