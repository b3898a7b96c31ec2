"""Tables of the first evening: powers, hit points of the sample fight, and a row for each level."""

from functools import partial

from sfrules import authored, n
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.book.tables.fields import answered
from sfrules.book.tables.progression import tiers_begin
from sfrules.book.tables.ranges import hero_levels
from sfrules.ground.formats import format_value, signed
from sfrules.rules import core, play
from sfrules.rules.play.fighters import figure_of
from sfrules.rules.play.powers import owner_of

# A blow with a typical weapon, and the abilities that its attacker may have.
TYPICAL_WEAPON = "longsword"
TYPICAL_ABILITIES = (3, 4, 5)
ABBREVIATIONS = {"armor_class": "AC", "fortitude": "Fort", "reflex": "Ref", "will": "Will"}
ONCE = 1


def _use(power: Row) -> str:
    if power.uses is None:
        return "at will"
    often = "once" if power.uses == ONCE else f"{power.uses} times"
    return often if power.action == "standard" else f"{often}, {power.action} action"


def reach_of(power: Row, area: str = "", close: str = "") -> str:
    """Whom a power reaches, behind words for a burst away from its user, and around."""
    if power.reach == "area burst":
        return f"{area}burst {power.radius} within {power.range}"
    if power.reach == "close burst":
        return f"{close}all within {power.radius}"
    return str(power.reach) if power.range is None else f"{power.reach} {power.range}"


def _to_hit(power: Row) -> str:
    if power.defense is None:
        return "no roll"
    return f"{signed(owner_of(power.id).attack_bonus)}, {ABBREVIATIONS[power.defense]}"


def _damage(power: Row) -> str:
    """The dice and what is added, as one rolls them; multiplied dice say so."""
    more = play.power_modifier(power.id)
    if power.defense is None:
        return f"heals {signed(more)}"
    factor = core.dice_multiplier(owner_of(power.id).level)
    dice = play.power_dice(power.id)
    dice = dice if factor == 1 else f"{dice} × {format_value(factor)}"
    return f"{dice} {'−' if more < 0 else '+'} {abs(more)}" if more else dice


def _effect(power: Row) -> str:
    said = (power.effect or "").format(squares=power.squares)
    return f"Basic attack. {said}".strip() if power.basic else said


name = {"Power": ("name", "The power.")}
owner = {"Whose": (lambda power: owner_of(power.id).name, "Who has the power.")}
figures = {
    "Use": (_use, "How often in an encounter."),
    "Reach": (reach_of, "Whom it reaches, in squares."),
    "To hit": (_to_hit, "The bonus, and the defense that it targets."),
    "Damage": (_damage, "What a hit deals."),
    "What else": (_effect, "What else it does."),
}
for one in (*authored.rows("cast"), *authored.rows("monsters")):
    book.table(
        f"powers-{one.id}",
        f"{one.name}: powers",
        facts("powers").where(owner=one.id),
        name | figures,
        facts=("powers", "cast", "monsters"),
        sources=("SF-07", "SF-08"),
    )

# The monsters of the first evening: their game master needs them together.
monsters = {row.monster for row in authored.rows("fighters")}
book.table(
    "powers-monsters",
    "What the monsters can do",
    [power for power in authored.rows("powers") if power.owner in monsters],
    name | owner | figures,
    group="owner",
    facts=("powers", "monsters"),
    sources=("SF-07", "SF-08"),
)


def _fighter(fighter: str) -> str:
    row = authored.row("fighters", fighter)
    return f"{row.name} {row.label}" if row.name == "goblin" else str(row.name)


last = max(row.round for row in authored.rows("blows"))
left = {
    "Fighter": (_fighter, "Who it is."),
    "Start": (play.full_hit_points, "Hit points when unhurt."),
} | {
    f"Round {n(number)}": (
        partial(play.hit_points_left, at=number),
        f"Hit points left at the end of round {n(number)}; without any, the fighter is down.",
    )
    for number in range(1, 1 + last)
}
book.table(
    "fight-hit-points",
    "Hit points left at the end of each round, before the prayer",
    facts("fighters").keys(),
    left,
    facts=("fighters", "blows"),
    sources="SF-17",
)


def _typical(level: int, ability: int) -> object:
    return core.average_damage(core.weapon_die(TYPICAL_WEAPON), ability, level)


level = {
    "Level": (int, "Your level."),
    "Tier": (core.tier, "The tier that the level belongs to."),
}
durability = {
    row.name: {
        "HP": (
            partial(core.hit_points, durability=row.id),
            f"Hit points at {row.id} durability.",
        ),
        "Surge": (partial(core.surge_value, durability=row.id), "What a surge gives back."),
    }
    for row in authored.rows("durability")
}
damage = {
    "Multiplier": {
        "Dice": (core.dice_multiplier, "times", "Of the damage dice."),
        "Ability": (core.ability_multiplier, "times", "Of the ability."),
    },
    f"Average of {n(core.weapon_die(TYPICAL_WEAPON))}, with ability": {
        n(ability): (
            partial(_typical, ability=ability),
            (
                f"Average damage of a hit for W with a {TYPICAL_WEAPON} "
                f"and an ability of {n(ability)}."
            ),
        )
        for ability in TYPICAL_ABILITIES
    },
}
levels = book.table(
    "levels",
    "Everything that goes by level",
    hero_levels(),
    level | durability | damage,
    group=core.tier,
    rules=(core.average_damage,),
    facts=("tiers", "durability", "dice-multiplier", "ability-multiplier", "typical"),
    sources=("SF-09", "SF-10", "SF-16", "SF-17", "SF-18"),
)
book.chart(
    "multipliers",
    "Dice and ability multiplier by level",
    levels,
    "step",
    caption="Dice and ability multiplier, by level. A tier begins at each dotted line.",
    up="Multiplier",
    columns=["Multiplier: Ability", "Multiplier: Dice"],
    boundaries=tiers_begin,
)


def _figure(name: str) -> object:
    return lambda hero: figure_of(hero.id, name)


hero = {"Hero": ("name", "The hero's name.")}
turn = {
    "Initiative": (_figure("initiative"), "signed", "The modifier."),
    "Speed": (_figure("speed"), "", "squares", "The speed on foot."),
    "To hit": ("attack_bonus", "signed", "The attack bonus."),
    "Opportunity attack": (_figure("reaction"), "signed", "The reaction."),
    "Save": (lambda _hero: core.save_target(), "What a save must reach."),
}
book.table(
    "sheet-turn",
    "Turns on the sheet",
    facts("cast"),
    hero | turn,
    rules=(core.reaction_modifier, core.movement_speed, core.save_target, play.initiative),
    facts="cast",
    sources="SF-22",
)


def _bloodied(hero: Row) -> int:
    return core.bloodied_at(core.hit_points(hero.level, hero.durability))


body = {
    "Hit points": (_figure("hit_points"), "When unhurt."),
    "Bloodied at": (_bloodied, "The most that still counts as bloodied."),
    "A surge gives": (
        answered(core.surge_value, "level", "durability"),
        "",
        "HP",
        "The surge value.",
    ),
    "Surges": (
        answered(core.surge_number, "class_surges", "constitution", "charisma"),
        "The number of surges in a day.",
    ),
    "Action points": (
        lambda _hero: authored.row("fight", "action_points").value,
        "Those that the evening begins with.",
    ),
}
book.table(
    "sheet-body",
    "Hit points on the sheet",
    facts("cast"),
    hero | body,
    facts="cast",
    sources="SF-22",
)
