"""Vehicles, mounts, and the figures in the complications of movement."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import yards


@given(st.fractions(5, 500))
def test_collision_dice_are_counted_two_yards_at_a_time(velocity):
    dice, above = 1, velocity - 5
    while above >= 2:
        above -= 2
        dice += 1
    assert yards.collision_dice(velocity) == dice


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
