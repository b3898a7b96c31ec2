"""Movement sets and the impairment ladder."""

from sfrules.rules.impairment.ladder import (
    chase_successes,
    ladder,
    move_cost,
    place_on_ladder,
    step_up,
    turns_to_move,
)
from sfrules.rules.impairment.situations import attackers_advantages, situation_impairments
from sfrules.rules.impairment.speeds import (
    actions_per_round,
    chase_speed,
    combat_speed,
    jump_distance,
    jump_height,
    rate_per_round,
    regions_to_kilometers,
    risky_teleport_chance,
    risky_teleport_range,
    sprint_price,
    sprint_speed,
    trailblazed_speed,
    travel_speed,
)
from sfrules.rules.impairment.trails import (
    ascent_cost,
    climb_rate,
    crisis_spaces,
    dive_damage,
    drift,
    trail_successes,
)
from sfrules.rules.impairment.upgrades import (
    requirement,
    requirements,
    trample_targets,
    upgrade_tree,
)
