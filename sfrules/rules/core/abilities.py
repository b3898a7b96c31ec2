"""The six abilities and what they feed."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Listed, rule

Ability: TypeAlias = Annotated[str, Listed("abilities", "id")]
Fed: TypeAlias = Annotated[str, Listed("ability-feeds", "feeds")]
_DEFENSES = frozenset({"fortitude", "reflex", "will"})


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


@rule
def secondary_statistics() -> tuple[str, ...]:
    """Give the figures that abilities feed and that no attack is rolled against.

    Source: SF-22, SF-25.

    >>> secondary_statistics()
    ('reaction', 'surges', 'initiative')
    """
    fed = dict.fromkeys(row.feeds for row in authored.rows("ability-feeds"))
    return tuple(figure for figure in fed if figure not in _DEFENSES)
