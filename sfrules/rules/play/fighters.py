"""The fighters of the sample fight: the figures of their rows, by one name each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias

from sfrules import authored
from sfrules.authored import Row
from sfrules.rules import core
from sfrules.rules.domain import Listed, rule

Fighter: TypeAlias = Annotated[str, Listed("fighters", "id")]
Defense: TypeAlias = Literal["armor_class", "fortitude", "reflex", "will"]

# The rule of each figure of a hero, and the columns of the cast that it asks.
_OF_A_HERO: dict[str, tuple[Callable[..., int], tuple[str, ...]]] = {
    "armor_class": (core.armor_class, ("armor", "shield", "armor_bonus", "wearing")),
    "fortitude": (core.fortitude, ("fortitude_bonus", "strength", "constitution")),
    "reflex": (core.reflex, ("reflex_bonus", "dexterity", "wisdom")),
    "will": (core.will, ("will_bonus", "charisma", "intelligence")),
    "reaction": (core.reaction_modifier, ("strength", "wisdom")),
    "initiative": (core.initiative_modifier, ("dexterity", "intelligence", "armor_penalty")),
    "hit_points": (core.hit_points, ("level", "durability")),
    "speed": (core.movement_speed, ("origin_speed", "armor_movement_penalty")),
}


def row_of(fighter: str) -> Row:
    """Return the row of the cast or of the monsters that a fighter goes by."""
    row = authored.row("fighters", fighter)
    return authored.row("cast", row.hero) if row.hero else authored.row("monsters", row.monster)


def figure_of(fighter: str, name: str) -> int:
    """Return a figure of a fighter: a hero's is worked out, a monster's is in its row."""
    row = row_of(fighter)
    if authored.row("fighters", fighter).hero is None:
        stated: int = getattr(row, name)
        return stated
    work_out, columns = _OF_A_HERO[name]
    return work_out(*(getattr(row, column) for column in columns))


@rule
def defense(fighter: Fighter, defense: Defense) -> int:
    """Give a defense of a fighter.

    Args:
        fighter: id of a row of the fighters table.
        defense: "armor_class", "fortitude", "reflex" or "will".

    Raises:
        ValueError: for a fighter that the table does not hold, or any other defense.

    Source: SF-23, SF-24.

    >>> defense("orrik", "armor_class"), defense("goblin_2", "reflex")
    (17, 14)
    """
    return figure_of(fighter, defense)


@rule
def full_hit_points(fighter: Fighter) -> int:
    """Give the hit points of a fighter who is unhurt.

    Args:
        fighter: id of a row of the fighters table.

    Raises:
        ValueError: for a fighter that the table does not hold.

    Source: SF-17.

    >>> full_hit_points("orrik"), full_hit_points("orc")
    (33, 32)
    """
    return figure_of(fighter, "hit_points")


@rule
def initiative(fighter: Fighter) -> int:
    """Give the initiative modifier of a fighter.

    Args:
        fighter: id of a row of the fighters table.

    Raises:
        ValueError: for a fighter that the table does not hold.

    Source: SF-28.

    >>> initiative("orrik"), initiative("goblin_1")
    (-1, 3)
    """
    return figure_of(fighter, "initiative")
