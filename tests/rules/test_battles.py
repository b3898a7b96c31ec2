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


@pytest.mark.parametrize(
    ("level", "fair", "hard"),
    [
        (1, [2, 3, 4, 5], [3, 4, 5, 6]),
        (6, [2, 3, 4, 5], [3, 4, 5, 6]),
        (7, [1, 2, 3, 4], [2, 3, 4, 5]),
        (10, [1, 2, 3, 4], [2, 3, 4, 5]),
    ],
)
def test_the_advice_brings_a_monster_fewer_from_level_7_on(level, fair, hard):
    assert [core.fair_band(heroes, level) for heroes in (3, 4, 5, 6)] == fair
    assert [core.hard_band(heroes, level) for heroes in (3, 4, 5, 6)] == hard


def test_better_defenses_win_as_often_as_brute_force_says():
    chance = core.victory_chance(5, 5, 1, 1, "skirmisher", guard=2)
    assert float(chance) == pytest.approx(0.8518085047595984, abs=1e-12)


def test_the_chances_of_a_fight_are_exact():
    assert isinstance(core.victory_chance(2, 2, 1, 1, "lurker"), Fraction)


def test_a_hopeless_fight_is_lost_and_a_trifle_is_won():
    assert core.victory_chance(1, 8, 1, 30, "soldier") == 0
    assert core.victory_chance(8, 1, 30, 1, "soldier") > Fraction(999, 1000)


@pytest.mark.parametrize(
    ("hit_points", "damage", "hits"),
    [
        (1, 8, 1),
        (8, 8, 1),
        (9, 8, 2),
        (24, 8, 3),
        (25, 8, 4),
        (33, 8.5, 4),
        (34, 8.5, 4),
        (35, 8.5, 5),
    ],
)
def test_a_hit_point_that_is_left_costs_another_hit(hit_points, damage, hits):
    assert core.hits_to_fell(hit_points, damage) == hits


def test_the_hits_that_are_needed_are_counted_over_the_dice():
    # 2d4 against 5, a hit at a time with d4 + 1: 4 or more on the first die fells at once; two
    # hits deal at least 4, and only 1 and 1 leaves somebody standing.
    hits = core.hits_needed(5, "d4", 1, 1)
    assert [(n, hits.chance(n)) for n in hits.outcomes] == [
        (1, Fraction(1, 4)),
        (2, Fraction(11, 16)),
        (3, Fraction(1, 16)),
    ]


def test_the_attacks_that_fell_a_monster_are_its_hits_over_their_chance():
    # Counted by hand, d8 + 4 against 22: never with one hit, with two if the dice show 14 or more.
    hits = core.hits_to_fell_monster(1, 1, "lurker")
    assert hits.chance(2) == Fraction(6, 64)
    assert core.plain_hero_hit_chance(1, 1, "lurker") == Fraction(11, 20)
    assert core.attacks_to_fell_monster(1, 1, "lurker") == hits.mean * 20 / 11


@pytest.mark.parametrize(
    ("attacks", "chance", "reached", "hopeless", "allowed"),
    [
        (core.attacks_to_fell_monster, core.plain_hero_hit_chance, (1, 20), (1, 21), "hero"),
        (core.attacks_to_fell_plain_hero, core.monster_hit_chance, (22, 1), (23, 1), "monster"),
    ],
)
def test_no_number_of_attacks_fells_whom_nobody_can_hit(
    attacks, chance, reached, hopeless, allowed
):
    assert (chance(*reached, "soldier"), chance(*hopeless, "soldier")) == (Fraction(1, 20), 0)
    assert attacks(*reached, "soldier") > 0
    with pytest.raises(ValueError, match=f"; allowed: a level that such a {allowed} can hit$"):
        attacks(*hopeless, "soldier")


def test_a_monster_fells_a_plain_hero_with_whole_hits():
    # 27 hit points at level 1, and 8 a hit, of which four are needed; a brute's 10 need three.
    assert core.attacks_to_fell_plain_hero(1, 1, "skirmisher") == Fraction(4 * 20, 12)
    assert core.attacks_to_fell_plain_hero(1, 1, "brute") == Fraction(3 * 20, 11)
    # The difference in level and round 3 are worth 1 each: 13 less 6 is reached with 7 and more.
    assert core.monster_hit_chance(1, 3, "skirmisher", 3) == Fraction(14, 20)


@pytest.mark.parametrize(
    ("attack", "percent"),
    [
        ((4, 13, 1, 1), 60),
        ((4, 13, 1, 3), 55),
        ((4, 13, 1, 2), 60),
        ((4, 13, 3, 1), 65),
        ((4, 13, 1, 1, 2), 60),
        ((4, 13, 1, 1, 3), 65),
        ((4, 13, 1, 1, 6), 80),
        ((4, 15, 1, 5, 4), 50),
    ],
)
def test_an_attack_counts_levels_and_the_escalation_die(attack, percent):
    assert core.attack_chance(*attack) == Fraction(percent, 100)


def test_a_brute_alone_has_the_extra_damage_in_every_hit():
    roles = ("artillery", "brute", "controller", "lurker", "skirmisher", "soldier")
    assert [core.role_damage(1, role) for role in roles] == [8, 10, 8, 8, 8, 8]
    assert core.role_damage(21, "brute") == 55


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: core.hits_to_fell(0, 8),
            "hit_points is 0; allowed: a whole number from 1 to 1000",
        ),
        (lambda: core.hits_to_fell(27, 0), "damage is 0; allowed: a number above 0"),
        (
            lambda: core.hits_needed(10, "d8", -1, 1),
            "ability is -1; allowed: a whole number from 0",
        ),
        (lambda: core.victory_chance(9, 1, 1, 1, "brute"), "heroes is 9; allowed: a whole number"),
        (
            lambda: core.victory_chance(1, 9, 1, 1, "brute"),
            "monsters is 9; allowed: a whole number",
        ),
        (lambda: core.victory_chance(1, 1, 31, 1, "brute"), "hero_level is 31; allowed"),
        (lambda: core.victory_chance(1, 1, 1, 1, "cook"), 'role is "cook"; allowed'),
    ],
)
def test_what_is_no_fight_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
