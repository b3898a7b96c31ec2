"""The unit that prose says beside a number is that of the line which vouches for it."""

from __future__ import annotations

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
