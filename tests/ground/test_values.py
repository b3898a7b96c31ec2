"""How exact numbers become text, in the one place where they do."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from num2words import num2words

from sfrules.ground.formats import (
    answer,
    decimal,
    fixed,
    format_value,
    percent,
    plain_number,
    signed,
    styled,
    times,
    words,
)
from sfrules.ground.number_words import number_in
from sfrules.press.expression.walk import in_words

MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7, "7"),
        (-7, f"{MINUS}7"),
        (0, "0"),
        (9999, "9999"),
        (10000, "10,000"),
        (1048576, "1,048,576"),
        (-10000, f"{MINUS}10,000"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-1, 8), f"{MINUS}0.125"),
        (Fraction(1, 3), "1/3"),
        (Fraction(-7, 11), f"{MINUS}7/11"),
        (Fraction(12345678, 100), "123,456.78"),
        (Decimal("4.50"), "4.5"),
        (True, "yes"),
        (False, "no"),
        ("2d12", "2d12"),
        ((1, 2, Fraction(1, 2)), "1, 2, 0.5"),
    ],
)
def test_a_value_is_printed_for_its_kind(value: object, text: str) -> None:
    assert format_value(value) == text


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(1, 2), 0, "1"),
        (Fraction(-1, 2), 0, "-1"),
        (Fraction(49, 100), 0, "0"),
        (Fraction(-49, 100), 0, "0"),
        (Fraction(3, 2), 0, "2"),
        (Fraction(5, 2), 0, "3"),
        (Fraction(20, 9), 2, "2.22"),
        (Fraction(2, 3), 3, "0.667"),
        (Fraction(1, 1000), 2, "0.00"),
        (Fraction(-1, 1000), 2, "0.00"),
        (7, 2, "7.00"),
    ],
)
def test_rounding_to_places_goes_half_up_away_from_zero(
    value: Fraction, places: int, text: str
) -> None:
    assert fixed(value, places) == text


@given(st.fractions(), st.integers(0, 6))
def test_a_rounded_number_is_within_half_of_its_last_place(value: Fraction, places: int) -> None:
    assert abs(Fraction(fixed(value, places)) - value) <= Fraction(1, 2 * 10**places)


@given(st.fractions())
def test_a_plain_number_says_the_number_exactly(value: Fraction) -> None:
    assert Fraction(plain_number(value)) == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (signed(1), "+1"),
        (signed(0), "+0"),
        (signed(-1), f"{MINUS}1"),
        (signed(Fraction(5, 2)), "+2.5"),
        (percent(Fraction(3, 5)), "60%"),
        (percent(Fraction(1, 8)), "12.5%"),
        (percent(Fraction(1, 3)), "33.3%"),
        (percent(Fraction(1, 3), 0), "33%"),
        (percent(Fraction(1, 20000)), "0%"),
        (percent(0), "0%"),
        (percent(1), "100%"),
        (times(Fraction(3, 2)), "\N{MULTIPLICATION SIGN}1.5"),
        (words(0), "zero"),
        (words(20), "twenty"),
        (decimal(Fraction(20, 9)), "2.22"),
        (decimal(Fraction(20, 9), 1), "2.2"),
        (styled(Fraction(20, 9), "decimal:3"), "2.222"),
        (styled("n/a", "percent"), "n/a"),
        (styled(None, "signed"), "\N{EM DASH}"),
    ],
)
def test_a_format_prints(text: str, expected: str) -> None:
    assert text == expected


@pytest.mark.parametrize("value", ["7", None, True, [1]])
def test_a_format_takes_numbers_alone(value: object) -> None:
    with pytest.raises(TypeError, match="is not a number"):
        signed(value)


WHOLE = [*range(-3, 130), 199, 200, 342, 999, 1000, 1001, 1099, 1100, 2345, 10_000, 20_021, 99_999]
LARGE = [100_000, 123_456, 10**6, 10**6 + 1, 2_000_100, 7_654_321, 10**9, 10**12, 10**15 - 1]


@pytest.mark.parametrize("number", [*WHOLE, *LARGE])
def test_a_whole_number_is_put_in_words_as_another_program_puts_it(number: int) -> None:
    assert words(number) == num2words(number)
    assert number_in(words(number)) == number


def test_words_end_at_a_quadrillion() -> None:
    with pytest.raises(ValueError, match="below a quadrillion"):
        words(10**15)


def test_words_are_for_whole_numbers() -> None:
    with pytest.raises(ValueError, match=r"whole number, not 2\.5"):
        words(Fraction(5, 2))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-7, "-7"),
        (1048576, "1048576"),
        (Fraction(-5, 2), "-2.5"),
        (Fraction(20, 9), "20/9"),
        (True, "true"),
        (False, "false"),
        (None, "null"),
        ("paragon", "paragon"),
        (((-1, 0), (0, 1)), "[[-1, 0], [0, 1]]"),
        ([Fraction(1, 2), Fraction(1, 3)], '[0.5, "1/3"]'),
        ({"low": 22}, '{"low": 22}'),
        (("Höhle", "−1"), '["Höhle", "−1"]'),
    ],
)
def test_the_calculator_answers_plainly(value: object, text: str) -> None:
    assert answer(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(None, "None"), ("oar", "'oar'"), (-7, "-7"), (object(), "a object")]
)
def test_a_message_names_a_value_as_it_is_typed_or_by_its_kind(value: object, text: str) -> None:
    assert in_words(value) == text
