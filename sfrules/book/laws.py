"""What this book states of its rules, tried at every point by `sfrules analyze`."""

from __future__ import annotations

from sfrules import Book
from sfrules.rules import core

LEVELS = range(1, 31, 6)


def state_laws(book: Book) -> None:
    """State the laws of the rules, and which values to try of rules that take long."""
    few = {"heroes": range(1, 4), "monsters": range(1, 4), "role": ["soldier"]}
    levels = {"hero_level": [1, 11, 30], "monster_level": [1, 11, 30]}
    for battle in (core.expected_fallen, core.expected_rounds, core.victory_chance):
        book.tried(battle, **few, **levels)
    for duel in (
        core.attacks_to_fell_monster,
        core.attacks_to_fell_plain_hero,
        core.hits_to_fell_monster,
        core.hits_to_fell_plain_hero,
    ):
        book.tried(duel, hero_level=LEVELS, monster_level=LEVELS)
    book.tried(core.hits_needed, hit_points=range(1, 30), ability=range(6), level=[1, 11, 21])
    book.tried(
        core.damage, dice_total=range(30), ability=range(10), level=[1, 11, 21], bonus=range(5)
    )
