"""Attacks between heroes and monsters by name: bonus and chance, with levels counted."""

from __future__ import annotations

from fractions import Fraction

from sfrules import authored
from sfrules.rules import core
from sfrules.rules.domain import Whole, rule
from sfrules.rules.play.fighters import Combatant, Defense, defense, figure_of, row_of
from sfrules.rules.play.powers import Power


@rule
def attack_bonus(attacker: Combatant, target: Combatant) -> int:
    """Give the bonus to hit against a target: the attacker's own, and the difference in level.

    Args:
        attacker: id of a hero, a monster or a fighter of the sample fight.
        target: id of another.

    Raises:
        ValueError: for anyone else.

    Source: SF-02, SF-06.

    >>> attack_bonus("pell", "goblin"), attack_bonus("pell", "orc"), attack_bonus("ogre", "pell")
    (4, 3, 7)
    """
    return figure_of(attacker, "attack_bonus") + _by_level(attacker, target)


@rule
def reaction_bonus(attacker: Combatant, target: Combatant) -> int:
    """Give the bonus of an opportunity attack: the reaction, and the difference in level.

    Args:
        attacker: id of a hero, a monster or a fighter of the sample fight.
        target: id of another.

    Raises:
        ValueError: for anyone else.

    Source: SF-06, SF-26.

    >>> reaction_bonus("orrik", "goblin"), reaction_bonus("orc", "tamsin")
    (0, 1)
    """
    return figure_of(attacker, "reaction") + _by_level(attacker, target)


@rule
def hit_chance(
    attacker: Combatant,
    target: Combatant,
    defense: Defense = "armor_class",
    modifier: Whole = 0,
) -> Fraction:
    """Give the chance to hit a target, the difference in level counted.

    Args:
        attacker: id of a hero, a monster or a fighter of the sample fight.
        target: id of another.
        defense: "armor_class", "fortitude", "reflex" or "will".
        modifier: all other modifiers together, any whole number.

    Raises:
        ValueError: for anyone else, any other defense, or a modifier not whole.

    Source: SF-02, SF-05, SF-06.

    >>> hit_chance("pell", "orc"), hit_chance("orc", "orrik", "fortitude", modifier=1)
    (Fraction(11, 20), Fraction(11, 20))
    """
    return _chance(attack_bonus(attacker, target) + modifier, target, defense)


@rule
def reaction_hit_chance(attacker: Combatant, target: Combatant, modifier: Whole = 0) -> Fraction:
    """Give the chance of an opportunity attack, the difference in level counted.

    Args:
        attacker: id of a hero, a monster or a fighter of the sample fight.
        target: id of another.
        modifier: all other modifiers together, any whole number.

    Raises:
        ValueError: for anyone else, or a modifier not whole.

    Source: SF-02, SF-06, SF-26.

    >>> reaction_hit_chance("orc", "tamsin")
    Fraction(11, 20)
    """
    return _chance(reaction_bonus(attacker, target) + modifier, target, "armor_class")


@rule
def power_hit_chance(power: Power, target: Combatant, modifier: Whole = 0) -> Fraction:
    """Give the chance of a power against the defense that it targets, levels counted.

    Args:
        power: id of a row of the powers table.
        target: id of a hero, a monster or a fighter of the sample fight.
        modifier: all other modifiers together, any whole number.

    Raises:
        ValueError: for a power that the table does not hold or that attacks no defense, anyone
            else, or a modifier not whole.

    Source: SF-02, SF-06, SF-25.

    >>> power_hit_chance("tamsin_cold", "ogre"), power_hit_chance("tamsin_whisper", "ogre")
    (Fraction(2, 5), Fraction(3, 5))
    """
    row = authored.row("powers", power)
    if row.defense is None:
        raise ValueError(f'power is "{power}"; allowed: one that targets a defense')
    return hit_chance(row.owner, target, row.defense, modifier)


def _by_level(attacker: str, target: str) -> int:
    return core.level_attack_modifier(row_of(attacker).level, row_of(target).level)


def _chance(bonus: int, target: str, against: Defense) -> Fraction:
    return core.check_chance(bonus, defense(target, against))
