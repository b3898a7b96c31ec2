"""The page on lint: each rule has its section, and its two examples are true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sfrules.ground.source import Source
from sfrules.lint.catalog import RULES
from sfrules.lint.linter import findings_in
from sfrules.lint.markdown.reading import read

FOLDER = Path(__file__).parents[2] / "docs" / "lint"
PAGE = (FOLDER / "rules.md").read_text(encoding="utf-8")
EXAMPLES = re.compile(
    r"\n\nCaught:\n\n```markdown\n(.*?)```\n\nLeft alone:\n\n```markdown\n(.*?)```\n", re.DOTALL
)


def section(rule: str) -> str:
    heading = f"\n## {rule} {{#{rule}}}\n"
    assert PAGE.count(heading) == 1, f"the page has no section {heading.strip()}"
    others = "|".join(re.escape(f"\n## {each.id} {{#{each.id}}}\n") for each in RULES)
    return re.split(others, PAGE.split(heading)[1])[0]


def examples(rule: str) -> tuple[str, str]:
    (pair,) = EXAMPLES.findall(section(rule))
    return pair


def found_in(text: str) -> list[str]:
    return [finding.rule for finding in findings_in([read(Source("page.md", text))])]


@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_a_rule_finds_the_first_example_and_leaves_the_second_alone(rule):
    caught, left_alone = examples(rule)
    assert (found_in(caught), found_in(left_alone)) == ([rule], [])


@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_a_section_begins_with_what_the_rule_looks_for(rule):
    assert section(rule).lstrip()[0].isupper()
    assert not section(rule).lstrip().startswith("Caught:")
