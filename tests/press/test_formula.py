"""A rule's own code, read as a formula in words."""

import math
from fractions import Fraction

import pytest
from written import written

from sfrules.press.things.formulas.formula import Words, read_formula
from sfrules.press.things.formulas.formula_kind import FORMULA, formula_text

WORDS = Words(
    names={
        "weight": "Weight",
        "rule": "the charge",
        "other.weight": "gross weight",
        "is_heavy": "heavy",
        "at[0]": "one end",
        "span.at[1]": "the other end",
    },
    conditions={("sent", "fast"): "by express", ("sent", "slow"): "by barge"},
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

NUMBERS = [
    ("a", "a"),
    ("-3", "−3"),
    ("+a", "a"),
    ("BASE + weight + extra_cost - tax", "10 + Weight + extra cost − tax"),
    ('Fraction("2.5") * a + SHARE', "2.5 × a + 2.5"),
    ("Fraction(5, 2) * Fraction(1, 3) - Fraction(6, 3)", "2.5 × (1/3) − 2"),
    ("Fraction(a) + Fraction(a + 1, b) + DOZENS", "a + (a + 1) ÷ b + 12"),
    ("12000 * a", "12,000 × a"),
    # parentheses
    ("a - (b - c)", "a − (b − c)"),
    ("a - (b + c)", "a − (b + c)"),
    ("(a - b) - c", "a − b − c"),
    ("a + (b + c)", "a + b + c"),
    ("a + (b - c)", "a + (b − c)"),
    ("a + b * c", "a + b × c"),
    ("(a + b) * c", "(a + b) × c"),
    ("a * (b * c)", "a × b × c"),
    ("a * (b / c)", "a × (b ÷ c)"),
    ("a / (b * c)", "a ÷ (b × c)"),
    ("a / b * c", "a ÷ b × c"),
    ("a / b / c", "a ÷ b ÷ c"),
    ("a / (b / c)", "a ÷ (b ÷ c)"),
    ("-(a + b)", "−(a + b)"),
    ("-(a * b)", "−(a × b)"),
    ("-a * b", "−a × b"),
    ("a * -b", "a × (−b)"),
    ("a - -b", "a − (−b)"),
    ("a + -b * c", "a + (−b × c)"),
    ("--a", "−(−a)"),
    ("a - -3", "a − (−3)"),
    ("Fraction(-1, 3) * a", "−1/3 × a"),
    # powers
    ("2 ** (n + 1)", "2^(n + 1)"),
    ("2 ** -n", "2^(−n)"),
    ("(a + b) ** n", "(a + b)^n"),
    ("-a ** 2", "−a^2"),
    ("(-a) ** 2", "(−a)^2"),
    ("2 ** a ** b", "2^(a^b)"),
    ("(2 ** a) ** b", "(2^a)^b"),
    ("a * b ** 2", "a × b^2"),
    ("extra_cost ** 2 + weight ** extra_cost", "(extra cost)^2 + Weight^(extra cost)"),
    ("Fraction(1, 3) ** a", "(1/3)^a"),
    # the higher and the lower
    ("10 + a + max(b, c)", "10 + a + the higher of b and c"),
    ("max(b, c) + a", "(the higher of b and c) + a"),
    ("2 * min(b, c)", "2 × (the lower of b and c)"),
    ("max(a, b + 1, -c)", "the highest of a, (b + 1) and −c"),
    ("min(a, b, c)", "the lowest of a, b and c"),
    ("max(a, min(b, c))", "the higher of a and (the lower of b and c)"),
    ("max(a, b, 0)", "the highest of a, b and 0"),
    # bounds
    ("max(0, a)", "a, but at least 0"),
    ("min(a, Fraction(1, 2)) + b", "(a, but at most 0.5) + b"),
    ("max(0, min(20, 21 - a))", "21 − a, but at least 0 and at most 20"),
    ("min(20, max(0, a))", "a, but at least 0 and at most 20"),
    ("max(5, min(3, a))", "(a, but at most 3), but at least 5"),
    ("min(3, max(5, a))", "(a, but at least 5), but at most 3"),
    ("max(-1, b)", "b, but at least −1"),
    ("max(BASE, 7)", "the higher of 10 and 7"),
    # rounding
    ("(a + b) // 2", "(a + b) ÷ 2, rounded down"),
    ("a * b // c", "a × b ÷ c, rounded down"),
    ("a * (b // c)", "a × (b ÷ c, rounded down)"),
    ("-(a // 2)", "−(a ÷ 2, rounded down)"),
    ("round_down(a * b) + c", "(a × b, rounded down) + c"),
    ("round_half_up(a / 2)", "a ÷ 2, rounded to the nearest whole number, a half upwards"),
    ("math.ceil(a / b)", "a ÷ b, rounded up"),
    ("math.floor(a) + int(b)", "(a, rounded down) + (b, rounded toward zero)"),
    ("math.trunc(a)", "a, rounded toward zero"),
    ("round_down(max(a, b))", "(the higher of a and b), rounded down"),
    ("round_down(10 + max(a, b))", "10 + (the higher of a and b), rounded down"),
    ("a // 2 if a >= 0 else -(-a // 2)", "a ÷ 2, rounded toward zero"),
    # remainders, sizes, parts
    ("(a - 1) % 10 + 1", "(the remainder of (a − 1) ÷ 10) + 1"),
    ("a + a * b % 7", "a + the remainder of (a × b) ÷ 7"),
    ("abs(a - b)", "the difference between a and b"),
    ("abs(a - b * 2) * c", "(the difference between a and (b × 2)) × c"),
    ("abs(a) + abs(a + b)", "(a without its sign) + ((a + b) without its sign)"),
    ("at[0] + 1", "one end + 1"),
]

CHOICES = [
    ('a + (b if sent == "fast" else 0)', "a + b (only by express)"),
    ('a + (0 if sent == "fast" else b)', "a + b (except by express)"),
    ('a + (b if sent != "fast" else 0)', "a + b (except by express)"),
    ('(b + 1 if size == "large" else 0) - a', "(b + 1) (only when size is large) − a"),
    ("0 if a < 5 else b", "b (only when a is at least 5)"),
    ('2 if sent == "slow" else 0', "2 (only by barge)"),
    ('3 * a if sent == "fast" else a + 1', "3 × a by express; otherwise a + 1"),
    ("(a if a > b else b) * 2", "(a when a is above b; otherwise b) × 2"),
    (
        "1 if a < 2 else 5 if a < 4 else max(a, b)",
        "1 when a is below 2; otherwise 5 when a is below 4; otherwise the higher of a and b",
    ),
    (
        "a // 2 if a >= 0 else -(-a // 3)",
        "(a ÷ 2, rounded down) when a is at least 0; otherwise −(−a ÷ 3, rounded down)",
    ),
    (
        "(1 if a > 2 else 3) if a > b else 0",
        "(1 when a is above 2; otherwise 3) (only when a is above b)",
    ),
    ("5 if is_heavy(weight) else 0", "5 (only when heavy)"),
    ("0 if is_heavy(weight) else 5", "5 (only when not heavy)"),
    ('"dear" if a > 9 else "cheap"', "dear when a is above 9; otherwise cheap"),
]

CONDITIONS = [
    ("2 * a > 51", "2 × a is above 51"),
    ("51 < 2 * a", "2 × a is above 51"),
    ("a <= max(b, c)", "a is at most the higher of b and c"),
    ("max(b, c) >= a", "(the higher of b and c) is at least a"),
    ("a // 2 == b", "(a ÷ 2, rounded down) is b"),
    ("0 != a", "a is not 0"),
    ("0 < a <= 20", "a is above 0 and a is at most 20"),
    ("a > 1 and b < 2 and c == 3", "a is above 1 and b is below 2 and c is 3"),
    ("a > 1 or b < 2 and c == 3", "a is above 1 or (b is below 2 and c is 3)"),
    ("(a > 1 or b < 2) and c == 3", "(a is above 1 or b is below 2) and c is 3"),
    ("not a < 3", "a is at least 3"),
    ("not (a > 1 or b < 2)", "not (a is above 1 or b is below 2)"),
    ("not not is_heavy(weight)", "heavy"),
    ("packed and not is_heavy(weight)", "packed and not heavy"),
    ('size in ("large", "huge")', "size is large or size is huge"),
    ('size not in ("large", "huge")', "size is not large and size is not huge"),
    ('sent == "slow"', "by barge"),
    ('not sent == "slow"', "not by barge"),
    ("True if a > 2 else b > 3", "yes when a is above 2; otherwise (b is above 3)"),
]

BODIES = [
    ("twice = a * 2\nreturn twice + 1", "= twice + 1\nwhere twice = a × 2"),
    ("twice: int = a * 2\nreturn twice", "= a × 2"),
    (
        "twice = a * 2\nmore = twice + b\nreturn more * twice",
        "= more × twice\nwhere twice = a × 2\nwhere more = twice + b",
    ),
    ("big = a > 9\nreturn 2 if big else 0", "= 2 (only when big)\nwhere big when a is above 9"),
    (
        "gap = a - b\nreturn gap // 2 if gap >= 0 else -(-gap // 2)",
        "= gap ÷ 2, rounded toward zero\nwhere gap = a − b",
    ),
    (
        'if a <= 1:\n    return "light"\nif 1 < a <= 2:\n    return "medium"\nreturn "heavy"',
        (
            "= light when a is at most 1; otherwise medium when a is above 1 and a is at most 2;"
            " otherwise heavy"
        ),
    ),
    (
        "if a <= 1:\n    return b\nelif a <= 2:\n    return c\nelse:\n    return 0",
        "= b when a is at most 1; otherwise c (only when a is at most 2)",
    ),
]


def rule_of(body):
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    arguments = "a, b, c, n, weight, extra_cost, tax, at, sent, size, packed: bool"
    return written(f"def rule({arguments}):\n{lines}\n", **NAMES)


def text_of(body):
    return formula_text(read_formula(rule_of(body), WORDS))


@pytest.mark.parametrize(("returned", "words"), NUMBERS)
def test_a_number_reads_as_its_formula(returned, words):
    assert text_of(f"return {returned}") == f"The charge = {words}"


@pytest.mark.parametrize(("returned", "words"), CHOICES)
def test_a_choice_says_what_counts_and_when(returned, words):
    assert text_of(f"return {returned}") == f"The charge = {words}"


@pytest.mark.parametrize(("returned", "words"), CONDITIONS)
def test_a_condition_says_when_it_holds(returned, words):
    assert text_of(f"return {returned}") == f"The charge when {words}"


@pytest.mark.parametrize(("body", "words"), BODIES)
def test_a_body_says_what_its_answer_goes_by(body, words):
    assert text_of(body) == f"The charge {words}"


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


def test_the_words_of_a_formula_are_its_names_and_none_of_its_numbers():
    shown = read_formula(written("def extra_cost(tare):\n    return 3 * tare + 2\n"), WORDS)
    assert [word for word in FORMULA.words(shown) if word] == ["Extra cost", "tare"]
