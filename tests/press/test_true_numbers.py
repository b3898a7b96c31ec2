"""Nothing is told where nothing is wrong: plain English, proved numbers, structure, and marks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from number_cases import Case, Findings, read_cases

FOLDER = Path(__file__).parent / "true_numbers"
CASES = read_cases(FOLDER)
TOLD = (FOLDER / "told_today.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    return Findings(tmp_path_factory.mktemp("true"), CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_what_is_true_or_says_no_rule_is_not_told(case: Case, told: Findings) -> None:
    problems = told.of(case)
    if case.id in TOLD:
        assert problems, f"it is told no more: remove it from {FOLDER.name}/told_today.txt"
    else:
        assert problems == []


def test_the_cases_are_many_and_none_says_something_false() -> None:
    assert len(CASES) >= 250
    assert [case.id for case in CASES if case.has_false_number] == []
    assert [name for name, count in Counter(case.id for case in CASES).items() if count > 1] == []


def test_the_list_of_what_is_told_names_cases_alone() -> None:
    assert set(TOLD) <= {case.id for case in CASES}
    assert len(TOLD) == len(set(TOLD))
