"""Falls, crashes, edges and hiding, with figures typed from the later edition and from our boxes."""

from fractions import Fraction
from itertools import product

import pytest

from sfrules.rules import core


@pytest.mark.parametrize(("push", "over"), list(product(range(1, 8), range(1, 8))))
def test_the_squares_that_are_left_at_an_edge_are_counted_by_walking(push, over):
    left = sum(1 for square in range(1, push + 1) if square > over)
    assert core.edge_save_modifier(push, over) == -left


def test_a_fall_of_ten_squares_fells_a_plain_hero_of_level_1_about_half_of_the_time():
    # 5d10 against 27 hit points: of the 100,000 ways, counted over every face.
    ways = sum(1 for dice in product(range(1, 11), repeat=5) if sum(dice) >= 27)
    fall = core.dice_distribution(core.fall_dice(10))
    assert fall.at_least(core.hit_points(1, "medium")) == Fraction(ways, 10**5)
