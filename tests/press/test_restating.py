"""How an answer reads in the manner of what was typed, at the ends of each manner."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sfrules.press.things.claims.claim import Claim
from sfrules.press.things.claims.restating import answer_said


@pytest.mark.parametrize(
    ("typed", "answer", "said"),
    [
        ("$20", 30, "$30"),
        ("52", 9999, "9999"),
        ("52", 10_000, "10,000"),
        ("− 2", -3, "− 3"),
        ("60–70%", [Fraction(1, 2), Fraction(3, 4)], "50–75%"),
        ("60–70%", [Fraction(1, 3), Fraction(3, 4)], None),
        ("60–70%", [Fraction(1, 2), Fraction(2, 3)], None),
        # parts
        ("2/3", Fraction(9, 4), "9/4"),
        ("2 1/2", Fraction(9, 4), "2 1/4"),
        ("2 1/2", 3, "3"),
        ("2 1/2", Fraction(1, 2), "1/2"),
        ("two and a half", Fraction(9, 4), "two and a quarter"),
        ("two and a half", Fraction(11, 5), "2.2"),
        ("a third", Fraction(1, 12), "a twelfth"),
        ("a third", Fraction(1, 13), None),
        ("quarter", Fraction(1, 2), "half"),
        ("half", 0, None),
        ("half", 1, None),
        # places
        ("3rd", 1, "1st"),
        ("3rd", 0, None),
        ("3rd", Fraction(5, 2), None),
        ("third", 1, "first"),
        ("third", 0, None),
        # chances
        ("1 in 6", 0, "0 in 6"),
        ("1 in 6", 1, "6 in 6"),
        ("1 in 6", 2, None),
        ("one in six", Fraction(1, 100), "one in one hundred"),
        ("one in six", Fraction(1, 101), None),
        # multiples
        ("thrice", 2, "twice"),
        ("twice", Fraction(3, 2), "one and a half times"),
        ("double", 4, "quadruple"),
        # signs and capitals
        ("two", 0, "zero"),
        ("minus two", 0, "zero"),
        ("minus two", Fraction(1, 2), "a half"),
        ("plus two", 0, "plus zero"),
        ("NO", 3, "THREE"),
        ("No", 3, "Three"),
    ],
)
def test_an_answer_is_said_in_the_manner_of_what_was_typed(
    typed: str, answer: object, said: str | None
) -> None:
    assert answer_said(typed, Claim(typed, answer)) == said
