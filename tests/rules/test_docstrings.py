"""Every rule is documented: what it means, its domain, its errors, its source, an example."""

import ast
import doctest
import inspect
import re
import sys

import pytest

from sfrules.rules import (
    core,
    creation,
    exact,
    impairment,
    play,
    scale,
    seconds,
    systems,
    terrain,
    yards,
)
from sfrules.rules.distribution import Distribution

MODULES = (core, creation, impairment, play, scale, seconds, systems, terrain, yards)
RULES = [getattr(module, name) for module in MODULES for name in module.__all__]
DOCUMENTED = [*RULES, exact.exact, exact.round_down, exact.round_half_up, Distribution]


@pytest.mark.parametrize("thing", DOCUMENTED, ids=lambda thing: thing.__name__)
def test_the_example_of_a_docstring_holds(thing):
    # doctest's own finder passes over decorated functions: they seem to come from elsewhere.
    plain = inspect.unwrap(thing)
    names = dict(vars(sys.modules[plain.__module__]))
    example = doctest.DocTestParser().get_doctest(thing.__doc__, names, thing.__name__, None, 0)
    assert example.examples
    failures, _ = doctest.DocTestRunner().run(example)
    assert failures == 0


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_docstring_says_arguments_errors_and_source(rule):
    text = rule.__doc__
    assert re.search(r"^    Source: [A-Z]{2}-\d\d(, [A-Z]{2}-\d\d)*\.$", text, re.MULTILINE)
    parameters = list(inspect.signature(rule).parameters)
    if parameters:
        assert "\n    Raises:\n        ValueError: " in text
        described = re.findall(r"^        (\w+): ", text.split("Raises:")[0], re.MULTILINE)
        assert described == parameters


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_public_rules_are_listed_once_in_order(module):
    assert module.__all__ == sorted(set(module.__all__))


FORMULAS = (
    core.ability_damage_modifier,
    core.action_point_chance,
    core.armor_class,
    core.base_hit_points,
    core.bloodied_at,
    core.burst_size,
    core.burst_width,
    core.chance_to_save_within,
    core.check_chance,
    core.companion_hit_points,
    core.damage,
    core.distance,
    core.expected_turns_to_save,
    core.fortitude,
    core.hit_point_ratio,
    core.hit_points,
    core.initiative_modifier,
    core.is_adjacent,
    core.is_bloodied,
    core.level_attack_modifier,
    core.movement_speed,
    core.needed_roll,
    core.reaction_modifier,
    core.reflex,
    core.save_chance,
    core.surge_number,
    core.surge_value,
    core.will,
    impairment.actions_per_round,
    impairment.chase_speed,
    impairment.chase_successes,
    impairment.combat_speed,
    impairment.crisis_spaces,
    impairment.dive_damage,
    impairment.jump_distance,
    impairment.jump_height,
    impairment.ladder,
    impairment.move_cost,
    impairment.rate_per_round,
    impairment.risky_teleport_chance,
    impairment.risky_teleport_range,
    impairment.sprint_price,
    impairment.sprint_speed,
    impairment.step_up,
    impairment.trail_successes,
    impairment.trailblazed_speed,
    impairment.trample_targets,
    impairment.travel_speed,
    impairment.turns_to_move,
    scale.attack_modifier,
    scale.base_toughness,
    scale.side,
    scale.size_multiplier,
    scale.squares_to_metres,
    scale.target_number,
    scale.toughness,
    seconds.moves_per_round,
    seconds.run_distance,
    seconds.run_per_round,
    seconds.runs_per_round,
    seconds.shortest_run,
    seconds.squares_per_move,
    seconds.step_cost,
    seconds.walk_per_round,
    terrain.ambushed_speed,
    terrain.cost,
    terrain.death_save_chance,
    terrain.dies_outright,
    terrain.fall_damage,
    terrain.is_unconscious,
    terrain.prone_damage,
    terrain.reach,
    terrain.running_speed,
    terrain.sound_passes,
    terrain.speed,
    terrain.stand_up_cost,
    terrain.wakes,
    yards.clearing_time,
    yards.collision_dice,
    yards.cost,
    yards.fall_after,
    yards.fall_health_loss,
    yards.fall_in_round,
    yards.health_at_stake,
    yards.is_fall,
    yards.jump_up,
    yards.lands_prone,
    yards.leap,
    yards.mount_fall_dice,
    yards.occupant_health_loss,
    yards.rate,
    yards.reach,
    yards.safe_drop,
    yards.squeeze_space,
    yards.stops_vehicle,
    yards.tunnel_diameter,
    yards.vehicle_damage,
    yards.vehicle_exit_dice,
)


@pytest.mark.parametrize("rule", FORMULAS, ids=lambda rule: rule.__name__)
def test_a_rule_that_the_book_prints_is_one_formula(rule):
    """Assignments and then one return: nothing that a formula has no words for."""
    (function,) = ast.parse(inspect.getsource(inspect.unwrap(rule))).body
    _docstring, *assignments, last = function.body
    assert isinstance(last, ast.Return)
    assert all(isinstance(each, ast.Assign | ast.AnnAssign) for each in assignments)
    beyond = ast.ListComp | ast.GeneratorExp | ast.Lambda | ast.JoinedStr | ast.NamedExpr
    assert not any(isinstance(node, beyond) for node in ast.walk(function))
