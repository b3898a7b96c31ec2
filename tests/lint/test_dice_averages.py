"""What dice come to, counted over every face; and the figures that a text gives for dice."""

from fractions import Fraction
from itertools import product

from sfrules.lint.dice.rolls import roll_in

ROLLS = [
    ("d6", [6], 0, 1),
    ("1d8 + 1", [8], 1, 1),
    ("2d6+3", [6, 6], 3, 1),
    ("3d4 − 2", [4, 4, 4], -2, 1),
    ("1d6 + 2d4", [6, 4, 4], 0, 1),
    ("2d4 × 10", [4, 4], 0, 10),
    ("2d6x5", [6, 6], 0, 5),
    ("d12 + d8 – 1", [12, 8], -1, 1),
]


def test_dice_come_to_what_a_count_of_all_faces_gives():
    for text, sides, added, times in ROLLS:
        faces = product(*(range(1, n + 1) for n in sides))
        sums = [times * (sum(each) + added) for each in faces]
        roll = roll_in(text)
        assert roll.average == Fraction(sum(sums), len(sums)), text
        assert (roll.lowest, roll.highest) == (min(sums), max(sums)), text


def test_dice_taken_away_count_downwards():
    sums = [first - second for first, second in product(range(1, 9), range(1, 5))]
    roll = roll_in("1d8 - 1d4")
    assert (roll.average, roll.lowest, roll.highest) == (2, min(sums), max(sums))
