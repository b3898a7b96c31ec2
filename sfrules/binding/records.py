"""The rows of a book as its pages have them: with their cells, and with the figures from rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from inspect import signature
from typing import Any

from sfrules.facts.row import identifier, place_of, value_of
from sfrules.facts.tables import Facts
from sfrules.ground.ledger import Origin
from sfrules.press.things.book import Record, RowRule

Rule = Callable[..., Any]


def bare(figure: Rule) -> Rule:
    """Return the rule itself, without what it is given."""
    return figure.func if isinstance(figure, partial) else figure


def row_rule(figure: Rule, named: Mapping[Rule, str]) -> RowRule:
    """Return a rule that rows are given to as the press has it, by its name."""
    given = figure if isinstance(figure, partial) else partial(figure)
    rest = [*signature(given.func).parameters.values()][len(given.args) + 1 :]
    waits = any(p.default is p.empty and p.name not in given.keywords for p in rest)
    return RowRule(named[given.func], given.args, given.keywords, waits)


def records_of(facts: Facts, figures: Mapping[str, RowRule]) -> dict[str, Record]:
    """Return the rows by the names that pages use, which are their keys as identifiers."""
    found = {}
    for row in facts.rows if facts.schema.key else ():
        name = identifier(str(value_of(row, facts.schema.key)))
        origin = Origin(f"{identifier(facts.name)}.{name}", *place_of(row))
        cells: Any = row  # a mapping, though not by its base
        found[name] = Record(cells, origin, figures, facts.schema.stands_for)
    return found
