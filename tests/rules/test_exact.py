"""Exact numbers and rounding."""

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules.exact import exact, round_down, round_half_up


@pytest.mark.parametrize(
    ("given_number", "number"),
    [
        (3, 3),
        (2.5, Fraction(5, 2)),
        (0.1, Fraction(1, 10)),
        (1e-7, Fraction(1, 10**7)),
        (1e20, 10**20),
        (2.0, 2),
        (-0.0, 0),
        (Decimal("2.50"), Fraction(5, 2)),
        (Decimal("1E2"), 100),
        (Fraction(4, 2), 2),
        (Fraction(1, 3), Fraction(1, 3)),
    ],
)
def test_a_number_is_read_as_it_is_written(given_number, number):
    found = exact(given_number)
    assert found == number
    assert type(found) is (int if number == int(number) else Fraction)


@pytest.mark.parametrize(
    "wrong",
    [
        *(True, False, None, "2", b"2", [2], 2j, math.nan, math.inf, -math.inf),
        *(Decimal("NaN"), Decimal("sNaN"), Decimal("-Infinity")),
    ],
    ids=repr,
)
def test_what_is_no_number_is_refused(wrong):
    with pytest.raises(ValueError):  # noqa: PT011 — the domain that asks writes the message
        exact(wrong)


@pytest.mark.parametrize(
    ("number", "down", "half_up"),
    [
        (Fraction(-5, 2), -3, -2),
        (Fraction(-3, 2), -2, -1),
        (Fraction(-1, 2), -1, 0),
        (-1, -1, -1),
        (0, 0, 0),
        (Fraction(49, 100), 0, 0),
        (Fraction(1, 2), 0, 1),
        (Fraction(51, 100), 0, 1),
        (Fraction(3, 2), 1, 2),
        (Fraction(5, 2), 2, 3),
        (7, 7, 7),
    ],
)
def test_rounding(number, down, half_up):
    assert round_down(number) == down
    assert round_half_up(number) == half_up


@given(st.fractions())
def test_rounding_half_up_is_never_further_than_a_half(number):
    assert Fraction(-1, 2) < round_half_up(number) - number <= Fraction(1, 2)
