"""Vehicles, mounts, and the figures in the complications of movement."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import yards


@pytest.mark.parametrize(
    ("velocity", "dice"),
    [(0, 0), (4, 0), (4.99, 0), (5, 1), (9, 1), (9.5, 1), (10, 2), (14, 2), (15, 3), (100, 20)],
)
def test_leaving_costs_a_die_for_every_five_full_yards(velocity, dice):
    assert yards.vehicle_exit_dice(velocity) == dice


@pytest.mark.parametrize(
    ("velocity", "dice"),
    [
        (0, 0),
        (4, 0),
        (4.99, 0),
        (5, 1),
        (6, 1),
        (6.99, 1),
        (7, 2),
        (8, 2),
        (9, 3),
        (10, 3),
        (11, 4),
        (105, 51),
    ],
)
def test_a_collision_rolls_a_die_at_5_and_one_for_every_two_full_yards_above(velocity, dice):
    assert yards.collision_dice(velocity) == dice


@given(st.fractions(5, 500))
def test_collision_dice_are_counted_two_yards_at_a_time(velocity):
    dice, above = 1, velocity - 5
    while above >= 2:
        above -= 2
        dice += 1
    assert yards.collision_dice(velocity) == dice


@pytest.mark.parametrize(
    ("obstacle", "vehicle", "stops"),
    [(1, 2, False), (2, 2, True), (3, 2, True), (0.5, 1, False), (0.5, 0.5, True)],
)
def test_an_obstacle_of_the_vehicle_s_size_stops_it(obstacle, vehicle, stops):
    assert yards.stops_vehicle(obstacle, vehicle) is stops


@pytest.mark.parametrize(
    ("roll", "going_on", "stopped"), [(0, 0, 0), (1, 0, 2), (7, 3, 14), (12, 6, 24)]
)
def test_a_vehicle_takes_half_or_double(roll, going_on, stopped):
    assert yards.vehicle_damage(roll) == going_on
    assert yards.vehicle_damage(roll, stopped=True) == stopped


@pytest.mark.parametrize(
    ("damage", "failure", "success"), [(0, 0, 0), (1, 1, 0), (14, 14, 7), (15, 15, 7)]
)
def test_occupants_share_the_damage_by_luck(damage, failure, success):
    assert yards.occupant_health_loss(damage, "failure") == failure
    assert yards.occupant_health_loss(damage, "success") == success
    assert yards.occupant_health_loss(damage, "critical success") == 0


def test_no_rule_says_what_a_critical_failure_costs_an_occupant():
    allowed = '"failure", "success" or "critical success"'
    with pytest.raises(ValueError, match=f'^luck is "critical failure"; allowed: {allowed}$'):
        yards.occupant_health_loss(10, "critical failure")
    shares = {row.id: row.occupant_share for row in authored.rows("yards-luck")}
    assert [luck for luck, share in shares.items() if share is None] == ["critical failure"]


@pytest.mark.parametrize(("size", "dice"), [(0.5, 0), (1, 1), (2, 2), (5, 5)])
def test_a_mount_falls_with_a_die_for_each_point_of_size(size, dice):
    assert yards.mount_fall_dice(size) == dice


@pytest.mark.parametrize("name", ["vehicle_exit_dice", "collision_dice"])
def test_no_vehicle_goes_slower_than_none(name):
    with pytest.raises(ValueError, match="^velocity is -1; allowed: a number from 0 up$"):
        getattr(yards, name)(-1)


@pytest.mark.parametrize(
    ("row", "column", "figure"),
    [
        ("harmed_climber", "banes", 1),
        ("squeezed", "boons", 1),
        ("squeezed", "banes", 1),
        ("rider_prone", "yards", 1),
        ("dismounting", "yards", 1),
        ("unsecured_rider", "yards", 1),
        ("mount_stumbles", "roll_boons", 1),
        ("mount_on_rider", "banes", 1),
        ("mount_prone", "yards", 3),
        ("mount_on_rider", "die", "d6"),
        ("leaving_moving_vehicle", "die", "d6"),
        ("collision", "die", "d6"),
        ("teleport_into_creature", "die", "d6"),
    ],
)
def test_figures_in_complications(row, column, figure):
    assert getattr(authored.row("yards-complications", row), column) == figure


@pytest.mark.parametrize(
    ("row", "roll"),
    [
        ("dive", "Agility"),
        ("difficult_surface", "Strength"),
        ("harmed_climber", "Strength"),
        ("running_over_rubble", "Agility"),
        ("occupants", "Luck"),
        ("mount_prone", "Agility"),
        ("teleport_into_creature", "Intellect"),
        ("edge_of_peril", "Luck"),
        ("noisy_sneaking", "Agility"),
        ("rough_swimming", "Strength"),
        ("wind_and_water", None),
        ("obstacle", "Attribute"),
        ("tight_space", "Agility"),
        ("unsecured_rider", "Luck"),
        ("mount_stumbles", "Luck"),
        ("out_of_the_way", "Agility"),
        ("mount_on_rider", "Strength or Agility"),
        ("steering", "Agility"),
        ("boarding", "Attribute or luck"),
        ("climbing_creature", "Strength or Agility"),
        ("holding_on", "Strength"),
    ],
)
def test_rolls_of_complications(row, roll):
    assert authored.row("yards-complications", row).roll == roll


@pytest.mark.parametrize(
    ("row", "outcomes"),
    [
        ("noisy_sneaking", {"critical_success", "failure", "critical_failure"}),
        ("rough_swimming", {"failure", "critical_failure"}),
        ("obstacle", {"failure"}),
        ("unsecured_rider", {"failure"}),
        ("mount_stumbles", {"failure"}),
        ("steering", {"failure"}),
        ("holding_on", {"success", "failure"}),
        ("occupants", {"critical_success", "success", "failure"}),
    ],
)
def test_outcomes_of_complications(row, outcomes):
    columns = ("critical_success", "success", "failure", "critical_failure")
    told = authored.row("yards-complications", row)
    assert {column for column in columns if getattr(told, column)} == outcomes


def test_traits_without_a_price():
    units = {row.id: row.unit for row in authored.rows("yards-other-traits")}
    assert units == {
        "fly": None,
        "hover": None,
        "insubstantial": None,
        "mount": None,
        "slippery": None,
        "squeeze": "inches",
        "teleport": "yards",
        "water_walk": None,
    }
