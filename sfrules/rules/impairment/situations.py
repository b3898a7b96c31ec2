"""What impairs movement and exposes those who move, and which upgrades change it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import NotInDomain, OneOf, OutOfDomain, rule
from sfrules.rules.impairment.upgrades import Upgrades, times_taken


@dataclass(frozen=True)
class IdOrWords:
    """The rows of a table, by id or in words."""

    table: str

    @property
    def allowed(self) -> str:
        """The ids, in words."""
        return OneOf(tuple(row.id for row in authored.rows(self.table))).allowed

    def take(self, value: object) -> str:
        """Accept an id, or the words that the table has for it, and return the id."""
        found = authored.made_of(self.table, _ids).get(value) if isinstance(value, str) else None
        if found is None:
            raise NotInDomain
        return found


def _ids(rows: Sequence[authored.Row]) -> dict[str, str]:
    return {text: row.id for row in rows for text in (row.id, row.name)}


Situation: TypeAlias = Annotated[str, IdOrWords("impairment-situations")]
Exposure: TypeAlias = Annotated[str, IdOrWords("impairment-exposures")]


@rule
def situation_impairments(situation: Situation, upgrades: Upgrades = ()) -> int:
    """Give how many impairments a situation counts as, with the upgrades that were taken.

    Whoever has an upgrade has all that it needs before it, named or not.

    Args:
        situation: id or words of a row of the situations table.
        upgrades: names or ids of upgrades, each as often as it was taken.

    Raises:
        ValueError: for a situation or an upgrade that no table holds, an upgrade more often than it
            may be taken, or a situation that needs an upgrade which is missing.

    Source: IM-10, IM-11, IM-13, IM-14, IM-15, IM-16, IM-17, IM-18, IM-19, IM-20, IM-21, IM-22.

    >>> situation_impairments("stealth"), situation_impairments("climbing", ["Vault"])
    (1, 0)
    """
    row = authored.row("impairment-situations", situation)
    taken = times_taken(upgrades)
    _hold_to_needs("situation", situation, row, taken)
    reliefs = [each for each in authored.rows("impairment-reliefs") if each.situation == situation]
    impairments: int = row.impairments
    relieved: int = sum(each.relief for each in reliefs if taken[each.upgrade] >= each.taken)
    return impairments - relieved


@rule
def attackers_advantages(exposure: Exposure, upgrades: Upgrades = ()) -> int:
    """Give the advantages that attackers have against someone who is exposed in some way.

    Whoever has an upgrade has all that it needs before it, named or not.

    Args:
        exposure: id or words of a row of the exposures table.
        upgrades: names or ids of upgrades, each as often as it was taken.

    Raises:
        ValueError: for an exposure or an upgrade that no table holds, an upgrade more often than it
            may be taken, or an exposure that needs an upgrade which is missing.

    Source: IM-12, IM-14, IM-15, IM-16, IM-25, IM-27.

    >>> attackers_advantages("teleported"), attackers_advantages("teleported", ["Oriented"])
    (2, 1)
    """
    row = authored.row("impairment-exposures", exposure)
    taken = times_taken(upgrades)
    _hold_to_needs("exposure", exposure, row, taken)
    advantages: int = row.advantages
    if taken[row.lifted_by]:
        return 0
    return advantages - taken[row.eased_by]


def _hold_to_needs(parameter: str, value: str, row: authored.Row, taken: Counter[str]) -> None:
    if row.needs is not None and not taken[row.needs]:
        raise OutOfDomain(parameter, value, f'only with the upgrade "{row.needs}"')
