"""How exact numbers become text, in the one place where they do."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from num2words import num2words

from sfrules.ground.formats import (
    decimal,
    fixed,
    percent,
    plain_number,
    signed,
    styled,
    times,
    words,
)
from sfrules.ground.number_words import number_in
from sfrules.press.expression.values import in_words

MINUS = "\N{MINUS SIGN}"


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


@pytest.mark.parametrize(
    ("value", "text"), [(None, "None"), ("oar", "'oar'"), (-7, "-7"), (object(), "a object")]
)
def test_a_message_names_a_value_as_it_is_typed_or_by_its_kind(value: object, text: str) -> None:
    assert in_words(value) == text
