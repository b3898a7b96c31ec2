"""Receipts: how each number of a page's tables is known, in a file that is loaded when asked."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sfrules.press.site.numbering import PageView, Printing
from sfrules.press.things.book import Book
from sfrules.press.things.formulas.formula_kind import formula_text
from sfrules.press.things.formulas.rule_source import Unreadable
from sfrules.press.things.formulas.worked import work_through
from sfrules.press.things.tables.html import origins_of
from sfrules.press.things.tables.table import Column, Table
from sfrules.press.things.thing import NamedLink


def receipts_script(book: Book, name: str, tables: Mapping[str, Table], printing: Printing) -> str:
    """The receipts of a page's tables by their ids on it: JSON in a call, "" without tables.

    A page that is opened from a folder may run a script of its own, and may not fetch a file.
    """
    if not tables:
        return ""
    view = PageView(book, name, printing)
    told = {id: _receipt(book, table, view) for id, table in tables.items()}
    return f"receipts({json.dumps(told, ensure_ascii=False, separators=(',', ':'))});\n"


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


def _rules(book: Book, table: Table, column: Column, view: PageView) -> list[tuple[str, str]]:
    """The rule of a column; where code of the table's own fills it, all that the table is from."""
    if name := book.rule_names.get(column.of):
        return [_pair(view.formula_of(name))]
    return [_pair(view.formula_of(o.name)) for o in origins_of(table, book)]


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
        first, _, rest = _worked(book, column, subject).partition("\n")
        formula = formula or first
        steps.append(rest)
    return formula, steps


def _worked(book: Book, column: Column, subject: object) -> str:
    try:
        key = column.of, subject, tuple(column.given.items()), "text"
        if key not in book.drawn:
            book.drawn[key] = "".join(_work_through(book, column, subject))
        return book.drawn[key]
    except TypeError:  # a subject that cannot be a key
        return "".join(_work_through(book, column, subject))


def _work_through(book: Book, column: Column, subject: object) -> Iterator[str]:
    try:
        bound = inspect.signature(column.of).bind(subject, **column.given)
        yield formula_text(work_through(column.of, book.words, bound.arguments))
    except (TypeError, ValueError, Unreadable):
        return
