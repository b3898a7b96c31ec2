"""Movement bought with yards: a turn's Speed pays for every yard and every activity.

Distances and prices in yards are exact, and may come to half a yard. Health, dice and how far a
Speed goes are whole, rounded down.
"""

from sfrules.rules.yards.drawbacks import attack_banes, boons_granted, roll_boons
from sfrules.rules.yards.falling import (
    fall_after,
    fall_health_loss,
    fall_in_round,
    fall_kills,
    flier_falls,
    health_at_stake,
    is_fall,
    lands_prone,
    rounds_to_fall,
)
from sfrules.rules.yards.jumps import jump_up, leap, safe_drop
from sfrules.rules.yards.plans import plan
from sfrules.rules.yards.prices import (
    activity_cost,
    challenging_extra,
    cost,
    form_rate,
    rate,
    reach,
    retreating_extra,
)
from sfrules.rules.yards.squeezing import clearing_time, squeeze_space, tunnel_diameter
from sfrules.rules.yards.vehicles import (
    collision_dice,
    mount_fall_dice,
    occupant_health_loss,
    stops_vehicle,
    vehicle_damage,
    vehicle_exit_dice,
)
