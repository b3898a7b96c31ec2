"""Lines of a proof that nothing could falsify, and their neighbors that something could."""

from __future__ import annotations

from dataclasses import replace

import pytest
from proved import proved
from toy_book import BOOK

EVERY = "this is so of every case of sea.speed, not of this alone"
BOTH_SIDES = "has the same on both sides, whatever that is"


@pytest.mark.parametrize(
    ("prose", "line"),
    [
        ("Gains 0.", "sea.speed(3) - sea.speed(3) = 0"),
        ("Is 1 times.", "sea.speed(3) / sea.speed( 3 ) = 1"),
        ("None left: 0.", "sea.speed(3) % sea.speed(3) = 0"),
        ("The same.", "sea.speed(3) == sea.speed(3) = true"),
        ("Makes 7.", "sea.speed(3) - (sea.speed(4) - sea.speed(4)) = 7"),
    ],
)
def test_what_is_taken_from_itself_says_nothing(prose, line):
    assert any(BOTH_SIDES in said for said in proved(prose, line))


def test_a_name_stands_for_what_it_is_made_of():
    lines = "gull = sea.speed(3)", "other = sea.speed(3)", "gull - other = 0"
    assert proved("Gains 0.", *lines) == [f"6:1: gull - other {BOTH_SIDES}"]
    assert proved("Gains 0.", "gull = sea.speed(3)", "gull - sea.speed(3) = 0")


def test_two_answers_that_could_differ_may_be_the_same():
    line = 'sea.speed(3) - sea.speed(3, "wood") = 0'
    assert proved("Gains 0 by wood.", line) == []
    assert proved("The same.", "sea.speed(3) == sea.drift(-7) = true") == []


@pytest.mark.parametrize(
    ("said", "is_vacuous"),
    [
        # By brute force: speeds run from 2, with 1 sail and iron, to 19, with 9 and wood.
        ("2 or more", True),
        ("3 or more", False),
        ("at most 19", True),
        ("at most 18", False),
        ("more than 1", True),
        ("more than 2", False),
        ("below 20", True),
        ("below 19", False),
    ],
)
def test_a_bound_is_tried_in_every_case_of_the_rule(said, is_vacuous):
    assert bool(proved(f"It makes {said}.", f"sea.speed(3) = {said}")) == is_vacuous


def test_a_comparison_is_tried_in_every_case_too():
    assert proved("It moves.", "sea.speed(3) > 1 = true")[-1] == f"4:1: {EVERY}"
    assert EVERY not in "".join(proved("It is quick.", "3 < sea.speed(3) = true"))


def test_what_holds_of_all_cases_may_be_said_of_all():
    line = "for sails in 1 to 9: sea.speed(sails) = 2 or more"
    assert proved("It makes 2 or more.", line) == []


def test_a_rule_with_endless_cases_is_left_alone():
    assert proved("It holds at least 1.", "sea.cargo(3, 3) = at least 1") == []


def is_becalmed(sails: int) -> bool:
    """Whether a boat of so few sails lies still."""
    return sails < 4


SEA = {**BOOK.namespaces["sea"], "is_becalmed": is_becalmed}
STILL = replace(BOOK, namespaces={**BOOK.namespaces, "sea": SEA})
BOTH_POINTS = "sea.is_becalmed(3) = true", "sea.is_becalmed(4) = false"


@pytest.mark.parametrize("bound", ["Below 4", "Under 4", "At least 4", "Above 3", "With 3 or less"])
def test_what_is_asked_at_a_point_is_no_bound(bound):
    (said,) = proved(f"{bound}, it sleeps.", *BOTH_POINTS, book=STILL)
    message = f"the prose compares with a number here, {bound.removeprefix('With ')}"
    assert said.endswith(f"{message}, and the line asks at that number alone")


@pytest.mark.parametrize(
    ("prose", "lines"),
    [
        ("Below 4, it sleeps.", ("for n in 1 to 3: sea.is_becalmed(n) = true", "for n in 4 to 9: sea.is_becalmed(n) = false")),
        ("At least 7.", ("sea.speed(3) = at least 7",)),
        ("With 4, it sails.", BOTH_POINTS),
    ],
)  # fmt: skip
def test_a_bound_is_asked_on_both_sides_or_said_of_an_answer(prose, lines):
    assert proved(prose, *lines, book=STILL) == []
