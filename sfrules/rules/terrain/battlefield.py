"""What the battlefield does: cover, falls, prone fighters, and walls that sound goes through."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Count, ExactNumber, Listed, rule
from sfrules.rules.exact import Exact, round_down

Cover: TypeAlias = Annotated[str, Listed("terrain-cover", "id")]
Material: TypeAlias = Annotated[str, Listed("terrain-sound", "id")]
Metres: TypeAlias = Annotated[Exact, ExactNumber(minimum=0)]


@rule
def cover_bonus(cover: Cover) -> int:
    """Give what cover adds to all resistances against projectiles.

    Creatures in the way, however many, are half cover.

    Args:
        cover: kind of cover, such as "half": a row of the table of cover.

    Raises:
        ValueError: for cover that the table does not hold.

    Source: TR-07.

    >>> cover_bonus("quarter"), cover_bonus("half"), cover_bonus("full")
    (1, 2, 4)
    """
    return authored.row("terrain-cover", cover).bonus


@rule
def sound_depth(material: Material) -> int:
    """Give the most meters of a material that sound goes through; 0 where it goes through none.

    Args:
        material: what is in the way, such as "wood": a row of the table of sound.

    Raises:
        ValueError: for a material that the table does not hold.

    Source: TR-08.

    >>> sound_depth("wood"), sound_depth("rock")
    (1, 0)
    """
    return authored.row("terrain-sound", material).metres


@rule
def sound_passes(material: Material, metres: Metres) -> bool:
    """Tell whether sound goes through so much of a material.

    Args:
        material: what is in the way, such as "wood": a row of the table of sound.
        metres: thickness in meters, 0 or more; a decimal is taken exactly.

    Raises:
        ValueError: for a material that the table does not hold, or a thickness below 0.

    Source: TR-08.

    >>> sound_passes("wood", 1), sound_passes("wood", 1.5), sound_passes("rock", 0.5)
    (True, False, False)
    """
    return metres <= sound_depth(material)


@rule
def fall_damage(metres: Metres) -> int:
    """Give the damage of a fall: 10 for each meter above 3; armor is no help.

    Args:
        metres: meters fallen, 0 or more; a decimal is taken exactly.

    Raises:
        ValueError: for anything but a number from 0 up.

    Source: TR-12.

    >>> fall_damage(3), fall_damage(3.5), fall_damage(30)
    (0, 5, 270)
    """
    return round_down(10 * max(0, metres - 3))


@rule
def prone_damage(damage: Count) -> int:
    """Give the damage that someone prone deals with the basic attack of a weapon: half, down.

    Args:
        damage: damage that the attack would deal on foot, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 up.

    Source: TR-11.

    >>> prone_damage(12), prone_damage(7)
    (6, 3)
    """
    return round_down(damage * authored.row("terrain-conditions", "prone").damage_share)
