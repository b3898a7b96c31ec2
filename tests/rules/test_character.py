"""Abilities, defenses and secondary figures."""

import pytest

from sfrules import authored
from sfrules.rules import core


@pytest.mark.parametrize(
    ("armor", "shield", "class_bonus", "wearing", "armor_class"),
    [
        (0, 0, 0, "light", 10),
        (3, 0, 0, "light", 13),
        (3, 1, 0, "light", 14),
        (3, 1, 2, "light", 16),
        (3, 1, 2, "heavy", 14),
        (7, 0, 4, "heavy", 17),
        (7, 2, 0, "heavy", 19),
    ],
)
def test_heavy_armor_leaves_no_room_for_the_class_bonus(
    armor, shield, class_bonus, wearing, armor_class
):
    assert core.armor_class(armor, shield, class_bonus, wearing) == armor_class


def test_armor_class_is_light_and_bare_unless_told_otherwise():
    assert core.armor_class(2) == 12
    assert core.armor_class(2, class_bonus=3) == 15


@pytest.mark.parametrize("rule", [core.fortitude, core.reflex, core.will], ids=lambda r: r.__name__)
@pytest.mark.parametrize(
    ("class_bonus", "one", "other", "defense"),
    [(0, 0, 0, 10), (1, 4, 3, 15), (1, 3, 4, 15), (2, -1, -1, 11), (0, -1, 2, 12)],
)
def test_the_higher_of_two_abilities_feeds_a_defense(rule, class_bonus, one, other, defense):
    assert rule(class_bonus, one, other) == defense


def test_each_defense_names_its_abilities():
    assert core.fortitude(class_bonus=0, strength=1, constitution=2) == 12
    assert core.reflex(class_bonus=0, dexterity=1, wisdom=2) == 12
    assert core.will(class_bonus=0, charisma=1, intelligence=2) == 12


@pytest.mark.parametrize(
    ("strength", "wisdom", "reaction"),
    [(-1, -1, -5), (0, -1, -4), (4, 0, 0), (0, 4, 0), (5, 0, 1), (5, 5, 1), (3, 4, 0)],
)
def test_reaction_is_the_higher_ability_less_4(strength, wisdom, reaction):
    assert core.reaction_modifier(strength, wisdom) == reaction


@pytest.mark.parametrize(
    ("class_surges", "constitution", "charisma", "surges"),
    [(6, 1, 0, 7), (9, 3, 1, 12), (6, 0, 3, 9), (7, -1, -1, 6), (9, 5, 5, 14)],
)
def test_surges_are_the_class_s_and_the_higher_ability(
    class_surges, constitution, charisma, surges
):
    assert core.surge_number(class_surges, constitution, charisma) == surges


@pytest.mark.parametrize(
    ("dexterity", "intelligence", "penalty", "initiative"),
    [(4, 2, 0, 4), (2, 4, 0, 4), (0, -1, 1, -1), (3, 3, 2, 1)],
)
def test_armor_takes_from_initiative(dexterity, intelligence, penalty, initiative):
    assert core.initiative_modifier(dexterity, intelligence, penalty) == initiative
    without = core.initiative_modifier(dexterity, intelligence)
    assert without == initiative + penalty


@pytest.mark.parametrize(
    ("figure", "abilities"),
    [
        ("fortitude", ("strength", "constitution")),
        ("reflex", ("dexterity", "wisdom")),
        ("will", ("charisma", "intelligence")),
        ("reaction", ("strength", "wisdom")),
        ("surges", ("constitution", "charisma")),
        ("initiative", ("dexterity", "intelligence")),
    ],
)
def test_two_abilities_feed_each_figure(figure, abilities):
    assert core.feeders(figure) == abilities
    for ability in abilities:
        fed = core.fed_by(ability)
        assert figure in fed
        assert len(fed) == 2


def test_a_penalty_is_written_without_a_minus():
    with pytest.raises(ValueError, match="^armor_penalty is -1; allowed: a whole number from 0 up"):
        core.initiative_modifier(0, 0, -1)
    with pytest.raises(ValueError, match="^armor_movement_penalty is -1; allowed: a whole number"):
        core.movement_speed(6, -1)


# Armor, the shield's and the class's part of it, what it hinders and slows, and scale.
WORN = {
    "tamsin": (1, 0, 0, 0, 0, 0),
    "orrik": (4, 2, 1, 1, 1, 0),
    "pell": (2, 0, 1, 0, 0, 0),
    "ysane": (3, 0, 1, 1, 1, 0),
    "wick": (2, 0, 0, 0, 0, 0),
}
COLUMNS = ("armor", "shield", "armor_bonus", "armor_penalty", "armor_movement_penalty", "scale")


def test_the_ready_heroes_wear_what_they_have_chosen_and_are_of_human_scale():
    worn = {row.id: tuple(getattr(row, name) for name in COLUMNS) for row in authored.rows("cast")}
    assert worn == WORN
