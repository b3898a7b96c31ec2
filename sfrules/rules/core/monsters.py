"""Monsters by level: hit points by role and kind, the damage of a hit, and what fells a minion."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.core.progression import Durability, hit_points
from sfrules.rules.domain import HeroLevel, Listed, WholeNumber, rule

Role: TypeAlias = Annotated[str, Listed("monster-roles", "id")]
MinionRole: TypeAlias = Annotated[str, Listed("minion-roles", "id")]
MonsterKind: TypeAlias = Annotated[str, Listed("monster-kinds", "id")]
MinionLevel: TypeAlias = Annotated[int, WholeNumber(1, 20)]
DamageRoll: TypeAlias = Annotated[int, WholeNumber(1, 6)]


@rule
def role_durability(role: Role) -> Durability:
    """Give the durability that a monster's hit points go by.

    Args:
        role: id of a row of the table of roles.

    Raises:
        ValueError: for a role that the table does not hold.

    Source: LE-18.

    >>> role_durability("lurker"), role_durability("brute")
    ('low', 'high')
    """
    return authored.row("monster-roles", role).durability


@rule
def kind_multiplier(kind: MonsterKind) -> int:
    """Give what a monster's kind multiplies its hit points by.

    Args:
        kind: "standard", "elite" or "solo".

    Raises:
        ValueError: for any other kind.

    Source: LE-18.

    >>> kind_multiplier("standard"), kind_multiplier("elite"), kind_multiplier("solo")
    (1, 2, 4)
    """
    return authored.row("monster-kinds", kind).hit_point_factor


@rule
def monster_hit_points(level: HeroLevel, role: Role, kind: MonsterKind = "standard") -> int:
    """Give the hit points of a monster: a hero's of its durability, times those of its kind.

    Args:
        level: level of the monster, 1 to 30.
        role: id of a row of the table of roles.
        kind: "standard", "elite" or "solo".

    Raises:
        ValueError: for a level, role or kind that the book does not define.

    Source: SF-36, LE-18.

    >>> monster_hit_points(9, "brute"), monster_hit_points(9, "brute", "elite")
    (57, 114)
    """
    return hit_points(level, role_durability(role)) * kind_multiplier(kind)


@rule
def monster_damage(level: HeroLevel) -> int:
    """Give the damage of a monster's hit.

    Args:
        level: level of the monster, 1 to 30.

    Raises:
        ValueError: for a level outside 1 to 30 or not whole.

    Source: LE-20.

    >>> monster_damage(1), monster_damage(11), monster_damage(30)
    (8, 20, 80)
    """
    return authored.row("monster-levels", level).damage


@rule
def monster_extra_damage(level: HeroLevel) -> int:
    """Give the extra damage of a monster: a quarter of the damage of its hit, rounded down.

    Args:
        level: level of the monster, 1 to 30.

    Raises:
        ValueError: for a level outside 1 to 30 or not whole.

    Source: LE-20, LE-23.

    >>> monster_extra_damage(1), monster_extra_damage(20), monster_extra_damage(21)
    (2, 9, 11)
    """
    return monster_damage(level) // 4


@rule
def rolled_monster_damage(level: HeroLevel, roll: DamageRoll) -> int:
    """Give the damage of a monster's hit when a d6 decides: less, the usual, or more.

    Args:
        level: level of the monster, 1 to 30.
        roll: what the d6 shows, 1 to 6.

    Raises:
        ValueError: for a level outside 1 to 30 or a roll outside 1 to 6.

    Source: LE-20.

    >>> [rolled_monster_damage(1, roll) for roll in range(1, 7)]
    [6, 6, 8, 8, 10, 10]
    """
    steps = (roll + 1) // 2 - 2
    return monster_damage(level) + steps * monster_extra_damage(level)


@rule
def role_damage(level: HeroLevel, role: Role) -> int:
    """Give the damage of a hit by a monster of a role: a brute's has the extra damage in it.

    Args:
        level: level of the monster, 1 to 30.
        role: id of a row of the table of roles.

    Raises:
        ValueError: for a level outside 1 to 30, or a role that the table does not hold.

    Source: LE-19, LE-20.

    >>> role_damage(1, "soldier"), role_damage(1, "brute")
    (8, 10)
    """
    adds: bool = authored.row("monster-roles", role).extra_damage
    return monster_damage(level) + (monster_extra_damage(level) if adds else 0)


@rule
def minion_damage(level: MinionLevel) -> int:
    """Give the damage of a minion's hit.

    Args:
        level: level of the minion, 1 to 20.

    Raises:
        ValueError: for a level outside 1 to 20 or not whole.

    Source: LE-21.

    >>> minion_damage(1), minion_damage(20)
    (4, 16)
    """
    return authored.row("monster-levels", level).minion_damage


@rule
def minion_threshold(level: MinionLevel, role: MinionRole) -> int:
    """Give the damage that fells a minion at once.

    Args:
        level: level of the minion, 1 to 20.
        role: id of a row of the table of minions' roles.

    Raises:
        ValueError: for a level outside 1 to 20, or a role that the table does not hold.

    Source: LE-21.

    >>> minion_threshold(1, "artillery"), minion_threshold(1, "soldier")
    (5, 7)
    """
    row = authored.row("monster-levels", level)
    return getattr(row, f"minion_{authored.row('minion-roles', role).durability}")


@rule
def minion_knockdown(level: MinionLevel, role: MinionRole) -> int:
    """Give the damage that knocks a minion down.

    Args:
        level: level of the minion, 1 to 20.
        role: id of a row of the table of minions' roles.

    Raises:
        ValueError: for a level outside 1 to 20, or a role that the table does not hold.

    Source: LE-21.

    >>> minion_knockdown(1, "skirmisher"), minion_knockdown(1, "artillery")
    (3, 2)
    """
    return minion_threshold(level, role) // 2
