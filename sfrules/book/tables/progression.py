"""Tables of what grows with level: tiers and hit points; a chart of these."""

from functools import partial

from sfrules import Boundary, Series, authored
from sfrules.authored import facts
from sfrules.book.shipped import book
from sfrules.book.tables.ranges import by_step, hero_levels, step_starts
from sfrules.rules import core

# Where each tier begins, as charts by level show it.
tiers_begin = tuple(Boundary(tier.from_level, tier.name) for tier in authored.rows("tiers"))

tier = {
    "Tier": (lambda level: authored.step("tiers", level).name, "The name of the tier."),
    "Levels": (by_step("tiers"), "The levels that belong to the tier."),
    "Hit points": (core.tier_multiplier, "times", "What the tier multiplies hit points by."),
}
book.table("tiers", "The tiers", step_starts("tiers"), tier, sources=("SF-16", "SF-17"))

durabilities = facts("durability")
level = {"Level": (int, "The hero's level.")} | {
    row.name: {
        "HP": (
            partial(core.hit_points, durability=row.id),
            f"Hit points at {row.id} durability.",
        ),
        "Surge value": (
            partial(core.surge_value, durability=row.id),
            f"Hit points that a surge gives back, at {row.id} durability.",
        ),
    }
    for row in durabilities
}
hit_points = book.table(
    "hit-points",
    "Hit points and surge value, by level and durability",
    hero_levels(),
    level,
    group=core.tier,
    facts=("durability", "tiers", "typical"),
    sources=("SF-17", "SF-18"),
)
book.chart(
    "hit-points",
    "Hit points by level and durability",
    hit_points,
    caption="Hit points of heroes, by level and durability. "
    "In each tier a level is worth more than in the one before.",
    up="Hit points",
    columns=[Series(f"{row.name}: HP", row.name) for row in reversed(durabilities.rows)],
    boundaries=tiers_begin,
)

companion = {"Level": (int, "The level of the hero whom the companion follows.")} | {
    row.name: (
        partial(core.companion_hit_points, durability=row.id),
        "",
        "HP",
        f"Hit points of a companion of {row.id} durability.",
    )
    for row in durabilities
    if row.companion_factor is not None
}
book.table(
    "companion-hit-points",
    "Hit points of companions, by level and durability",
    hero_levels(),
    companion,
    group=core.tier,
    facts=("durability", "tiers", "typical"),
    sources="SF-19",
)
