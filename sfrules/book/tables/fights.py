"""Tables for the game master: how hard a monster, a fight and a check are."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from sfrules import authored
from sfrules.book.tables.fields import field, ids, text
from sfrules.ground.formats import signed
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import core

# What the plain heroes of these tables are tried against, and with which skills.
ROLE = "skirmisher"
LEVELS_ABOVE = (-4, -2, 0, 2, 4)
BANDS = (2, 3, 4, 5, 6)
SKILLS = (0, 4, 8)
Duel = tuple[int, int, str]
"""Level of the hero, level of the monster, and its role."""
FIGURES = ("monster-roles", "monster-levels", "durability", "typical", "weapons")


def against_roles() -> Table:
    """How a plain hero and a monster of her level fare, by its role."""
    return Table(
        id="against-roles",
        caption=f"A plain hero and a monster, both of level {_level()}",
        stub=text("monster-roles", "name", "Role", "The role of the monster."),
        columns=_duel(lambda role: (_level(), _level(), role)),
        rows=ids("monster-roles"),
        rules=(core.attacks_to_fell_monster, core.attacks_to_fell_plain_hero),
        authored=FIGURES,
        sources=("SF-05", "LE-18", "LE-19", "LE-20"),
    )


def against_levels() -> Table:
    """How a plain hero and a skirmisher fare, by the levels between them."""
    return Table(
        id="against-levels",
        caption=f"A plain hero of level {_level()} and a skirmisher, by level",
        stub=Column(
            "Levels above her", int, "How many levels the monster is above her.", style="signed"
        ),
        columns=_duel(lambda above: (_level(), _level() + above, ROLE)),
        rows=LEVELS_ABOVE,
        rules=(core.attacks_to_fell_monster, core.attacks_to_fell_plain_hero),
        authored=FIGURES,
        sources=("SF-05", "SF-06", "LE-18", "LE-20"),
    )


def _duel(who: Callable[[Any], Duel]) -> tuple[Spanner, ...]:
    return (
        Spanner(
            "The hero",
            (
                Column(
                    "Hits",
                    lambda row: core.plain_hero_hit_chance(*who(row)),
                    "How often the hero hits the monster's Armor Class.",
                    style="percent",
                ),
                Column(
                    "Attacks to fell it",
                    lambda row: core.attacks_to_fell_monster(*who(row)),
                    "How many attacks of such heroes fell the monster, on average.",
                    style="decimal:1",
                ),
            ),
        ),
        Spanner(
            "The monster",
            (
                Column(
                    "Hits",
                    lambda row: core.monster_hit_chance(*who(row)),
                    "How often the monster hits the hero.",
                    style="percent",
                ),
                Column(
                    "Attacks to fell her",
                    lambda row: core.attacks_to_fell_plain_hero(*who(row)),
                    "How many of its attacks fell such a hero, on average.",
                    style="decimal:1",
                ),
            ),
        ),
    )


def odds() -> Table:
    """How often plain heroes win, by the number of monsters and their level."""
    return Table(
        id="fight-odds",
        caption=f"How often {_heroes()} plain heroes of level {_level()} win",
        stub=Column("Monsters", int, "How many skirmishers there are."),
        columns=(
            Spanner(
                "Levels above the heroes",
                tuple(
                    Column(
                        signed(above),
                        partial(_victory, above=above),
                        f"The chance to win when the monsters are {signed(above)} levels above.",
                        style="percent:0",
                    )
                    for above in LEVELS_ABOVE
                ),
            ),
        ),
        rows=BANDS,
        notes=("The chances are rounded: a fight may always go wrong.",),
        rules=(core.victory_chance,),
        authored=FIGURES,
        sources=("SF-06", "SF-14", "LE-18", "LE-20"),
    )


def _victory(monsters: int, above: int) -> Fraction:
    return core.victory_chance(_heroes(), monsters, _level(), _level() + above, ROLE)


def length() -> Table:
    """How long a fight of equals lasts, and what it costs, by the number of monsters."""
    return Table(
        id="fight-length",
        caption=f"A fight of {_heroes()} plain heroes against skirmishers of their level",
        stub=Column("Monsters", int, "How many skirmishers there are."),
        columns=(
            Column("Heroes win", _of(core.victory_chance), "How often.", style="percent:0"),
            Column("Rounds", _of(core.expected_rounds), "On average.", style="decimal:1"),
            Column("Heroes down", _of(core.expected_fallen), "On average.", style="decimal:1"),
        ),
        rows=BANDS,
        rules=(core.victory_chance, core.expected_rounds, core.expected_fallen),
        authored=FIGURES,
        sources=("SF-14", "LE-18", "LE-20"),
    )


def _of(rule: Callable[..., Fraction]) -> Callable[[int], Fraction]:
    return lambda monsters: rule(_heroes(), monsters, _level(), _level(), ROLE)


def difficulties() -> Table:
    """What a check has to reach, who may try, and how often it is reached."""
    return Table(
        id="difficulties",
        caption="What number to ask for",
        stub=text("difficulties", "name", "Difficulty", "How difficult it is."),
        columns=(
            Column("Reach", field("difficulties", "target"), "What the check has to reach."),
            text("difficulties", "training", "Open to", "Who may try it at all."),
            Spanner(
                "Chance, with a bonus of",
                tuple(
                    Column(
                        signed(bonus),
                        partial(_chance, bonus=bonus),
                        f"The chance of a check at {signed(bonus)}.",
                        style="percent",
                    )
                    for bonus in SKILLS
                ),
            ),
        ),
        rows=ids("difficulties"),
        rules=(core.check_chance,),
        authored=("difficulties",),
        sources=("LE-24", "SF-02"),
    )


def _chance(difficulty: str, bonus: int) -> Fraction:
    return core.check_chance(bonus, authored.row("difficulties", difficulty).target)


def _heroes() -> int:
    heroes: int = authored.row("typical", "plain_party").usual
    return heroes


def _level() -> int:
    level: int = authored.row("typical", "plain_level").usual
    return level
