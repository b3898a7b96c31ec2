"""A table of what follows from how big a creature is."""

from sfrules import authored
from sfrules.book.shipped import book
from sfrules.rules import scale as rules

SCALES = range(rules.SMALLEST, rules.LARGEST + 1)


def _example(s: int) -> str | None:
    examples = {row.scale: row.name for row in authored.rows("scale-examples")}
    return examples.get(s)


size = {
    "Scale": (int, "How big the creature is, as one number."),
    "Example": (_example, "A creature of the scale."),
    "Side": (rules.side, "", "m", "The side of the creature's own square."),
    "Base toughness": (rules.base_toughness, "Toughness before endurance and bonuses."),
    "Size multiplier": (
        rules.size_multiplier,
        "times",
        "The area of the creature's own square, in square meters.",
    ),
    "Target number": (rules.target_number, "The lower, the easier to hit."),
    "Attack modifier": (
        rules.attack_modifier,
        "signed",
        "The modifier to the creature's attack rolls.",
    ),
}
book.table("scale", "The scale table", SCALES, size, sources=("SC-04", "SC-05", "SC-09", "SC-10"))
