"""The charts of the book: each says which numbers of which table it shows."""

from collections.abc import Callable

from sfrules.book.charts import (
    action_points,
    checks,
    damage,
    fights,
    hazards,
    progression,
    reaches,
    scale,
)
from sfrules.press.things.charts.chart import Chart

CHARTS: dict[str, Callable[[], Chart]] = {
    "hit-chance": checks.hit_chance,
    "damage-distribution": damage.damage_distribution,
    "fight-odds": fights.odds,
    "multipliers": damage.multipliers,
    "action-point-chance": action_points.action_point_chance,
    "hit-points": progression.hit_points,
    "scale": scale.scale,
    "yards-reach": reaches.yards_reach,
    "terrain-reach": reaches.terrain_reach,
    "impairment-reach": reaches.impairment_reach,
    "seconds-reach": reaches.seconds_reach,
    "side-by-side": reaches.side_by_side,
    "falls": hazards.falls,
    "fall-by-round": hazards.fall_by_round,
    "terrain-survival": hazards.terrain_survival,
    "impairment-ladder": hazards.impairment_ladder,
}
