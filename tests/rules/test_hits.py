"""Attacks between heroes and monsters of the book: typed from the sources, and counted by face."""

from fractions import Fraction

import pytest

from sfrules.rules import play

FACES = range(1, 21)
ARMOR_CLASS = {
    "tamsin": 10 + 1 + 0,
    "orrik": 10 + 4 + 2,
    "pell": 10 + 2 + 1,
    "goblin": 13,
    "orc": 13,
    "ogre": 13,
    "troll": 14,
    "wyrm": 15,
}
# Attacker, target, the attacker's own bonus, and what the difference of their levels makes of it.
BONUSES = [
    ("pell", "goblin", 4, 0),  # 1 and 1
    ("pell", "orc", 4, -1),  # 1 and 3
    ("orrik", "ogre", 3, -2),  # 1 and 6: a leftover level counts for nothing
    ("wick", "troll", 4, -4),  # 1 and 9
    ("tamsin", "wyrm", 4, -11),  # 1 and 24
    ("goblin", "tamsin", 2, 0),
    ("orc", "orrik", 4, 1),
    ("ogre", "tamsin", 5, 2),
    ("troll", "pell", 5, 4),
    ("wyrm", "orrik", 5, 11),
    ("goblin", "ogre", 2, -2),  # 1 and 6: monsters fall out, too
    ("wyrm", "ogre", 5, 9),  # 24 and 6
]
REACTIONS = [
    ("orrik", "goblin", 4 - 4, 0),
    ("tamsin", "goblin", 0 - 4, 0),  # her Wisdom is higher than her Strength
    ("orc", "tamsin", 0, 1),
    ("orrik", "orc", 0, -1),
    ("troll", "orrik", 1, 4),
]


def faces_that_reach(target, bonus):
    return Fraction(sum(face + bonus >= target for face in FACES), 20)


@pytest.mark.parametrize(("attacker", "target", "own", "levels"), BONUSES)
@pytest.mark.parametrize("modifier", [-5, 0, 2, 3])
def test_the_chance_to_hit_is_the_share_of_faces(attacker, target, own, levels, modifier):
    if target in ARMOR_CLASS:
        counted = faces_that_reach(ARMOR_CLASS[target], own + levels + modifier)
        assert play.hit_chance(attacker, target, modifier=modifier) == counted


@pytest.mark.parametrize(("attacker", "target", "own", "levels"), REACTIONS)
def test_an_opportunity_attack_counts_levels_too(attacker, target, own, levels):
    assert play.reaction_bonus(attacker, target) == own + levels
    for modifier in (-2, 0, 3):
        counted = faces_that_reach(ARMOR_CLASS[target], own + levels + modifier)
        assert play.reaction_hit_chance(attacker, target, modifier) == counted


@pytest.mark.parametrize(
    ("defense", "figure"),
    [
        ("armor_class", 10 + 3),
        ("fortitude", 10 + 1 + 0),
        ("reflex", 10 + 0 + 4),
        ("will", 10 + 1 + 3),
    ],
)
def test_each_defense_of_ysane_may_be_asked(defense, figure):
    assert play.hit_chance("goblin", "ysane", defense) == faces_that_reach(figure, 2)
