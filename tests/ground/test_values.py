"""How exact numbers become text, in the one place where they do."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from num2words import num2words

from sfrules.ground.formats import fixed, plain_number, words
from sfrules.ground.number_words import number_in


@given(st.fractions(), st.integers(0, 6))
def test_a_rounded_number_is_within_half_of_its_last_place(value: Fraction, places: int) -> None:
    assert abs(Fraction(fixed(value, places)) - value) <= Fraction(1, 2 * 10**places)


@given(st.fractions())
def test_a_plain_number_says_the_number_exactly(value: Fraction) -> None:
    assert Fraction(plain_number(value)) == value


WHOLE = [*range(-3, 130), 199, 200, 342, 999, 1000, 1001, 1099, 1100, 2345, 10_000, 20_021, 99_999]
LARGE = [100_000, 123_456, 10**6, 10**6 + 1, 2_000_100, 7_654_321, 10**9, 10**12, 10**15 - 1]


@pytest.mark.parametrize("number", [*WHOLE, *LARGE])
def test_a_whole_number_is_put_in_words_as_another_program_puts_it(number: int) -> None:
    assert words(number) == num2words(number)
    assert number_in(words(number)) == number
