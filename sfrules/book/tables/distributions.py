"""Tables of how likely each outcome is."""

from fractions import Fraction

from sfrules import authored
from sfrules.book.tables.damage import HERO, SWING, blow
from sfrules.ground.formats import format_value
from sfrules.press.things.tables.table import Column, Table
from sfrules.rules import core

# The first level of each tier, and the last level of all.
LEVELS = (1, 11, 21, 30)


def damage_distribution() -> Table:
    """How often the blow of one hero deals each amount of damage, at several levels."""
    hero = authored.row("cast", HERO)
    dealt = {damage for level in LEVELS for damage in blow(level).outcomes}
    return Table(
        id="damage-distribution",
        caption=f"Chance of each damage of {core.weapon_dice(SWING, hero.weapon)} "
        f"with Strength {format_value(hero.strength)}, by level",
        stub=Column("Damage", int, "What a hit deals."),
        columns=tuple(map(_at, LEVELS)),
        rows=tuple(sorted(dealt)),
        notes=("A dash stands where no roll comes to that damage.",),
        rules=(core.damage_distribution, core.weapon_dice),
        authored=("cast",),
        sources=("SF-08", "SF-12"),
    )


def _at(level: int) -> Column:
    return Column(
        f"Level {level}",
        _chance,
        f"How often a hit deals exactly that at level {level}.",
        style="percent",
        given={"level": level},
    )


def _chance(damage: int, level: int) -> Fraction | None:
    return blow(level).chance(damage) or None
