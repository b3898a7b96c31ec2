"""The four defenses."""

from __future__ import annotations

from typing import Literal, TypeAlias

from sfrules.rules.domain import Whole, rule

Wearing: TypeAlias = Literal["light", "heavy"]


@rule
def armor_class(
    armor: Whole, shield: Whole = 0, class_bonus: Whole = 0, wearing: Wearing = "light"
) -> int:
    """Give Armor Class: 10, armor and shield, and in light armor the class's own bonus.

    Args:
        armor: bonus of the armor, any whole number; 0 for none.
        shield: bonus of the shield, any whole number; 0 for none.
        class_bonus: what the class adds in light armor, any whole number; heavy armor ignores it.
        wearing: "light", which no armor counts as, or "heavy".

    Raises:
        ValueError: for anything but whole numbers, or another kind of armor.

    Source: SF-23.

    >>> armor_class(armor=3, shield=1, class_bonus=2)
    16
    >>> armor_class(armor=7, shield=1, class_bonus=2, wearing="heavy")
    18
    """
    return 10 + armor + shield + (class_bonus if wearing == "light" else 0)


@rule
def fortitude(class_bonus: Whole, strength: Whole, constitution: Whole) -> int:
    """Give Fortitude: 10, the class's bonus, and the higher of Strength and Constitution.

    Args:
        class_bonus: what the class adds to Fortitude, any whole number.
        strength: Strength, any whole number, usually -1 to 5.
        constitution: Constitution, any whole number, usually -1 to 5.

    Raises:
        ValueError: for anything but whole numbers.

    Source: SF-24.

    >>> fortitude(class_bonus=1, strength=4, constitution=3)
    15
    """
    return 10 + class_bonus + max(strength, constitution)


@rule
def reflex(class_bonus: Whole, dexterity: Whole, wisdom: Whole) -> int:
    """Give Reflex: 10, the class's bonus, and the higher of Dexterity and Wisdom.

    Args:
        class_bonus: what the class adds to Reflex, any whole number.
        dexterity: Dexterity, any whole number, usually -1 to 5.
        wisdom: Wisdom, any whole number, usually -1 to 5.

    Raises:
        ValueError: for anything but whole numbers.

    Source: SF-24.

    >>> reflex(class_bonus=2, dexterity=0, wisdom=1)
    13
    """
    return 10 + class_bonus + max(dexterity, wisdom)


@rule
def will(class_bonus: Whole, charisma: Whole, intelligence: Whole) -> int:
    """Give Will: 10, the class's bonus, and the higher of Charisma and Intelligence.

    Args:
        class_bonus: what the class adds to Will, any whole number.
        charisma: Charisma, any whole number, usually -1 to 5.
        intelligence: Intelligence, any whole number, usually -1 to 5.

    Raises:
        ValueError: for anything but whole numbers.

    Source: SF-24.

    >>> will(class_bonus=0, charisma=-1, intelligence=-1)
    9
    """
    return 10 + class_bonus + max(charisma, intelligence)
