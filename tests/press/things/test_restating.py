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
        # beyond words, and in words that are none of those written anew
        ("two", 101, "101"),
        ("two", Fraction(5, 2), "2.5"),
        ("two", Fraction(1, 3), None),
        ("two and a half", 3, None),
        ("third", 1, None),
        ("one in six", Fraction(1, 3), None),
        ("60–70%", [Fraction(1, 2), Fraction(3, 4)], None),
        # signs and capitals
        ("two", 0, "zero"),
        ("two", -3, "−3"),
        ("TWO", 3, "THREE"),
        ("Two", 21, "Twenty-one"),
    ],
)
def test_an_answer_is_said_in_the_manner_of_what_was_typed(
    typed: str, answer: object, said: str | None
) -> None:
    assert answer_said(typed, Claim(typed, answer)) == said
