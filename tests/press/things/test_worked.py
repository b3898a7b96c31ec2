"""A formula worked through: the numbers in it, then fewer and fewer parts, then the answer."""

import math
from fractions import Fraction
from types import MappingProxyType, SimpleNamespace

from corpus import read_pairs
from written import written

from sfrules.press.things.formulas import Words, formula_text, work_through

WORDS = Words(
    names={"FACTOR": "size factor", "is_heavy": "heavy", "zones.rate": "rate", "at[0]": "one end"},
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


def rule_of(body, **names):
    arguments = "a=0, b=0, c=0, size='small', sent='slow', at=()"
    return written(f"def rule({arguments}):\n    {body}\n", **NAMES, **names)


def lines_of(rule, arguments, unfold=0):
    return formula_text(work_through(rule, WORDS, arguments, unfold)).splitlines()


def test_an_answer_is_worked_out_line_by_line():
    wrong = []
    for returned, given, said in read_pairs("worked", "answers"):
        arguments = eval(f"dict({given})", {"Fraction": Fraction})  # noqa: S307 the corpus is our own
        formula, *steps = lines_of(rule_of(f"return {returned}"), arguments)
        if "\n".join(steps) != said or not formula.startswith("Rule "):
            wrong.append((returned, given, steps))
    assert wrong == []


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


def test_an_opened_condition_is_worked_out():
    rule = rule_of("return 5 if is_heavy(a) else 0")
    assert lines_of(rule, {"a": 30}, unfold=1) == [
        "Rule = 5 (only when heavy)",
        "where heavy when 2 × a is above 51; 2 × 30 is above 51; so yes",
        "= 5",
    ]
