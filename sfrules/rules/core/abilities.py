"""The six abilities and what they feed."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Listed, rule

Ability: TypeAlias = Annotated[str, Listed("abilities", "id")]
Fed: TypeAlias = Annotated[str, Listed("ability-feeds", "feeds")]


@rule
def fed_by(ability: Ability) -> tuple[str, ...]:
    """Give the figures that an ability feeds, in the order of their table.

    Args:
        ability: id of a row of the abilities table.

    Raises:
        ValueError: for an ability that the table does not hold.

    Source: SF-22.

    >>> fed_by("constitution")
    ('fortitude', 'surges')
    """
    return tuple(row.feeds for row in authored.rows("ability-feeds") if row.ability == ability)


@rule
def feeders(figure: Fed) -> tuple[str, ...]:
    """Give the abilities that feed a figure; the higher of them counts.

    Args:
        figure: a defense, or "reaction", "initiative" or "surges".

    Raises:
        ValueError: for a figure that no ability feeds.

    Source: SF-22.

    >>> feeders("reflex")
    ('dexterity', 'wisdom')
    """
    return tuple(row.ability for row in authored.rows("ability-feeds") if row.feeds == figure)
