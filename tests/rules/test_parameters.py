"""What every parameter of every rule accepts, and what the rules say of all else."""

import inspect
import math
from decimal import Decimal
from fractions import Fraction

import pytest

from sfrules.rules import core, impairment, play, scale, seconds, systems, terrain, yards
from sfrules.rules.domain import shown

MAP = {"grid": ["..", ".."], "start": (0, 0)}
MOVING = {"challenging": True, "retreating": True, "traits": ["strider"]}
LEVELS = {"attacker_level": 4, "defender_level": 5}
DUEL = {"hero_level": 4, "monster_level": 5, "role": "brute"}
FIGHT = {"heroes": 3, "monsters": 2, **DUEL}
# One good call of each rule, by parameter.
GOOD = {
    core.ability_damage_modifier: {"ability": 3, "level": 4},
    core.ability_multiplier: {"level": 4},
    core.action_point_chance: {"escalation": 2, "modifier": 1},
    core.action_point_die: {},
    core.action_point_target: {},
    core.armor_class: {"armor": 3, "shield": 1, "class_bonus": 2, "wearing": "light"},
    core.attack_chance: {**dict.fromkeys(("bonus", "defense"), 9), **LEVELS, "round": 3},
    core.attacks_to_fell_monster: DUEL,
    core.attacks_to_fell_plain_hero: DUEL,
    core.average: {"dice": "2d6"},
    core.average_damage: {"dice": "2d6", "ability": 3, "level": 4, "bonus": 2},
    core.base_hit_points: {"level": 4},
    core.basic_attack_dice: {"weapon": "dagger", "level": 4},
    core.bloodied_at: {"maximum": 27},
    core.burst: {"center": (1, 2), "radius": 1},
    core.burst_size: {"radius": 1},
    core.burst_width: {"radius": 1},
    core.chance_to_save_within: {"turns": 3, "modifier": 2},
    core.check_chance: {"bonus": 4, "target": 13},
    core.companion_factor: {"durability": "medium"},
    core.companion_hit_points: {"level": 4, "durability": "medium"},
    core.damage: {"dice_total": 9, "ability": 3, "level": 4, "bonus": 2},
    core.damage_distribution: {"dice": "2d6", "ability": 3, "level": 4, "bonus": 2},
    core.dice_distribution: {"dice": "2d6"},
    core.dice_multiplier: {"level": 4},
    core.dice_terms: {"dice": "2d6"},
    core.distance: {"a": (1, 2), "b": (3, 4)},
    core.durability_factor: {"durability": "low"},
    core.escalated_hit_bonus: {"bonus": 4, "round": 3},
    core.escalated_skill_bonus: {"bonus": 4, "round": 3},
    core.escalation_die: {"round": 3},
    core.expected_fallen: FIGHT,
    core.expected_rounds: FIGHT,
    core.expected_surges_bled: {"modifier": 2},
    core.expected_turns_bleeding: {"modifier": 2},
    core.expected_turns_to_save: {"modifier": 2},
    core.falls_unconscious: {"current": 3},
    core.fed_by: {"ability": "strength"},
    core.feeders: {"figure": "will"},
    core.fortitude: {"class_bonus": 1, "strength": 4, "constitution": 3},
    core.healed_hit_points: {"current": -3, "healing": 5, "surge_value": 6},
    core.highest_roll: {"dice": "2d6"},
    core.hit_modifier: {"condition": "advantage"},
    core.hit_point_ratio: {"lower": 1, "higher": 30, "durability": "low"},
    core.hit_points: {"level": 4, "durability": "low"},
    core.hits_needed: {"hit_points": 27, "dice": "d8", "ability": 4, "level": 4},
    core.hits_to_fell: {"hit_points": 27, "damage": 8},
    core.hits_to_fell_monster: DUEL,
    core.hits_to_fell_plain_hero: DUEL,
    core.initiative_modifier: {"dexterity": 2, "intelligence": 1, "armor_penalty": 1},
    core.is_adjacent: {"a": (1, 2), "b": (3, 4)},
    core.is_bloodied: {"current": 9, "maximum": 27},
    core.is_massive: {"current": -9, "maximum": 27},
    core.kind_multiplier: {"kind": "elite"},
    core.level_attack_modifier: {"attacker_level": 3, "defender_level": 9},
    core.lowest_roll: {"dice": "2d6"},
    core.minion_damage: {"level": 4},
    core.minion_threshold: {"level": 4, "role": "brute"},
    core.monster_damage: {"level": 4},
    core.monster_extra_damage: {"level": 4},
    core.monster_hit_chance: {**DUEL, "round": 3},
    core.monster_hit_points: {"level": 4, "role": "lurker", "kind": "solo"},
    core.movement_speed: {"origin_speed": 6, "armor_movement_penalty": 1},
    core.needed_roll: {"bonus": 4, "target": 13},
    core.place_in_tier: {"level": 4},
    core.plain_hero_hit_chance: {**DUEL, "round": 3},
    core.reaction_modifier: {"strength": 2, "wisdom": 1},
    core.reflex: {"class_bonus": 1, "dexterity": 4, "wisdom": 3},
    core.role_durability: {"role": "brute"},
    core.role_damage: {"level": 4, "role": "brute"},
    core.rolled_monster_damage: {"level": 4, "roll": 5},
    core.save_chance: {"modifier": 2},
    core.check_die: {},
    terrain.death_die: {},
    core.save_target: {},
    core.stabilize_chance: {"modifier": 2},
    core.surge_number: {"class_surges": 6, "constitution": 2, "charisma": 1},
    core.surge_value: {"level": 4, "durability": "low"},
    core.tier: {"level": 4},
    core.tier_multiplier: {"level": 4},
    core.victory_chance: FIGHT,
    core.weapon_dice: {"count": 2, "weapon": "dagger"},
    core.weapon_die: {"weapon": "dagger"},
    core.will: {"class_bonus": 1, "charisma": 4, "intelligence": 3},
    play.blow_damage: {"blow": "one_stone"},
    play.blow_lands: {"blow": "one_stone"},
    play.blow_target: {"blow": "one_stone"},
    play.defense: {"fighter": "orrik", "defense": "will"},
    play.fells: {"blow": "one_stone"},
    play.full_hit_points: {"fighter": "orrik"},
    play.hit_bonus: {"blow": "one_stone"},
    play.hit_points_left: {"fighter": "orrik", "at": 2},
    play.hit_total: {"blow": "one_stone"},
    play.initiative: {"fighter": "orrik"},
    play.left_after: {"blow": "one_stone"},
    play.power_ability: {"power": "orc_axe"},
    play.power_average: {"power": "orc_axe"},
    play.power_damage: {"power": "orc_axe", "dice_total": 7},
    play.power_dice: {"power": "orc_axe"},
    play.power_modifier: {"power": "orc_axe"},
    play.square_of: {"fighter": "orrik", "at": 2},
    scale.attack_modifier: {"s": 2},
    scale.base_toughness: {"s": 2},
    scale.fortitude_modifier: {"s": 2},
    scale.scale_of: {"metres": 3},
    scale.side: {"s": 2},
    scale.size_multiplier: {"s": 2},
    scale.squares_to_metres: {"squares": 3, "s": 2},
    scale.stealth_modifier: {"s": 2},
    scale.target_number: {"s": 2},
    scale.toughness: {"s": 2, "endurance": 1, "bonus": 1},
    scale.wrestle_modifier: {"s": 2},
    impairment.actions_per_round: {},
    impairment.ascent_cost: {"height": 5, "upgrades": ["Powered"]},
    impairment.attackers_advantages: {"exposure": "climbing", "upgrades": ["Vault"]},
    impairment.chase_speed: {"n": 2},
    impairment.chase_successes: {"spaces": 2, "impairments": 1},
    impairment.climb_rate: {"upgrades": ["Powered"]},
    impairment.combat_speed: {"n": 2},
    impairment.crisis_spaces: {"spaces": 4, "evasive": True},
    impairment.dive_damage: {"depth": 60, "rounds": 2},
    impairment.drift: {"actions": [(1, 0), (0, 1)]},
    impairment.jump_distance: {"speed": 5},
    impairment.jump_height: {"speed": 5},
    impairment.ladder: {"n": 4},
    impairment.move_cost: {"impairments": 2},
    impairment.place_on_ladder: {"value": 50},
    impairment.rate_per_round: {"speed": 5},
    impairment.regions_to_kilometers: {"regions": 3},
    impairment.requirement: {"upgrade": "Cling"},
    impairment.requirements: {"upgrade": "Cling"},
    impairment.risky_teleport_chance: {"sides": 6},
    impairment.risky_teleport_range: {"speed": 5},
    impairment.situation_impairments: {"situation": "climbing", "upgrades": ["Vault"]},
    impairment.sprint_price: {"sprints": 2, "sprinter": True},
    impairment.sprint_speed: {"speed": 5},
    impairment.step_up: {"value": 5, "steps": 2},
    impairment.trail_successes: {"upgrades": 2},
    impairment.trailblazed_speed: {"speed": 10},
    impairment.trample_targets: {"upgrades": 2},
    impairment.travel_speed: {"n": 2},
    impairment.turns_to_move: {"spaces": 2, "rate": 5, "impairments": 3, "keep_rest": True},
    impairment.upgrade_tree: {"movement_set": "fly"},
    seconds.moves_per_round: {},
    seconds.path_cost: {"path": [(0, 0), (1, 1)], "terrain_at": {(1, 1): "extreme"}},
    seconds.run_distance: {"speed": 3, "seconds": 4},
    seconds.run_per_round: {"speed": 3},
    seconds.runs_per_round: {},
    seconds.shortest_run: {},
    seconds.squares_per_move: {"speed": 3, "square": 2},
    seconds.step_cost: {"diagonal": True, "terrain": "difficult"},
    seconds.terrain_factor: {"terrain": "difficult"},
    seconds.walk_per_round: {"speed": 3},
    systems.cheapest: {**MAP, "goal": (1, 1), "system": "yards", "form": "walk"},
    systems.forms: {"system": "yards"},
    systems.reach_map: {**MAP, "budget": 3, "system": "yards", "form": "walk"},
    systems.side_by_side: {},
    systems.spread: {**MAP, "budget": 3, "system": "yards", "form": "walk"},
    systems.step_cost: {"system": "yards", "form": "walk", "terrain": "clear", "diagonal": True},
    systems.step_prices: {"system": "yards"},
    systems.steps_within: {"system": "yards", "budget": 9, "form": "walk", "terrain": "clear"},
    systems.task_cost: {"task": "climb", "system": "yards"},
    systems.task_share: {"task": "climb", "system": "yards"},
    systems.terrains: {"system": "yards"},
    systems.typical_turn: {"system": "yards"},
    terrain.ambushed_speed: {"spd": 3},
    terrain.cost: {"mode": "light", "distance": 3},
    terrain.cover_bonus: {"cover": "half"},
    terrain.death_save_chance: {"vit": 1, "round": 2},
    terrain.death_threshold: {"round": 2},
    terrain.dies_outright: {"damage": 30, "base_health": 15},
    terrain.fall_damage: {"metres": 9},
    terrain.is_unconscious: {"health": 3},
    terrain.prone_damage: {"damage": 7},
    terrain.rate: {"mode": "light"},
    terrain.reach: {"mode": "light", "spd": 3, "bonus": 2, "running": True},
    terrain.running_speed: {"spd": 3, "bonus": 2},
    terrain.sound_depth: {"material": "wood"},
    terrain.sound_passes: {"material": "wood", "metres": 1},
    terrain.speed: {"spd": 3, "bonus": 2},
    terrain.stand_up_cost: {"spd": 3},
    terrain.survival_chance: {"vit": 1, "rounds": 2},
    terrain.wakes: {"health": 3},
    yards.activity_cost: {"name": "stand up"},
    yards.attack_banes: {"form": "swim", "traits": ["swimmer"]},
    yards.boons_granted: {"form": "climb", "traits": ["climber"]},
    yards.challenging_extra: {"traits": ["strider"]},
    yards.clearing_time: {"workers": 3},
    yards.collision_dice: {"velocity": 12},
    yards.cost: {"form": "climb", "distance": 3, **MOVING},
    yards.fall_after: {"n": 2},
    yards.fall_health_loss: {"distance": 9, "luck": "success", "into_liquid": True},
    yards.fall_in_round: {"n": 2},
    yards.fall_kills: {"luck": "success"},
    yards.flier_falls: {"affliction": "held", "hovers": True},
    yards.form_rate: {"form": "climb", "traits": ["climber"]},
    yards.health_at_stake: {"distance": 9, "into_liquid": True},
    yards.is_fall: {"distance": 9, "height": 2},
    yards.jump_up: {"size": 1, "running": True, "doubled": True},
    yards.lands_prone: {"distance": 9, "luck": "success", "into_liquid": True},
    yards.leap: {"size": 1, "running": True, "doubled": True},
    yards.mount_fall_dice: {"size": 2},
    yards.occupant_health_loss: {"damage": 9, "luck": "success"},
    yards.plan: {"speed": 10, "steps": ["stand up", ("walk", 6)], "traits": ["strider"]},
    yards.rate: {"form": "climb", **MOVING},
    yards.reach: {"form": "climb", "speed": 10, **MOVING},
    yards.retreating_extra: {},
    yards.roll_boons: {"form": "climb", "traits": ["climber"]},
    yards.rounds_to_fall: {"distance": 60},
    yards.safe_drop: {"size": 1, "doubled": True},
    yards.squeeze_space: {"size": 1},
    yards.stops_vehicle: {"obstacle_size": 1, "vehicle_size": 2},
    yards.tunnel_diameter: {"size": 3},
    yards.vehicle_damage: {"roll": 7, "stopped": True},
    yards.vehicle_exit_dice: {"velocity": 12},
}

NOTHING_TAKES = [math.nan, math.inf, "", "hgih", "7", object()]
# What the parameters of a module refuse beside that; elsewhere some may take it.
REFUSED_IN = {
    "core": [None, [], {}],
    "play": [None, [], {}],
    "scale": [None, [], {}],
    "terrain": [None, [], {}],
    "impairment": [-1, [7], [None]],
    "seconds": [-1, [7], [None]],
    "systems": [-1, [7], [None]],
    "yards": [None, -1, {}, [7], [None]],
}
# The parameters that need not be whole.
MEASURES = {
    "core": {"damage"},
    "play": set(),
    "scale": {"metres", "squares"},
    "terrain": {"distance", "metres"},
    "impairment": {"depth", "height"},
    "seconds": {"speed", "square"},
    "systems": {"budget"},
    "yards": {"distance", "height", "speed", "velocity"},
}
COUNTED_FROM_ZERO = {"distance", "metres", "damage", "rounds"}


def module_of(rule):
    return rule.__module__.split(".")[2]


PARAMETERS = [
    pytest.param(rule, parameter, id=f"{module_of(rule)}-{rule.__name__}-{parameter}")
    for rule, good in GOOD.items()
    for parameter in good
]
TERRAIN = [
    (rule, parameter)
    for rule, good in GOOD.items()
    for parameter in sorted(COUNTED_FROM_ZERO & set(good))
    if module_of(rule) == "terrain"
]


def refusal(rule, parameter, wrong):
    with pytest.raises(ValueError, match=parameter) as caught:
        rule(**{**GOOD[rule], parameter: wrong})
    return str(caught.value)


def says_what_is_allowed(message, rule, parameter, wrong):
    if "no rule" in message:  # a combination that the system has no rule for
        in_combination = parameter in ("form", "terrain") and module_of(rule) == "systems"
        return in_combination and f" {parameter} {shown(wrong)}" in message
    if message.startswith("steps[0] is "):
        parameter, wrong = f"{parameter}[0]", wrong[0]
    start = f"{parameter} is {shown(wrong)}; allowed: "
    return message.startswith(start) and message != start


@pytest.mark.parametrize(
    "module",
    [core, impairment, play, scale, seconds, systems, terrain, yards],
    ids=lambda m: m.__name__,
)
def test_every_rule_has_a_good_call_here(module):
    rules = {rule for rule in GOOD if rule.__module__.startswith(module.__name__)}
    assert {getattr(module, name) for name in module.__all__} == rules


@pytest.mark.parametrize("rule", GOOD, ids=lambda rule: rule.__name__)
def test_every_parameter_is_in_its_good_call(rule):
    assert list(inspect.signature(rule).parameters) == list(GOOD[rule])
    rule(**GOOD[rule])


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_what_nothing_takes_is_refused_by_name_with_what_is_allowed(rule, parameter):
    for wrong in [*NOTHING_TAKES, *REFUSED_IN[module_of(rule)]]:
        message = refusal(rule, parameter, wrong)
        assert says_what_is_allowed(message, rule, parameter, wrong), message


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_a_bool_is_taken_where_yes_or_no_is_asked_and_nowhere_else(rule, parameter):
    if isinstance(GOOD[rule][parameter], bool):
        rule(**{**GOOD[rule], parameter: not GOOD[rule][parameter]})
        assert refusal(rule, parameter, 1) == f"{parameter} is 1; allowed: true or false"
    else:
        for wrong in (True, False):
            message = refusal(rule, parameter, wrong)
            assert message.startswith(f"{parameter} is {wrong}; allowed: ")


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_only_measures_need_not_be_whole(rule, parameter):
    for number in (2.5, Fraction(5, 2), Decimal("2.5")):
        if parameter in MEASURES[module_of(rule)]:
            exactly = rule(**{**GOOD[rule], parameter: Fraction(5, 2)})
            assert rule(**{**GOOD[rule], parameter: number}) == exactly
        else:
            message = refusal(rule, parameter, number)
            assert message.startswith((f"{parameter} is 2.5; ", f"{parameter} is 5/2; "))
            assert "; allowed: " in message


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_a_whole_number_may_be_written_in_any_way(rule, parameter):
    good = GOOD[rule]
    if type(good[parameter]) is int:
        kinds = (int, float, Fraction, Decimal)
        answers = {rule(**{**good, parameter: kind(good[parameter])}) for kind in kinds}
        assert len(answers) == 1


@pytest.mark.parametrize(("rule", "parameter"), TERRAIN)
def test_what_the_terrain_counts_is_counted_from_zero(rule, parameter):
    rule(**{**GOOD[rule], parameter: 0})
    message = refusal(rule, parameter, -1)
    assert message.startswith(f"{parameter} is -1; allowed: ")
    assert message.endswith(" from 0 up")


def test_base_health_is_something():
    with pytest.raises(ValueError, match="^base_health is 0; allowed: a whole number from 1 up$"):
        terrain.dies_outright(1, 0)


@pytest.mark.parametrize("traits", [["strider"], ("strider",), {"strider"}, frozenset(["strider"])])
def test_traits_may_be_listed_in_any_way(traits):
    assert yards.cost("walk", 4, challenging=True, traits=traits) == 4
