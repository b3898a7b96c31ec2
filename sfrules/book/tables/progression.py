"""Tables of what grows with level: tiers and hit points."""

from sfrules import authored
from sfrules.book.tables.ranges import hero_levels, step_range, step_starts
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import core


def tiers() -> Table:
    """The tiers, their levels, and what each does to hit points."""
    return Table(
        id="tiers",
        caption="The tiers",
        stub=Column(
            "Tier",
            lambda level: authored.step("tiers", level).name,
            "The name of the tier.",
            text=True,
        ),
        columns=(
            Column(
                "Levels",
                step_range,
                "The levels that belong to the tier.",
                given={"table": "tiers"},
                text=True,
            ),
            Column(
                "Hit points",
                core.tier_multiplier,
                "What the tier multiplies hit points by.",
                style="times",
            ),
        ),
        rows=step_starts("tiers"),
        authored=("tiers",),
        sources=("SF-16", "SF-17"),
    )


def hit_points() -> Table:
    """Hit points and surge value of heroes, at every level and durability."""
    return Table(
        id="hit-points",
        caption="Hit points and surge value, by level and durability",
        stub=Column("Level", int, "The hero's level."),
        columns=tuple(_durability(row.id, row.name) for row in authored.rows("durability")),
        rows=hero_levels(),
        group=core.tier,
        authored=("durability", "tiers", "typical"),
        sources=("SF-17", "SF-18"),
    )


def _durability(durability: str, name: str) -> Spanner:
    given: dict[str, object] = {"durability": durability}
    return Spanner(
        name,
        (
            Column("HP", core.hit_points, f"Hit points at {durability} durability.", given=given),
            Column(
                "Surge value",
                core.surge_value,
                f"Hit points that a surge gives back, at {durability} durability.",
                given=given,
            ),
        ),
    )


def companion_hit_points() -> Table:
    """Hit points of beast companions, at every level of their hero."""
    built_for = (row for row in authored.rows("durability") if row.companion_factor is not None)
    return Table(
        id="companion-hit-points",
        caption="Hit points of companions, by level and durability",
        stub=Column("Level", int, "The level of the hero whom the companion follows."),
        columns=tuple(_companion(row.id, row.name) for row in built_for),
        rows=hero_levels(),
        group=core.tier,
        authored=("durability", "tiers", "typical"),
        sources=("SF-19",),
    )


def _companion(durability: str, name: str) -> Column:
    return Column(
        name,
        core.companion_hit_points,
        f"Hit points of a companion of {durability} durability.",
        "HP",
        given={"durability": durability},
    )
