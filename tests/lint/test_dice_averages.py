"""What dice come to, counted over every face; and the figures that a text gives for dice."""

from fractions import Fraction
from itertools import product

from sfrules.lint.dice.dice_figures import figures_in
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


NO_ROLLS = (
    *("", "6", "d", "2d", "4d6kh3", "1d6!", "1d6 + STR", "d1", "0d6", "2d6 3", "2d4 + 1 × 10"),
    *("1d6/2", "1d6 damage", "(2d6)", "2d6 +", "5d6 or 6d6"),
)


def test_what_is_not_dice_alone_is_no_roll():
    assert [text for text in NO_ROLLS if roll_in(text) is not None] == []


FIGURES = [
    ("22 (6d8+6)", [(22, "6d8 + 6")]),
    ("  Hit Points   22 (6d8 + 6)", [(22, "6d8 + 6")]),
    ("HP: 22(6d8+6)", [(22, "6d8 + 6")]),
    ("hp 15 (HD 3d10+3)", [(15, "3d10 + 3")]),
    ("10 (2d6 + 3) damage", [(10, "2d6 + 3")]),
    ("10 (3d6 fire damage)", [(10, "3d6")]),
    ("10 (2d6 − 3) and 7 (2d6)", [(10, "2d6 − 3"), (7, "2d6")]),
    ("1,022 (28d20 + 728) hit points", [(1022, "28d20 + 728")]),
    ("4.5 (1d8)", [(Fraction(9, 2), "1d8")]),
    ("4½ (1d8)", [(Fraction(9, 2), "1d8")]),
    ("(2d6+3, average 10)", [(10, "2d6 + 3")]),
    ("2d6 + 3 (average 10)", [(10, "2d6 + 3")]),
    ("2d6 averages 7", [(7, "2d6")]),
    ("2d6 (7)", [(7, "2d6")]),
    ("4d8+4 (22 hp)", [(22, "4d8 + 4")]),
]
NO_FIGURES = [
    "3 (2d6 each)",
    "DC 15 (2d6 damage)",
    "DC 15 (2d6)",
    "level 5 (3d8 spell)",
    "level 5 (3d8)",
    "on a 6 (1d6 extra)",
    "on a 6 (1d6)",
    "AC 12 (2d8)",
    "Challenge 5 (1,800 XP)",
    "+5 (1d8)",
    "−2 (1d4)",
    "#4 (1d6)",
    "$5 (2d6)",
    "B2 (1d6)",
    "1.2.3 (1d6)",
    "30% (1d6)",
    "10 (4d6kh3)",
    "12 (4d6 drop lowest)",
    "5 (2d4) × 10",
    "5 (2d4)×10",
    "50 ((2d4) × 10)",
    "she rolled 11 (2d6)",
    "2d6 (7 to hit)",
    "1/2 d8 (2 hp)",
    "½ d8 (2 hp)",
    "STR + 2d6 (7)",
    "1d6 (1–2)",
    "the 3rd (1d6)",
    "2d6 7",
]


def test_a_figure_is_read_with_its_dice():
    for text, figures in FIGURES:
        assert [(figure.number, str(figure.roll)) for figure in figures_in(text)] == figures


def test_another_number_beside_dice_is_no_figure():
    assert [text for text in NO_FIGURES if list(figures_in(text))] == []


def test_what_stands_before_a_text_tells_what_its_number_is():
    assert list(figures_in("15 (3d6)", before="against DC")) == []
    assert next(figures_in("15 (3d6)", before="HP")).said


def test_a_range_is_read_with_both_ends():
    figure = next(figures_in("Damage 2–12 (2d6)"))
    assert (figure.low, figure.number, str(figure.roll)) == (2, 12, "2d6")
