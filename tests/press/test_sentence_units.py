"""The unit that prose says beside a number is that of the line which vouches for it."""

from __future__ import annotations

import pytest
from printing import print_page


def told(prose: str, *lines: str) -> list[str]:
    """What is said of units on a page with a proof."""
    text = "\n".join([prose, "", "```proof", *lines, "```", ""])
    messages = [problem.message for problem in print_page(text).problems]
    assert all("its line in the proof" in message for message in messages), messages
    return messages


SPEED = "sea.speed(3) = 7"
CONTRADICTED = {
    "behind": ("She makes 7 sails.", SPEED, "sails", "knots"),
    "behind a hyphen": ("It is a 7-foot hull.", SPEED, "feet", "knots"),
    "in a link": ("She makes 7 [[hull|sails]] at best.", SPEED, "sails", "knots"),
    "behind what is bold": ("She makes **7** sails.", SPEED, "sails", "knots"),
    "in bold": ("She makes 7 **sails**.", SPEED, "sails", "knots"),
    "in italics": ("She makes _7 sails_.", SPEED, "sails", "knots"),
    "behind a space that does not break": ("She makes 7&nbsp;sails.", SPEED, "sails", "knots"),
    "in an element": ("She makes <b>7</b> sails.", SPEED, "sails", "knots"),
    "with a word between": ("She makes 7 full sails.", SPEED, "sails", "knots"),
    "in the next line": ("She makes 7\nsails.", SPEED, "sails", "knots"),
    "a word for the number": ("She makes seven sails.", "sea.speed(3) = seven", "sails", "knots"),
    "a sum": ("They make 16 sails.", "sea.speed(3) + sea.speed(4) = 16", "sails", "knots"),
    "a difference": ("It is 2 sails.", "sea.speed(4) - sea.speed(3) = 2", "sails", "knots"),
    "a product": ("2 of them make 14 sails.", "sea.speed(3) * 2 = 14", "sails", "knots"),
    "a product, the factor first": (
        "2 of them make 14 sails.",
        "2 * sea.speed(3) = 14",
        "sails",
        "knots",
    ),
    "an argument": (
        "With 3 knots she makes 7 knots.",
        SPEED,
        "knots",
        "sails",
    ),
    "an argument as far within its call as another one": (
        "With 2 knots and a drift of 3 knots she makes 2.",
        "sea.speed(2) + sea.drift(3) = 2",
        "knots",
        "sails",
    ),
    "in a head": (
        "| Boat | Sails |\n| --- | --- |\n| Gull | 7 |",
        SPEED,
        "sails",
        "knots",
    ),
}


@pytest.mark.parametrize(
    ("prose", "line", "says", "counts"),
    CONTRADICTED.values(),
    ids=CONTRADICTED,
)
def test_a_unit_that_is_not_that_of_the_line_is_told(
    prose: str, line: str, says: str, counts: str
) -> None:
    assert told(prose, line) == [
        f"the prose says {says} here, its line in the proof counts {counts}"
    ]


AGREED = {
    "behind": ("She makes 7 knots.", SPEED),
    "no unit": ("She makes 7 at best.", SPEED),
    "another word": ("She makes 7 sailors happy.", SPEED),
    "an argument": ("With 3 sails she makes 7 knots.", SPEED),
    "of a bare number": ("A crew of 7 sails well.", "names = 7\nsea.crew(names)|max = 7"),
    "in a head of several": ("| Knots or sails |\n| --- |\n| 7 |", SPEED),
    "a power": ("The square is 49 feet.", "sea.speed(3) ** 2 = 49"),
    "a quotient of two alike": ("That is 1 sail for each.", "sea.speed(3) / sea.speed(3) = 1"),
}


@pytest.mark.parametrize(("prose", "lines"), AGREED.values(), ids=AGREED)
def test_a_unit_that_fits_or_is_not_said_is_none_of_its_business(prose: str, lines: str) -> None:
    messages = [m.message for m in print_page(page(prose, lines)).problems]
    assert not [message for message in messages if "its line in the proof" in message]


def page(prose: str, lines: str) -> str:
    return f"{prose}\n\n```proof\n{lines}\n```\n"


def test_what_is_given_counts_what_the_rule_takes_that_it_is_given_to() -> None:
    lines = "many = 3\nsea.speed(many) = 7"
    assert told("With 3 tons she makes 7 knots.", lines) == [
        "the prose says tons here, its line in the proof counts sails"
    ]


def test_what_is_said_again_counts_what_it_did_before() -> None:
    assert told("She makes 7 knots, and 7 sails at night.", SPEED, "7") == [
        "the prose says sails here, its line in the proof counts knots"
    ]
