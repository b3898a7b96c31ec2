"""Tables of scale: what follows from how big a creature is."""

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
