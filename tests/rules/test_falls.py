"""Falls, crashes, edges and hiding, with figures typed from the later edition and from our boxes."""

from fractions import Fraction
from itertools import product

import pytest

from sfrules.rules import core


@pytest.mark.parametrize(
    ("squares", "dice"),
    [(2, "d10"), (3, "d10"), (4, "2d10"), (5, "2d10"), (10, "5d10"), (200, "100d10")],
)
def test_a_fall_deals_a_die_for_each_two_squares(squares, dice):
    assert core.fall_dice(squares) == dice


@pytest.mark.parametrize("squares", [0, 1, 201, 2.5])
def test_a_drop_of_less_than_two_squares_has_no_dice(squares):
    with pytest.raises(ValueError, match="allowed: a whole number from 2 to 200"):
        core.fall_dice(squares)


@pytest.mark.parametrize(
    ("level", "dice"),
    [(1, "d4"), (10, "d4"), (11, "2d4"), (20, "2d4"), (21, "4d4"), (30, "4d4")],
)
def test_a_crash_hurts_by_the_tier_of_the_one_who_pushes(level, dice):
    assert core.collision_dice(level) == dice


def test_a_save_at_an_edge_is_worse_for_each_square_that_is_left():
    # The edition's own examples: beside the edge and pushed 1, and a square from it and pushed 4.
    assert core.edge_save_modifier(1, 1) == 0
    assert core.edge_save_modifier(4, 2) == -2


@pytest.mark.parametrize(("push", "over"), list(product(range(1, 8), range(1, 8))))
def test_the_squares_that_are_left_at_an_edge_are_counted_by_walking(push, over):
    left = sum(1 for square in range(1, push + 1) if square > over)
    assert core.edge_save_modifier(push, over) == -left


def test_whoever_is_within_four_squares_is_near():
    assert [core.is_near(distance) for distance in (0, 3, 4, 5, 6)] == [
        True,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("near", "covered", "training", "hide", "search"),
    [
        (False, False, 0, 13, 13),
        (True, False, 0, 14, 12),
        (False, True, 0, 12, 14),
        (True, True, 0, 13, 13),
        (False, False, 1, 14, 14),
        (False, False, 2, 15, 15),
        (False, False, 3, 16, 16),
        (True, False, 3, 17, 15),
    ],
)
def test_hiding_and_searching_go_by_distance_cover_and_training(
    near, covered, training, hide, search
):
    assert core.hide_target(near, covered, training) == hide
    assert core.search_target(near, covered, training) == search


def test_a_fall_of_ten_squares_fells_a_plain_hero_of_level_1_about_half_of_the_time():
    # 5d10 against 27 hit points: of the 100,000 ways, counted over every face.
    ways = sum(1 for dice in product(range(1, 11), repeat=5) if sum(dice) >= 27)
    fall = core.dice_distribution(core.fall_dice(10))
    assert fall.at_least(core.hit_points(1, "medium")) == Fraction(ways, 10**5)
