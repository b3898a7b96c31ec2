"""Action points, and the escalation die that makes them likelier."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Listed, Whole, WholeNumber, rule

Round: TypeAlias = Annotated[int, WholeNumber(1)]
Escalation: TypeAlias = Annotated[int, Listed("escalation-die", "bonus")]
Strength: TypeAlias = Annotated[int, WholeNumber(1)]


@rule
def escalation_die(round: Round) -> int:  # noqa: A002 — the pages' word, and part of the signature
    """Give the figure that the escalation die shows in a round of an encounter.

    Args:
        round: round of the encounter, from 1 up.

    Raises:
        ValueError: for a round below 1 or not whole.

    Source: SF-14.

    >>> [escalation_die(n) for n in range(1, 8)]
    [0, 0, 1, 2, 3, 4, 4]
    """
    return authored.step("escalation-die", round).bonus


@rule
def escalated_hit_bonus(bonus: Whole, round: Round) -> int:  # noqa: A002 — as above
    """Give a bonus to hit in a round: every hit roll gains the escalation die.

    Args:
        bonus: bonus to hit without the escalation die, any whole number.
        round: round of the encounter, from 1 up.

    Raises:
        ValueError: for anything but whole numbers, or a round below 1.

    Source: SF-14.

    >>> escalated_hit_bonus(4, round=5)
    7
    """
    return bonus + escalation_die(round)


@rule
def escalated_skill_bonus(bonus: Whole, round: Round) -> int:  # noqa: A002 — as above
    """Give a skill bonus in a round: every skill check loses the escalation die.

    Args:
        bonus: skill bonus without the escalation die, any whole number.
        round: round of the encounter, from 1 up.

    Raises:
        ValueError: for anything but whole numbers, or a round below 1.

    Source: SF-14.

    >>> escalated_skill_bonus(4, round=5)
    1
    """
    return bonus - escalation_die(round)


@rule
def escalation_after_newcomers(escalation: Escalation, strength: Strength) -> int:
    """Give what the escalation die shows when others have joined the fight.

    A few newcomers lower it, to no less than 0; many have the fight begin again.

    Args:
        escalation: what the die shows before they join, one of the figures of its table.
        strength: how many standard monsters the newcomers are worth, from 1 up.

    Raises:
        ValueError: for a figure that the die never shows, or a strength below 1 or not whole.

    Source: LE-11.

    >>> [escalation_after_newcomers(die, 1) for die in range(5)], escalation_after_newcomers(4, 2)
    ([0, 0, 1, 2, 3], 0)
    """
    if strength >= authored.row("typical", "newcomers").low:
        return 0
    calm: int = authored.row("typical", "newcomer_calm").usual
    return max(0, escalation - calm)


@rule
def action_point_die() -> str:
    """Give the die that an action point check rolls.

    Source: SF-01, SF-13.

    >>> action_point_die()
    'd4'
    """
    return str(authored.row("checks", "action_point_check").die)


@rule
def action_point_target() -> int:
    """Give the number that an action point check has to reach.

    Source: SF-13.

    >>> action_point_target()
    4
    """
    return 4


@rule
def action_point_chance(escalation: Escalation, modifier: Whole = 0) -> Fraction:
    """Give the chance of an action point check: d4 + escalation die + modifiers against its target.

    Args:
        escalation: what the escalation die shows, one of the figures of its table.
        modifier: all modifiers to the check together, any whole number.

    Raises:
        ValueError: for a figure that the escalation die never shows, or a modifier not whole.

    Source: SF-13.

    >>> action_point_chance(0), action_point_chance(2)
    (Fraction(1, 4), Fraction(3, 4))
    """
    return Fraction(max(0, min(4, 5 + escalation + modifier - action_point_target())), 4)
