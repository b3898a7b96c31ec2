"""Tables of scale: what follows from how big a creature is."""

from fractions import Fraction

from sfrules import authored
from sfrules.press.things.tables.table import Column, Table
from sfrules.rules import scale as rules

SCALES = tuple(range(rules.SMALLEST, rules.LARGEST + 1))


def scale() -> Table:
    """Every scale, and what follows from it."""
    return Table(
        id="scale",
        caption="The scale table",
        stub=_scale(),
        columns=(
            Column("Example", _example, "A creature of the scale.", text=True),
            Column("Side", rules.side, "The side of the creature's own square.", "m"),
            Column(
                "Base toughness",
                rules.base_toughness,
                "Toughness before endurance and bonuses.",
            ),
            Column(
                "Size multiplier",
                rules.size_multiplier,
                "The area of the creature's own square, in square meters.",
                style="times",
            ),
            Column("Target number", rules.target_number, "The lower, the easier to hit."),
            Column(
                "Attack modifier",
                rules.attack_modifier,
                "The modifier to the creature's attack rolls.",
                style="signed",
            ),
        ),
        rows=SCALES,
        authored=("scale-examples",),
        sources=("SC-04", "SC-05", "SC-09", "SC-10"),
    )


def _scale() -> Column:
    return Column("Scale", int, "How big the creature is, as one number.")


def _example(s: int) -> str | None:
    examples = {row.scale: row.name for row in authored.rows("scale-examples")}
    return examples.get(s)


def scale_modifiers() -> Table:
    """What a creature's scale adds to its rolls, or takes from them."""
    return Table(
        id="scale-modifiers",
        caption="Modifiers of scale",
        stub=_scale(),
        columns=(
            Column("Attack rolls", rules.attack_modifier, "To every attack.", style="signed"),
            Column("Stealth", rules.stealth_modifier, "To checks for stealth.", style="signed"),
            Column("Wrestling", rules.wrestle_modifier, "To wrestling.", style="signed"),
            Column("Fortitude", rules.fortitude_modifier, "To the skill.", style="signed"),
        ),
        rows=SCALES,
        sources=("SC-07",),
    )


def scale_examples() -> Table:
    """A creature of each scale that has one, and how long its like may be."""
    return Table(
        id="scale-examples",
        caption="Creatures of each scale",
        stub=_scale(),
        columns=(
            Column("Creature", _example, "A creature of the scale.", text=True),
            Column("At least", _shortest, "The least that its longest dimension measures.", "m"),
            Column("Less than", _too_long, "What its longest dimension falls short of.", "m"),
        ),
        rows=tuple(row.scale for row in authored.rows("scale-examples")),
        rules=(rules.side,),
        authored=("scale-examples",),
        sources=("SC-05", "SC-06"),
    )


def _shortest(s: int) -> Fraction | None:
    """The side of the scale; of the smallest there is none too short."""
    return None if s == rules.SMALLEST else rules.side(s)


def _too_long(s: int) -> Fraction | None:
    """The side of the scale above; of the largest there is none too long."""
    return None if s == rules.LARGEST else rules.side(s + 1)
