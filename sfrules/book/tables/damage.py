"""Tables and charts of damage: the multipliers of level, and what becomes of a blow."""

from sfrules import authored, n
from sfrules.binding.layout import Layout
from sfrules.book.shipped import book
from sfrules.book.tables.ranges import by_step, step_starts
from sfrules.rules import core
from sfrules.rules.distribution import Distribution

# The blow that is followed from level to level, and those whom it may fell.
SWING = 2
WEAPON = "greatsword"
STRENGTH = 4
LEVELS = (1, 6, 11, 16, 21, 26, 30)
FOES = ("goblin", "orc", "ogre")
# The first level of each tier, and the last level of all.
ENDS = (1, 11, 21, 30)
dice = core.weapon_dice(SWING, WEAPON)

multiplier = {
    "Level": (by_step("dice-multiplier"), "The levels of the step."),
    "Dice multiplier": (
        core.dice_multiplier,
        "times",
        "What the total of the damage dice is multiplied by.",
    ),
}
book.table(
    "dice-multiplier",
    "Dice multiplier, by level",
    step_starts("dice-multiplier"),
    multiplier,
    sources="SF-09",
)

# An ability of nothing is worth nothing at every level, and needs no column.
typical = authored.row("typical", "ability")
abilities = [each for each in range(typical.low, typical.high + 1) if each]
worth = {
    "Level": (by_step("ability-multiplier"), "The levels of the step."),
    "Ability multiplier": (
        core.ability_multiplier,
        "times",
        "What an ability is multiplied by in damage.",
    ),
    "Ability": {
        n(ability): (
            lambda level, ability=ability: core.ability_damage_modifier(ability, level),
            "signed",
            f"What an ability of {n(ability)} adds to damage.",
        )
        for ability in abilities
    },
}
book.table(
    "ability-damage-modifier",
    "Ability damage modifier, by level and ability",
    step_starts("ability-multiplier"),
    worth,
    facts=("ability-multiplier", "typical"),
    sources=("SF-10", "SF-11"),
)


def blow(level: int) -> Distribution:
    """The damage of that blow at a level."""
    return authored.TABLES.kept(_blows)[level]


def _blows() -> dict[int, Distribution]:
    # Together, as two tables and a chart ask for the same few, cell by cell.
    return {level: core.damage_distribution(dice, STRENGTH, level) for level in {*LEVELS, *ENDS}}


by_level = {
    "Level": (int, "The attacker's level."),
    "Lowest": (lambda level: blow(level).minimum, "The least that a hit deals."),
    "Average": (lambda level: blow(level).mean, "decimal:2", "The average hit."),
    "Deviation": (
        lambda level: blow(level).deviation,
        "decimal:2",
        "The standard deviation: how far hits stray from the average.",
    ),
    "Highest": (lambda level: blow(level).maximum, "The most that a hit deals."),
    "Chance to fell": {
        foe.name: (
            lambda level, foe=foe: blow(level).at_least(foe.hit_points),
            "percent",
            f"{n(foe.hit_points)} HP",
            f"The chance that a hit deals {n(foe.hit_points)} damage or more.",
        )
        for foe in (authored.row("monsters", foe) for foe in FOES)
    },
}
book.table(
    "damage-by-level",
    f"Damage of {n(dice)} with Strength {n(STRENGTH)}, by level",
    LEVELS,
    by_level,
    notes=(
        f"The blow deals {n(SWING)}W with a {WEAPON}, and the hero is as strong at every level.",
        "The last columns tell how often the hit alone fells an unhurt monster.",
    ),
    rules=(core.damage_distribution, core.weapon_dice),
    facts=("weapons", "monsters"),
    sources=("SF-08", "SF-12"),
)

spread = {
    "Damage": (int, "What a hit deals."),
} | {
    f"Level {n(level)}": (
        lambda damage, level=level: blow(level).chance(damage) or None,
        "percent",
        f"How often a hit deals exactly that at level {n(level)}.",
    )
    for level in ENDS
}


@book.table
def damage_distribution() -> Layout:
    """What a hit may come to at the ends of the tiers; its rows wait until it is asked for."""
    return Layout(
        f"Chance of each damage of {n(dice)} with Strength {n(STRENGTH)}, by level",
        sorted({damage for level in ENDS for damage in blow(level).outcomes}),
        spread,
        notes="A dash stands where no roll comes to that damage.",
        rules=(core.damage_distribution, core.weapon_dice),
        facts="weapons",
        sources=("SF-08", "SF-12"),
    )


book.chart(
    "damage-distribution",
    f"How the damage of {n(dice)} spreads, by level",
    damage_distribution,
    caption=f"How often a hit of {n(dice)} with Strength {n(STRENGTH)} "
    "deals each amount of damage, by level.",
    up="Chance",
)
