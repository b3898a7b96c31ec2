"""Secondary figures: reaction, surges and initiative."""

from __future__ import annotations

from sfrules.rules.domain import Count, Whole, rule


@rule
def reaction_modifier(strength: Whole, wisdom: Whole) -> int:
    """Give the modifier to hit with spontaneous reactions such as opportunity attacks.

    Args:
        strength: Strength, any whole number, usually -1 to 5.
        wisdom: Wisdom, any whole number, usually -1 to 5.

    Raises:
        ValueError: for anything but whole numbers.

    Source: SF-26.

    >>> reaction_modifier(strength=4, wisdom=1), reaction_modifier(5, 5)
    (0, 1)
    """
    return max(strength, wisdom) - 4


@rule
def surge_number(class_surges: Count, constitution: Whole, charisma: Whole) -> int:
    """Give the surges of a day: the class's own, and the higher of Constitution and Charisma.

    Args:
        class_surges: surges of the class, 0 or more.
        constitution: Constitution, any whole number, usually -1 to 5.
        charisma: Charisma, any whole number, usually -1 to 5.

    Raises:
        ValueError: for anything but whole numbers, or class surges below 0.

    Source: SF-27.

    >>> surge_number(class_surges=9, constitution=3, charisma=1)
    12
    """
    return class_surges + max(constitution, charisma)


@rule
def initiative_modifier(dexterity: Whole, intelligence: Whole, armor_penalty: Count = 0) -> int:
    """Give the initiative modifier: the higher of Dexterity and Intelligence, less armor's penalty.

    Args:
        dexterity: Dexterity, any whole number, usually -1 to 5.
        intelligence: Intelligence, any whole number, usually -1 to 5.
        armor_penalty: what heavy armor costs, 0 or more.

    Raises:
        ValueError: for anything but whole numbers, or a penalty below 0.

    Source: SF-28.

    >>> initiative_modifier(dexterity=0, intelligence=-1, armor_penalty=1)
    -1
    """
    return max(dexterity, intelligence) - armor_penalty
