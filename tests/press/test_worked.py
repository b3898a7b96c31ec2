"""A formula worked through: the numbers in it, then fewer and fewer parts, then the answer."""

import math
from fractions import Fraction
from types import MappingProxyType, SimpleNamespace

import pytest
from written import written

from sfrules.press.things.formulas.formula import Words, work_through
from sfrules.press.things.formulas.formula_kind import formula_text

WORDS = Words(
    names={"FACTOR": "size factor", "is_heavy": "heavy", "zones.rate": "rate", "at[0]": "one end"},
    conditions={("sent", "fast"): "by express", ("sent", "wet"): "by barge"},
    lookups=frozenset({"row"}),
)


def row(table, key):
    return SimpleNamespace(rate=Fraction(key, len(table) - 3))


def is_heavy(a: int) -> bool:
    return 2 * a > 51


def load(a, b, width=0):
    return 10 + a + max(b, width)


NAMES = {
    "FACTOR": MappingProxyType({"small": 2, "large": Fraction(5, 2)}),
    "Fraction": Fraction,
    "math": math,
    "row": row,
    "is_heavy": is_heavy,
    "load": load,
}

# What a rule returns, its arguments, and the lines after the formula.
ANSWERS = [
    (
        "10 + a + max(b, c)",
        {"a": 1, "b": 4, "c": 3},
        ["= 10 + 1 + the higher of 4 and 3", "= 10 + 1 + 4", "= 15"],
    ),
    (
        "10 + a + max(b, c)",
        {"a": -1, "b": -4},
        ["= 10 + (−1) + the higher of −4 and 0", "= 10 + (−1) + 0", "= 9"],
    ),
    (
        "max(a, b) - c",
        {"a": 0, "b": -1, "c": 1},
        ["= (the higher of 0 and −1) − 1", "= 0 − 1", "= −1"],
    ),
    ("11", {}, ["= 11"]),
    ("a", {"a": Fraction(1, 3)}, ["= 1/3"]),
    ("a / Fraction(3) + 1", {"a": 1}, ["= 1 ÷ 3 + 1", "= 4/3"]),
    ("Fraction(2) ** a", {"a": -1}, ["= 2^(−1)", "= 0.5"]),
    ("Fraction(2) ** a", {"a": 14}, ["= 2^14", "= 16,384"]),
    # rounding
    ("a * 5 // 2", {"a": 27}, ["= 27 × 5 ÷ 2, rounded down", "= 67.5, rounded down", "= 67"]),
    ("a * 5 // 2", {"a": 4}, ["= 4 × 5 ÷ 2, rounded down", "= 10"]),
    ("a // b", {"a": 10, "b": 3}, ["= 10 ÷ 3, rounded down", "= 3"]),
    ("a // b", {"a": -7, "b": 2}, ["= −7 ÷ 2, rounded down", "= −3.5, rounded down", "= −4"]),
    ("math.floor(a)", {"a": Fraction(7, 2)}, ["= 3.5, rounded down", "= 3"]),
    (
        "a * 3 // 2 + b * 3 // 2 + c",
        {"a": 9, "b": -3, "c": 2},
        [
            "= (9 × 3 ÷ 2, rounded down) + (−3 × 3 ÷ 2, rounded down) + 2",
            "= 13 + (−5) + 2",
            "= 10",
        ],
    ),
    (
        "(a // 2 + max(a, b)) * min(2, b) - a * 2 % 5",
        {"a": 7, "b": 5},
        [
            (
                "= ((7 ÷ 2, rounded down) + the higher of 7 and 5) × (5, but at most 2)"
                " − the remainder of (7 × 2) ÷ 5"
            ),
            "= (3 + 7) × 2 − 4",
            "= 16",
        ],
    ),
    (
        "Fraction(max(0, min(20, 21 - (b - a))), 20)",
        {"a": 4, "b": 13},
        ["= (21 − (13 − 4), but at least 0 and at most 20) ÷ 20", "= 12 ÷ 20", "= 0.6"],
    ),
    ("abs(at[0]) + 1", {"at": (-3, 8)}, ["= (−3 without its sign) + 1", "= 3 + 1", "= 4"]),
    ("abs(a - b)", {"a": 3, "b": 8}, ["= the difference between 3 and 8", "= 5"]),
    # other rules, mappings and tables
    ("load(a, b) * 2", {"a": 1, "b": 4}, ["= 15 × 2", "= 30"]),
    (
        "a * FACTOR[size] // 1",
        {"a": 27, "size": "large"},
        ["= 27 × 2.5 (size is large) ÷ 1, rounded down", "= 67.5, rounded down", "= 67"],
    ),
    ('a * row("zones", b).rate', {"a": 3, "b": 5}, ["= 3 × 2.5 (b is 5)", "= 7.5"]),
    ('row("zones", b).rate', {"b": 5}, ["= 2.5 (b is 5)"]),
    ('row("zones", b + 1).rate', {"b": 4}, ["= 2.5"]),
    # choices
    (
        'a + (b if sent == "fast" else 0)',
        {"a": 7, "b": 2, "sent": "fast"},
        ["= 7 + 2 (by express)", "= 9"],
    ),
    ('a + (b if sent == "fast" else 0)', {"a": 7, "b": 2}, ["= 7 + 0 (not by express)", "= 7"]),
    (
        'a + (b if sent == "fast" else 0)',
        {"a": 7, "b": 2, "sent": "wet"},
        ["= 7 + 0 (by barge)", "= 7"],
    ),
    ('(0 if sent == "wet" else a) + 1', {"a": 4, "sent": "wet"}, ["= 0 (by barge) + 1", "= 1"]),
    ('b if size == "large" else 0', {"b": 4, "size": "small"}, ["= 0 (size is small)"]),
    ("b * 2 if a >= 20 else b", {"a": 20, "b": 3}, ["= 3 × 2, as 20 is at least 20", "= 6"]),
    ("b * 2 if a >= 20 else b", {"a": 19, "b": 3}, ["= 3 (19 is below 20)"]),
    ("(b if a >= 20 else 0) + 3", {"a": 19, "b": 4}, ["= 0 (19 is below 20) + 3", "= 3"]),
    (
        "(b if a >= 20 else 0) + max(a, b)",
        {"a": 20, "b": 4},
        ["= 4 (20 is at least 20) + the higher of 20 and 4", "= 4 + 20", "= 24"],
    ),
    ("0 if a == 0 else b", {"a": 0, "b": 4}, ["= 0 (a is 0)"]),
    ("(b if a >= 2 and c > 1 else 0) + 3", {"a": 3, "b": 4, "c": 2}, ["= 4 + 3", "= 7"]),
    ("5 if is_heavy(a) else 0", {"a": 30}, ["= 5"]),
    (
        '"low" if a <= 10 else "mid" if a <= 20 else "high"',
        {"a": 15},
        ["= mid (15 is above 10 and 15 is at most 20)"],
    ),
    # conditions
    ("2 * a > 51", {"a": 26}, ["2 × 26 is above 51", "52 is above 51", "so yes"]),
    ("2 * a > 51", {"a": 25}, ["2 × 25 is above 51", "50 is above 51", "so no"]),
    ("a > 20 and b / a > 3", {"a": 0, "b": 4}, ["0 is above 20", "so no"]),
    ("a > 20 or b / a > 3", {"a": 30, "b": 4}, ["30 is above 20", "so yes"]),
    ("a > 20 and b > 3", {"a": 25, "b": 4}, ["25 is above 20 and 4 is above 3", "so yes"]),
    ("not (a > 20 or b > 3)", {"a": 5, "b": 4}, ["not (5 is above 20 or 4 is above 3)", "so no"]),
    ("is_heavy(a)", {"a": 25}, ["so no"]),
    ("is_heavy(a) and b > 3", {"a": 25}, ["so no"]),
    ('sent == "fast" or a > 3', {"sent": "fast"}, ["so yes (by express)"]),
    ('sent == "fast"', {"sent": "fast"}, ["so yes (by express)"]),
    ('sent == "fast"', {"sent": "wet"}, ["so no (by barge)"]),
    ('sent == "fast"', {"sent": "slow"}, ["so no (not by express)"]),
    ('a > 2 and size != "small"', {"a": 3}, ["3 is above 2 and no (size is small)", "so no"]),
]


def rule_of(body, **names):
    arguments = "a=0, b=0, c=0, size='small', sent='slow', at=()"
    return written(f"def rule({arguments}):\n    {body}\n", **NAMES, **names)


def lines_of(rule, arguments, unfold=0):
    return formula_text(work_through(rule, WORDS, arguments, unfold)).splitlines()


@pytest.mark.parametrize(("returned", "arguments", "lines"), ANSWERS)
def test_an_answer_is_worked_out_line_by_line(returned, arguments, lines):
    formula, *steps = lines_of(rule_of(f"return {returned}"), arguments)
    assert formula.startswith("Rule ")
    assert steps == lines


def test_a_definition_is_worked_out_on_a_line_of_its_own():
    assert lines_of(rule_of("over = a - 10; return a + over // 2"), {"a": 15}) == [
        "Rule = a + (over ÷ 2, rounded down)",
        "where over = a − 10 = 15 − 10 = 5",
        "= 15 + (5 ÷ 2, rounded down)",
        "= 15 + 2",
        "= 17",
    ]


def test_what_the_answer_does_not_depend_on_is_left_out():
    rule = rule_of("each = a / Fraction(b + 1); return 0 if b == 0 else each")
    assert lines_of(rule, {"a": 6}) == [
        "Rule = each (only when b is not 0)",
        "= 0 (b is 0)",
    ]
    assert lines_of(rule, {"a": 6, "b": 3}) == [
        "Rule = each (only when b is not 0)",
        "where each = a ÷ (b + 1) = 6 ÷ (3 + 1) = 1.5",
        "= 1.5 (3 is not 0)",
    ]


def test_what_has_no_value_here_does_no_harm():
    share = written("def share(a, b):\n    each = a / Fraction(b)\n    return each + 1\n", **NAMES)
    rule = rule_of("return share(a, b) if b > 0 else 0", share=share)
    assert lines_of(rule, {"a": 6}, unfold=1) == [
        "Rule = share (only when b is above 0)",
        "= 0 (0 is at most 0)",
    ]


def test_opened_rules_are_worked_out_on_lines_of_their_own():
    rule = rule_of("return load(a, b) + a")
    assert lines_of(rule, {"a": 5, "b": 3}, unfold=1) == [
        "Rule = load (with 0 as width) + a",
        (
            "where load (with 0 as width) = 10 + a + the higher of b and 0"
            " = 10 + 5 + the higher of 3 and 0 = 18"
        ),
        "= 18 + 5",
        "= 23",
    ]


def test_an_opened_mapping_tells_the_entry_that_counts():
    rule = rule_of("return a * FACTOR[size]")
    assert lines_of(rule, {"a": 5, "size": "large"}, unfold=1) == [
        "Rule = a × size factor",
        "where size factor = 2.5 (size is large)",
        "= 5 × 2.5 (size is large)",
        "= 12.5",
    ]


def test_an_opened_condition_is_worked_out():
    rule = rule_of("return 5 if is_heavy(a) else 0")
    assert lines_of(rule, {"a": 30}, unfold=1) == [
        "Rule = 5 (only when heavy)",
        "where heavy when 2 × a is above 51; 2 × 30 is above 51; so yes",
        "= 5",
    ]
