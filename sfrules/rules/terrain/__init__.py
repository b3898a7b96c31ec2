"""Movement in meters, rough terrain, death's door and the battlefield."""

from sfrules.rules.terrain.battlefield import (
    cover_bonus,
    fall_damage,
    prone_damage,
    sound_depth,
    sound_passes,
)
from sfrules.rules.terrain.constants import (
    base_speed,
    deadly_multiple,
    death_die,
    fall_damage_per_meter,
    lowest_conscious_health,
    running_multiple,
    safe_fall,
    stand_up_share,
)
from sfrules.rules.terrain.death import (
    death_save_chance,
    death_threshold,
    dies_outright,
    is_unconscious,
    survival_chance,
    wakes,
)
from sfrules.rules.terrain.movement import (
    ambushed_speed,
    cost,
    rate,
    reach,
    running_speed,
    speed,
    stand_up_cost,
)

__all__ = [
    "ambushed_speed",
    "base_speed",
    "cost",
    "cover_bonus",
    "deadly_multiple",
    "death_die",
    "death_save_chance",
    "death_threshold",
    "dies_outright",
    "fall_damage",
    "fall_damage_per_meter",
    "is_unconscious",
    "lowest_conscious_health",
    "prone_damage",
    "rate",
    "reach",
    "running_multiple",
    "running_speed",
    "safe_fall",
    "sound_depth",
    "sound_passes",
    "speed",
    "stand_up_cost",
    "stand_up_share",
    "survival_chance",
    "wakes",
]
