"""Tables of the heroes and monsters of the examples."""

from collections.abc import Callable
from fractions import Fraction
from operator import attrgetter

from sfrules import authored
from sfrules.authored import Row
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import core, seconds, systems
from sfrules.rules.exact import Exact, exact

# How much faster by the second whoever moves a square farther is.
METERS_A_SQUARE = Fraction(1, 2)


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
        ),
        rows=authored.rows("cast"),
        rules=(
            *(core.armor_class, core.fortitude, core.reflex, core.will),
            *(core.reaction_modifier, core.initiative_modifier, core.surge_number),
        ),
        authored=("cast",),
        sources=("SF-23", "SF-24", "SF-26", "SF-27", "SF-28"),
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


def cast_speeds() -> Table:
    """The speed of the sample heroes in squares, in yards, and by the second."""
    return Table(
        id="cast-speeds",
        caption="Speeds of the cast",
        stub=_name("The hero's name."),
        columns=(
            Column("Squares", _squares, "Squares of a move."),
            Column("Yards", _yards, "Yards of Speed in a turn."),
            Column("Meters", _meters, "Meters in a move of a second."),
        ),
        rows=authored.rows("cast"),
        rules=(core.movement_speed, systems.typical_turn, seconds.moves_per_round),
        authored=("cast", "typical-turns"),
        sources=("SF-32", "YD-01", "SC-01"),
    )


def _squares(hero: Row) -> int:
    return core.movement_speed(hero.origin_speed, hero.armor_movement_penalty)


def _yards(hero: Row) -> Exact:
    return _squares(hero) + systems.typical_turn("yards") - systems.typical_turn("core")


def _meters(hero: Row) -> Exact:
    usual = Fraction(systems.typical_turn("seconds")) / seconds.moves_per_round()
    return exact(usual + METERS_A_SQUARE * (_squares(hero) - systems.typical_turn("core")))


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
