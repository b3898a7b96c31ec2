"""A hero of each role, made from the pages alone and raised to level 6.

The choices are those that a player writes down, and each figure was typed by hand: the figures of
class, origin and equipment from Make a hero, what goes by level from Level by level.
"""

import csv
from fractions import Fraction

import pytest

from sfrules import authored
from sfrules.rules import core
from sfrules.rules.creation.sheet import sheet

# What the plain way does not ask for, and what levels above 6 bring.
LATER = dict.fromkeys(("third", "better", "weak"), "strength") | {
    f"point_{place}": "charisma" for place in range(2, 7)
}


def hero(choices: str, powers: str, feats: str) -> dict[str, str]:
    """The choices of a hero: words in the order of the steps, then by the level that brings them."""
    steps = "calling origin favored method second armor shield weapon implement".split()
    steps += [f"skill_{place}" for place in range(1, 6)] + ["point_1"]
    of_powers = [
        *("at_will_1", "at_will_2", "encounter_1", "daily_1", "utility_1"),
        *("encounter_2", "daily_2", "utility_2", "encounter_3", "daily_3", "utility_3"),
    ]
    of_feats = [f"{kind}_feat_{n}" for n in (1, 2, 3) for kind in ("combat", "adventure")]
    named = zip([*steps, *of_powers, *of_feats], f"{choices} {powers} {feats}".split(), strict=True)
    return LATER | dict(named)


HEROES = {
    "defender": hero(
        "sentinel human charisma plain wisdom scale none longspear none "
        "athletics authority endurance perception concentration intelligence",
        "stay_with_me wide_arc nailed_boot break_the_ring dig_in dinner_bell old_grudge unfinished "
        "not_past_me second_heart my_turn_to_bleed",
        "i_know_you steady_hands elbow_room known_face no_fuss open_hand",
    ),
    "striker": hero(
        "scoundrel elf charisma plain charisma leather none short_sword none "
        "stealth finesse trickery perception athletics wisdom",
        "soft_spot dance_step running_blow spoken_for gone twice_stung red_minute nine_lives "
        "told_you everything_at_once look_there",
        "quick_heels light_sleeper up_again goats_foot elbow_room known_face",
    ),
    "controller": hero(
        "shadow gnome charisma plain dexterity leather none dagger wand "
        "arcana trickery stealth concentration finesse constitution",
        "numb_fingers sleepwalk black_ice stone_sleep elsewhere white_glare hungry_floor not_so "
        "borrowed_hand the_whole_hearth fog_bank",
        "cool_head good_company elbow_room light_sleeper up_again known_face",
    ),
    "support": hero(
        "tactician dragonfolk strength plain intelligence chain light_shield longsword none "
        "authority diplomacy lore perception trickery charisma",
        "you_do_it make_way this_one banner kind_word change_sides now_or_never "
        "nobody_stays_behind on_your_feet called_out shake_it_off",
        "no_fuss good_company i_know_you known_face up_again steady_hands",
    ),
}
ABILITIES = ("strength", "constitution", "dexterity", "wisdom", "charisma", "intelligence")
# Armor Class, Fortitude, Reflex, Will, surges, initiative, reaction, speed, to hit.
NEVER_CHANGES = {
    "defender": ((4, 0, 0, 3, 0, 0), (14, 16, 13, 11), (9, -1, 0, 5, 4)),
    "striker": ((0, 0, 4, 0, 3, 0), (13, 10, 16, 13), (9, 4, -4, 7, 5)),
    "controller": ((0, 0, 3, 0, 4, 0), (12, 10, 13, 15), (10, 3, -4, 6, 4)),
    "support": ((4, 0, 0, 0, 0, 3), (13, 15, 10, 14), (7, 2, 0, 5, 4)),
}
# By level: hit points, bloodied at, a surge gives, what the first ability adds to damage.
GOES_BY_LEVEL = {
    "defender": {1: (33, 16, 8, 4), 4: (42, 20, 10, 6), 6: (48, 23, 12, 6)},
    "striker": {1: (27, 13, 6, 4), 4: (35, 17, 8, 6), 6: (40, 19, 10, 6)},
    "controller": {1: (27, 13, 6, 4), 4: (35, 17, 8, 6), 6: (40, 19, 10, 6)},
    "support": {1: (27, 13, 6, 4), 4: (35, 17, 8, 6), 6: (40, 19, 10, 6)},
}
# Bonuses at levels 1 and 6; some have the ability point of level 4.
SKILLS = {
    "defender": {"athletics": (6, 6), "authority": (7, 7), "endurance": (2, 2)}
    | {"perception": (6, 6), "diplomacy": (1, 1), "arcana": (0, 1), "lore": (0, 1)},
    "striker": {"stealth": (8, 8), "finesse": (8, 8), "trickery": (7, 7)}
    | {"perception": (3, 4), "athletics": (3, 3), "nature": (0, 1)},
    "controller": {"arcana": (4, 4), "trickery": (8, 8), "stealth": (6, 6)}
    | {"concentration": (3, 4), "endurance": (0, 1)},
    "support": {"authority": (8, 8), "diplomacy": (4, 5), "lore": (6, 6)}
    | {"perception": (3, 3), "athletics": (4, 4), "trickery": (1, 2)},
}
# By level: at-will, encounter and daily attacks, utilities, combat and adventure feats.
KNOWN = {
    1: (2, 1, 1, 0, 1, 0),
    2: (2, 1, 1, 1, 1, 1),
    3: (2, 2, 1, 1, 1, 1),
    4: (2, 2, 1, 1, 2, 1),
    5: (2, 2, 2, 1, 2, 1),
    6: (2, 2, 2, 2, 2, 2),
}
# At level 6: a power, how the page prints its damage, its dice in this hero's hand, its average.
DEALT = {
    "defender": ("Nailed boot", "AC: 2W + first", "2d8", Fraction(77, 4)),
    "striker": ("Running blow", "Ref: 2W + first", "2d4", Fraction(53, 4)),
    "controller": ("Stone sleep", "Fort: 3d6 + first", "3d6", Fraction(43, 2)),
    "support": ("Plant the banner", "AC: 3W + first", "3d8", Fraction(26)),
}


def printed(table: str) -> dict[str, dict[str, str]]:
    """The rows of a table as its page prints them, by the words in their first column."""
    file = authored.root() / "tables" / "printed" / f"{table}.csv"
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return {next(iter(row.values())): row for row in rows}


@pytest.mark.parametrize("role", HEROES)
@pytest.mark.parametrize("level", KNOWN)
def test_each_level_up_to_6_is_allowed_and_brings_what_the_page_says(role, level):
    made = sheet(HEROES[role] | {"level": level})
    uses = ("at_will_powers", "encounter_powers", "daily_powers", "utility_powers")
    known = tuple(made[name] for name in (*uses, "combat_feats", "adventure_feats"))
    assert known == KNOWN[level]


@pytest.mark.parametrize("role", HEROES)
@pytest.mark.parametrize("level", [1, 4, 6])
def test_the_figures_of_a_hero_are_those_typed_from_the_pages(role, level):
    made = sheet(HEROES[role] | {"level": level})
    abilities, defenses, others = NEVER_CHANGES[role]
    assert tuple(made[name] for name in ABILITIES) == abilities
    assert tuple(made[n] for n in ("armor_class", "fortitude", "reflex", "will")) == defenses
    rest = ("surges", "initiative", "reaction", "speed", "attack")
    assert tuple(made[name] for name in rest) == others
    by_level = ("hit_points", "bloodied", "surge_value", "damage_bonus")
    assert tuple(made[name] for name in by_level) == GOES_BY_LEVEL[role][level]
    assert made["dice_multiplier"] == (Fraction(3, 2) if level == 6 else 1)


@pytest.mark.parametrize("role", HEROES)
def test_the_skills_of_a_hero_are_those_typed_from_the_pages(role):
    young, raised = (sheet(HEROES[role] | {"level": level}) for level in (1, 6))
    for skill, bonuses in SKILLS[role].items():
        assert (young[skill], raised[skill]) == bonuses


@pytest.mark.parametrize("role", HEROES)
def test_each_power_and_feat_of_a_hero_stands_on_the_page_of_the_role(role):
    page = printed(f"{role}-powers") | printed("feats")
    rows = [*authored.rows("role-powers"), *authored.rows("feats")]
    names = {row.id: row.name for row in rows}
    chosen = [names[id] for id in HEROES[role].values() if id in names]
    assert len(set(chosen)) == 17
    assert set(chosen) <= set(page)


@pytest.mark.parametrize("role", HEROES)
def test_a_power_is_armed_with_what_the_hero_holds(role):
    power, damage, dice, average = DEALT[role]
    assert printed(f"{role}-powers")[power]["Against: hit"] == damage
    made = sheet(HEROES[role] | {"level": 6})
    first = max(made[name] for name in ABILITIES)
    count = damage.partition("W")[0].partition(" ")[2]
    in_hand = core.weapon_dice(int(count), HEROES[role]["weapon"]) if "W" in damage else dice
    assert in_hand == dice
    assert core.average_damage(dice, first, 6) == average
