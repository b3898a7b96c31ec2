"""What the rules fix has a name, and the rules that go by it agree."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sfrules.rules import core, impairment, scale, seconds, systems, terrain, yards

HALF = Fraction(1, 2)


# Typed from the facts, by their numbers.
@pytest.mark.parametrize(
    ("constant", "fixed"),
    [
        (core.check_die(), "d20"),  # SF-01
        (core.action_point_die(), "d4"),  # SF-01
        (core.lone_dice(), 1),  # SF-01
        (core.chance_per_point(), Fraction(5, 100)),  # SF-02
        (core.surge_share(), Fraction(1, 4)),  # SF-18
        (core.bloodied_share(), HALF),  # SF-20
        (core.squares_around(0), 0),  # SF-31
        (core.squares_around(1), 8),  # SF-31
        (core.squares_around(2), 24),  # SF-31
        (scale.side_growth(), 2),  # SC-04
        (scale.size_growth(), 4),  # SC-04
        (scale.toughness_growth(), 3),  # SC-04
        (seconds.run_multiple(), 3),  # SC-02
        (systems.typical_speed("core"), 6),
        (systems.typical_speed("yards"), 10),
        (systems.typical_speed("terrain"), 0),
        (systems.typical_speed("impairment"), 2),
        (systems.typical_speed("seconds"), Fraction(5, 2)),
        (terrain.base_speed(), 10),  # TR-01
        (terrain.running_multiple(), 2),  # TR-02
        (terrain.lowest_conscious_health(), 0),  # TR-05
        (terrain.deadly_multiple(), 2),  # TR-05
        (terrain.death_die(), "d10"),  # TR-06
        (terrain.stand_up_share(), HALF),  # TR-11
        (terrain.fall_damage_per_meter(), 10),  # TR-12
        (terrain.safe_fall(), 3),  # TR-12
        (yards.yards_per_speed("walk"), 1),  # YD-01
        (yards.yards_per_speed("climb"), HALF),  # YD-02
        (yards.yards_per_speed("descend a rope"), 2),  # YD-03
        (yards.tunnel_margin(), 1),  # YD-09
        (yards.jump_multiple(), 2),  # YD-22
        (yards.fall_gain(), 100),  # YD-23
        (yards.health_per_yard(), 1),  # YD-24
        (yards.liquid_share(), HALF),  # YD-24
        (yards.fall_share("failure"), 1),  # YD-24
        (yards.fall_share("success"), HALF),  # YD-24
        (yards.fall_share("critical success"), 0),  # YD-24
        (yards.exit_velocity_step(), 5),  # YD-29
        (yards.collision_velocity(), 5),  # YD-30
        (yards.collision_step(), 2),  # YD-30
        (yards.vehicle_damage_multiple(), HALF),  # YD-30
        (yards.vehicle_damage_multiple(stopped=True), 2),  # YD-30
        (yards.occupant_share("failure"), 1),  # YD-30
        (yards.occupant_share("success"), HALF),  # YD-30
        (yards.occupant_share("critical success"), 0),  # YD-30
        (impairment.steps_to_tenfold(), 3),  # IM-01
        (impairment.trailblazer_multiple(), Fraction(3, 2)),  # IM-08
        (impairment.risky_teleport_multiple(), 10),  # IM-09
        (impairment.risky_teleport_failure(), 2),  # IM-09
        (impairment.dive_damage_per_round(), 1),  # IM-24
        (impairment.evasive_spaces(), 2),  # IM-24
        (impairment.powered_flight(), 10),  # IM-24
        (impairment.jump_height_share(), Fraction(1, 5)),  # IM-25
    ],
)
def test_a_constant_is_what_its_fact_says(constant, fixed):
    assert constant == fixed


@pytest.mark.parametrize(
    ("ruled", "by_name"),
    [
        (core.check_chance(5, 13) - core.check_chance(4, 13), core.chance_per_point()),
        (core.highest_roll(core.check_die()), 1 / core.chance_per_point()),
        (core.surge_value(20, "low"), core.hit_points(20, "low") * core.surge_share()),
        (core.bloodied_at(100) + 1, 100 * core.bloodied_share()),
        (core.action_point_chance(1) - core.action_point_chance(0),
         Fraction(1, core.highest_roll(core.action_point_die()))),
        (core.average("d6"), core.lone_dice() * core.average("1d6")),
        (scale.side(4), scale.side(3) * scale.side_growth()),
        (scale.size_multiplier(4), scale.size_multiplier(3) * scale.size_growth()),
        (scale.base_toughness(4), scale.base_toughness(3) + scale.toughness_growth()),
        (seconds.run_distance(2, 3), 2 * 3 * seconds.run_multiple()),
        (systems.typical_turn("seconds"), 6 * systems.typical_speed("seconds")),
        (terrain.speed(0), terrain.base_speed()),
        (terrain.running_speed(1), terrain.speed(1) * terrain.running_multiple()),
        (terrain.is_unconscious(terrain.lowest_conscious_health()), False),
        (terrain.is_unconscious(terrain.lowest_conscious_health() - 1), True),
        (terrain.dies_outright(7 * terrain.deadly_multiple(), 7), True),
        (terrain.dies_outright(7 * terrain.deadly_multiple() - 1, 7), False),
        (terrain.death_save_chance(1, 1) - terrain.death_save_chance(0, 1),
         Fraction(1, int(terrain.death_die()[1:]))),
        (terrain.stand_up_cost(2), terrain.speed(2) * terrain.stand_up_share()),
        (terrain.fall_damage(terrain.safe_fall()), 0),
        (terrain.fall_damage(terrain.safe_fall() + 2), 2 * terrain.fall_damage_per_meter()),
        (yards.tunnel_diameter(4), 4 - yards.tunnel_margin()),
        (yards.jump_up(2, doubled=True), yards.jump_up(2) * yards.jump_multiple()),
        (yards.leap(2, doubled=True), yards.leap(2) * yards.jump_multiple()),
        (yards.fall_in_round(4), yards.fall_in_round(3) + yards.fall_gain()),
        (yards.health_at_stake(8), 8 * yards.health_per_yard()),
        (yards.health_at_stake(8, into_liquid=True), 8 * yards.liquid_share()),
        (yards.fall_health_loss(8, "success"), 8 * yards.fall_share("success")),
        (yards.occupant_health_loss(8, "success"), 8 * yards.occupant_share("success")),
        (yards.vehicle_exit_dice(yards.exit_velocity_step()), 1),
        (yards.vehicle_exit_dice(yards.exit_velocity_step() - 1), 0),
        (yards.collision_dice(yards.collision_velocity() - 1), 0),
        (yards.collision_dice(yards.collision_velocity()), 1),
        (yards.collision_dice(yards.collision_velocity() + yards.collision_step()), 2),
        (yards.vehicle_damage(8), 8 * yards.vehicle_damage_multiple()),
        (yards.vehicle_damage(8, stopped=True), 8 * yards.vehicle_damage_multiple(stopped=True)),
        (impairment.step_up(5, impairment.steps_to_tenfold()), 50),
        (impairment.trailblazed_speed(10), 10 * impairment.trailblazer_multiple()),
        (impairment.risky_teleport_range(7), 7 * impairment.risky_teleport_multiple()),
        (1 - impairment.risky_teleport_chance(6),
         Fraction(impairment.risky_teleport_failure(), 6)),
        (impairment.dive_damage(51), impairment.dive_damage_per_round()),
        (impairment.crisis_spaces(5, evasive=True), 5 - impairment.evasive_spaces()),
        (impairment.climb_rate(["Powered"]) * impairment.powered_flight(), 1),
        (impairment.jump_height(10), 10 * impairment.jump_height_share()),
    ],
)  # fmt: skip
def test_the_rules_that_go_by_a_constant_agree_with_it(ruled, by_name):
    assert ruled == by_name
