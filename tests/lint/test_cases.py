"""Each case is a page that says, in comments at its end, what lint finds in it: line and rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sfrules.ground.source import Source
from sfrules.lint.catalog import RULES
from sfrules.lint.linter import findings_in
from sfrules.lint.markdown.reading import read

FOLDER = Path(__file__).parent / "cases"
CASES = sorted(FOLDER.rglob("*.md"))
EXPECTED = re.compile(r"^<!-- expect: (\d+) ([a-z-]+) -->$", re.MULTILINE)


def expected(text: str) -> list[tuple[int, str]]:
    return sorted((int(line), rule) for line, rule in EXPECTED.findall(text))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_lint_finds_what_is_planted_and_nothing_else(case: Path) -> None:
    text = case.read_text(encoding="utf-8")
    found = findings_in([read(Source(str(case), text))])
    assert [(each.problem.line, each.rule) for each in found] == expected(text)


def test_a_comment_that_expects_is_never_misspelt() -> None:
    for case in CASES:
        text = case.read_text(encoding="utf-8")
        assert len(expected(text)) == text.count("expect"), case


def test_at_least_half_of_the_cases_are_silent() -> None:
    silent = [case for case in CASES if not expected(case.read_text(encoding="utf-8"))]
    assert len(silent) * 2 >= len(CASES)


def test_each_rule_has_a_case_that_it_catches_and_one_that_it_leaves_alone() -> None:
    for rule in RULES:
        of_rule = [case.read_text(encoding="utf-8") for case in (FOLDER / rule.id).glob("*.md")]
        assert any(expected(text) for text in of_rule), rule.id
        assert any(not expected(text) for text in of_rule), rule.id
