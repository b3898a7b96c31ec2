"""No number that nothing vouches for is published: a book of false numbers, each of them told.

Each case of tests/press/false_numbers says something false of the boats of a small book. A case
without its false number is right, so that nothing but the number is what is told.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from number_cases import Case, Findings, read_cases

FOLDER = Path(__file__).parent / "false_numbers"
CASES = read_cases(FOLDER)
PUBLISHED = (FOLDER / "published_today.txt").read_text(encoding="utf-8").splitlines()
# What the authors' guide lets pass: an author has said so, or nobody but a reader can know.
PASSES = {
    "flavour": "the author marks it as part of the story",
    "no rule": "the author marks its line",
    "name": "it is part of a date, an address, a term or a name that the book declares",
    "example": "the author chooses it where the dice fall as they fall",
    "reason": "the author gives the reason why it is no rule's",
    "shown": "the author marks a session as shown, or a line of it as skipped",
    "quotation": "an erratum quotes what was wrong",
    "rule of another thing": "the proof holds, and the words about its number are the author's",
    "code": "a rule's own docstring or refusal says it",
    "fact": "it is the text of a row, which is a fact as any other cell",
    "file": "it is in a style, a script, a picture or a page that the site brings as it is",
    "no word of English": "it is of a language that is not read",
}


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    return Findings(tmp_path_factory.mktemp("false"), CASES)


@pytest.fixture(scope="session")
def told_without(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    right = [case.without_false_number() for case in CASES]
    return Findings(tmp_path_factory.mktemp("right"), right)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_false_number_is_told(case: Case, told: Findings) -> None:
    problems = told.of(case)
    if case.passes:
        assert not problems, "the authors' guide lets it pass: is the guide to say otherwise?"
    elif case.id in PUBLISHED:
        assert not problems, f"it is told: remove it from {FOLDER.name}/published_today.txt"
    else:
        assert problems, f"it is published: {case.written()}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_without_the_false_number_nothing_is_told(case: Case, told_without: Findings) -> None:
    assert told_without.of(case.without_false_number()) == []


def test_the_book_of_the_cases_is_right(told_without: Findings) -> None:
    told_without.of(next(case for case in CASES if case.is_page).without_false_number())
    assert told_without.of(Case("the book", "", {})) == []


def test_the_cases_are_many_and_of_many_kinds() -> None:
    assert len(CASES) >= 1500
    assert len({case.kind for case in CASES}) >= 150


def test_each_case_has_a_false_number_and_a_name_of_its_own() -> None:
    assert [case.id for case in CASES if not case.has_false_number] == []
    assert [name for name, count in Counter(case.id for case in CASES).items() if count > 1] == []


def test_the_list_of_what_is_published_names_cases_alone() -> None:
    assert set(PUBLISHED) <= {case.id for case in CASES if not case.passes}
    assert len(PUBLISHED) == len(set(PUBLISHED))


def test_what_passes_has_its_reason_and_each_reason_a_case() -> None:
    assert {case.passes for case in CASES if case.passes} == set(PASSES)
    assert len(PASSES) <= 12
