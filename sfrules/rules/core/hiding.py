"""Hiding in a fight: what a check must reach to hide, and to find somebody hidden."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Count, WholeNumber, rule

NEAR = 4  # squares
Training: TypeAlias = Annotated[int, WholeNumber(0, 3)]


@rule
def is_near(distance: Count) -> bool:
    """Say whether somebody is near enough to make hiding harder, or finding easier.

    Args:
        distance: from the one who hides, in squares, 0 or more.

    Raises:
        ValueError: for anything but a whole number from 0 up.

    Source: LE-28.

    >>> is_near(4), is_near(5)
    (True, False)
    """
    return distance <= NEAR


@rule
def hide_target(near: bool = False, covered: bool = False, training: Training = 0) -> int:
    """Give what a stealth check must reach to hide.

    Args:
        near: whether an enemy is within 4 squares.
        covered: whether cover or concealment from every enemy is superior.
        training: the best training in perception of the enemies nearby: 0 for none, 1 for trained,
            2 for a master, 3 for a grand master.

    Raises:
        ValueError: for anything but true or false, or training outside 0 to 3.

    Source: LE-28.

    >>> hide_target(), hide_target(near=True), hide_target(covered=True, training=1)
    (13, 14, 13)
    """
    return _medium() + near - covered + training


@rule
def search_target(near: bool = False, covered: bool = False, training: Training = 0) -> int:
    """Give what a perception check must reach to find those who hide.

    Args:
        near: whether one of them is within 4 squares.
        covered: whether their cover or concealment from the searcher is superior.
        training: the best training in stealth of those who hide: 0 for none, 1 for trained, 2 for
            a master, 3 for a grand master.

    Raises:
        ValueError: for anything but true or false, or training outside 0 to 3.

    Source: LE-28.

    >>> search_target(), search_target(near=True), search_target(covered=True, training=1)
    (13, 12, 15)
    """
    return _medium() - near + covered + training


def _medium() -> int:
    return authored.row("difficulties", "medium").target
