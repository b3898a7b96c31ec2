"""A rule's own code, read as a formula in words."""

import math
from fractions import Fraction

import pytest
from corpus import read_pairs
from written import written

from sfrules.press.things.formulas import Words, formula_text, read_formula

WORDS = Words(
    names={
        "weight": "Weight",
        "rule": "the charge",
        "other.weight": "gross weight",
        "is_heavy": "heavy",
        "at[0]": "one end",
        "span.at[1]": "the other end",
    },
)


def round_down(number):
    return math.floor(number)


def round_half_up(number):
    return math.floor(number + Fraction(1, 2))


def is_heavy(weight: int) -> bool:
    return 2 * weight > 51


NAMES = {
    "Fraction": Fraction,
    "math": math,
    "round_down": round_down,
    "round_half_up": round_half_up,
    "is_heavy": is_heavy,
    "BASE": 10,
    "SHARE": Fraction(5, 2),
    "DOZENS": Fraction(24, 2),
}


def rule_of(body):
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    arguments = "a, b, c, n, weight, extra_cost, tax, at, sent, size, packed: bool"
    return written(f"def rule({arguments}):\n{lines}\n", **NAMES)


def text_of(body):
    return formula_text(read_formula(rule_of(body), WORDS))


@pytest.mark.parametrize(
    ("part", "body", "said"),
    [
        ("numbers", "return {}", "The charge = {}"),
        ("choices", "return {}", "The charge = {}"),
        ("conditions", "return {}", "The charge when {}"),
        ("bodies", "{}", "The charge {}"),
    ],
)
def test_a_rule_reads_as_its_formula(part, body, said):
    read = [
        (code, text_of(body.format(code)), said.format(words))
        for code, words in read_pairs("formulas", part)
    ]
    assert [each for each in read if each[1] != each[2]] == []


def test_a_docstring_is_no_part_of_the_formula():
    assert text_of('"""Two of a kind."""\nreturn 2 * a') == "The charge = 2 × a"


def test_words_can_be_a_rules_own():
    other = written("def other(weight):\n    return weight + 1\n")
    span = written("def span(at):\n    return abs(at[0] - at[1])\n")
    assert formula_text(read_formula(other, WORDS)) == "Other = gross weight + 1"
    assert formula_text(read_formula(span, WORDS)) == (
        "Span = the difference between one end and the other end"
    )


def test_without_a_glossary_an_identifier_is_its_own_words():
    rule = written("def extra_cost(net_weight, _tare):\n    return net_weight - _tare\n")
    assert formula_text(read_formula(rule, Words())) == "Extra cost = net weight − tare"
