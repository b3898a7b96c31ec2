"""Where the rules stop: their largest values, and what they take for what is left out."""

import pytest

from sfrules import authored
from sfrules.rules import core, impairment, play, seconds

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
