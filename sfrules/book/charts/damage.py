"""Charts of damage: the multipliers of level, and how a blow's damage spreads."""

from sfrules import authored
from sfrules.book.charts.tiers import tier_boundaries
from sfrules.book.tables import damage, distributions, play
from sfrules.ground.formats import format_value
from sfrules.press.things.charts.chart import Axis, Chart, Series
from sfrules.rules import core


def multipliers() -> Chart:
    """Both multipliers of damage, at every level."""
    return Chart(
        id="multipliers",
        title="Dice and ability multiplier by level",
        caption="Dice and ability multiplier, by level. A tier begins at each dotted line.",
        table=play.levels(),
        mark="step",
        across=Axis(title="Level"),
        up=Axis(title="Multiplier", style="times"),
        series=(Series("Multiplier: Ability"), Series("Multiplier: Dice")),
        boundaries=tier_boundaries(),
    )


def damage_distribution() -> Chart:
    """How often the blow of one hero deals each amount of damage, at several levels."""
    hero = authored.row("cast", damage.HERO)
    dice = core.weapon_dice(damage.SWING, hero.weapon)
    return Chart(
        id="damage-distribution",
        title=f"How the damage of {dice} spreads, by level",
        caption=f"How often a hit of {dice} with Strength {format_value(hero.strength)} "
        "deals each amount of damage, by level.",
        table=distributions.damage_distribution(),
        mark="bars",
        across=Axis(title="Damage"),
        up=Axis(title="Chance", style="percent"),
        series=tuple(Series(f"Level {level}") for level in distributions.LEVELS),
        panels=True,
    )
