"""Tables of the heroes and monsters of the examples."""

from collections.abc import Callable
from fractions import Fraction

from sfrules import authored
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.rules import core, seconds, systems
from sfrules.rules.exact import Exact, exact

# How much faster by the second whoever moves a square farther is.
METERS_A_SQUARE = Fraction(1, 2)
DEFENSES = {
    "AC": ("armor_class", "Armor Class."),
    "Fortitude": ("fortitude", "The defense of the body."),
    "Reflex": ("reflex", "The defense of quickness."),
    "Will": ("will", "The defense of the mind."),
}

name = {"Name": ("name", "The hero's name.")}
to_hit = {"To hit": ("attack_bonus", "signed", "The attack bonus.")}
hero = {
    "Calling": ("calling", "The hero's class."),
    "Level": ("level", "The level that the hero begins at."),
    "Durability": ("durability", "Low, medium or high."),
    "Weapon": ("weapon", "The weapon in the hero's hand."),
}
abilities = {row.abbreviation: (row.id, f"{row.name}.") for row in authored.rows("abilities")}
book.table(
    "cast",
    "The cast",
    facts("cast"),
    name | hero | to_hit | {"Abilities": abilities},
    facts=("cast", "abilities"),
    sources="SF-22",
)


def _of(rule: Callable[..., object], *fields: str) -> Callable[[Row], object]:
    """What a rule answers for a hero whose fields are its arguments, in their order."""
    return lambda hero: rule(*(getattr(hero, field) for field in fields))


rules = {
    "AC": _of(core.armor_class, "armor", "shield", "armor_bonus", "wearing"),
    "Fortitude": _of(core.fortitude, "fortitude_bonus", "strength", "constitution"),
    "Reflex": _of(core.reflex, "reflex_bonus", "dexterity", "wisdom"),
    "Will": _of(core.will, "will_bonus", "charisma", "intelligence"),
}
statistics = {
    "Defenses": {name: (rule, DEFENSES[name][1]) for name, rule in rules.items()},
    "Secondary statistics": {
        "Reaction": (
            _of(core.reaction_modifier, "strength", "wisdom"),
            "signed",
            "The modifier to hit with spontaneous reactions.",
        ),
        "Initiative": (
            _of(core.initiative_modifier, "dexterity", "intelligence", "armor_penalty"),
            "signed",
            "The initiative modifier.",
        ),
        "Surges": (
            _of(core.surge_number, "class_surges", "constitution", "charisma"),
            "The number of surges in a day.",
        ),
    },
}
book.table(
    "cast-defenses",
    "Defenses and secondary statistics of the cast",
    facts("cast"),
    name | statistics,
    sources=("SF-23", "SF-24", "SF-26", "SF-27", "SF-28"),
)


def _squares(hero: Row) -> int:
    return core.movement_speed(hero.origin_speed, hero.armor_movement_penalty)


def _yards(hero: Row) -> Exact:
    return _squares(hero) + systems.typical_turn("yards") - systems.typical_turn("core")


def _meters(hero: Row) -> Exact:
    usual = Fraction(systems.typical_turn("seconds")) / seconds.moves_per_round()
    return exact(usual + METERS_A_SQUARE * (_squares(hero) - systems.typical_turn("core")))


speeds = {
    "Squares": (_squares, "Squares of a move."),
    "Yards": (_yards, "Yards of Speed in a turn."),
    "Meters": (_meters, "Meters in a move of a second."),
}
book.table(
    "cast-speeds",
    "Speeds of the cast",
    facts("cast"),
    name | speeds,
    facts=("cast", "typical-turns"),
    sources=("SF-32", "YD-01", "SC-01"),
)

monster = {
    "Name": ("name", "The monster's name."),
    "Level": ("level", "The monster's level."),
    "Scale": ("scale", "How big it is, by the table of scales."),
    "HP": ("hit_points", "Hit points when unhurt."),
    "Speed": ("speed", "", "squares", "The speed on foot."),
    "Defenses": DEFENSES,
    "Reaction": ("reaction", "signed", "The reaction modifier."),
    "Initiative": ("initiative", "signed", "The modifier."),
}
attack = {
    "Dice": ("dice", "The dice of its damage."),
    "Ability": ("ability", "The ability that its damage adds."),
    "Average damage": (
        _of(core.average_damage, "dice", "ability", "level"),
        "What a hit deals on average, at its level.",
    ),
}
book.table(
    "monsters",
    "Monsters of the examples",
    facts("monsters"),
    monster | {"Attack": to_hit | attack},
    sources=("SF-08", "SF-29"),
)
