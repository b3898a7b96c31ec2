"""Receipts: how each number of a page is known, in a file that is loaded when one is asked."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sfrules.ground.ledger import Origin
from sfrules.press.page.askable import AskedNumber
from sfrules.press.site.weave.numbering import PageView
from sfrules.press.things.book import Book
from sfrules.press.things.formulas.formula_kind import call_worked, formula_text
from sfrules.press.things.tables.html import origins_of
from sfrules.press.things.tables.table import Column, Table
from sfrules.press.things.thing import NamedLink

MOST_CALLS = 4  # rules that the receipt of a number works through
Place = tuple[str, str, str]  # a name, an address, and the file with the line
Rule = tuple[str, str, str, str]  # the same, and the rule in words


def receipts_script(
    view: PageView, tables: Mapping[str, Table], numbers: Mapping[str, AskedNumber]
) -> str:
    """The receipts of a page's tables and numbers: JSON in a call, "" where it has neither.

    A page that is opened from a folder may run a script of its own, and may not fetch a file.
    """
    if not (tables or numbers):
        return ""
    rules: dict[Rule, int] = {}
    told = {
        "tables": {id: _receipt(view.book, table, view) for id, table in tables.items()},
        "numbers": {name: _of_number(asked, view, rules) for name, asked in numbers.items()},
        "rules": [*rules],
    }
    return f"receipts({json.dumps(told, ensure_ascii=False, separators=(',', ':'))});\n"


def _of_number(asked: AskedNumber, view: PageView, rules: dict[Rule, int]) -> dict[str, Any]:
    """What a number is: its expression, the working of its rules, and which rules they are."""
    worked = [_once(view.book, *call) for call in asked.calls[:MOST_CALLS]]
    # Where rules were called, the rows are in what they were given.
    from_rules = [origin for origin in asked.origins if origin.path.endswith(".py")]
    known = [_rule(origin, view) for origin in from_rules or asked.origins]
    told = {
        "expression": asked.expression,
        "said": asked.said,
        "chosen": asked.is_chosen,
        "worked": "\n".join(filter(None, worked)),
        "rules": [rules.setdefault(rule, len(rules)) for rule in known],
    }
    return {name: value for name, value in told.items() if value}


def _rule(origin: Origin, view: PageView) -> Rule:
    space, _, member = origin.name.partition(".")
    rule = view.book.namespaces.get(space, {}).get(member)
    return (*_place(origin, view), _says(rule) if callable(rule) else "")


def _receipt(book: Book, table: Table, view: PageView) -> dict[str, Any]:
    """What each column is and comes from, and for each row the working of its cells."""
    columns = [table.stub, *table.leaves]
    worked = [_working(book, table, column) for column in columns]
    return {
        "columns": [
            {
                "head": heading,
                "words": column.description,
                "says": _says(column.of) if column.of in book.rule_names else "",
                "formula": formula,
                "rules": _rules(book, table, column, view),
            }
            for heading, column, (formula, _) in zip(table.headings, columns, worked, strict=True)
        ],
        "worked": list(zip(*(steps for _, steps in worked), strict=True)),
        "sources": [_pair(view.row_of(book.sources, source)) for source in table.sources],
    }


def _rules(book: Book, table: Table, column: Column, view: PageView) -> list[Place]:
    """The rule of a column; where code of the table's own fills it, all that the table is from."""
    own = book.origins_of_rules([column.of]) if column.of in book.rule_names else ()
    return [_place(origin, view) for origin in own or origins_of(table, book)]


def _place(origin: Origin, view: PageView) -> Place:
    """A rule or row by its name, the address of its formula, and where it is written."""
    return (*_pair(view.formula_of(origin.name)), f"{origin.path}:{origin.line}")


def _pair(link: NamedLink) -> tuple[str, str]:
    return link.name, link.href


def _says(rule: Callable[..., object]) -> str:
    """A rule in words: the first line of what its author says of it."""
    return (inspect.getdoc(rule) or "").partition("\n")[0]


def _working(book: Book, table: Table, column: Column) -> tuple[str, list[str]]:
    """The formula of a column, and its steps for each row; nothing where its code is no formula."""
    if column.of not in book.rule_names:
        return "", [""] * len(table.rows)
    steps, formula = [], ""
    for subject in table.rows:
        worked = _once(book, column.of, (subject,), column.given)
        first, _, rest = worked.partition("\n")
        formula = formula or first
        steps.append(rest)
    return formula, steps


def _once(
    book: Book, rule: Callable[..., object], given: Sequence[Any], named: Mapping[str, Any]
) -> str:
    """A call of a rule worked through as text; "" where its code is no formula."""
    worked = call_worked(book, rule, tuple(given), tuple(named.items()))
    return formula_text(worked) if worked else ""
