"""Tables of damage: the multipliers of level, and what becomes of a blow."""

from functools import cache

from sfrules import authored
from sfrules.authored import Row
from sfrules.book.tables.ranges import step_range, step_starts
from sfrules.ground.formats import format_value
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import core
from sfrules.rules.distribution import Distribution

# The blow that is followed from level to level, and those whom it may fell.
HERO, SWING = "orrik", 2
LEVELS = (1, 6, 11, 16, 21, 26, 30)
FOES = ("goblin", "orc", "ogre")


def dice_multiplier() -> Table:
    """What damage dice are multiplied by, step by step."""
    return Table(
        id="dice-multiplier",
        caption="Dice multiplier, by level",
        stub=_steps("dice-multiplier"),
        columns=(
            Column(
                "Dice multiplier",
                core.dice_multiplier,
                "What the total of the damage dice is multiplied by.",
                style="times",
            ),
        ),
        rows=step_starts("dice-multiplier"),
        authored=("dice-multiplier",),
        sources=("SF-09",),
    )


def _steps(table: str) -> Column:
    return Column("Level", step_range, "The levels of the step.", given={"table": table}, text=True)


def ability_damage_modifier() -> Table:
    """What each ability is worth in damage, at each step of its multiplier."""
    typical = authored.row("typical", "ability")
    # An ability of nothing is worth nothing at every level, and needs no column.
    abilities = (ability for ability in range(typical.low, typical.high + 1) if ability)
    return Table(
        id="ability-damage-modifier",
        caption="Ability damage modifier, by level and ability",
        stub=_steps("ability-multiplier"),
        columns=(
            Column(
                "Ability multiplier",
                core.ability_multiplier,
                "What an ability is multiplied by in damage.",
                style="times",
            ),
            Spanner("Ability", tuple(map(_worth, abilities))),
        ),
        rows=step_starts("ability-multiplier"),
        rules=(core.ability_damage_modifier,),
        authored=("ability-multiplier", "typical"),
        sources=("SF-10", "SF-11"),
    )


def _worth(ability: int) -> Column:
    shown = format_value(ability)
    return Column(
        shown,
        lambda level: core.ability_damage_modifier(ability, level),
        f"What an ability of {shown} adds to damage.",
        style="signed",
    )


def damage_by_level() -> Table:
    """One blow of one hero at several levels, his ability left as it is."""
    hero = authored.row("cast", HERO)
    return Table(
        id="damage-by-level",
        caption=f"Damage of {core.weapon_dice(SWING, hero.weapon)} "
        f"with Strength {format_value(hero.strength)}, by level",
        stub=Column("Level", int, "The attacker's level."),
        columns=(
            Column("Lowest", lambda level: blow(level).minimum, "The least that a hit deals."),
            Column("Average", lambda level: blow(level).mean, "The average hit.", "", "decimal:2"),
            Column(
                "Deviation",
                lambda level: blow(level).deviation,
                "The standard deviation: how far hits stray from the average.",
                style="decimal:2",
            ),
            Column("Highest", lambda level: blow(level).maximum, "The most that a hit deals."),
            Spanner("Chance to fell", tuple(_felling(authored.row("monsters", f)) for f in FOES)),
        ),
        rows=LEVELS,
        notes=(
            f"{hero.name} hits with {SWING}W, and is as strong at every level as at the first.",
            "The last columns tell how often the hit alone fells an unhurt monster.",
        ),
        rules=(core.damage_distribution, core.weapon_dice),
        authored=("cast", "monsters"),
        sources=("SF-08", "SF-12"),
    )


@cache  # two tables and a plot ask for the same few, cell by cell
def blow(level: int) -> Distribution:
    """The damage of that blow at a level."""
    hero = authored.row("cast", HERO)
    dice = core.weapon_dice(SWING, hero.weapon)
    return core.damage_distribution(dice, hero.strength, level)


def _felling(foe: Row) -> Column:
    return Column(
        foe.name,
        lambda level: blow(level).at_least(foe.hit_points),
        f"The chance that a hit deals {foe.hit_points} damage or more.",
        f"{foe.hit_points} HP",
        "percent",
    )
