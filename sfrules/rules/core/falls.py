"""Falls and shoves: what a drop costs, what a crash costs, and the save at an edge."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.core.progression import tier_multiplier
from sfrules.rules.domain import Level, WholeNumber, rule

Drop: TypeAlias = Annotated[int, WholeNumber(2, 200)]
Push: TypeAlias = Annotated[int, WholeNumber(1, 50)]


@rule
def fall_dice(squares: Drop) -> str:
    """Give the damage dice of a fall: one for every two squares, and no multiplier.

    Args:
        squares: squares fallen, 2 to 200; a shorter drop does no harm.

    Raises:
        ValueError: for a drop outside 2 to 200 or not whole.

    Source: OD-01.

    >>> fall_dice(2), fall_dice(5)
    ('d10', '2d10')
    """
    die = authored.row("typical", "fall_die")
    return _dice(squares // die.usual, die.die)


@rule
def collision_dice(level: Level) -> str:
    """Give the damage dice of a crash for each of those in it, by the level of the one who pushes.

    Args:
        level: level of the one who pushes, pulls or slides, from 1 up.

    Raises:
        ValueError: for a level below 1 or not whole.

    Source: LE-26.

    >>> collision_dice(1), collision_dice(11), collision_dice(21)
    ('d4', '2d4', '4d4')
    """
    return _dice(tier_multiplier(level), authored.row("typical", "collision_die").die)


@rule
def edge_save_modifier(push: Push, over: Push) -> int:
    """Give the modifier of the save of somebody who is pushed over an edge.

    Args:
        push: squares of the push, 1 to 50.
        over: how many of them bring the target over the edge, 1 to 50.

    Raises:
        ValueError: for squares outside 1 to 50 or not whole.

    Source: LE-27.

    >>> edge_save_modifier(1, 1), edge_save_modifier(4, 2)
    (0, -2)
    """
    return min(0, over - push)


def _dice(count: int, die: str) -> str:
    return die if count == 1 else f"{count}{die}"
