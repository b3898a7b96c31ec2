"""Each case of the rules on columns is a page, with what lint must find in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sfrules.press.ground.source import Source
from sfrules.press.weave.lint.column_rules import RULES_OF_COLUMNS
from sfrules.press.weave.lint.document import Document
from sfrules.press.weave.lint.reading import read

RULES = [rule.id for rule in RULES_OF_COLUMNS]
FOLDER = Path(__file__).parent / "cases"
CASES = sorted(page for rule in RULES for page in (FOLDER / rule).glob("*.md"))
EXPECTED = re.compile(r"<!-- expect: (\d+) ([\w-]+) -->")


def document(path: str, text: str) -> Document:
    return read(Source(path, text))


def found(*documents: Document) -> list[tuple[int, str]]:
    findings = [finding for rule in RULES_OF_COLUMNS for finding in rule.findings(documents)]
    return sorted((finding.problem.line, finding.rule) for finding in findings)


@pytest.mark.parametrize("page", CASES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_a_page_has_the_findings_that_it_names_and_no_other(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    expected = sorted((int(line), rule) for line, rule in EXPECTED.findall(text))
    assert found(document(page.name, text)) == expected


def test_half_of_the_cases_are_silent() -> None:
    silent = [page for page in CASES if "expect:" not in page.read_text(encoding="utf-8")]
    assert len(CASES) >= 40
    assert len(silent) * 2 >= len(CASES)
