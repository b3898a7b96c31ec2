"""Phrases of rulebooks in claims: what they say, what they are mended to, and what helps where none is read."""

from __future__ import annotations

from fractions import Fraction

import pytest
from num2words import num2words
from printing import print_page
from toy_book import BOOK

from sfrules.ground.mends import Edit
from sfrules.ground.number_words import number_in
from sfrules.press.things.claims.claim import Claim

SAYS = [
    ("one in six", Fraction(1, 6)),
    ("One in Six", Fraction(1, 6)),
    ("one-in-six", Fraction(1, 6)),
    ("1 in 6", Fraction(1, 6)),
    ("0 in 6", 0),
    ("6 in 6", 1),
    ("one in a hundred", Fraction(1, 100)),
    ("twenty-five in a hundred", Fraction(1, 4)),
    ("three out of four", Fraction(3, 4)),
    ("3 out of 4", Fraction(3, 4)),
    ("dozen", 12),
    ("a dozen", 12),
    ("half a dozen", 6),
    ("two dozen", 24),
    ("two hundred", 200),
    ("a hundred and five", 105),
    ("one hundred and twenty-five", 125),
    ("two hundred and a half", Fraction(401, 2)),
    ("a thousand", 1000),
    ("ten thousand", 10_000),
    ("two hundred thousand", 200_000),
    ("twenty-five hundred", 2500),
    ("twice as much", 2),
    ("half as many", Fraction(1, 2)),
    ("a third as much", Fraction(1, 3)),
    ("three times as much", 3),
    ("half again as much", Fraction(3, 2)),
    ("half as much again", Fraction(3, 2)),
    ("at least one in six", Fraction(1, 6)),
    ("a dozen or more", 13),
    ("11 or above", 11),
    ("11 or over", 12),
    ("11 or greater", 11),
    ("11 or below", 11),
    ("11 or under", 10),
    ("between one in six and one in four", Fraction(1, 5)),
]
SAYS_NOT = [
    ("six in one", 6),
    ("one in none", 0),
    ("one in", 1),
    ("a dozen five", 17),
    ("two hundred thousand hundred", 20_000_000),
    ("no hundred", 0),
    ("hundred hundred", 10_000),
    ("two hundred and three hundred", 500),
    ("11 or above", 10),
    ("11 or below", 12),
    ("as much", 1),
    ("twice as much again", 2),
]
MENDED = [
    ("one in six", "1/3", "two in six"),
    ("One in six", "1/8", "One in eight"),
    ("1 in 6", "1/2", "3 in 6"),
    ("3 out of 4", "2/3", "2 out of 3"),
    ("one-in-six", "1/4", "one-in-four"),
    ("one in six", "7/200", None),
    ("one in six", "2", None),
    ("a dozen", "13", "thirteen"),
    ("two hundred", "5", "five"),
    ("twice as much", "4", "four times as much"),
    ("3 times as many", "4", "4 times as many"),
    ("half as much", "1/3", "a third as much"),
    ("half as much", "2", None),
    ("half again as much", "2", None),
    ("half as much again", "2", None),
]
HELP = [
    ("10 ft.", "10", 'write "10", and what is beside it outside of the braces'),
    ("£5", "6", 'write "5", and what is beside it outside of the braces'),
    ("2–4 squares", "5", 'write "2–4", and what is beside it outside of the braces'),
    ("a 60% chance", "0.5", 'write "60%", and what is beside it outside of the braces'),
    ("exactly two", "3", 'write "two", and what is beside it outside of the braces'),
    ("± 2", "3", 'write "2", and what is beside it outside of the braces'),
    ("2d6", "7", "dice are not one number: print the rule that gives the dice, or a text may say"),
    ("5 to 1", "5", "write the lower number of the range first"),
    ("yes", "true", "write true, without quotes"),
    ("true", "false", "write false, without quotes"),
    ("every", "1", "write 1; a text may say"),
]


def problem_of(typed: str, computed: str):
    (problem,) = print_page(f'{{{{ printed("{typed}", {computed}) }}}}\n', BOOK).problems
    return problem


@pytest.mark.parametrize(("text", "computed"), SAYS)
def test_a_phrase_says_its_number(text, computed):
    assert Claim(text, computed).holds


@pytest.mark.parametrize(("text", "computed"), SAYS_NOT)
def test_what_only_looks_like_it_does_not(text, computed):
    assert not Claim(text, computed).holds


@pytest.mark.parametrize(("typed", "computed", "written"), MENDED)
def test_a_phrase_is_mended_in_its_own_manner_or_not_at_all(typed, computed, written):
    mend = problem_of(typed, computed).mend
    assert (mend.text.strip('"') if isinstance(mend, Edit) else mend) == written


@pytest.mark.parametrize(("typed", "computed", "hint"), HELP)
def test_where_no_number_is_read_the_hint_says_what_to_write(typed, computed, hint):
    assert problem_of(typed, computed).hint.startswith(hint)


@pytest.mark.parametrize(
    "number", [101, 110, 199, 200, 342, 999, 1000, 1001, 2345, 99_999, 123_456]
)
def test_larger_numbers_have_their_words(number):
    assert number_in(num2words(number)) == number


def test_a_reason_that_says_nothing_is_none():
    (problem,) = print_page('{{ printed(8, sea.speed(3), because=" ") }}\n', BOOK).problems
    assert problem.message == "the page prints 8, sea.speed(3) is 7"
