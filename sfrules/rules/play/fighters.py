"""The figures of a hero, of a monster or of a fighter of the sample fight, by one name each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias

from sfrules import authored
from sfrules.authored import Row
from sfrules.rules import core
from sfrules.rules.domain import Listed, Whole, rule

Fighter: TypeAlias = Annotated[str, Listed("fighters", "id")]
# A fighter of the sample fight has the figures of a hero or a monster, so its id stands for one.
Combatant: TypeAlias = Annotated[str, Listed("cast", "id", "monsters", "fighters")]
Hero: TypeAlias = Annotated[str, Listed("cast", "id")]
OfDexterity: TypeAlias = Literal["reflex", "initiative"]
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


def hero_of(combatant: str) -> Row | None:
    """Return the row of the cast that someone goes by; None for a monster."""
    return authored.made_of("cast", _by_id).get(_played_as(combatant))


def row_of(combatant: str) -> Row:
    """Return the row of the cast or of the monsters that someone goes by."""
    return hero_of(combatant) or authored.row("monsters", _played_as(combatant))


def _played_as(combatant: str) -> str:
    """Return the hero's or the monster's id of a fighter of the sample fight, or the id itself."""
    return authored.made_of("fighters", _played).get(combatant) or combatant


def _by_id(rows: tuple[Row, ...]) -> dict[str, Row]:
    return {row.id: row for row in rows}


def _played(rows: tuple[Row, ...]) -> dict[str, str]:
    return {row.id: row.hero or row.monster for row in rows}


def figure_of(combatant: str, name: str) -> int:
    """Return a figure of someone: a hero's is worked out, a monster's is in its row."""
    hero = hero_of(combatant)
    if hero is None or name not in _OF_A_HERO:
        return getattr(row_of(combatant), name)
    work_out, columns = _OF_A_HERO[name]
    return work_out(*(getattr(hero, column) for column in columns))


@rule
def defense(fighter: Combatant, defense: Defense) -> int:
    """Give a defense of a hero, a monster or a fighter of the sample fight.

    Args:
        fighter: id of a hero, a monster or a fighter of the sample fight.
        defense: "armor_class", "fortitude", "reflex" or "will".

    Raises:
        ValueError: for anyone else, or any other defense.

    Source: SF-23, SF-24.

    >>> defense("orrik", "armor_class"), defense("goblin_2", "reflex")
    (16, 14)
    """
    return figure_of(fighter, defense)


@rule
def at_dexterity(hero: Hero, dexterity: Whole, figure: OfDexterity) -> int:
    """Give a figure of a hero as it would be with another Dexterity.

    Args:
        hero: id of a hero.
        dexterity: Dexterity in place of the hero's own, any whole number, usually -1 to 5.
        figure: "reflex" or "initiative".

    Raises:
        ValueError: for anyone else, or any other figure.

    Source: SF-24, SF-28.

    >>> at_dexterity("pell", 5, "reflex"), at_dexterity("pell", 5, "initiative")
    (17, 5)
    """
    work_out, columns = _OF_A_HERO[figure]
    row = authored.row("cast", hero)
    own = {column: getattr(row, column) for column in columns} | {"dexterity": dexterity}
    return work_out(*own.values())


@rule
def full_hit_points(fighter: Combatant) -> int:
    """Give the hit points of someone who is unhurt.

    Args:
        fighter: id of a hero, a monster or a fighter of the sample fight.

    Raises:
        ValueError: for anyone else.

    Source: SF-17.

    >>> full_hit_points("orrik"), full_hit_points("orc")
    (33, 32)
    """
    return figure_of(fighter, "hit_points")


@rule
def initiative(fighter: Combatant) -> int:
    """Give the initiative modifier of a hero, a monster or a fighter of the sample fight.

    Args:
        fighter: id of a hero, a monster or a fighter of the sample fight.

    Raises:
        ValueError: for anyone else.

    Source: SF-28.

    >>> initiative("orrik"), initiative("goblin_1")
    (-1, 3)
    """
    return figure_of(fighter, "initiative")
