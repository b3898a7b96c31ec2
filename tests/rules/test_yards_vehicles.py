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
