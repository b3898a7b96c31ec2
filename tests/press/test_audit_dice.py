"""A die in prose is one that the game has, and needs nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from auditing import STRICT

from sfrules.ground.problems import Problem
from sfrules.press.audit.loose_numbers import loose_in_typed_texts
from sfrules.press.site.check import expand, page_of
from sfrules.press.things.book import Term

DICE = replace(STRICT, dice=frozenset({6, 8, 20}))


def problems(text: str) -> list[Problem]:
    return list(expand(DICE, page_of("docs/page.md", text, text)).problems)


@pytest.mark.parametrize(
    "text",
    [
        "Roll a d20.",
        "Roll 2d6 and a d8.",
        "Roll 2D6+3 or d20 − 1.",
        "Roll 2d6 to 3d6.",
        "Roll 1d6-2d6.",
        "## The d20",
    ],
)
def test_a_die_that_the_game_has_needs_nothing_else(text):
    assert problems(text) == []
    found = expand(DICE, page_of("docs/page.md", text, text)).audit.counts
    assert (found["loose"], found["structural"] > 0) == (0, True)


@pytest.mark.parametrize(
    ("text", "number", "column"),
    [
        ("Roll a d7.", "d7", 8),
        ("Roll 2d6 and 2d12 + 1.", "2d12 + 1", 14),
        ("Roll a d%.", "d%", 8),
        ("Roll d66.", "d66", 6),
        ("Roll 1d9999.", "1d9999", 6),
        ("Roll 2d6 to 2d10.", "2d6 to 2d10", 6),
    ],
)
def test_a_die_that_the_game_does_not_have_is_told_with_those_that_it_has(text, number, column):
    (problem,) = problems(text)
    assert (problem.column, problem.message) == (column, f"the game has no such die: {number}")
    assert problem.hint == "it has d6, d8 and d20"


def test_other_numbers_beside_a_die_stay_loose():
    told = [problem.message.split(" is ")[0] for problem in problems("Roll 3 to 2d6, and add 4.")]
    assert told == ["the number 3 to 2d6", "the number 4"]


def test_a_die_of_more_faces_than_anyone_can_count_is_no_die():
    (problem,) = problems(f"Roll d{'1' * 9_000}.")
    assert problem.message.startswith("the number d1")


def test_in_words_that_are_no_rules_a_die_is_any_die():
    assert problems("[A d7]{.flavour} rolls by.") == []


def test_the_dice_of_a_book_that_names_none_are_loose_as_ever():
    text = "Roll a d20."
    (problem,) = expand(STRICT, page_of("docs/page.md", text, text)).problems
    assert problem.message == "the number d20 is loose: no rule vouches for it"


def test_a_definition_may_name_the_dice_of_the_game():
    terms = (Term("luck", "luck", "Roll a d20, and a d7.", "terms.md"),)
    (problem,) = loose_in_typed_texts(replace(DICE, terms=terms))
    assert problem.message.startswith("the number d7 in the definition")
