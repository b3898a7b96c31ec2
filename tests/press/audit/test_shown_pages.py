"""Each number that a finished page shows is vouched for, or told."""

from __future__ import annotations

import pytest
from auditing import STRICT
from printing import print_page

SHOWN = [
    ("[Barge]: 77 seats for all", "the page shows the number 77"),
    ("A gull {.boat 77 sails} flies.", "the page shows the number 77"),
    ("A gull](77 flies.", "the page shows the number 77"),
    ("<!--> has 77 sails -->", "the page shows the number 77"),
    ('<ol start="77"><li>a gull</li></ol>', "the number 77 is loose"),
    ("It goes {{ sea.speed(1, 'wood') }}{{ sea.speed(2, 'wood') }}.", "read as one: 35"),
    ("It goes {{ sea.speed(1, 'wood') }}%.", "read as one: 3%"),
    ("It goes −{{ sea.speed(1, 'wood') }}.", "read as one: −3"),
    ("It is not {{ sea.speed(1, 'wood') }}.", "read as one: not 3"),
    ("<script>write(77)</script>", "the page brings an element script of its own"),
]
RIGHT = [
    "It goes {{ sea.speed(1, 'wood') }} knots.",
    "It goes {{ sea.speed(1, 'wood') }} to {{ sea.speed(2, 'wood') }} knots.",
    "It goes [10]{.flavour} + {{ sea.speed(1, 'wood') }}.",
    "1. a gull\n2. a tern",
    "## 1. Gulls\n\n## 2. Terns\n\n### 2.1 Eggs",
    "{% for sails in [1, 2] %}\nOf [77]{.flavour} gulls.\n{% endfor %}",
]


@pytest.mark.parametrize(("text", "message"), SHOWN)
def test_a_number_that_only_the_page_shows_is_told(text: str, message: str) -> None:
    found = [problem.message for problem in print_page(f"# Gulls\n\n{text}\n", STRICT).problems]
    assert any(message in each for each in found), found


@pytest.mark.parametrize("text", RIGHT)
def test_a_page_whose_entries_agree_has_no_problem(text: str) -> None:
    problems = print_page(f"# Gulls\n\n{text}\n", STRICT).problems
    loose = [str(problem) for problem in problems if "is loose" not in problem.message]
    assert loose == []
