"""A calculator has its rule as a tree that a browser works out."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from written import written

from sfrules.press.things import calculators
from sfrules.press.things.book import Rulebook
from sfrules.press.things.calculators import Translator, Untranslatable
from sfrules.press.things.formulas import Words

RATES = {"near": 2, "far": 5}


def toll(miles: int, bridges: int = 0) -> int:
    return miles + 2 * bridges


def steep(miles: int) -> bool:
    return miles > 9


def row(table: str, key: int) -> SimpleNamespace:
    return SimpleNamespace(rate=len(table) + key)


def translated(body: str, **given: object) -> dict[str, object]:
    """The rules that a calculator needs for a rule of some parameters, whose body is given."""
    names = {"toll": toll, "steep": steep, "row": row, "RATES": RATES}
    text = f"def fee(miles, load, zone, night: bool):\n    {body}\n"
    rule = written(text, Fraction=Fraction, math=math, **names)
    values = {"miles": range(1, 9), "load": range(9), "zone": tuple(RATES), "bridges": range(3)}
    book = Rulebook(
        title="Tolls",
        root=Path(__file__).parent,
        namespaces={"tolls": {"fee": rule, "toll": toll, "steep": steep}},
        domain=lambda _rule, name: values.get(name, (False, True)),
        words=Words(lookups=frozenset({"row"})),
    )
    translator = Translator(book)
    translator.rule(rule, given)
    return translator.rules


def fee(body: str, **given: object) -> dict[str, object]:
    """The rule itself, of those that it needs."""
    return next(rule for name, rule in translated(body, **given).items() if "fee" in name)


MILES, LOAD, ZONE = (["get", name] for name in ("miles", "load", "zone"))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return miles * 3 - load", ["-", ["*", MILES, 3], LOAD]),
        ("return miles // 4", ["floor", ["/", MILES, 4]]),
        ("return abs(miles - load)", ["abs", ["-", MILES, LOAD]]),
        ("return max(0, min(miles, 7))", ["bound", MILES, 0, 7]),
        ("return max(miles, load, 3)", ["max", MILES, LOAD, 3]),
        ("return Fraction(miles, 3)", ["/", MILES, 3]),
        ("return 2 * miles >= load", [">=", ["*", 2, MILES], LOAD]),
        ("return 4 if night else 0", ["if", ["get", "night"], 4, 0]),
        ("return 2 * RATES[zone]", ["*", 2, ["grid", [ZONE], [[["near"], 2], [["far"], 5]]]]),
        ('return row("roads", miles).rate', ["runs", MILES, [[n, n, 5 + n] for n in range(1, 9)]]),
        ("return toll(miles, 1)", ["call", "tolls.toll", {"miles": MILES, "bridges": 1}]),
    ],
)
def test_a_formula_is_handed_on_part_by_part(body, expected):
    assert fee(body)["value"] == expected


def test_a_quantity_on_the_way_has_its_name():
    rule = fee("half = load // 2\n    return half + miles")
    assert rule == {
        "where": {"half": ["floor", ["/", LOAD, 2]]},
        "value": ["+", ["get", "half"], MILES],
    }


def test_what_is_given_is_the_value_that_it_is():
    assert fee("return miles * load", load=4)["value"] == ["*", MILES, 4]


def test_a_rule_that_is_no_formula_is_looked_up_by_what_it_is_asked_for():
    rule = fee("return sum(range(miles)) + load", zone="near", night=False)
    assert rule["value"][:2] == ["grid", [MILES, LOAD]]
    assert [[8, 2], 30] in rule["value"][2]


def test_rules_that_stand_deep_in_a_formula_come_with_it():
    rules = translated("return 1 if steep(miles) else 2 * toll(miles, 1)")
    assert rules.keys() > {"tolls.steep", "tolls.toll"}


@pytest.mark.parametrize(
    ("body", "values"),
    [
        ('return row("tolls", miles).rate', 8),
        ("while miles < 9:\n        miles += load + 1\n    return miles", 8 * 9 * 2 * 2),
    ],
    ids=["a lookup", "a grid"],
)
def test_no_more_values_are_handed_on_than_may_be(monkeypatch, body, values):
    monkeypatch.setattr(calculators, "MOST", values)
    assert fee(body)
    monkeypatch.setattr(calculators, "MOST", values - 1)
    with pytest.raises(Untranslatable, match=f"more than {values - 1} "):
        fee(body)
