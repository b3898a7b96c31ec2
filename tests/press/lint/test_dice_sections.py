"""The examples of the documentation: one that is caught, and one that is left alone."""

import re
from pathlib import Path

import pytest

from sfrules.press.ground.source import Source
from sfrules.press.weave.lint.dice_rules import RULES_OF_DICE
from sfrules.press.weave.lint.reading import read

SECTIONS = Path(__file__).parents[3] / "docs/authoring/lint-sections"
FENCE = re.compile(r"```markdown\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("rule", RULES_OF_DICE, ids=lambda rule: rule.id)
def test_the_first_example_is_caught_once_and_the_second_left_alone(rule):
    caught, alone = FENCE.findall((SECTIONS / f"{rule.id}.md").read_text(encoding="utf-8"))
    assert [found(caught), found(alone)] == [[rule.id], []]


def found(text):
    document = read(Source("page.md", text))
    return [finding.rule for rule in RULES_OF_DICE for finding in rule.findings([document])]
