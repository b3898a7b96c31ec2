"""One expression at a time: what `sfrules calc` and `sfrules explain` answer."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import chain
from numbers import Rational
from pathlib import Path
from typing import Any

from sfrules.ground.formats import answer, without_addresses
from sfrules.ground.ledger import Statement
from sfrules.ground.problems import Mistake
from sfrules.press.expression.from_rule import Unreadable
from sfrules.press.expression.values import Invocation, shape
from sfrules.press.host.site import CONFIG
from sfrules.press.page.answers import Fault, evaluate
from sfrules.press.page.environment import Space, environment_of
from sfrules.press.page.names import origins_named, unit_of_name
from sfrules.press.things.book import Record, Rulebook
from sfrules.press.things.formulas import formula_text, work_through
from sfrules.press.things.kinds import kinds_of, macros_of


class Answers:
    """Answers expressions over a book's rules, in the same sandbox as its pages."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._printed: Iterable[Statement] | None = None  # by the pages, once that has been asked

    def answer(self, expression: str) -> str:
        """The value, or a line that begins `error:`; always one line."""
        result = evaluate(self._book, expression, self._text)
        return f"error: {refusal(result.fault)}" if result.fault else _one_line(result.told)

    def in_full(self, expression: str, site: Path | None) -> dict[str, Any]:
        """The value as data, its unit, the rules and rows that were asked, and a page with it.

        Where nothing on a page says the expression, it is a page that prints what was asked first.
        What has no answer has an `error` instead of all these.
        """
        result = evaluate(self._book, expression, self._json)
        if result.fault:
            return {"expression": expression, "error": refusal(result.fault)}
        rules = self._book.origins(call.function for call in result.calls)
        short = environment_of(self._book).short_names()
        rows = (origins_named(self._book, short, name) for name in sorted(result.names))
        asked = [*dict.fromkeys((*rules, *chain.from_iterable(rows)))]
        names = (expression, *(origin.name for origin in asked))
        name = short.in_full(next(iter(result.names), ""))
        alone = result.is_call or name == short.in_full(expression)
        unit = unit_of_name(self._book, name) if alone else None
        return {
            "expression": expression,
            "value": json.loads(result.told),
            "unit": unit and unit.name,
            "asked": [asdict(origin) for origin in asked],
            "page": self._page(names, site) if site else None,
        }

    def _page(self, names: Iterable[str], site: Path) -> str | None:
        """The first place that prints something of one of these names, with its formula if any."""
        from sfrules.press.host.check import SiteCheck, printing

        if self._printed is None:
            entries = SiteCheck(site / CONFIG, cached=True).check().entries
            self._printed = [each for each in entries if not self._book.checks.is_sample(each.page)]
        for name in names:
            if found := printing(self._book, name, self._printed):
                first = min(found, key=lambda entry: entry.kind != "formula")
                return f"{first.page}{first.anchor and f'#{first.anchor}'}"
        return None

    def _text(self, value: Any) -> str:
        return answer(self._plain(value))

    def _json(self, value: Any) -> str:
        return json.dumps(_as_data(self._plain(value)))

    def _plain(self, value: Any) -> Any:
        if isinstance(value, Space):
            members = ", ".join(value.members)
            raise Mistake(f"{value.name} is a namespace: it has {members}")
        if kind := kinds_of(self._book).get(type(value)):
            raise Mistake(f"a {kind.name} is no value to work out")
        if isinstance(value, partial):
            asked = shape("figure", inspect.signature(value))
            raise Mistake(f"a figure of a row is called with what it asks for: {asked}")
        if callable(value) and value in self._book.rule_names:
            call = shape(self._book.rule_names[value], inspect.signature(value))
            raise Mistake(f"a rule is called with its arguments: {call}")
        if isinstance(value, Record):
            return value.fields
        return value

    def explanation(self, expression: str) -> str:
        """An expression in its steps, and each rule in it worked through; or a line `error: …`."""
        result = evaluate(self._book, expression)
        if result.fault:
            return f"error: {refusal(result.fault)}"
        try:
            if result.call:
                return self._worked(result.call)
            if not result.calls:
                return "error: no rule is asked here: there is nothing to explain"
            told = f"{expression} = {self._text(result.value)}"
            return "\n\n".join((*map(self._worked_or_said, result.calls), told))
        except (ArithmeticError, ValueError, TypeError) as error:
            return _one_line(without_addresses(f"error: {error}"))

    def _worked_or_said(self, call: Invocation) -> str:
        """A call of a rule worked through, or what the rule says where it is no formula."""
        try:
            return self._worked(call)
        except Unreadable:
            return f"{self._book.rule_names[call.function]}: {_first_line(call.function)}"

    def _worked(self, call: Invocation) -> str:
        """A call of a rule worked through."""
        bound = inspect.signature(call.function).bind(*call.arguments, **call.keywords)
        return formula_text(work_through(call.function, self._book.words, bound.arguments))

    def rules(self) -> Iterator[tuple[str, str]]:
        """Each rule's call, and the first sentence of what it says."""
        for rule, name in self._book.rule_names.items():
            yield shape(name, inspect.signature(rule)), _first_line(rule)

    def macros(self) -> Iterator[tuple[str, str]]:
        """Each macro's call, and what it prints."""
        for name, macro in macros_of(self._book, lambda _characters: None).items():
            yield shape(name, inspect.signature(macro)), _first_line(macro)


def _first_line(documented: Any) -> str:
    return (inspect.getdoc(documented) or "").partition("\n")[0]


def refusal(fault: Fault) -> str:
    """Why an expression has no value, in one line."""
    problem = fault.elsewhere
    message, hint = (problem.message, problem.hint) if problem else (fault.message, fault.hint)
    at = f"{problem.place}: " if problem else ""
    return _one_line(f"{at}{message}" + (f" ({hint})" if hint else ""))


def _one_line(text: str) -> str:
    """A text in one line that every terminal can show."""
    return " ".join(text.splitlines()).encode("utf-8", "backslashreplace").decode()


def _as_data(value: Any) -> Any:
    """A value as JSON has it: whole numbers as they are, and others as texts such as "7/2"."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Rational | Decimal):
        number = Fraction(value)
        return number.numerator if number.denominator == 1 else str(number)
    if isinstance(value, Mapping):
        return {answer(key): _as_data(each) for key, each in value.items()}
    if isinstance(value, Iterable):
        return [_as_data(each) for each in value]
    raise TypeError(f"a {type(value).__name__} cannot be told as a value")
