"""Where the rules stop: their largest values, and what they take for what is left out."""

import pytest

from sfrules import authored
from sfrules.rules import core, impairment, play, scale, seconds, systems

STEP = (1, 0)
LIMITS = {
    "turns of saves": (core.chance_to_save_within, 100, 101),
    "a roll of damage": (lambda roll: core.rolled_monster_damage(1, roll), 6, 7),
    "a round of the fight": (lambda at: play.square_of("tamsin", at), 3, 4),
    "squares of a path": (lambda n: seconds.path_cost(_there_and_back(n), {}), 10_000, 10_001),
    "a rung of the ladder": (impairment.place_on_ladder, 10**500, 2 * 10**500),
    "actions of a drift": (lambda n: impairment.drift([STEP] * n), 1000, 1001),
}


def _there_and_back(squares):
    return [(at % 2, 0) for at in range(squares)]


@pytest.mark.parametrize(("rule", "largest", "beyond"), LIMITS.values(), ids=LIMITS)
def test_the_largest_is_taken_and_the_next_refused(rule, largest, beyond):
    rule(largest)
    with pytest.raises(ValueError, match="; allowed: "):
        rule(beyond)


def test_all_dice_of_the_game_may_be_rolled_together():
    faces = [row.faces for row in authored.rows("dice")]
    assert core.average(" + ".join(f"d{n}" for n in faces)) == sum(n + 1 for n in faces) / 2


def test_a_form_that_must_be_said_is_not_left_open():
    with pytest.raises(
        ValueError, match="^form is None; allowed: a form of movement of the system$"
    ):
        systems.step_cost("core", None)


AGAINST = {"hero_level": 4, "monster_level": 5, "role": "brute"}
AIMED = {"bonus": 0, "defense": 11, "attacker_level": 1, "defender_level": 1}
# What a rule takes for a parameter that is left out, and something else.
LEFT_OUT = [
    (core.attack_chance, AIMED, "round", 1, 3),
    (core.monster_hit_chance, AGAINST, "round", 1, 3),
    (core.plain_hero_hit_chance, AGAINST, "round", 1, 3),
    (scale.toughness, {"s": 2}, "endurance", 0, 1),
    (scale.toughness, {"s": 2}, "bonus", 0, 1),
]


@pytest.mark.parametrize(("rule", "given", "name", "plain", "other"), LEFT_OUT)
def test_what_is_left_out_is_the_plain_case(rule, given, name, plain, other):
    assert rule(**given) == rule(**given, **{name: plain}) != rule(**given, **{name: other})
