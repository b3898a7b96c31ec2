"""A table of what follows from how big a creature is, and a chart of it."""

from sfrules import Axis, Series, authored
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
scale = book.table(
    "scale", "The scale table", SCALES, size, sources=("SC-04", "SC-05", "SC-09", "SC-10")
)
book.chart(
    "scale",
    "Size multiplier, side and base toughness by scale",
    scale,
    caption="Size multiplier, side and base toughness, by scale. On this axis equal "
    "multiples are equally high, so that what grows by multiplying runs straight.",
    up=Axis(title="Value", unit="each in its own unit", scale="log"),
    columns=[
        Series("Size multiplier", "Size multiplier (×)"),
        Series("Side", "Side (m)"),
        "Base toughness",
    ],
)
