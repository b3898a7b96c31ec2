"""Movement in meters, rough terrain, death's door and the battlefield."""

from sfrules.rules.terrain.battlefield import (
    cover_bonus,
    fall_damage,
    prone_damage,
    sound_depth,
    sound_passes,
)
from sfrules.rules.terrain.death import (
    death_die,
    death_save_chance,
    death_threshold,
    dies_outright,
    fatal_damage,
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
