"""Tables for the game master: how hard a monster, a fight and a check are; a chart of fights."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sfrules import authored, n
from sfrules.authored import facts
from sfrules.book.shipped import book
from sfrules.rules import core

# What the plain heroes of these tables are tried against, and with which skills.
ROLE = "skirmisher"
LEVELS_ABOVE = (-4, -2, 0, 2, 4)
BANDS = (2, 3, 4, 5, 6)
SKILLS = (0, 4, 8)
LEVELS = range(1, 11)
PARTIES = (3, 4, 5, 6)
FEWER = (1, 0)
Duel = tuple[int, int, str]
"""Level of the hero, level of the monster, and its role."""
FIGURES = ("monster-roles", "monster-levels", "durability", "typical", "weapons")

heroes: int = authored.row("typical", "plain_party").usual
level: int = authored.row("typical", "plain_level").usual


def _duel(who: Callable[[Any], Duel]) -> dict[str, object]:
    return {
        "The hero": {
            "Hits": (
                lambda row: core.plain_hero_hit_chance(*who(row)),
                "percent",
                "How often the hero hits the monster's Armor Class.",
            ),
            "Attacks to fell it": (
                lambda row: core.attacks_to_fell_monster(*who(row)),
                "decimal:1",
                "How many attacks of such heroes fell the monster, on average.",
            ),
        },
        "The monster": {
            "Hits": (
                lambda row: core.monster_hit_chance(*who(row)),
                "percent",
                "How often the monster hits the hero.",
            ),
            "Attacks to fell her": (
                lambda row: core.attacks_to_fell_plain_hero(*who(row)),
                "decimal:1",
                "How many of its attacks fell such a hero, on average.",
            ),
        },
    }


book.table(
    "against-roles",
    f"A plain hero and a monster, both of level {n(level)}",
    facts("monster-roles").keys(),
    {"Role": ("name", "The role of the monster.")} | _duel(lambda role: (level, level, role)),
    facts=FIGURES,
    sources=("SF-05", "LE-18", "LE-19", "LE-20"),
)

above_her = {"Levels above her": (int, "signed", "How many levels the monster is above her.")}
book.table(
    "against-levels",
    f"A plain hero of level {n(level)} and a skirmisher, by level",
    LEVELS_ABOVE,
    above_her | _duel(lambda above: (level, level + above, ROLE)),
    facts=FIGURES,
    sources=("SF-05", "SF-06", "LE-18", "LE-20"),
)


def _equals(heroes: int, monsters: int) -> Callable[[int], Fraction]:
    return lambda level: core.victory_chance(heroes, monsters, level, level, ROLE)


by_party = {
    f"{n(party)} heroes, against": {
        n(party - fewer): (
            _equals(party, party - fewer),
            "percent:0",
            (
                f"How often {n(party)} plain heroes beat "
                f"{n(party - fewer)} skirmishers of their level."
            ),
        )
        for fewer in FEWER
    }
    for party in PARTIES
}
book.table(
    "fight-levels",
    "How often plain heroes beat skirmishers of their own level",
    LEVELS,
    {"Level": (int, "The level of both sides.")} | by_party,
    notes="The chances are rounded: a fight may always go wrong.",
    facts=FIGURES,
    sources=("SF-06", "SF-14", "LE-18", "LE-20"),
)


def _of(rule: Callable[..., Fraction], above: int = 0) -> Callable[[int], Fraction]:
    return lambda monsters: rule(heroes, monsters, level, level + above, ROLE)


monsters = {"Monsters": (int, "How many skirmishers there are.")}
won = {
    n(above, "signed"): (
        _of(core.victory_chance, above),
        "percent:0",
        f"The chance to win when the monsters are {n(above, 'signed')} levels above.",
    )
    for above in LEVELS_ABOVE
}
book.table(
    "fight-odds",
    f"How often {n(heroes)} plain heroes of level {n(level)} win",
    BANDS,
    monsters | {"Levels above the heroes": won},
    notes="The chances are rounded: a fight may always go wrong.",
    facts=FIGURES,
    sources=("SF-06", "SF-14", "LE-18", "LE-20"),
)
course = {
    "Heroes win": (_of(core.victory_chance), "percent:0", "How often."),
    "Rounds": (_of(core.expected_rounds), "decimal:1", "On average."),
    "Heroes down": (_of(core.expected_fallen), "decimal:1", "On average."),
}
book.table(
    "fight-length",
    f"A fight of {n(heroes)} plain heroes against skirmishers of their level",
    BANDS,
    monsters | course,
    facts=FIGURES,
    sources=("SF-14", "LE-18", "LE-20"),
)

reaching = {
    n(bonus, "signed"): (
        lambda row, bonus=bonus: core.check_chance(bonus, row.target),
        "percent",
        f"The chance of a check at {n(bonus, 'signed')}.",
    )
    for bonus in SKILLS
}
difficulty = {
    "Difficulty": ("name", "How difficult it is."),
    "Reach": ("target", "What the check has to reach."),
    "Open to": ("training", "Who may try it at all."),
    "Chance, with a bonus of": reaching,
}
book.table(
    "difficulties",
    "What number to ask for",
    facts("difficulties"),
    difficulty,
    sources=("LE-24", "SF-02"),
)
