"""Tables of the heroes and monsters of the examples."""

from collections.abc import Callable
from operator import attrgetter

from sfrules import authored
from sfrules.authored import Row
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import core


def cast() -> Table:
    """The sample heroes as they begin."""
    return Table(
        id="cast",
        caption="The cast",
        stub=_name("The hero's name."),
        columns=(
            Column("Calling", attrgetter("calling"), "The hero's class.", text=True),
            Column("Level", attrgetter("level"), "The level that the hero begins at."),
            Column("Durability", attrgetter("durability"), "Low, medium or high.", text=True),
            Column("Weapon", attrgetter("weapon"), "The weapon in the hero's hand.", text=True),
            _to_hit(),
            Spanner("Abilities", tuple(map(_ability, authored.rows("abilities")))),
        ),
        rows=authored.rows("cast"),
        authored=("cast", "abilities"),
        sources=("SF-22",),
    )


def _name(description: str) -> Column:
    return Column("Name", attrgetter("name"), description, text=True)


def _to_hit() -> Column:
    return Column("To hit", attrgetter("attack_bonus"), "The attack bonus.", style="signed")


def _ability(ability: Row) -> Column:
    return Column(ability.abbreviation, attrgetter(ability.id), f"{ability.name}.")


def cast_defenses() -> Table:
    """What the rules make of the sample heroes."""
    return Table(
        id="cast-defenses",
        caption="Defenses and secondary statistics of the cast",
        stub=_name("The hero's name."),
        columns=(
            Spanner("Defenses", _defenses()),
            Spanner("Secondary statistics", _secondary_statistics()),
            Column(
                "Speed",
                _of(core.movement_speed, "origin_speed", "armor_movement_penalty"),
                "The speed on foot.",
                "squares",
            ),
            Column("HP", _of(core.hit_points, "level", "durability"), "Hit points when unhurt."),
            Column(
                "Surge value",
                _of(core.surge_value, "level", "durability"),
                "What a surge gives back.",
                "HP",
            ),
        ),
        rows=authored.rows("cast"),
        rules=(
            *(core.armor_class, core.fortitude, core.reflex, core.will),
            *(core.reaction_modifier, core.initiative_modifier, core.surge_number),
            *(core.movement_speed, core.hit_points, core.surge_value),
        ),
        authored=("cast",),
        sources=("SF-17", "SF-18", "SF-23", "SF-24", "SF-26", "SF-27", "SF-28", "SF-32"),
    )


def _defenses() -> tuple[Column, ...]:
    return (
        Column(
            "AC",
            _of(core.armor_class, "armor", "shield", "armor_bonus", "wearing"),
            "Armor Class.",
        ),
        Column(
            "Fortitude",
            _of(core.fortitude, "fortitude_bonus", "strength", "constitution"),
            "The defense of the body.",
        ),
        Column(
            "Reflex",
            _of(core.reflex, "reflex_bonus", "dexterity", "wisdom"),
            "The defense of quickness.",
        ),
        Column(
            "Will",
            _of(core.will, "will_bonus", "charisma", "intelligence"),
            "The defense of the mind.",
        ),
    )


def _secondary_statistics() -> tuple[Column, ...]:
    initiative = _of(core.initiative_modifier, "dexterity", "intelligence", "armor_penalty")
    return (
        Column(
            "Reaction",
            _of(core.reaction_modifier, "strength", "wisdom"),
            "The modifier to hit with spontaneous reactions.",
            style="signed",
        ),
        Column("Initiative", initiative, "The initiative modifier.", style="signed"),
        Column(
            "Surges",
            _of(core.surge_number, "class_surges", "constitution", "charisma"),
            "The number of surges in a day.",
        ),
    )


def _of(rule: Callable[..., object], *fields: str) -> Callable[[Row], object]:
    """What a rule answers for a hero whose fields are its arguments, in their order."""
    return lambda hero: rule(*(getattr(hero, field) for field in fields))


def monsters() -> Table:
    """The sample monsters."""
    return Table(
        id="monsters",
        caption="Monsters of the examples",
        stub=_name("The monster's name."),
        columns=(
            Column("Level", attrgetter("level"), "The monster's level."),
            Column("Scale", attrgetter("scale"), "How big it is, by the table of scales."),
            Column("HP", attrgetter("hit_points"), "Hit points when unhurt."),
            Column("Speed", attrgetter("speed"), "The speed on foot.", "squares"),
            Spanner("Defenses", _stated_defenses()),
            Column("Reaction", attrgetter("reaction"), "The reaction modifier.", style="signed"),
            Column("Initiative", attrgetter("initiative"), "The modifier.", style="signed"),
            Spanner("Attack", _attack()),
        ),
        rows=authored.rows("monsters"),
        rules=(core.average_damage,),
        authored=("monsters",),
        sources=("SF-08", "SF-29"),
    )


def _stated_defenses() -> tuple[Column, ...]:
    return (
        Column("AC", attrgetter("armor_class"), "Armor Class."),
        Column("Fortitude", attrgetter("fortitude"), "The defense of the body."),
        Column("Reflex", attrgetter("reflex"), "The defense of quickness."),
        Column("Will", attrgetter("will"), "The defense of the mind."),
    )


def _attack() -> tuple[Column, ...]:
    return (
        _to_hit(),
        Column("Dice", attrgetter("dice"), "The dice of its damage.", text=True),
        Column("Ability", attrgetter("ability"), "The ability that its damage adds."),
        Column(
            "Average damage",
            _of(core.average_damage, "dice", "ability", "level"),
            "What a hit deals on average, at its level.",
        ),
    )
