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
    assert said.endswith("the proof says second here, the prose above does not")


def test_numbers_that_a_proof_vouches_for_are_a_kind_of_their_own():
    text = page("With 3 sails it makes 7.", SEVEN, "It makes {{ printed(9, sea.speed(4)) }}.")
    assert counts(text) == {"proved": 2, "claimed": 1}


def test_a_given_has_to_be_asked_of_a_rule():
    said = problems(page("It has 3 sails.", proof("sails = 3")), STRICT)
    assert said == ["4:1: no rule is asked about sails: the proof only repeats it"]


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        (("sails = 3", "sea.sped(sails) = 7"), '5:5: sea has no "sped"'),
        (("sail = 3", "sea.speed(sails) = 7"), '5:11: "sails" is not a name of this book'),
        (("sails = 3", "sea.speed(sails = 7"), "5:10: this bracket is never closed"),
    ],
)
def test_a_given_that_a_wrong_line_may_ask_about_is_no_second_problem(lines, cause):
    assert problems(page("With 3 sails it makes 7.", proof(*lines)), STRICT) == [cause]


def in_example(*lines, prose="The die falls on 3."):
    return page("!!! example", indented(prose), indented(proof(*lines)))


def test_a_given_may_be_anything_in_the_box_of_an_example_that_something_comes_of():
    used = in_example("die = 3", "pair = die + die = 6", prose="It falls on 3: 6.")
    assert problems(used, STRICT) == []
    compared = in_example("die = 3", "die >= boats.gull.sails = true")
    assert problems(compared, STRICT) == []


@pytest.mark.parametrize(
    "lines", [("die = 3",), ("die = 3", "die"), ("die = 3", "idle = die + die")], ids=len
)
def test_a_given_that_nothing_comes_of_only_excuses_its_number(lines):
    prose = "The die falls on 3." if lines[1:] != ("die",) else "The die falls on 3, and on 3."
    (said,) = problems(in_example(*lines, prose=prose), STRICT)
    assert said.endswith("nothing is asked about die: the proof only repeats it")


def test_a_given_is_asked_of_a_rule_through_other_names():
    lines = ("sails = 3", "more = sails + sails", "sea.speed(more) = 13")
    assert (
        problems(
            page("With 3 sails, twice makes 13.", proof(*lines)).replace(", twice", ""), STRICT
        )
        == []
    )


@pytest.mark.parametrize(
    "line",
    [
        "(sea.speed(3) in [n]) = false",
        "sea.speed(3) == n = false",
        "sea.speed(3) < n = true",
        "(sea.speed(3) if n else n) = 7",
    ],
)
def test_a_given_is_not_asked_of_a_rule_where_an_answer_is_compared_with_it(line):
    said = problems(page("It has 9 sails, which makes 7.", proof("n = 9", line)), STRICT)
    assert "4:1: no rule is asked about n: the proof only repeats it" in said


@pytest.mark.parametrize(
    "line",
    [
        "sea.speed(n) > sea.speed(2) = true",
        "sea.crew(9)[n] > 3 = true",
        "for k in 1 to n: sea.speed(k) >= n = true",
        "boats.gull.sails + n = 6",
    ],
)
def test_a_given_is_asked_of_a_rule_that_takes_it_or_calculates_with_it(line):
    said = problems(page("With 3 sails, it has 6.", proof("n = 3", line)), STRICT)
    assert not [each for each in said if "no rule is asked" in each]


def test_a_given_is_not_asked_of_a_rule_whose_answer_nobody_uses():
    text = page(
        "It has 8 sails, and makes 7.", proof("n = 8", "v = sea.speed(n)", "sea.speed(3) = 7")
    )
    assert problems(text, STRICT) == ["4:1: no rule is asked about n: the proof only repeats it"]
    used = text.replace("sea.speed(3) = 7", "v > sea.speed(3) = true\nsea.speed(3) = 7")
    assert problems(used, STRICT) == []
