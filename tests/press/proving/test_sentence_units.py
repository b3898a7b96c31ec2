"""The unit that prose says beside a number is that of the line which vouches for it."""

from __future__ import annotations

import toy_book
from printing import print_page


def told(prose: str, *lines: str) -> list[str]:
    """What is said of units on a page with a proof."""
    text = "\n".join([prose, "", "```proof", *lines, "```", ""])
    messages = [problem.message for problem in print_page(text).problems]
    assert all("its line in the proof" in message for message in messages), messages
    return messages


SPEED = "sea.speed(3) = 7"


def test_what_is_given_counts_what_the_rule_takes_that_it_is_given_to() -> None:
    lines = "many = 3\nsea.speed(many) = 7"
    assert told("With 3 tons she makes 7 knots.", lines) == [
        "the prose says tons here, its line in the proof counts sails"
    ]


def test_what_is_said_again_counts_what_it_did_before() -> None:
    assert told("She makes 7 knots, and 7 sails at night.", SPEED, "7") == [
        "the prose says sails here, its line in the proof counts knots"
    ]


def test_what_is_computed_counts_what_its_rule_does() -> None:
    strict = toy_book.BOOK.checking(no_loose_numbers=True)
    said = {
        noun: [
            each.message
            for each in print_page(f"She makes {{{{ sea.speed(3) }}}} {noun}.\n", strict).problems
        ]
        for noun in ("knots", "sails", "of them")
    }
    assert said == {
        "knots": [],
        "sails": ["the prose says sails here, this counts knots"],
        "of them": [],
    }
