"""Square Fireballs, the core game."""

from sfrules.rules.core.abilities import fed_by, feeders, secondary_statistics
from sfrules.rules.core.action_points import (
    action_point_chance,
    action_point_die,
    action_point_target,
    escalated_hit_bonus,
    escalated_skill_bonus,
    escalation_after_newcomers,
    escalation_die,
)
from sfrules.rules.core.battles import (
    expected_fallen,
    expected_rounds,
    fair_band,
    hard_band,
    victory_chance,
)
from sfrules.rules.core.blows import attack_chance, hits_needed, hits_to_fell
from sfrules.rules.core.checks import (
    chance_to_save_within,
    check_chance,
    check_die,
    expected_turns_to_save,
    level_attack_modifier,
    needed_roll,
    save_chance,
    save_target,
    typical_chance,
)
from sfrules.rules.core.damage import (
    ability_damage_modifier,
    ability_multiplier,
    average_damage,
    damage,
    damage_distribution,
    dice_multiplier,
)
from sfrules.rules.core.defenses import armor_class, fortitude, reflex, will
from sfrules.rules.core.dice import (
    average,
    dice_distribution,
    dice_terms,
    highest_roll,
    lowest_roll,
)
from sfrules.rules.core.downed import (
    expected_surges_bled,
    expected_turns_bleeding,
    falls_unconscious,
    healed_hit_points,
    is_massive,
    stabilize_chance,
)
from sfrules.rules.core.duels import (
    attacks_to_fell_monster,
    attacks_to_fell_plain_hero,
    hits_to_fell_monster,
    hits_to_fell_plain_hero,
    monster_hit_chance,
    plain_hero_hit_chance,
)
from sfrules.rules.core.falls import collision_dice, edge_save_modifier, fall_dice
from sfrules.rules.core.grid import (
    burst,
    burst_size,
    burst_width,
    distance,
    is_adjacent,
    movement_speed,
    neighbors,
    slowed_squares,
)
from sfrules.rules.core.hiding import hide_target, is_near, search_target
from sfrules.rules.core.monsters import (
    kind_multiplier,
    minion_damage,
    minion_knockdown,
    minion_threshold,
    monster_damage,
    monster_extra_damage,
    monster_hit_points,
    role_damage,
    role_durability,
    rolled_monster_damage,
)
from sfrules.rules.core.progression import (
    base_hit_points,
    bloodied_at,
    companion_factor,
    companion_hit_points,
    durability_factor,
    hit_point_ratio,
    hit_points,
    is_bloodied,
    place_in_tier,
    surge_value,
    tier,
    tier_multiplier,
)
from sfrules.rules.core.secondary import initiative_modifier, reaction_modifier, surge_number
from sfrules.rules.core.turns import basic_attack_dice, hit_modifier
from sfrules.rules.core.weapons import weapon_dice, weapon_die
