"""Heroes: the figures that choices come to, the choices that are refused, and what levels bring."""

import doctest
import inspect
import re
from pathlib import Path

import pytest

from sfrules import authored
from sfrules.rules import creation
from sfrules.rules.creation import choices, figures
from sfrules.rules.creation.sheet import chosen_by, sheet

# Typed from the tables of the later edition, by hand.
(_, _, *FIGURES), *MADE = (
    line.split() for line in Path(__file__).with_name("heroes.txt").read_text("utf-8").splitlines()
)


@pytest.mark.parametrize("made", MADE, ids=lambda made: " ".join(made[:2]))
def test_a_hero_of_each_class_has_these_figures_at_levels_1_5_and_10(made):
    hero, level, *figures = made
    assert [str(creation.made(hero, name, int(level))) for name in FIGURES] == figures


def test_the_ready_heroes_are_one_of_each_class():
    classes = {row.id: row.name.split(",")[0].split(" of ")[0] for row in authored.rows("callings")}
    ready = [
        classes[authored.row("hero-choices", hero).calling]
        for hero in dict.fromkeys(hero for hero, *_ in MADE)
    ]
    assert sorted(ready) == sorted(set(classes.values()))


BRENNA = chosen_by("brenna", 3)


def test_every_reason_for_a_refusal_is_tried_here():
    names = [name for name in vars(choices) if name.endswith("_refusal")]
    assert len(names) == 16
    text = Path(__file__).with_name("values").joinpath("heroes.md").read_text(encoding="utf-8")
    said = set(re.findall(r" is refused: (\w[\w ]+):", text))
    assert said == {
        *("Second ability", "Third ability", "Better and weak ability", "Favored ability"),
        *("Skills", "Armor", "Shield", "Weapon", "Implement", "Points", "Powers", "Feats"),
    }


def test_a_berserker_chooses_from_two_roles():
    chosen = {**BRENNA, "calling": "berserker", "armor": "leather", "shield": "none"}
    chosen |= {"at_will_1": "stay_with_me", "at_will_2": "all_in", "skill_4": "nature"}
    assert sheet(chosen)["level"] == 3


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
