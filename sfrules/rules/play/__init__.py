"""The first evening: the powers of the sample heroes and monsters, and their fight, replayed."""

from sfrules.rules.play.fighters import defense, full_hit_points, initiative
from sfrules.rules.play.powers import (
    power_ability,
    power_average,
    power_damage,
    power_dice,
    power_modifier,
)
from sfrules.rules.play.replay import (
    blow_damage,
    blow_lands,
    blow_target,
    fells,
    hit_bonus,
    hit_points_left,
    hit_total,
    left_after,
    square_of,
)

__all__ = [
    "blow_damage",
    "blow_lands",
    "blow_target",
    "defense",
    "fells",
    "full_hit_points",
    "hit_bonus",
    "hit_points_left",
    "hit_total",
    "initiative",
    "left_after",
    "power_ability",
    "power_average",
    "power_damage",
    "power_dice",
    "power_modifier",
    "square_of",
]
