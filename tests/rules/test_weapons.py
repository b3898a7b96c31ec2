"""Weapons and what W stands for."""

import pytest

from sfrules.rules import core


@pytest.mark.parametrize(
    ("count", "weapon", "dice"),
    [
        (1, "dagger", "d4"),
        (1, "longsword", "d8"),
        (1, "greatsword", "d12"),
        (2, "greatsword", "2d12"),
        (7, "dagger", "7d4"),
        (100, "longsword", "100d8"),
    ],
)
def test_so_many_dice_of_the_weapon_in_hand(count, weapon, dice):
    assert core.weapon_dice(count, weapon) == dice


def test_a_lone_w_is_the_die_of_the_weapon():
    dice = {weapon: core.weapon_die(weapon) for weapon in ("dagger", "longsword", "greatsword")}
    assert dice == {"dagger": "d4", "longsword": "d8", "greatsword": "d12"}


@pytest.mark.parametrize("count", [0, -1, 101])
def test_there_are_1_to_100_dice(count):
    message = f"^count is {count}; allowed: a whole number from 1 to 100$"
    with pytest.raises(ValueError, match=message):
        core.weapon_dice(count, "dagger")


def test_a_weapon_that_is_in_no_table_is_refused():
    message = (
        '^weapon is "spoon"; allowed: "dagger", "longsword", "greatsword", .* or "unarmed_chop"$'
    )
    with pytest.raises(ValueError, match=message):
        core.weapon_dice(1, "spoon")
