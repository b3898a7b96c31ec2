"""Each hint that says what to write is taken at its word: then what it was about is gone."""

from functools import cache

import pytest
from corpus import CORPUS, read_mistakes
from hints_obeyed import obeyed
from printing import print_page

from sfrules.ground.problems import Problem

FILES = sorted((CORPUS / "mistakes").glob("*.md"))
PAGES = {name: page for file in FILES for name, page in read_mistakes(file).items()}
ROUNDS = 20


@cache
def problems(text: str) -> list[Problem]:
    return list(print_page(text).problems)


def told(problem: Problem) -> tuple[int, str]:
    return problem.line, problem.message


def test_what_a_hint_writes_puts_right_what_it_is_about():
    left = [
        f"{name}: {problem}\n\n{after}"
        for name, text in PAGES.items()
        for problem in problems(text)
        for after in obeyed(text, problem)
        if told(problem) in map(told, problems(after))
    ]
    assert left == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_hints_lead_in_no_ring(file):
    rings = []
    for name, page in read_mistakes(file).items():
        text, seen = page, list[str]()
        while text and text not in seen and len(seen) < ROUNDS:
            seen.append(text)
            text = next((a for problem in problems(text) for a in obeyed(text, problem)), "")
        rings += [name] if text else []
    assert rings == []


@pytest.mark.nightly
def test_the_hints_of_most_kinds_are_taken_at_their_word():
    hints = [(text, each) for text in PAGES.values() for each in problems(text)]
    assert sum(1 for text, each in hints if any(True for _ in obeyed(text, each))) >= 40
