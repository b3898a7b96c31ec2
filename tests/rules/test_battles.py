"""Blows and battles, against figures that were counted by brute force with every hit point kept."""

from fractions import Fraction

import pytest

from sfrules.rules import core

# Heroes, monsters, level of both, role: how often the heroes win, the rounds, the fallen. A fight
# was followed over every face of the d20 and the d8 with the hit points that all have left, which
# the rules do without: they know hits alone.
FIGHTS = [
    ((1, 1, 1, 1, "skirmisher"), (0.4955509000536178, 4.799446834327209, 0.5044489403171757)),
    ((2, 2, 1, 1, "skirmisher"), (0.5703258626114036, 6.137711931881682, 1.3163224010597574)),
    ((2, 1, 1, 1, "soldier"), (0.9923960602338153, 4.309146809877411, 0.22884774567581573)),
    ((2, 3, 1, 1, "brute"), (0.0021331550092179843, 3.972771844482289, 1.9977580423105232)),
    ((5, 5, 1, 1, "skirmisher"), (0.6506448408279984, 7.908134663124657, 3.6427408650003312)),
    ((4, 4, 7, 7, "skirmisher"), (0.148894303552614, 6.259711902753983, 3.7761681628807873)),
    ((3, 2, 10, 10, "skirmisher"), (0.8943743589351842, 5.094838232585444, 1.3568215636810281)),
    ((5, 5, 1, 1, "soldier"), (0.19468936386708321, 8.978738490676086, 4.575410778360251)),
]


@pytest.mark.parametrize(("fight", "counted"), FIGHTS, ids=lambda each: str(each[0]))
def test_a_fight_goes_as_brute_force_says(fight, counted):
    rules = (core.victory_chance, core.expected_rounds, core.expected_fallen)
    assert [float(rule(*fight)) for rule in rules] == pytest.approx(counted, abs=1e-12)


def test_better_defenses_win_as_often_as_brute_force_says():
    chance = core.victory_chance(5, 5, 1, 1, "skirmisher", guard=2)
    assert float(chance) == pytest.approx(0.8518085047595984, abs=1e-12)


def test_the_attacks_that_fell_a_monster_are_its_hits_over_their_chance():
    # Counted by hand, d8 + 4 against 22: never with one hit, with two if the dice show 14 or more.
    hits = core.hits_to_fell_monster(1, 1, "lurker")
    assert hits.chance(2) == Fraction(6, 64)
    assert core.plain_hero_hit_chance(1, 1, "lurker") == Fraction(11, 20)
    assert core.attacks_to_fell_monster(1, 1, "lurker") == hits.mean * 20 / 11
