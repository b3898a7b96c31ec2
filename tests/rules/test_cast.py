"""The cast is made by Make a hero: from these choices, step by step, come these figures.

Both were typed by hand from the pages: the choices from the table of the cast, and each figure from
the tables of classes, origins, armor, shields, weapons and implements.
"""

from pathlib import Path

import pytest

from sfrules import authored
from sfrules.rules.creation.sheet import SHOWN, chosen_by, sheet
from sfrules.rules.play.fighters import figure_of


def _by_hero(text):
    """The columns of a text: what each hero has, by the names at the left."""
    heroes, *rows = (line.split() for line in text.splitlines())
    return {hero: {row[0]: row[1 + at] for row in rows} for at, hero in enumerate(heroes)}


CAST = Path(__file__).with_name("cast.txt").read_text(encoding="utf-8")
CHOICES_OF, FIGURES_OF = map(_by_hero, CAST.split("\n\n"))
HEROES = list(CHOICES_OF)


def _chosen(hero):
    """The typed choices; powers, and what a hero has no use for yet, are as the book has them."""
    typed = {name: id for name, id in CHOICES_OF[hero].items() if id != "."}
    return chosen_by(hero, 1) | typed


def test_the_five_are_the_cast_and_every_figure_of_the_sheet_is_typed():
    assert HEROES == list(FIGURES_OF) == [row.id for row in authored.rows("cast")]
    assert all(list(figures) == list(SHOWN) for figures in FIGURES_OF.values())


@pytest.mark.parametrize("hero", HEROES)
def test_the_book_makes_a_hero_of_the_cast_from_these_choices(hero):
    assert _chosen(hero) == chosen_by(hero, 1)


@pytest.mark.parametrize("hero", HEROES)
def test_the_choices_come_to_each_figure_of_the_sheet(hero):
    made = sheet(_chosen(hero))
    assert {name: str(made[name]) for name in SHOWN} == FIGURES_OF[hero]


# What the row of the cast holds, by the name that the sheet has for it, and what the pages print.
STATED = (
    *("strength", "constitution", "dexterity", "wisdom", "charisma", "intelligence"),
    *("armor_class", "fortitude", "reflex", "will", "durability"),
    *("hit_points", "reaction", "initiative", "speed"),
)


@pytest.mark.parametrize("hero", HEROES)
def test_a_figure_of_the_cast_on_a_page_is_that_of_the_sheet(hero):
    assert {name: str(figure_of(hero, name)) for name in STATED} == {
        name: FIGURES_OF[hero][name] for name in STATED
    }
    assert str(authored.row("cast", hero).attack_bonus) == FIGURES_OF[hero]["attack"]


# The columns of the cast that its figures are worked out from, by the name on the sheet.
PARTS = {
    "armor": "armor_bonus",
    "shield": "shield_bonus",
    "armor_bonus": "class_armor",
    "armor_movement_penalty": "armor_speed",
} | {
    name: name
    for name in (
        *("weapon", "wearing", "fortitude_bonus", "reflex_bonus", "will_bonus"),
        *("class_surges", "armor_penalty", "origin_speed"),
    )
}


@pytest.mark.parametrize("hero", HEROES)
def test_a_part_of_a_figure_of_the_cast_is_what_the_choices_bring(hero):
    made, row = sheet(_chosen(hero)), authored.row("cast", hero)
    assert {name: getattr(row, name) for name in PARTS} == {
        name: made[of] for name, of in PARTS.items()
    }
