"""Monsters by level, each figure typed from the tables of the later edition."""

import pytest

from sfrules import authored
from sfrules.rules import core

DAMAGE = [
    *(8, 9, 10, 11, 12, 13, 14, 15, 16, 17),
    *(20, 22, 24, 26, 28, 30, 32, 34, 36, 38),
    *(44, 48, 52, 56, 60, 64, 68, 72, 76, 80),
]
# The epic tier's extra damage is not the printed one: there it repeats the paragon tier's.
EXTRA_DAMAGE = [
    *(2, 2, 2, 2, 3, 3, 3, 3, 4, 4),
    *(5, 5, 6, 6, 7, 7, 8, 8, 9, 9),
    *(11, 12, 13, 14, 15, 16, 17, 18, 19, 20),
]
SOLO_HIGH = {1: 132, 5: 180, 9: 228, 10: 240, 11: 264, 20: 480, 21: 528, 28: 864, 30: 960}
SOLO_MEDIUM = {1: 108, 3: 128, 7: 168, 11: 220, 30: 800}
SOLO_LOW = {1: 88, 10: 160, 30: 640}
MINION_DAMAGE = [4, 4, 5, 5, 6, 6, 6, 7, 7, 8, 8, 9, 10, 11, 12, 12, 13, 14, 15, 16]
MINION_HIGH = [7, 8, 9, 9, 10, 11, 11, 12, 13, 14, 15, 16, 18, 19, 21, 22, 23, 25, 26, 28]
MINION_MEDIUM = [6, 7, 7, 8, 9, 9, 10, 10, 11, 12, 13, 14, 15, 16, 18, 18, 20, 21, 22, 24]
MINION_LOW = [5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 11, 12, 13, 14, 15, 15, 17, 18, 19, 20]
# Durability, the four defenses, reaction, initiative, modifiers to hit and to speed.
ROLES = {
    "artillery": ("medium", 12, 10, 12, 12, -4, 2, 0, 0),
    "brute": ("high", 11, 14, 10, 12, 0, -2, -1, 0),
    "controller": ("medium", 13, 13, 11, 15, -2, -2, 0, 0),
    "lurker": ("low", 14, 13, 15, 11, -4, 2, 0, 0),
    "skirmisher": ("medium", 13, 11, 15, 13, -2, 0, 0, 1),
    "soldier": ("high", 15, 15, 13, 14, 2, 0, -1, -1),
}
MINION_ROLES = {
    "artillery": ("low", 12, 10, 12, 12, -4, 2, 0, 0),
    "brute": ("high", 12, 14, 10, 12, 0, -2, -1, 0),
    "controller": ("medium", 13, 13, 11, 15, -2, -2, 0, 0),
    "skirmisher": ("medium", 13, 11, 15, 13, -2, 0, 0, 1),
    "soldier": ("high", 15, 14, 13, 13, 2, 0, 0, -1),
}


def figures(table: str) -> dict[str, tuple[object, ...]]:
    columns = (
        *("durability", "armor_class", "fortitude", "reflex", "will"),
        *("reaction", "initiative", "attack_modifier", "speed_modifier"),
    )
    return {
        row.id: tuple(getattr(row, column) for column in columns) for row in authored.rows(table)
    }


def test_a_hit_deals_the_damage_of_the_level():
    assert [core.monster_damage(level) for level in range(1, 31)] == DAMAGE


def test_the_extra_damage_is_a_quarter_in_every_tier():
    assert [core.monster_extra_damage(level) for level in range(1, 31)] == EXTRA_DAMAGE


def test_a_d6_takes_the_extra_damage_off_leaves_it_or_adds_it():
    assert [core.rolled_monster_damage(5, roll) for roll in range(1, 7)] == [9, 9, 12, 12, 15, 15]


@pytest.mark.parametrize(
    ("role", "printed"), [("soldier", SOLO_HIGH), ("controller", SOLO_MEDIUM), ("lurker", SOLO_LOW)]
)
def test_a_solo_monster_has_four_times_the_hit_points_of_a_standard_one(role, printed):
    assert {level: core.monster_hit_points(level, role, "solo") for level in printed} == printed


def test_a_solo_brute_of_level_29_has_not_the_hit_points_that_were_printed():
    assert core.monster_hit_points(29, "brute", "solo") == 912


def test_hit_points_go_by_level_role_and_kind():
    assert core.monster_hit_points(1, "lurker") == 22
    assert core.monster_hit_points(1, "artillery") == 27
    assert core.monster_hit_points(1, "brute") == 33
    assert core.monster_hit_points(9, "brute", "elite") == 114
    assert core.monster_hit_points(30, "soldier") == 240


def test_minions_have_thresholds_and_damage_of_their_own():
    levels = range(1, 21)
    assert [core.minion_damage(level) for level in levels] == MINION_DAMAGE
    assert [core.minion_threshold(level, "soldier") for level in levels] == MINION_HIGH
    assert [core.minion_threshold(level, "skirmisher") for level in levels] == MINION_MEDIUM
    assert [core.minion_threshold(level, "artillery") for level in levels] == MINION_LOW


@pytest.mark.parametrize(
    ("level", "role", "blow"),
    [(1, "skirmisher", 3), (1, "artillery", 2), (1, "soldier", 3), (20, "soldier", 14)],
)
def test_half_of_its_threshold_knocks_a_minion_down(level, role, blow):
    assert core.minion_knockdown(level, role) == blow


def test_there_are_no_minions_above_level_20():
    with pytest.raises(ValueError, match="level is 21; allowed: a whole number from 1 to 20"):
        core.minion_damage(21)


def test_the_role_settles_the_other_figures():
    assert figures("monster-roles") == ROLES
    assert figures("minion-roles") == MINION_ROLES


def test_only_brutes_deal_extra_damage_with_every_hit():
    rows = (*authored.rows("monster-roles"), *authored.rows("minion-roles"))
    assert {row.id for row in rows if row.extra_damage} == {"brute"}


def test_elite_and_solo_monsters_have_action_points_and_endure():
    kinds = {
        row.id: (row.hit_point_factor, row.action_points, row.shrugs, row.shrug_modifier)
        for row in authored.rows("monster-kinds")
    }
    assert kinds == {"standard": (1, 0, 0, 0), "elite": (2, 1, 1, 0), "solo": (4, 2, 2, 5)}
