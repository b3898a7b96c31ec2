"""Heroes: the figures that choices come to, the choices that are refused, and what levels bring."""

from pathlib import Path

import pytest

from sfrules import authored
from sfrules.rules import creation
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


def test_a_berserker_chooses_from_two_roles():
    chosen = {**BRENNA, "calling": "berserker", "armor": "leather", "shield": "none"}
    chosen |= {"at_will_1": "stay_with_me", "at_will_2": "all_in", "skill_4": "nature"}
    assert sheet(chosen)["level"] == 3


def test_a_choice_that_is_in_no_table_is_refused():
    with pytest.raises(LookupError, match="did you mean guardian"):
        sheet({**BRENNA, "calling": "gardian"})


# Typed from the later edition: the dwarf with Strength 4 and Constitution 3 of its example.
def test_the_skills_of_a_dwarf_have_one_more_in_two_abilities():
    made = sheet({**BRENNA, "level": 1, "favored": "wisdom", "armor": "cloth"})
    assert made["strength"] + made["strength_origin"] == 4
    assert made["constitution"] + made["constitution_origin"] == 4
    assert made["wisdom"] + made["wisdom_origin"] == 1


def test_heavy_armor_costs_some_skills_and_not_others():
    heavy, light = (sheet({**BRENNA, "level": 1, "armor": armor}) for armor in ("scale", "leather"))
    lost = {row.id for row in authored.rows("skills") if heavy[row.id] < light[row.id]}
    assert lost == {"athletics", "endurance", "finesse", "stealth"}
