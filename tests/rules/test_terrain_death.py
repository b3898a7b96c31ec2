"""Unconsciousness and death, against every face of the d10s."""

import itertools
from fractions import Fraction

import pytest

from sfrules.rules import terrain

D10 = range(1, 11)
THRESHOLDS = {1: 3, 2: 5, 3: 7, 4: 9}


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


@pytest.mark.parametrize("wrong", [0, 5, 1.5, "1"])
def test_rolls_are_made_in_four_rounds(wrong):
    for call in (terrain.death_threshold, lambda n: terrain.death_save_chance(0, n)):
        with pytest.raises(ValueError, match="^round is .+; allowed: 1, 2, 3 or 4$"):
            call(wrong)
