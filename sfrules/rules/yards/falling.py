"""How far one falls, and what it costs."""

from __future__ import annotations

import math
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Listed, WholeNumber, rule
from sfrules.rules.exact import round_down
from sfrules.rules.yards.measures import Yards

Round: TypeAlias = Annotated[int, WholeNumber(1)]
Luck: TypeAlias = Annotated[str, Listed("yards-luck", "id")]
Affliction: TypeAlias = Annotated[str, Listed("yards-flight", "id")]


@rule
def is_fall(distance: Yards, height: Yards) -> bool:
    """Tell whether a drop is a fall: it is deeper than you are tall.

    Args:
        distance: yards dropped, 0 or more; a decimal is taken exactly.
        height: your height in yards, 0 or more; a decimal is taken exactly.

    Raises:
        ValueError: for anything but numbers from 0 up.

    Source: YD-23.

    >>> is_fall(2, height=2), is_fall(2.5, height=2)
    (False, True)
    """
    return distance > height


@rule
def fall_in_round(n: Round) -> int:
    """Give the yards fallen during one round: each takes you farther than the one before.

    Args:
        n: round of the fall, from 1 up.

    Raises:
        ValueError: for a round below 1 or not whole.

    Source: YD-23.

    >>> [fall_in_round(n) for n in (1, 2, 3)]
    [50, 150, 250]
    """
    return 100 * n - 50


@rule
def fall_after(n: Round) -> int:
    """Give the yards fallen by the end of a round, all rounds together.

    Args:
        n: round of the fall, from 1 up.

    Raises:
        ValueError: for a round below 1 or not whole.

    Source: YD-23.

    >>> [fall_after(n) for n in (1, 2, 3)]
    [50, 200, 450]
    """
    return 50 * n**2


@rule
def rounds_to_fall(distance: Yards) -> int:
    """Give the round in which a fall ends: the first by whose end it has gone so far.

    Args:
        distance: yards to fall, 0 or more; a decimal is taken exactly. No fall takes no round.

    Raises:
        ValueError: for anything but a number from 0 up.

    Source: YD-23.

    >>> rounds_to_fall(50), rounds_to_fall(51), rounds_to_fall(200)
    (1, 2, 2)
    """
    first_rounds = -(-distance // fall_after(1))
    return math.isqrt(first_rounds - 1) + 1 if first_rounds > 0 else 0


@rule
def health_at_stake(distance: Yards, into_liquid: bool = False) -> int:
    """Give the Health that a fall may cost: 1 for each yard, or half of that into liquid.

    Args:
        distance: yards fallen, 0 or more; a decimal is taken exactly.
        into_liquid: whether the fall ends in liquid.

    Raises:
        ValueError: for anything but a number from 0 up, or a yes or no that is neither.

    Source: YD-24.

    >>> health_at_stake(15), health_at_stake(15, into_liquid=True)
    (15, 7)
    """
    return distance // 2 if into_liquid else round_down(distance)


@rule
def fall_kills(luck: Luck) -> bool:
    """Tell whether a luck roll makes a fall deadly, however short it is.

    Args:
        luck: outcome of the luck roll, such as "failure": a row of the table of luck.

    Raises:
        ValueError: for an outcome that the table does not hold.

    Source: YD-24.

    >>> fall_kills("failure"), fall_kills("critical failure")
    (False, True)
    """
    return bool(authored.row("yards-luck", luck).kills)


@rule
def fall_health_loss(distance: Yards, luck: Luck, into_liquid: bool = False) -> int | str:
    """Give the Health that a fall costs, by the luck roll: a number, or the word "all".

    A critical failure costs all your Health, and you die. How much that is depends on who falls, so
    the answer is a word: it prints as the rule reads, and no page can add it up by mistake.

    Args:
        distance: yards fallen, 0 or more; a decimal is taken exactly.
        luck: outcome of the luck roll, such as "failure": a row of the table of luck.
        into_liquid: whether the fall ends in liquid, which halves what is at stake first.

    Raises:
        ValueError: for a distance below 0, or an outcome that the table does not hold.

    Source: YD-24.

    >>> fall_health_loss(15, "failure"), fall_health_loss(15, "success")
    (15, 7)
    >>> fall_health_loss(15, "success", into_liquid=True), fall_health_loss(15, "critical failure")
    (3, 'all')
    """
    return (
        "all"
        if fall_kills(luck)
        else round_down(
            health_at_stake(distance, into_liquid) * authored.row("yards-luck", luck).fall_share
        )
    )


@rule
def lands_prone(distance: Yards, luck: Luck, into_liquid: bool = False) -> bool:
    """Tell whether someone who falls lands prone: whoever loses any Health does.

    Args:
        distance: yards fallen, 0 or more; a decimal is taken exactly.
        luck: outcome of the luck roll, such as "failure": a row of the table of luck.
        into_liquid: whether the fall ends in liquid.

    Raises:
        ValueError: for a distance below 0, or an outcome that the table does not hold.

    Source: YD-24.

    >>> lands_prone(10, "success"), lands_prone(10, "critical success")
    (True, False)
    """
    return fall_health_loss(distance, luck, into_liquid) != 0


@rule
def flier_falls(affliction: Affliction, hovers: bool = False) -> bool:
    """Tell whether an affliction brings a flier down.

    Args:
        affliction: what has come over the flier, such as "stunned": a row of the table of flight.
        hovers: whether the flier can hover.

    Raises:
        ValueError: for an affliction that the table does not hold, or a yes or no that is neither.

    Source: YD-25.

    >>> flier_falls("stunned"), flier_falls("stunned", hovers=True)
    (True, False)
    """
    row = authored.row("yards-flight", affliction)
    return bool(row.hoverer_falls if hovers else row.flier_falls)
