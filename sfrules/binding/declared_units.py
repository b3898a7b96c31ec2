"""The units of a book: declared in its code or in a CSV file, and held to the names that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TypeAlias

from sfrules.binding.author import Author
from sfrules.binding.book_tables import cell_span, listed
from sfrules.facts.row import Row
from sfrules.facts.tables import Facts
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Span
from sfrules.press.page.unit_inference import quantities
from sfrules.press.things.book import Book
from sfrules.press.things.units import Unit, Units

Places: TypeAlias = Callable[[], Mapping[str, Span]]
"""Finds the place of each name in the declaration of a unit: only a wrong name is shown there."""


class MeasuredBook:
    """The part of a book that declares units."""

    _author: Author

    @cached_property
    def _units(self) -> Units:
        return Units({})

    @cached_property
    def _unit_names(self) -> dict[str, Places]:
        """The places of the names in the declaration of a unit, by the unit's name."""
        return {}

    def unit(  # noqa: PLR0913 — the fields of a unit
        self,
        name: str,
        words: Sequence[str],
        of: Sequence[str],
        *,
        kind_of: str = "",
        adds: Mapping[str, str] | None = None,
        pure: bool = False,
        hint: str = "",
        per: str = "",
    ) -> None:
        """Declare a unit, what prose says for it, and which quantities are counted in it.

        A quantity is a rule, a parameter or a column by its name: `leagues`, or more exactly
        `ports.leagues`, `game.toll.leagues`. `kind_of` is a unit that it stands in for; `adds` what
        may be added to it, and the unit of the sum, "" for its own. What a `pure` factor multiplies
        keeps its unit. `hint` is what to do who has this unit and needs another. A rate is a kind
        of what it has so many of, `per` another unit: meters, per round.
        """
        made = Unit(name, tuple(words), tuple(of), kind_of, adds or {}, pure, hint, per)
        names = (kind_of, per, *of, *made.adds, *made.adds.values())
        span = self._author.span(self._author.place(name))
        self._declare(made, lambda: dict.fromkeys(names, span))

    def _declare(self, unit: Unit, names: Places) -> None:
        self._units.declared[unit.name], self._unit_names[unit.name] = unit, names


def units_in(facts: Facts) -> Iterator[tuple[Unit, Places]]:
    """Yield the units, each with the places of the names in it."""
    for row in facts:
        kind, per, of = row.kind_of or "", row.per or "", listed(row.of)
        # What may be added, with the unit of the sum; "" for the unit itself.
        sums = (each.partition("=") for each in listed(row.adds))
        adds = {added.strip(): made.strip() for added, _, made in sums}
        unit = Unit(row.unit, listed(row.words), of, kind, adds, row.pure, row.hint or "", per)
        yield unit, partial(_places_in, facts, row, unit)


def _places_in(facts: Facts, row: Row, unit: Unit) -> Mapping[str, Span]:
    places = {name: cell_span(facts, row, "of", name) for name in unit.of}
    places |= {unit.kind_of: facts.span_of(row, "kind_of"), unit.per: facts.span_of(row, "per")}
    adds = (*unit.adds, *unit.adds.values())
    return places | {name: facts.span_of(row, "adds") for name in adds}


def wrong_units(book: Book, names: Mapping[str, Places]) -> Iterator[Problem]:
    """Yield a problem for each name in a declaration that the book does not have."""
    known = frozenset(quantities(book)) if names else frozenset[str]()
    for unit, name, message, hint in book.units.wrong(known):
        yield problem_at(names[unit.name]()[name], message, hint)
