"""A calculator has its rule in the words of the formula, with places for the values."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from written import written

from sfrules.press.things.book import Book
from sfrules.press.things.calculators import translation
from sfrules.press.things.calculators.translation import Translator, Untranslatable
from sfrules.press.things.formulas.formula import Words

RATES = {"near": 2, "far": 5}


def toll(miles: int, bridges: int = 0) -> int:
    return miles + 2 * bridges


def steep(miles: int) -> bool:
    return miles > 9


def row(table: str, key: int) -> SimpleNamespace:
    return SimpleNamespace(rate=len(table) + key)


def said(body: str, **given: object) -> object:
    """What is said of a rule of some parameters, whose body is given."""
    names = {"toll": toll, "steep": steep, "row": row, "RATES": RATES}
    text = f"def fee(miles, load, zone, night: bool):\n    {body}\n"
    rule = written(text, Fraction=Fraction, math=math, **names)
    values = {"miles": range(1, 9), "load": range(9), "zone": tuple(RATES), "bridges": range(3)}
    book = Book(
        title="Tolls",
        root=Path(__file__).parent,
        namespaces={"tolls": {"fee": rule, "toll": toll, "steep": steep}},
        domain=lambda _rule, name: values.get(name, (False, True)),
        words=Words(
            conditions={("zone", "far"): "in the hills"},
            names={"miles": "leagues"},
            lookups=frozenset({"row"}),
        ),
    )
    translator = Translator(book)
    name = translator.rule(rule, given)
    return translator.rules[name]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # the signs of the book, and terms with their values
        ("return miles * 3 - load", [" = ", ["leagues", ["miles"], " × 3 − load", ["load"]], " = "]),
        ("return miles // 4", [" = ", ["leagues", ["miles"], " ÷ 4, rounded down"], " = "]),
        ("return miles % 4", [" = ", ["the remainder of leagues", ["miles"], " ÷ 4"], " = "]),
        ("return abs(miles - load)", [" = ", ["the difference between leagues", ["miles"], " and load", ["load"]], " = "]),
        ("return max(0, min(miles, 7))", [" = ", ["leagues", ["miles"], ", but at least 0 and at most 7"], " = "]),
        # a value within a power stands in parentheses, as it would seem to be raised alone
        ("return load ** 2", [" = ", ["(load", ["load"], ")^2"], " = "]),
        ("return 2 ** load", [" = ", ["2^(load", ["load"], ")"], " = "]),
        # a condition holds when, and comes to yes or no
        ("return 2 * miles >= load", [" when ", ["2 × leagues", ["miles"], " is at least load", ["load"]], "; so "]),
        # a choice has both ends, and why it is this one if that is a number
        (
            'return miles + (load if zone == "far" else 0)',
            [" = ", ["leagues", ["miles"], " + ", ["#0", ["load", ["load"], " (in the hills)"], ["0 (not in the hills)"]]], " = "],
        ),
        (
            "return miles * (2 if load > 3 else load - 1)",
            [" = ", ["leagues", ["miles"], " × ", ["#0", ["2 (load", ["load"], " is above 3)"], ["(load", ["load"], " − 1)"]]], " = "],
        ),
        (
            'return 1 if zone == "near" else 3',
            [" = ", [["#0", ["1 (zone", ["zone"], ")"], ["3 (zone", ["zone"], ")"]]], " = "],
        ),
        ("return 4 if night else 0", [" = ", [["night", ["4"], ["0"]]], " = "]),
        # other rules, tables and mappings
        ("return toll(miles) + load", [" = ", ["toll", ["#0"], " (with 0 as bridges) + load", ["load"]], " = "]),
        ("return 2 * toll(miles, load)", [" = ", ["2 × toll", ["#0"], " (with load", ["load"], " as bridges)"], " = "]),
        ("return 2 * RATES[zone]", [" = ", ["2 × rates", ["#0"], " (by zone", ["zone"], ")"], " = "]),
        ('return row("roads", miles).rate', [" = ", ["rate (by leagues", ["miles"], ", from the table “roads”)"], " = "]),
        ("return toll(miles, 1)", None),  # it says for itself how it comes to its answer
        ("return load", None),
    ],
)  # fmt: skip
def test_a_rule_is_said_as_its_formula_with_places_for_values(body, expected):
    assert said(body)["said"] == expected


def test_a_quantity_on_the_way_is_said_too():
    rule = said("half = load // 2\n    return half + miles")
    assert rule["where"] == [
        ["half", ["floor", ["/", ["get", "load"], 2]], [" = ", ["load", ["load"], " ÷ 2, rounded down"], " = "], "half"]
    ]  # fmt: skip


def test_what_is_given_is_said_as_the_value_that_it_is():
    assert said("return miles * load", load=4)["said"] == [
        " = ",
        ["leagues", ["miles"], " × 4"],
        " = ",
    ]


def test_a_rule_that_is_no_formula_is_said_by_what_it_is_asked_for():
    rule = said("return sum(range(miles)) + load", zone="near", night=False)
    assert rule["said"] == [" for ", ["leagues", ["miles"], ", ", "load", ["load"]], " = "]


def test_a_condition_that_is_another_rule_is_asked_once():
    rule = said("return 1 if steep(miles) else 2")
    assert rule["value"] == ["if", ["get", "#0"], 1, 2]
    assert (
        json.dumps(rule["where"])
        == '[["#0", ["call", "tolls.steep", "steep", {"miles": ["get", "miles"]}]]]'
    )


@pytest.mark.parametrize(
    ("body", "values"),
    [
        ('return row("tolls", miles).rate', 8),
        ("while miles < 9:\n        miles += load + 1\n    return miles", 8 * 9 * 2 * 2),
    ],
    ids=["a lookup", "a grid"],
)
def test_no_more_values_are_handed_on_than_may_be(monkeypatch, body, values):
    monkeypatch.setattr(translation, "MOST", values)
    assert said(body)
    monkeypatch.setattr(translation, "MOST", values - 1)
    with pytest.raises(Untranslatable, match=f"more than {values - 1} "):
        said(body)
