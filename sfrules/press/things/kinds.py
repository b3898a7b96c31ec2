"""The list of all kinds of things that a page can print, and their macros by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MethodType
from typing import Any

from sfrules.press.things import calculators, charts, counts, figures, formulas, tables, terms
from sfrules.press.things.book import Rulebook
from sfrules.press.things.thing import Desk, Kind

KINDS: tuple[Kind[Any], ...] = (
    tables.TABLE,
    figures.FIGURE,
    charts.CHART,
    formulas.FORMULA,
    formulas.WORKED,
    calculators.CALCULATOR,
    calculators.ROLLER,
    calculators.DISTRIBUTION,
    terms.REFERENCE,
    terms.TERM,
    terms.GLOSSARY,
    terms.SUBJECTS,
    terms.INDEX,
    counts.COUNTS_BY_PAGE,
    counts.COUNT,
)


def macro_names(*kinds: Kind[Any]) -> frozenset[str]:
    """The names of the macros of some kinds."""
    return frozenset(macro.__name__ for kind in kinds for macro in kind.macros)


def kinds_of(book: Rulebook) -> dict[type, Kind[Any]]:
    """The kinds that a book's pages can print, its own among them, by the classes of things."""
    return {kind.makes: kind for kind in (*KINDS, *book.kinds)}


def series_of(book: Rulebook) -> tuple[str, ...]:
    """The names of what a book numbers, its own kinds among them: "table", "figure"."""
    kinds = kinds_of(book).values()
    return tuple(dict.fromkeys(kind.numbered for kind in kinds if kind.numbered))


def macros_of(book: Rulebook, spend: Callable[[int], None]) -> Mapping[str, Callable[..., object]]:
    """Every macro by the name that pages call it by."""
    desk = Desk(book, spend, series_of(book))
    macros = (macro for kind in kinds_of(book).values() for macro in kind.macros)
    return {**book.macros, **{macro.__name__: MethodType(macro, desk) for macro in macros}}
