"""Powers of the roles: each keeps to what its level and use are worth, and no gain is missing."""

import pytest

from sfrules import authored
from sfrules.rules import core, creation

ROLES = ("Defender", "Striker", "Controller", "Support")
POWERS = authored.rows("role-powers")
ATTACKS = [row for row in POWERS if row.aim]
# By level, typed from the tables of monsters: hit points at medium durability, damage of a hit.
MONSTERS = {1: (27, 8), 2: (30, 9), 3: (32, 10), 4: (35, 11), 5: (37, 12), 6: (40, 13)}


@pytest.mark.parametrize("level", MONSTERS)
def test_attacks_are_worth_a_monsters_hit_half_its_hit_points_and_two_thirds(level):
    hit_points, hit = MONSTERS[level]
    assert core.monster_hit_points(level, "skirmisher") == hit_points
    assert core.monster_damage(level) == hit
    worth = [creation.attack_worth(level, use) for use in ("at_will", "encounter", "daily")]
    assert worth == [hit, hit_points // 2, hit_points * 2 // 3]


@pytest.mark.parametrize("power", ATTACKS, ids=lambda power: power.id)
def test_an_attack_deals_a_share_of_its_worth_that_its_aim_allows(power):
    aim = authored.row("power-aims", power.aim)
    worth = creation.attack_worth(power.level, power.kind)
    dealt = creation.plain_damage(power.id, power.level)
    more = core.average(power.extra) if power.extra else 0
    assert aim.least * worth <= dealt <= dealt + more <= aim.most * worth


@pytest.mark.parametrize("role", ROLES)
def test_a_role_has_four_attacks_of_each_common_use_three_daily_ones_and_three_utilities(role):
    kinds = [row.kind for row in POWERS if row.role == role]
    of = {kind: kinds.count(kind) for kind in ("at_will", "encounter", "daily", "utility")}
    assert of == {"at_will": 4, "encounter": 4, "daily": 3, "utility": 3}


# Typed from the table of what each level brings: the places, by the levels that bring them.
PLACES = {"at_will": (1, 1), "encounter": (1, 3), "daily": (1, 5), "utility": (2, 6)}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("kind", PLACES)
def test_each_gain_of_the_first_six_levels_leaves_a_choice(role, kind):
    levels = [row.level for row in POWERS if (row.role, row.kind) == (role, kind)]
    for before, since in enumerate(PLACES[kind]):
        assert sum(level <= since for level in levels) - before >= 2


@pytest.mark.parametrize("power", POWERS, ids=lambda power: power.id)
def test_an_entry_has_what_its_kind_needs(power):
    attacks = power.kind != "utility"
    assert not attacks or power.use == power.kind
    assert (power.defense is None) == (power.aim is None)
    assert (power.aim is None) == (power.dice is None and power.weapon_dice is None)
    assert power.dice is None or power.weapon_dice is None
    assert (power.trigger is None) == ("reaction" not in power.action)
    assert ("burst" in power.reach) == (power.radius is not None)
    said = " ".join(filter(None, (power.hit, power.miss, power.effect)))
    assert said
    assert ("{squares}" in said) == (power.squares is not None)
    assert ("{extra}" in said) == (power.extra is not None)


def test_every_class_has_a_role_with_powers():
    for row in authored.rows("callings"):
        assert {row.role, row.or_role} <= set(ROLES)
