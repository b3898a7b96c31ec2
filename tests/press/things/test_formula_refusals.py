"""Code that is no formula is refused, with the reason and the place; it is never approximated."""

import math
from fractions import Fraction
from types import SimpleNamespace

import pytest
from corpus import read_pairs
from written import written

from sfrules.press.things.formulas import Unreadable, Words, read_formula

GEAR = SimpleNamespace(name="gear", by_name={"rope": "long rope"}, look_up=dict)
WORDS = Words(names={"fee": "charge", "paid": "toll"}, lookups=frozenset({"row"}), tables=(GEAR,))


def charge(a):
    return a


def toll(a):
    return a


def _hidden(a):
    return a


def takes_all(*values):
    return values


def takes_default(a, b=None):
    return a if b is None else b


def round_down(number):
    return math.trunc(number)


def row(table, key):
    return SimpleNamespace(rate=len(table) + key)


class Box:
    def weigh(self, a):
        return a


NAMES = {
    "charge": charge,
    "toll": toll,
    "_hidden": _hidden,
    "takes_all": takes_all,
    "takes_default": takes_default,
    "round_down": round_down,
    "row": row,
    "Box": Box,
    "Fraction": Fraction,
    "RATE": 2.5,
    "TABLE": {"a": 1, "b": 0.5},
    "PAIR": [1, 2],
    "PLACE": SimpleNamespace(rate=3),
    "GEAR": GEAR,
}


def refusal_of(function):
    with pytest.raises(Unreadable) as caught:
        read_formula(function, WORDS)
    return caught.value


def test_an_answer_that_is_no_formula_is_refused():
    for returned, reason in read_pairs("no_formulas", "answers"):
        refusal = refusal_of(written(f"def rule(a, b):\n    return {returned}\n", **NAMES))
        assert (refusal.reason, refusal.line) == (reason, 2)
        assert refusal.text


def test_a_body_that_is_no_formula_is_refused_at_its_line():
    for body, reason in read_pairs("no_formulas", "bodies"):
        lines = ["def rule(a, b):", *(f"    {line}" for line in body.splitlines())]
        refusal = refusal_of(written("\n" * 10 + "\n".join(lines), **NAMES))
        assert reason in refusal.reason
        assert lines[refusal.line - 11].endswith("#!"), body


def test_a_definition_that_is_no_formula_is_refused():
    for text, reason in read_pairs("no_formulas", "definitions"):
        refusal = refusal_of(written(text, **NAMES))
        assert refusal.reason.startswith(reason)
        assert refusal.line == 1


def test_a_refusal_says_where_why_and_what():
    rule = written("def rule(a):\n    return 1 + round(a)\n")
    assert str(refusal_of(rule)) == (
        f"{rule.__code__.co_filename}:2: round() takes a half to the even number; say which way:"
        " round(a)"
    )
    assert isinstance(refusal_of(rule), ValueError)
    assert refusal_of(rule).file == rule.__code__.co_filename


def test_a_long_piece_of_python_is_shown_in_one_short_line():
    rule = written(f"def rule(a):\n    return [a,\n        {'a, ' * 40}]\n")
    assert refusal_of(rule).text == "[" + "a, " * 22 + "a,…"


def test_a_row_that_is_named_behind_a_dot_is_the_row_of_its_key():
    named, keyed = (
        read_formula(written(f"def fee(a):\n    return a + GEAR{row}.price\n", **NAMES), WORDS)
        for row in (".rope", '["long rope"]')
    )
    assert named.expression == keyed.expression
