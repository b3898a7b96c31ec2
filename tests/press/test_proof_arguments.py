"""Which numbers of a line of a proof are arguments of a rule."""

from __future__ import annotations

import pytest

from sfrules.press.expression.from_page import tokens_in
from sfrules.press.things.proofs.proof_lines import Part


@pytest.mark.parametrize(
    ("text", "uses"),
    [
        ("7", ["loose"]),
        ("v + 7", ["loose"]),
        ("3 * v", ["counted"]),
        ("range(3)", ["loose"]),
        ("v|percent(1)", ["format"]),
        ("sea.speed(3)", ["argument"]),
        ("sea.speed(sails=3)", ["argument"]),
        ("sea.speed(3 + 4)", ["loose", "loose"]),
        ("sea.speed(2 * v)", ["counted"]),
        ("sea.crew(9)[2]", ["argument", "argument"]),
    ],
)
def test_a_number_is_an_argument_where_it_is_all_that_a_rule_takes(
    text: str, uses: list[str]
) -> None:
    assert [each.use for each in Part(text, 0, tuple(tokens_in(text))).literals] == uses
