"""Unconsciousness and death, against every face of the d10s."""

import itertools
from fractions import Fraction

import pytest

from sfrules.rules import terrain

D10 = range(1, 11)
THRESHOLDS = {1: 3, 2: 5, 3: 7, 4: 9}


@pytest.mark.parametrize(
    ("damage", "base_health", "dies"),
    [(59, 30, False), (60, 30, True), (61, 30, True), (1, 1, False), (2, 1, True), (0, 1, False)],
)
def test_twice_the_base_maximum_kills_outright(damage, base_health, dies):
    assert terrain.dies_outright(damage, base_health) is dies
    assert (damage >= terrain.fatal_damage(base_health)) is dies


@pytest.mark.parametrize(
    ("health", "unconscious", "wakes"),
    [(-5, True, False), (-1, True, False), (0, False, False), (1, False, True), (9, False, True)],
)
def test_below_zero_is_unconscious_and_1_is_awake(health, unconscious, wakes):
    assert terrain.is_unconscious(health) is unconscious
    assert terrain.wakes(health) is wakes


def test_thresholds_rise_by_2_a_round():
    assert {n: terrain.death_threshold(n) for n in (1, 2, 3, 4)} == THRESHOLDS


@pytest.mark.parametrize("round_", [1, 2, 3, 4])
@pytest.mark.parametrize("vit", range(-12, 13))
def test_a_roll_against_death_counts_the_faces_that_reach_the_threshold(vit, round_):
    reaching = sum(face + vit >= THRESHOLDS[round_] for face in D10)
    assert terrain.death_save_chance(vit, round_) == Fraction(reaching, 10)


@pytest.mark.parametrize("rounds", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("vit", [-7, -2, 0, 1, 3, 6, 8])
def test_survival_counts_the_rolls_that_reach_every_threshold(vit, rounds):
    rolls = list(itertools.product(D10, repeat=rounds))
    alive = sum(all(d + vit >= 3 + 2 * n for n, d in enumerate(each)) for each in rolls)
    assert terrain.survival_chance(vit, rounds) == Fraction(alive, len(rolls))


@pytest.mark.parametrize(
    ("vit", "rounds", "chance"),
    [
        (0, 2, Fraction(48, 100)),
        (0, 4, Fraction(384, 10_000)),
        (8, 4, 1),
        (8, 5, 0),
        (100, 5, 0),
        (0, 6, 0),
        (0, 10**9, 0),
    ],
)
def test_nobody_lives_through_the_fifth_round(vit, rounds, chance):
    assert terrain.survival_chance(vit, rounds) == chance


@pytest.mark.parametrize("wrong", [0, 5, 1.5, "1"])
def test_rolls_are_made_in_four_rounds(wrong):
    for call in (terrain.death_threshold, lambda n: terrain.death_save_chance(0, n)):
        with pytest.raises(ValueError, match="^round is .+; allowed: 1, 2, 3 or 4$"):
            call(wrong)
