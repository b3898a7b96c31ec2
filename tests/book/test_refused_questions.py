"""What lies outside of a rule's domain, and what means ill, is refused with the reason."""

from pathlib import Path

import pytest

from sfrules.book import BOOK
from sfrules.press.doors.calc import Answers

LINES = Path(__file__).with_name("refused_by_domain.txt").read_text(encoding="utf-8").splitlines()
REFUSED = [line.split(" | ") for line in LINES if line and not line.startswith("#")]
HOSTILE = [
    "9**9**9",
    "[0] * 10**12",
    '"a" * 10**12',
    "().__class__.__mro__",
    "core.hit_points.__globals__",
    "__import__('os').listdir('/')",
    "open('/etc/passwd')",
    "{% include '/etc/passwd' %}",
    "1 }}{{ 2",
    "<script>alert(1)</script>",
    "(" * 3000,
    "",
    "\N{NULL}",
]


def test_what_lies_outside_of_a_domain_is_refused_with_the_domain() -> None:
    assert len(REFUSED) >= 60
    for expression, parameter, domain in REFUSED:
        told = Answers(BOOK).answer(expression)
        assert told.startswith("error: "), expression
        assert parameter in told, (expression, told)
        assert domain in told, (expression, told)


@pytest.mark.parametrize("expression", HOSTILE)
def test_what_means_ill_is_refused_in_a_line_that_gives_nothing_away(expression: str) -> None:
    told = Answers(BOOK).answer(expression)
    assert told.startswith("error: ")
    assert "root:" not in told
    assert len(told) <= 10_240


@pytest.mark.parametrize(
    ("expression", "value", "rule"),
    [
        ('[core.hit_points(7, "high"), 3]|max', 51, "core.hit_points"),
        ("[core.tier_multiplier(11), 1]|sum", 3, "core.tier_multiplier"),
    ],
)
def test_what_goes_around_a_rule_leaves_its_source(expression: str, value: int, rule: str) -> None:
    answer = Answers(BOOK).in_full(expression, None)
    assert (answer["value"], answer["asked"][0]["name"]) == (value, rule)
