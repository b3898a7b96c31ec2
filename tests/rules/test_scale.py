"""The scale table, in full."""

from decimal import Decimal
from fractions import Fraction

import pytest

from sfrules.facts.domain import rules_of
from sfrules.rules import scale

# Scale, side in metres, base toughness, size multiplier, attack modifier, target number.
TABLE = [
    (-1, Fraction(1, 2), 3, Fraction(1, 4), 1, 5),
    (0, 1, 6, 1, 0, 4),
    (1, 2, 9, 4, -1, 3),
    (2, 4, 12, 16, -2, 2),
    (3, 8, 15, 64, -3, 1),
    (4, 16, 18, 256, -4, 0),
    (5, 32, 21, 1024, -5, -1),
    (6, 64, 24, 4096, -6, -2),
    (7, 128, 27, 16384, -7, -3),
    (8, 256, 30, 65536, -8, -4),
    (9, 512, 33, 262144, -9, -5),
    (10, 1024, 36, 1048576, -10, -6),
]


@pytest.mark.parametrize(("s", "side", "toughness", "size", "attack", "target"), TABLE)
def test_every_scale(s, side, toughness, size, attack, target):
    assert scale.side(s) == side
    assert scale.base_toughness(s) == toughness
    assert scale.size_multiplier(s) == size
    assert scale.attack_modifier(s) == attack
    assert scale.target_number(s) == target


@pytest.mark.parametrize("s", range(-1, 11))
def test_scale_is_taken_from_stealth_and_added_to_wrestling_and_fortitude(s):
    assert scale.stealth_modifier(s) == -s
    assert scale.wrestle_modifier(s) == s
    assert scale.fortitude_modifier(s) == s


@pytest.mark.parametrize(
    ("s", "endurance", "bonus", "toughness"),
    [(0, 0, 0, 6), (0, 3, 0, 9), (-1, 2, 1, 6), (3, -1, 2, 16), (10, 5, 5, 46)],
)
def test_toughness_adds_up(s, endurance, bonus, toughness):
    assert scale.toughness(s, endurance, bonus) == toughness


@pytest.mark.parametrize(
    ("metres", "s"),
    [
        (0.01, -1),
        (0.49, -1),
        (0.5, -1),
        (0.51, -1),
        (0.99, -1),
        (1, 0),
        (1.01, 0),
        (Decimal("1.99"), 0),
        (2, 1),
        (Fraction(201, 100), 1),
        (3.99, 1),
        (4, 2),
        (7.99, 2),
        (8, 3),
        (15.99, 3),
        (16, 4),
        (31.99, 4),
        (32, 5),
        (63.99, 5),
        (64, 6),
        (127.99, 6),
        (128, 7),
        (255.99, 7),
        (256, 8),
        (511.99, 8),
        (512, 9),
        (1023.99, 9),
        (1024, 10),
        (1025, 10),
        (10**6, 10),
    ],
)
def test_the_longest_dimension_gives_the_scale(metres, s):
    assert scale.scale_of(metres) == s


@pytest.mark.parametrize("metres", [0, -1, -0.5])
def test_a_dimension_is_above_nothing(metres):
    with pytest.raises(ValueError, match=f"^metres is {metres}; allowed: a number above 0$"):
        scale.scale_of(metres)


@pytest.mark.parametrize(
    ("squares", "s", "metres"),
    [
        (2, 0, 2),
        (2, -1, 1),
        (1, -1, Fraction(1, 2)),
        (3, 2, 12),
        (1.5, 1, 3),
        (0, 10, 0),
        (6, 10, 6144),
    ],
)
def test_squares_are_the_creature_s_own(squares, s, metres):
    assert scale.squares_to_metres(squares, s) == metres


@pytest.mark.parametrize("s", [-2, 11])
@pytest.mark.parametrize("name", sorted({*rules_of(scale)} - {"scale_of", "squares_to_metres"}))
def test_scales_are_minus_1_to_10(name, s):
    with pytest.raises(ValueError, match=f"^s is {s}; allowed: a whole number from -1 to 10$"):
        getattr(scale, name)(s)


def test_no_creature_moves_fewer_squares_than_none():
    with pytest.raises(ValueError, match="^squares is -1; allowed: a number from 0 up$"):
        scale.squares_to_metres(-1, 0)
