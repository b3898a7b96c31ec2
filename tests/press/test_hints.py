"""Each hint that says what to write is taken at its word: then what it was about is gone."""

from __future__ import annotations

import pytest
from corpus import CORPUS, read_mistakes
from hints_obeyed import obeyed
from printing import print_page

from sfrules.ground.problems import Problem

PAGES = {
    name: page
    for file in sorted((CORPUS / "mistakes").glob("*.md"))
    for name, page in read_mistakes(file).items()
}
ROUNDS = 20


def problems(text: str) -> list[Problem]:
    return list(print_page(text).problems)


def told(problem: Problem) -> tuple[int, str]:
    return problem.line, problem.message


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_what_a_hint_writes_puts_right_what_it_is_about(text):
    for problem in problems(text):
        for after in obeyed(text, problem):
            assert told(problem) not in map(told, problems(after)), f"{problem}\n\n{after}"


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_hints_lead_in_no_ring(text):
    seen = [text]
    for _ in range(ROUNDS):
        found = (after for problem in problems(text) for after in obeyed(text, problem))
        text = next(found, "")
        if not text:
            return
        assert text not in seen, text
        seen.append(text)
    pytest.fail(f"there is always another hint: {text}")


def test_the_hints_of_most_kinds_are_taken_at_their_word():
    hints = [(text, each) for text in PAGES.values() for each in problems(text)]
    assert sum(1 for text, each in hints if any(True for _ in obeyed(text, each))) >= 65
