"""Upgrades: what each needs first, and the tree that they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Listed, NotInDomain, rule
from sfrules.rules.impairment.ladder import Step, ladder


@dataclass(frozen=True)
class NameOfUpgrade:
    """The upgrades, by name or id."""

    allowed: str = "the name of an upgrade in tables/authored/upgrades.csv"

    def take(self, value: object) -> str:
        """Accept a name or an id, and return the name."""
        return self.take_all([value])[0]

    def take_all(self, values: Sequence[object]) -> tuple[str, ...]:
        """Accept names and ids, and return the names."""
        names = authored.made_of("upgrades", _names)
        if not all(isinstance(value, str) and value in names for value in values):
            raise NotInDomain
        return tuple(names[str(value)] for value in values)


@dataclass(frozen=True)
class NamesOfUpgrades:
    """Some upgrades together, each as often as it was taken."""

    allowed: str = (
        "names of upgrades in tables/authored/upgrades.csv, none more often than it may be taken"
    )

    def take(self, value: object) -> tuple[str, ...]:
        """Accept a list or tuple of names or ids, or a lone one, and return the names."""
        each = [value] if isinstance(value, str) else value
        if not isinstance(each, (list, tuple)):
            raise NotInDomain
        counts = Counter(NameOfUpgrade().take_all(each))
        limits = authored.made_of("upgrades", _limits)
        if any(taken > limits.get(name, taken) for name, taken in counts.items()):
            raise NotInDomain
        return tuple(counts.elements())


Rows: TypeAlias = tuple[authored.Row, ...]
Upgrade: TypeAlias = Annotated[str, NameOfUpgrade()]
Upgrades: TypeAlias = Annotated[Sequence[str], NamesOfUpgrades()]
MovementSet: TypeAlias = Annotated[str, Listed("impairment-seeds", "id")]


@rule
def requirement(upgrade: Upgrade) -> str | None:
    """Give the name of the upgrade that another one needs right before it; None if it needs none.

    Args:
        upgrade: name or id of an upgrade.

    Raises:
        ValueError: for an upgrade that the table does not hold.

    Source: IM-28, IM-29.

    >>> requirement("Cling"), requirement("Clamber")
    ('Scale', 'Rough Terrain')
    """
    return _before()[upgrade]


@rule
def requirements(upgrade: Upgrade) -> tuple[str, ...]:
    """Give the names of all upgrades that one needs before it, first to last.

    Args:
        upgrade: name or id of an upgrade.

    Raises:
        ValueError: for an upgrade that the table does not hold.

    Source: IM-28, IM-29.

    >>> requirements("Cling")
    ('Rough Terrain', 'Clamber', 'Climb', 'Scale')
    """
    return _chain(upgrade, _before())


@rule
def upgrade_tree(movement_set: MovementSet) -> tuple[tuple[int, str], ...]:
    """Give the upgrades of a movement set as a tree: each after what it needs, with its depth.

    Args:
        movement_set: id of a movement set, or "any" for the upgrades of all.

    Raises:
        ValueError: for a movement set that the table does not hold.

    Source: IM-28, IM-30.

    >>> upgrade_tree("swim")[5:]
    ((0, 'Rough Water'), (1, 'Cutter'), (1, 'Dreadnought'), (0, 'Diver'))
    """
    rows = [row for row in authored.rows("upgrades") if row.movement_set == movement_set]
    names = {row.name for row in rows}
    roots = [row.name for row in rows if row.requirement not in names]
    return tuple(line for root in roots for line in _branch(root, 0, rows))


@rule
def trample_targets(upgrades: Step) -> int:
    """Give how many can be trampled at once: 1, and a step up the ladder for each Unstoppable.

    Args:
        upgrades: how often Unstoppable was taken, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 to 3000.

    Source: IM-26.

    >>> trample_targets(0), trample_targets(1), trample_targets(2)
    (1, 2, 5)
    """
    return ladder(upgrades)


def times_taken(upgrades: Sequence[str]) -> Counter[str]:
    """Count upgrades, and once at least each that another one needs before it."""
    taken, before = Counter(upgrades), _before()
    for upgrade in upgrades:
        for name in _chain(upgrade, before):
            taken[name] = max(taken[name], 1)
    return taken


def _before() -> Mapping[str, str | None]:
    """What each upgrade needs before it."""
    return authored.made_of("upgrades", _requirements)


def _requirements(rows: Rows) -> dict[str, str | None]:
    before = {row.name: row.requirement for row in rows}
    for name in before:
        _chain(name, before)
    return before


def _names(rows: Rows) -> dict[str, str]:
    """The name of each upgrade by its id, and by itself."""
    return {text: str(row.name) for row in rows for text in (row.id, row.name)}


def _limits(rows: Rows) -> dict[str, int]:
    """How often each upgrade may be taken, where that is limited."""
    return {row.name: row.times for row in rows if row.times is not None}


def _chain(upgrade: str, before: Mapping[str, str | None]) -> tuple[str, ...]:
    chain: list[str] = []
    name = before[upgrade]
    while name is not None:
        if name in chain:
            raise ValueError(f"the requirements of {upgrade} lead in a circle")
        chain.append(name)
        name = before[name]
    return tuple(reversed(chain))


def _branch(name: str, depth: int, rows: list[authored.Row]) -> Iterator[tuple[int, str]]:
    yield depth, name
    for row in rows:
        if row.requirement == name:
            yield from _branch(row.name, depth + 1, rows)
