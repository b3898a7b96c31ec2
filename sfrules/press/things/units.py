"""Units: what a number of the book counts, and which may be added, compared and given to a rule.

A book declares its units and, by name, the quantities that are counted in them: a rule's answer, a
parameter, a column. The most specific name decides: `core.check_chance.bonus` before `core.bonus`
before `bonus`. A number whose unit nothing says, and one that a page types, goes with every unit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from sfrules.ground.problems import did_you_mean


@dataclass(frozen=True, eq=False)
class Unit:
    """A unit, by its name in the plural: "squares", "hit points"."""

    name: str
    #: What prose says for it behind a number, "square" and "squares"; before one, "level #".
    words: tuple[str, ...] = ()
    #: The names of the quantities that are counted in it.
    of: tuple[str, ...] = ()
    #: The unit that this one is a kind of: a bonus to hit is a kind of modifier.
    kind_of: str = ""
    #: For a rate, the unit of what it is counted by: rounds, where it is so many meters a round.
    per: str = ""


@dataclass(frozen=True, eq=False)
class Units:
    """The units of a book; falsy for a book that declares none."""

    declared: dict[str, Unit] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.declared)

    @cached_property
    def _by_quantity(self) -> dict[str, Unit]:
        return {name: unit for unit in self.declared.values() for name in unit.of}

    @cached_property
    def by_word(self) -> dict[str, tuple[Unit, ...]]:
        """The units that a word of the prose may stand for, in small letters."""
        found: dict[str, tuple[Unit, ...]] = {}
        for unit in self.declared.values():
            for word in dict.fromkeys(word.casefold().removesuffix(" #") for word in unit.words):
                found[word] = (*found.get(word, ()), unit)
        return found

    def of(self, *names: str) -> Unit | None:
        """The unit of a quantity, which goes by any of some names, the most specific first."""
        return next(filter(None, map(self._by_quantity.get, names)), None)

    def kinds(self, unit: Unit) -> Iterator[Unit]:
        """A unit, what it is a kind of, and so on."""
        seen: Unit | None = unit
        while seen is not None:
            yield seen
            seen = self.declared.get(seen.kind_of)

    def fit(self, one: Unit, other: Unit) -> bool:
        """Whether one stands for the other: it is the same, a kind of it, or vice versa."""
        return one in self.kinds(other) or other in self.kinds(one)

    def wrong(self, known: Collection[str]) -> Iterator[tuple[Unit, str, str, str]]:
        """What is wrong with the declarations: the unit, the name at fault, why, and a hint.

        `known` are the names that quantities may have.
        """
        owners: dict[str, str] = {}
        for unit in self.declared.values():
            for name in (unit.kind_of, unit.per):
                if name and name not in self.declared:
                    yield unit, name, f"there is no unit {name}", did_you_mean(name, self.declared)
            for name in unit.of:
                if owners.setdefault(name, unit.name) != unit.name:
                    yield unit, name, f"{name} counts {owners[name]} already", ""
                elif name.partition("(")[0] not in known:
                    message = f'nothing of the book is called "{name}"'
                    yield unit, name, message, did_you_mean(name, known, or_list=False)
