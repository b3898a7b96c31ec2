"""Which prose a proof vouches for, and what of its givens."""

from __future__ import annotations

import pytest
from auditing import STRICT, counts
from proved import indented, page, problems, proof

SEVEN, NINE = proof("sea.speed(3) = 7"), proof("sea.speed(4) = 9")


def test_what_the_proof_of_a_box_vouches_for_is_not_said_for_the_proof_beside_it():
    box = ('!!! note "A brig"', indented("She is the second, and makes 9."), indented(NINE))
    beside = proof('sea.speed(1, "iron") = second', "sea.speed(3) = 7")
    (said,) = problems(page(*box, "It makes 7.", beside))
    assert said.endswith("its proof says second, 7, the prose says 7")


def test_numbers_that_a_proof_vouches_for_are_a_kind_of_their_own():
    text = page("With 3 sails it makes 7.", SEVEN, "It makes {{ sea.speed(4) }}.")
    assert counts(text) == {"proved": 2, "computed": 1}


def test_a_choice_has_to_be_used():
    said = problems(page("It has 3 sails.", proof("sails = 3")), STRICT)
    assert said == ["4:1: no later line uses sails"]


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        (("sails = 3", "sea.sped(sails) = 7"), '5:5: sea has no "sped"'),
        (("sail = 3", "sea.speed(sails) = 7"), '5:11: "sails" is not a name of this book'),
        (("sails = 3", "sea.speed(sails = 7"), "5:10: this bracket is never closed"),
    ],
)
def test_a_choice_that_a_wrong_line_may_use_is_no_second_problem(lines, cause):
    assert problems(page("With 3 sails it makes 7.", proof(*lines)), STRICT) == [cause]


def test_a_choice_is_used_through_other_names():
    lines = ("sails = 3", "more = sails + sails", "sea.speed(more) = 13")
    assert problems(page("With 3 sails, she makes 13.", proof(*lines)), STRICT) == []


def test_names_end_with_their_proof():
    first, second = proof("sails = 3", "sea.speed(sails) = 7"), proof("sea.speed(sails) == 7")
    text = page("With 3 sails it makes 7.", first, "So it does.", second)
    assert problems(text, STRICT) == ['11:11: "sails" is not a name of this book']


def test_in_a_book_with_loose_numbers_a_proof_vouches_for_what_it_says_alone():
    text = page("In 3 of 9 years, with 5 hands, she made 7 knots.", SEVEN)
    assert problems(text) == []
    assert problems(text, STRICT) != []


def test_in_such_a_book_a_number_that_a_line_says_and_the_prose_does_not_is_told():
    (said,) = problems(page("In 3 of 9 years she made 8 knots.", SEVEN))
    assert said.endswith("its proof says 7")
