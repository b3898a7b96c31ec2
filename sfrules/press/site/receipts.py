"""Receipts: how each number of a page is known, in a file that is loaded when one is asked."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sfrules.ground.ledger import Origin, Statement
from sfrules.press.audit.numbers import naming_of, sure_numbers_in
from sfrules.press.expression.values import signature_of
from sfrules.press.page.names import name_in_words
from sfrules.press.proving.claims import plain_form
from sfrules.press.site.numbering import PageView
from sfrules.press.things.book import Record, Rulebook, once_per_book
from sfrules.press.things.formulas import formula_text, work_through
from sfrules.press.things.tables import Column, Table
from sfrules.press.things.thing import NamedLink

MOST_CALLS = 4  # rules that the receipt of a number works through
_SOURCES = re.compile(r"^Source: ([\w-]+(?:, [\w-]+)*)\.?$", re.MULTILINE)


class Basis(NamedTuple):
    """A rule, or a row or table of facts, as a receipt shows it; its script reads this order."""

    #: Such as "The rule Hit points".
    name: str
    #: The heading that states it, and its address; both empty if no page does.
    heading: str
    href: str
    #: What the rule says.
    says: str
    #: The facts of the sources that it is from, each with its address.
    sources: tuple[NamedLink, ...]
    #: The dotted name, and the file with the line, for authors.
    code: str
    place: str


def receipts_script(view: PageView, numbers: Mapping[str, Statement]) -> str:
    """The receipts of a page's tables and numbers: JSON, "" where it has none.

    A site has it in a call: a page that is opened from a folder may run a script of its own, and
    may not fetch a file.
    """
    if not (view.tables or numbers):
        return ""
    rules: dict[Origin, int] = {}
    told = {
        "tables": {id: _receipt(table, view, rules) for id, table in view.tables.items()},
        "numbers": {name: _of_number(asked, view, rules) for name, asked in numbers.items()},
        "rules": [_known_from(each, view) for each in rules],
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _of_number(asked: Statement, view: PageView, rules: dict[Origin, int]) -> dict[str, Any]:
    """What a number is: in words, the working of its rules, which rules they are, and the code."""
    steps = (
        _once(view.book, rule, tuple(given), tuple(named.items()))
        for rule, given, named, *_ in asked.calls[:MOST_CALLS]
    )
    worked = [asked.in_words, *steps]
    # Where rules were called, the rows are in what they were given.
    from_rules = [origin for origin in asked.origins if origin.path.endswith(".py")]
    other = plain_form(asked.printed) != plain_form(asked.answer)
    told = {
        "expression": " = ".join(filter(None, (asked.expression, asked.answer))),
        "said": asked.printed if asked.answer and other else "",
        "because": asked.because,
        "worked": "\n".join(dict.fromkeys(filter(None, worked))),
        "rules": _numbered(from_rules or asked.origins, rules),
    }
    return {name: value for name, value in told.items() if value}


def _numbered(origins: Sequence[Origin], rules: dict[Origin, int]) -> list[int]:
    """The places of some rules in the list of those of the page, which takes new ones."""
    return [rules.setdefault(each, len(rules)) for each in origins]


def _known_from(origin: Origin, view: PageView) -> Basis:
    place = f"{origin.path}:{origin.line}"
    id, _, about = origin.name.partition(" ")
    if fact := view.book.cited.get((id, about)):
        said, source = str(fact.fields.get("says") or ""), view.row_of(view.book.sources, id)
        return Basis("A fact of the source", "", "", said, (source,), origin.name, place)
    thing = view.book.member(origin.name)
    kind = (
        "The rule" if callable(thing) else "The row" if "." in origin.name else "The table of facts"
    )
    return Basis(
        f"{kind} {name_in_words(view.book, origin.name)}",
        *view.stated_in(origin.name),
        _says(thing, view.book) if callable(thing) else "",
        tuple(view.row_of(view.book.sources, id) for id in _sources(thing, view.book)),
        origin.name,
        place,
    )


def _sources(thing: object, book: Rulebook) -> Iterator[str]:
    """The facts that a rule or a row says that it is from."""
    if not book.sources:
        return
    if isinstance(thing, Record):
        said = thing.fields.get("source")
        yield from [said] if isinstance(said, str) and said else []
    elif found := _SOURCES.search(inspect.getdoc(thing) or "") if callable(thing) else None:
        yield from found[1].split(", ")


def _receipt(table: Table, view: PageView, rules: dict[Origin, int]) -> dict[str, Any]:
    """What each column is and comes from, for each row the working of its cells, and its file."""
    book, columns = view.book, table.all_columns
    worked = [_working(book, table, column) for column in columns]
    return {
        "columns": [
            {
                "head": heading,
                "words": column.description,
                "says": _says(column.of, book) if column.of in book.rule_names else "",
                "formula": formula,
                "rules": _numbered(_origins(book, table, column), rules),
            }
            for heading, column, (formula, _) in zip(table.headings, columns, worked, strict=True)
        ],
        "worked": list(zip(*(steps for _, steps in worked), strict=True)),
        # A table that is not the book's but a chart's own is not written out for download.
        "file": table.id if table.id in book.tables else "",
        "sources": [view.row_of(book.sources, source) for source in table.sources],
    }


def _origins(book: Rulebook, table: Table, column: Column) -> Sequence[Origin]:
    """The rule of a column; where code of the table's own fills it, all that the table is from."""
    own = book.origins([column.of]) if column.of in book.rule_names else ()
    return own or book.origins(table.all_rules, table.all_authored)


def _says(rule: Callable[..., object], book: Rulebook) -> str:
    """A rule in words: the first line of what its author says of it, as far as no number is in it.

    Nothing vouches for a number there; the formula beside it says what the rule does with it.
    """
    line, naming = (inspect.getdoc(rule) or "").partition("\n")[0], naming_of(book)
    if not sure_numbers_in(line, naming):
        return line
    before, colon, _ = line.partition(":")
    return f"{before}." if colon and not sure_numbers_in(before, naming) else ""


def _working(book: Rulebook, table: Table, column: Column) -> tuple[str, list[str]]:
    """The formula of a column, and its steps for each row; nothing where its code is no formula."""
    if column.of not in book.rule_names:
        return "", [""] * len(table.rows)
    steps, formula = [], ""
    for subject in table.rows:
        worked = _once(book, column.of, (subject,), tuple(column.given.items()))
        first, _, rest = worked.partition("\n")
        formula = formula or first
        steps.append(rest)
    return formula, steps


@once_per_book
def _once(
    book: Rulebook,
    rule: Callable[..., object],
    given: tuple[object, ...],
    named: tuple[tuple[str, object], ...],
) -> str:
    """A call of a rule worked through as text; "" where its code is no formula."""
    try:
        bound = signature_of(rule).bind(*given, **dict(named))
        return formula_text(work_through(rule, book.words, bound.arguments))
    except (TypeError, ValueError):
        return ""
