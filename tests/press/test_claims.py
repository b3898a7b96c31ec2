"""When a typed number agrees with a rule."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sfrules.ground.number_words import number_in
from sfrules.press.things.claims.claim import Claim, same


@pytest.mark.parametrize(
    ("printed", "computed"),
    [
        (51, 51),
        (51, Fraction(51)),
        (Fraction(5, 2), Fraction(5, 2)),
        ("60%", Fraction(3, 5)),
        ("12.5%", Fraction(1, 8)),
        ("+1", 1),
        ("\N{MINUS SIGN}1", -1),
        ("-1", -1),
        ("\N{MULTIPLICATION SIGN}1.5", Fraction(3, 2)),
        ("2/3", Fraction(2, 3)),
        ("1,024", 1024),
        ("three", 3),
        ("Three", 3),
        ("2d12", "2d12"),
        ("heroic", "heroic"),
        (True, True),
    ],
)
def test_a_claim_agrees(printed: object, computed: object) -> None:
    assert same(printed, computed)


@pytest.mark.parametrize(
    ("printed", "computed"),
    [
        (51, 52),
        ("60%", Fraction(601, 1000)),
        ("33%", Fraction(1, 3)),
        ("33.3%", Fraction(1, 3)),
        ("60", Fraction(3, 5)),
        ("1", True),
        (1, True),
        (True, 1),
        ("2d12", "2d10"),
        ("2d12", 24),
        ("thirteen", 30),
        ("", 0),
        ("1/0", 0),
        ("nan", 0),
        ("1,2", 12),
        ("1e1", 10),
        ("1_0", 10),
        ("\N{ARABIC-INDIC DIGIT SEVEN}", 7),
    ],
)
def test_a_claim_disagrees(printed: object, computed: object) -> None:
    assert not same(printed, computed)


def test_a_reason_is_for_a_difference_alone() -> None:
    assert Claim(8, 7, "rounded").holds
    assert not Claim(7, 7, "rounded").holds
    assert Claim(7, 7).holds
    assert not Claim(8, 7).holds


@pytest.mark.parametrize("text", ["abc", "1e", "%", "\N{MULTIPLICATION SIGN}", "1 2"])
def test_a_text_without_a_number_has_none(text: str) -> None:
    assert number_in(text) is None
