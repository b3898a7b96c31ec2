"""The rows of a book as its pages have them: with their cells, and with the figures from rules."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from inspect import signature
from typing import Any

from sfrules.binding.offers import Offers
from sfrules.facts.row import cells_of, identifier, place_of, value_of
from sfrules.facts.tables import Facts
from sfrules.ground.ledger import Origin
from sfrules.ground.problems import Mistake
from sfrules.press.things.book import Record, RowRule


class _Fields(ChainMap[str, Any]):
    """The cells of a row with its key as its id; `get` is no reading, as of the cells alone."""

    def get(self, key: str, default: Any = None) -> Any:
        return next((cells.get(key) for cells in self.maps if key in cells), default)


class BookOfRecords:
    """The part of a book that binds rules to the rows of its tables."""

    _offers: Offers

    @cached_property
    def _figures(self) -> dict[str, dict[str, Callable[..., Any]]]:
        return {}

    def record(self, table: str, **figures: Callable[..., Any]) -> None:
        """Let the rows of a table have figures that rules give: `pell.hit_points`.

        Each is a rule whose first parameter is the row, or a `partial` of one. A figure that needs
        more is called with it: `pell.hit(orc)`.
        """
        known = [rule for rules in self._offers.rules.values() for rule in rules.values()]
        for name, figure in figures.items():
            if _partial(figure).func not in known:
                message = f"{name} is no rule of the book: offer it before its rows"
                raise Mistake(message)
            self._figures.setdefault(table, {})[name] = figure

    def _row_rules(self, table: str) -> dict[str, RowRule]:
        """Return the figures of the rows of a table as the press has them."""
        offered = self._offers.rules.items()
        named = {rule: f"{space}.{name}" for space, has in offered for name, rule in has.items()}
        figures = self._figures.get(table, {})
        return {name: _row_rule(_partial(rule), named) for name, rule in figures.items()}


def _partial(figure: Callable[..., Any]) -> partial[Any]:
    return figure if isinstance(figure, partial) else partial(figure)


def _row_rule(figure: partial[Any], named: Mapping[Any, str]) -> RowRule:
    rest = [*signature(figure.func).parameters.values()][len(figure.args) + 1 :]
    waits = any(p.default is p.empty and p.name not in figure.keywords for p in rest)
    return RowRule(named[figure.func], figure.args, figure.keywords, waits)


def records_of(facts: Facts, figures: Mapping[str, RowRule]) -> dict[str, Record]:
    """Return the rows by the names that pages use, which are their keys as identifiers."""
    key = facts.schema.key
    found = {}
    for row in facts.rows if key else ():
        cells, id = cells_of(row), value_of(row, key)
        name = identifier(str(id))
        origin = Origin(f"{identifier(facts.name)}.{name}", *place_of(row))
        fields = cells if "id" in cells else _Fields({"id": id}, cells)  # type: ignore[arg-type] # a cell counts as read only when a page asks for it
        found[name] = Record(fields, origin, figures, facts.stands_for)
    return found
