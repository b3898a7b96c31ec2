"""Dice in prose are numbers, but for the die of all checks, which the book names once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from auditing import STRICT
from judging import judged

from sfrules.ground.problems import Problem
from sfrules.press.proving.texts import unproved_in_texts
from sfrules.press.site.weave import page_of
from sfrules.press.things.book import Term

DICE = replace(STRICT, dice=frozenset({6, 8, 20})).checking(check_die=20)


def problems(text: str) -> list[Problem]:
    return list(judged(DICE, page_of("docs/page.md", text, text)).problems)


def test_any_other_notation_is_told_with_what_names_the_die_of_all_checks():
    (problem,) = problems("Roll a d8.")
    assert problem.message == "the number d8 is loose: no rule vouches for it"
    assert problem.hint.endswith("Book(…, check_die=20)")


@pytest.mark.parametrize("proof", ["2d6+3", "2d6 + 3", "2D6+3"])
def test_a_line_that_answers_with_the_notation_proves_it(proof):
    def ram() -> str:
        """The dice of a ram."""
        return proof

    book = replace(DICE, namespaces={"sea": {"ram": ram}})
    text = f"It deals 2d6 + 3.\n\n```proof\nsea.ram() = {proof}\n```\n"
    wrong = text.replace("6 + 3", "6 + 4")
    found = [list(judged(book, page_of("docs/page.md", t, t)).problems) for t in (text, wrong)]
    assert [len(each) for each in found] == [0, 1]


@pytest.mark.parametrize(
    ("text", "number", "column"),
    [
        ("Roll a d7.", "d7", 8),
        ("Add 2d12 + 1.", "2d12 + 1", 5),
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


def test_a_die_of_more_faces_than_anyone_can_count_is_no_die():
    (problem,) = problems(f"Roll d{'1' * 9_000}.")
    assert problem.message.startswith("the number d1")


def test_the_dice_of_a_book_that_names_none_are_loose():
    text = "Roll a d20."
    (problem,) = judged(STRICT, page_of("docs/page.md", text, text)).problems
    assert problem.message == "the number d20 is loose: no rule vouches for it"


def test_a_definition_may_name_the_die_of_all_checks():
    terms = (Term("luck", "luck", "Roll a d20, and a d7.", "terms.md"),)
    (problem,) = unproved_in_texts(replace(DICE, terms=terms))
    assert problem.message.startswith("the number d7 in the definition")
