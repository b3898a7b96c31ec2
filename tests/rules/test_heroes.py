"""Heroes: the figures that choices come to, the choices that are refused, and what levels bring."""

import doctest
import inspect

import pytest

from sfrules import authored
from sfrules.rules import creation
from sfrules.rules.creation import choices, figures
from sfrules.rules.creation.sheet import Refusal, chosen_by, refusals_of_choices, sheet

# Typed from the tables of the later edition, by hand: to hit with the weapon, Armor Class,
# Fortitude, Reflex, Will, surges, initiative, speed, and hit points at levels 1, 5 and 10.
MADE = {
    "brenna": (3, 16, 16, 10, 11, 12, -1, 5, (33, 45, 60)),
    "osric": (3, 13, 11, 14, 14, 10, -1, 5, (27, 37, 50)),
    "nim": (5, 13, 10, 16, 13, 9, 4, 6, (27, 37, 50)),
    "fenwick": (3, 11, 10, 13, 15, 6, 4, 6, (27, 37, 50)),
    "liriel": (4, 12, 11, 15, 10, 6, 4, 7, (27, 37, 50)),
    "hroth": (3, 13, 16, 10, 10, 11, -1, 5, (33, 45, 60)),
    "cass": (4, 13, 15, 10, 14, 7, 2, 5, (27, 37, 50)),
    "vesper": (4, 12, 10, 13, 15, 10, 3, 6, (27, 37, 50)),
    "moss": (3, 13, 14, 14, 11, 10, 0, 6, (27, 37, 50)),
    "quill": (4, 13, 10, 15, 11, 6, 4, 6, (27, 37, 50)),
}
FIGURES = ("attack", "armor_class", "fortitude", "reflex", "will", "surges", "initiative", "speed")


@pytest.mark.parametrize("hero", MADE)
@pytest.mark.parametrize(("level", "nth"), [(1, 0), (5, 1), (10, 2)])
def test_a_hero_of_each_class_has_these_figures_at_levels_1_5_and_10(hero, level, nth):
    *figures, hit_points = MADE[hero]
    assert [creation.made(hero, name, level) for name in FIGURES] == figures
    assert creation.made(hero, "hit_points", level) == hit_points[nth]


def test_the_ready_heroes_are_one_of_each_class():
    classes = {row.id: row.name.split(",")[0].split(" of ")[0] for row in authored.rows("callings")}
    ready = [classes[authored.row("hero-choices", hero).calling] for hero in MADE]
    assert sorted(ready) == sorted(set(classes.values()))


BRENNA = chosen_by("brenna", 3)
REFUSED = {
    "Second ability: this class has Constitution.": {"second": "wisdom"},
    "Third ability: it must differ from the first and the second.": {
        "method": "wide",
        "third": "strength",
    },
    "Better and weak ability: they must differ from each other and from those above.": {
        "method": "fine",
        "better": "charisma",
        "weak": "charisma",
    },
    "Favored ability: this origin has Wisdom or Strength.": {"favored": "charisma"},
    "Skills: one of them is neither of the class nor of the origin.": {"skill_1": "arcana"},
    "Skills: the same one stands there twice.": {"skill_1": "endurance"},
    "Armor: this class is not trained in it.": {"armor": "plate"},
    "Shield: this class is not trained in it.": {"calling": "sentinel", "second": "wisdom"},
    "Weapon: this class is not trained in it.": {"weapon": "longbow", "shield": "none"},
    "Weapon: this class is not trained in it. Shield: the weapon takes both hands.": {
        "weapon": "maul",
    },
    "Shield: the weapon takes both hands.": {"weapon": "mace"},
    "Implement: this class is not trained in it.": {"implement": "wand"},
    "Points: one ability is too high for another at that level.": {
        "level": 4,
        "point_1": "strength",
    },
    "Powers: one of them is not for this class, its place or its level.": {"at_will_2": "cinders"},
    "Powers: the same one stands there twice.": {"at_will_2": "stay_with_me"},
    "Feats: one of them is of the other kind.": {"combat_feat_1": "light_sleeper"},
    "Feats: the same one stands there twice.": {"level": 4, "combat_feat_2": "no_fuss"},
}


@pytest.mark.parametrize("reason", REFUSED)
def test_an_illegal_choice_is_refused_with_its_reason(reason):
    with pytest.raises(Refusal) as refusal:
        sheet({**BRENNA, **REFUSED[reason]})
    assert str(refusal.value) == reason


def test_every_reason_for_a_refusal_is_tried_here():
    names = [name for name in vars(choices) if name.endswith("_refusal")]
    assert len(names) == 16
    openings = {reason.split(":")[0] for reason in REFUSED}
    assert openings == {
        *("Second ability", "Third ability", "Better and weak ability", "Favored ability"),
        *("Skills", "Armor", "Shield", "Weapon", "Implement", "Points", "Powers", "Feats"),
    }


@pytest.mark.parametrize(
    ("place", "power", "allowed"),
    [
        ("encounter_1", "dinner_bell", False),  # of level 3
        ("encounter_2", "dinner_bell", True),
        ("encounter_2", "second_heart", False),  # a daily attack
        ("daily_2", "cinders", True),  # a place that level 3 has not brought
        ("utility_1", "unfinished", False),  # of level 6
    ],
)
def test_a_power_goes_into_a_place_of_its_kind_and_of_its_level_or_a_higher_one(
    place, power, allowed
):
    chosen = {**BRENNA, "encounter_2": "shown_the_door", place: power}
    if allowed:
        assert sheet(chosen)["level"] == 3
    else:
        with pytest.raises(Refusal, match="its place or its level"):
            sheet(chosen)


def test_a_berserker_chooses_from_two_roles():
    chosen = {**BRENNA, "calling": "berserker", "armor": "leather", "shield": "none"}
    chosen |= {"at_will_1": "stay_with_me", "at_will_2": "all_in", "skill_4": "nature"}
    assert sheet(chosen)["level"] == 3


@pytest.mark.parametrize(
    ("choice", "refusals"),
    [
        ("calling", []),
        ("weapon", ["weapon"]),
        ("shield", ["shield", "hands"]),  # the weapon stands above it
        ("better", ["fine_strokes"]),
        ("skill_2", ["skill_2", "same_skill"]),
        ("daily_3", ["daily_3", "same_daily"]),
    ],
)
def test_a_choice_is_held_against_those_above_it_and_of_its_kind(choice, refusals):
    assert refusals_of_choices()[choice] == [f"{name}_refusal" for name in refusals]


def test_what_a_way_does_not_ask_for_is_not_looked_at():
    unused = {"third": "strength", "better": "charisma", "weak": "charisma"}
    assert sheet({**BRENNA, **unused})["charisma"] == 0


def test_several_reasons_are_given_at_once():
    with pytest.raises(Refusal) as refusal:
        sheet({**BRENNA, "armor": "plate", "implement": "wand"})
    assert str(refusal.value) == (
        "Armor: this class is not trained in it. Implement: this class is not trained in it."
    )


def test_a_choice_that_is_in_no_table_is_refused():
    with pytest.raises(LookupError, match="did you mean guardian"):
        sheet({**BRENNA, "calling": "gardian"})


@pytest.mark.parametrize(
    ("point", "level", "limit"),
    [("first", 4, 2), ("second", 8, 3), ("third", 14, 3), ("fourth", 18, 4), ("fifth", 24, 4)],
)
def test_an_ability_point_comes_at_its_level_and_keeps_to_its_limit(point, level, limit):
    before = figures.points_gained(level - 1)
    assert figures.points_gained(level) == before + 1
    assert creation.point_level(point) == level
    assert authored.row("ability-points", point).limit == limit
    assert choices.point_refusal(level, level, limit, limit - 1, 1) == ""
    assert choices.point_refusal(level, level, limit, limit, 1) != ""
    assert choices.point_refusal(level - 1, level, limit, limit, 1) == ""


# Typed from the later edition's table of levels: encounter, daily and utility powers, and feats.
@pytest.mark.parametrize(
    ("level", "encounter", "daily", "utility", "combat", "adventure"),
    [
        (1, 1, 1, 0, 1, 0),
        (2, 1, 1, 1, 1, 1),
        (3, 2, 1, 1, 1, 1),
        (4, 2, 1, 1, 2, 1),
        (5, 2, 2, 1, 2, 1),
        (9, 3, 3, 2, 3, 2),
        (10, 3, 3, 3, 3, 3),
        (11, 4, 3, 3, 4, 3),
        (12, 4, 3, 4, 4, 4),
        (19, 4, 3, 4, 6, 5),
        (20, 4, 4, 4, 6, 6),
        (25, 4, 4, 4, 8, 7),
        (26, 4, 4, 5, 8, 8),
        (30, 4, 4, 5, 9, 9),
    ],
)
def test_levels_bring_powers_and_feats(level, encounter, daily, utility, combat, adventure):
    powers = [creation.powers_known(level, use) for use in ("encounter", "daily", "utility")]
    assert powers == [encounter, daily, utility]
    assert figures.feats_known(level, "combat") == combat
    assert figures.feats_known(level, "adventure") == adventure
    assert creation.powers_known(level, "at_will") == 2


@pytest.mark.parametrize("place", range(6))
def test_each_ability_point_is_one(place):
    points = ["wisdom"] * 6
    points[place] = "strength"
    assert figures.ability_points("strength", 30, *points) == 1
    assert figures.ability_points("wisdom", 30, *points) == 5
    assert figures.ability_points("charisma", 30, *points) == 0


def test_a_class_of_four_skills_leaves_the_fifth_out():
    skills = "arcana", "nature", "stealth", "finesse", "lore"
    trained = {
        count: [each for each in (*skills, "trickery") if figures.is_trained(each, count, *skills)]
        for count in (4, 5)
    }
    assert trained == {4: list(skills[:4]), 5: list(skills)}


# Typed from the later edition's list of classes and weapons.
@pytest.mark.parametrize(
    ("calling", "weapon", "trained"),
    [
        ("guardian", "longsword", True),
        ("guardian", "greatsword", False),
        ("guardian", "longspear", False),
        ("sentinel", "longspear", True),
        ("sentinel", "longbow", False),
        ("priest", "mace", True),
        ("priest", "dagger", False),
        ("scoundrel", "dagger", True),
        ("scoundrel", "hand_crossbow", True),
        ("scoundrel", "short_bow", True),
        ("scoundrel", "longbow", False),
        ("elementalist", "quarterstaff", True),
        ("elementalist", "mace", False),
        ("archer", "longbow", True),
        ("archer", "longsword", False),
        ("skirmisher", "longsword", True),
        ("skirmisher", "heavy_crossbow", False),
        ("dual_weapon", "longbow", False),
        ("rager", "greataxe", True),
        ("rager", "longbow", False),
        ("air", "unarmed_smash", True),
        ("rager", "unarmed_smash", False),
        ("elementalist", "improvised_heavy", True),
    ],
)
def test_a_class_is_trained_in_some_weapons(calling, weapon, trained):
    assert choices.is_trained_in_weapon(calling, weapon) is trained


# Typed from the later edition: the dwarf with Strength 4 and Constitution 3 of its example.
def test_the_skills_of_a_dwarf_have_one_more_in_two_abilities():
    made = sheet({**BRENNA, "level": 1, "favored": "wisdom", "armor": "cloth"})
    assert made["strength"] + made["strength_origin"] == 4
    assert made["constitution"] + made["constitution_origin"] == 4
    assert made["wisdom"] + made["wisdom_origin"] == 1


@pytest.mark.parametrize("module", [choices, figures], ids=lambda module: module.__name__)
def test_the_examples_of_the_docstrings_hold(module):
    own = [
        each for each in vars(module).values() if getattr(each, "__module__", "") == module.__name__
    ]
    rules = [each for each in own if inspect.isfunction(each) and ">>> " in (each.__doc__ or "")]
    assert len(rules) >= 10
    for rule in rules:
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
        runner.run(parser.get_doctest(rule.__doc__, vars(module).copy(), rule.__name__, None, 0))
        assert runner.failures == 0


def test_heavy_armor_costs_some_skills_and_not_others():
    heavy, light = (sheet({**BRENNA, "level": 1, "armor": armor}) for armor in ("scale", "leather"))
    lost = {row.id for row in authored.rows("skills") if heavy[row.id] < light[row.id]}
    assert lost == {"athletics", "endurance", "finesse", "stealth"}
