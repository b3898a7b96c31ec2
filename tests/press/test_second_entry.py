"""Each number that a finished page shows is on its account, and the other way round."""

from __future__ import annotations

import pytest
from auditing import STRICT
from printing import print_page

NOTHING = "and nothing accounts for it"
SHOWN = [
    ("[Barge]: 77 seats for all", f"the page shows the number 77, {NOTHING}"),
    ("A gull {.boat 77 sails} flies.", f"the page shows the number 77, {NOTHING}"),
    ("A gull](77 flies.", f"the page shows the number 77, {NOTHING}"),
    ("<!--> has 77 sails -->", f"the page shows the number 77, {NOTHING}"),
    ('<ol start="77"><li>a gull</li></ol>', f"the page shows the number 77, {NOTHING}"),
    ("It goes {{ sea.speed(1, 'wood') }}{{ sea.speed(2, 'wood') }}.", "read as one: ……"),
    ("It goes {{ sea.speed(1, 'wood') }}%.", "read as one: …%"),
    ("It goes −{{ sea.speed(1, 'wood') }}.", "read as one: −…"),
    ("It is not {{ sea.speed(1, 'wood') }}.", "read as one: not …"),
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


def test_a_hint_shows_a_number_with_what_stands_around_it() -> None:
    (problem,) = print_page("# Gulls\n\nA gull](77 flies.\n", STRICT).problems
    assert "A gull](77 flies." in problem.hint


@pytest.mark.parametrize("text", RIGHT)
def test_a_page_whose_entries_agree_has_no_problem(text: str) -> None:
    problems = print_page(f"# Gulls\n\n{text}\n", STRICT).problems
    loose = [str(problem) for problem in problems if "is loose" not in problem.message]
    assert loose == []
