"""The cast is made by Make a hero: from these choices, step by step, come these figures.

Both were typed by hand from the pages: the choices from the table of the cast, and each figure from
the tables of classes, origins, armor, shields, weapons and implements.
"""

import pytest

from sfrules import authored
from sfrules.rules.creation.sheet import SHOWN, chosen_by, sheet
from sfrules.rules.play.fighters import figure_of

CHOSEN = """\
           tamsin        orrik         pell        ysane         wick
calling    elementalist  guardian      scoundrel   priest        beastmaster
origin     halfling      goliath       elf         high_elf      elf
favored    charisma      constitution  charisma    charisma      wisdom
method     fine          fine          fine        plain         fine
second     dexterity     constitution  charisma    charisma      wisdom
better     constitution  wisdom        constitution .            intelligence
weak       strength      intelligence  strength    .             charisma
armor      cloth         scale         leather     chain         leather
shield     none          heavy_shield  none        none          none
weapon     dagger        longsword     dagger      light_hammer  longsword
implement  wand          none          none        holy_symbol   none
skill_1    arcana        athletics     stealth     diplomacy     nature
skill_2    lore          endurance     finesse     lore          perception
skill_3    concentration authority     trickery    nature        stealth
skill_4    stealth       nature        perception  concentration athletics
skill_5    .             .             diplomacy   .             .
"""
MADE = """\
                    tamsin  orrik  pell    ysane   wick
strength            -1      4      -1      0       0
constitution        1       3      1       0       0
dexterity           3       0      4       0       4
wisdom              0       1      0       4       3
charisma            0       0      3       3       -1
intelligence        4       -1     0       0       1
armor_class         11      16     13      13      12
parry               0       0      0       0       0
fortitude           11      16     11      11      11
reflex              13      11     16      14      15
will                15      11     13      14      11
durability          medium  high   medium  medium  low
hit_points          27      33     27      27      22
bloodied            13      16     13      13      10
surge_value         6       8      6       6       5
surges              7       12     9       10      6
reaction            -4      0      -4      0       -1
initiative          4       -1     4       -1      4
speed               6       5      7       5       7
attack              4       3      4       4       4
implement_attack    4       1      2       4       2
weapon_die          d4      d8     d4      d4      d8
damage_bonus        4       4      4       4       4
dice_multiplier     1       1      1       1       1
ability_multiplier  1       1      1       1       1
at_will_powers      2       2      2       2       2
encounter_powers    1       1      1       1       1
daily_powers        1       1      1       1       1
utility_powers      0       0      0       0       0
combat_feats        1       1      1       1       1
adventure_feats     0       0      0       0       0
athletics           -1      7      -1      -1      3
authority           -1      8      -1      0       0
concentration       4       4      1       3       0
endurance           1       6      1       -1      0
finesse             4       -1     8       -1      5
stealth             7       -1     8       -1      8
perception          0       1      3       5       7
nature              0       4      0       8       7
diplomacy           1       0      7       7       -1
trickery            1       0      7       4       -1
arcana              7       -1     0       0       1
lore                7       -1     0       3       1
"""


def _by_hero(text):
    """The columns of a text: what each hero has, by the names at the left."""
    heroes, *rows = (line.split() for line in text.splitlines())
    return {hero: {row[0]: row[1 + at] for row in rows} for at, hero in enumerate(heroes)}


CHOICES_OF, FIGURES_OF = _by_hero(CHOSEN), _by_hero(MADE)
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
