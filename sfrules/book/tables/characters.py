"""Tables of the heroes and monsters of the examples."""

from sfrules import authored
from sfrules.authored import facts
from sfrules.book.shipped import book
from sfrules.book.tables.fields import answered
from sfrules.rules import core

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
    "Weapon": (
        lambda row: authored.row("weapons", row.weapon).name.lower(),
        "The weapon in the hero's hand.",
    ),
}
abilities = {row.abbreviation: (row.id, f"{row.name}.") for row in authored.rows("abilities")}
book.table(
    "cast",
    "The cast",
    facts("cast"),
    name | hero | to_hit | {"Abilities": abilities},
    facts=("cast", "abilities", "weapons"),
    sources="SF-22",
)


rules = {
    "AC": answered(core.armor_class, "armor", "shield", "armor_bonus", "wearing"),
    "Fortitude": answered(core.fortitude, "fortitude_bonus", "strength", "constitution"),
    "Reflex": answered(core.reflex, "reflex_bonus", "dexterity", "wisdom"),
    "Will": answered(core.will, "will_bonus", "charisma", "intelligence"),
}
statistics = {
    "Defenses": {name: (rule, DEFENSES[name][1]) for name, rule in rules.items()},
    "Secondary statistics": {
        "Reaction": (
            answered(core.reaction_modifier, "strength", "wisdom"),
            "signed",
            "The modifier to hit with spontaneous reactions.",
        ),
        "Initiative": (
            answered(core.initiative_modifier, "dexterity", "intelligence", "armor_penalty"),
            "signed",
            "The initiative modifier.",
        ),
        "Surges": (
            answered(core.surge_number, "class_surges", "constitution", "charisma"),
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

monster = {
    "Name": ("name", "The monster's name."),
    "Level": ("level", "The monster's level."),
    "Scale": ("scale", "How big it is, by the table of scales."),
    "HP": ("hit_points", "Hit points when unhurt."),
    "Speed": ("speed", "", "squares", "The speed on foot."),
    "Flight": ("flight", "", "squares", "The speed in the air, of a monster that flies."),
    "Defenses": DEFENSES,
    "Reaction": ("reaction", "signed", "The reaction modifier."),
    "Initiative": ("initiative", "signed", "The modifier."),
}
attack = {
    "Dice": ("dice", "The dice of its damage."),
    "Ability": ("ability", "The ability that its damage adds."),
    "Average damage": (
        answered(core.average_damage, "dice", "ability", "level"),
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
