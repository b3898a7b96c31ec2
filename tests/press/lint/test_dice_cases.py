"""Pages with dice tables and averages, each with the findings that its last lines tell of."""

import re
from pathlib import Path

import pytest

from sfrules.press.ground.source import Source
from sfrules.press.weave.lint.dice_rules import RULES_OF_DICE
from sfrules.press.weave.lint.reading import read

CASES = Path(__file__).parent / "cases"
PAGES = sorted(page for rule in RULES_OF_DICE for page in (CASES / rule.id).glob("*.md"))
EXPECTED = re.compile(r"<!-- expect: (\d+) ([\w-]+) -->")


def found(page: Path) -> list[tuple[int, str]]:
    document = read(Source(page.name, page.read_text(encoding="utf-8")))
    findings = [finding for rule in RULES_OF_DICE for finding in rule.findings([document])]
    return sorted((finding.problem.line, finding.rule) for finding in findings)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_a_page_has_the_findings_that_it_tells_of_and_no_other(page):
    expected = EXPECTED.findall(page.read_text(encoding="utf-8"))
    assert found(page) == sorted((int(line), rule) for line, rule in expected)


def test_half_of_the_pages_must_stay_silent():
    silent = [page for page in PAGES if "<!-- expect:" not in page.read_text(encoding="utf-8")]
    assert len(PAGES) >= 60
    assert 2 * len(silent) >= len(PAGES)
