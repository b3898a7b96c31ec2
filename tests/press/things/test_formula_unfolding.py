"""Formulas that go by other rules, mappings and tables, closed and opened."""

import functools
from fractions import Fraction
from types import MappingProxyType, SimpleNamespace

import pytest

from sfrules.press.things.formulas import Unreadable, Words, formula_text, read_formula

FACTOR = MappingProxyType({"small": 2, "large": Fraction(5, 2)})
FEES = {1: 5, 2: 9}

WORDS = Words(
    names={
        "weight": "Weight",
        "postage": "postage due",
        "FACTOR": "size factor",
        "FEES": "fee",
        "late_fee.days": "days late",
        "zones": "postal zones",
        "zones.rate": "zone rate",
        "_tare": "tare",
        "at[0]": "one end",
        "at[1]": "the other end",
    },
    lookups=frozenset({"row"}),
)


def row(table, *keys):
    return SimpleNamespace(rate=Fraction(3, 2), name=f"{table} {keys}")


def decorated(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@decorated
def postage(weight, zone=1):
    step = weight // 20
    return step * 2 + zone


@functools.cache
def late_fee(days):
    return days * 3


def _tare(weight):
    return weight // 10


def tax():
    return 7


def total(weight, zone):
    return postage(weight, zone) + late_fee(weight)


def grand_total(weight, zone):
    return total(weight, zone) * 2


def span(at):
    return abs(at[0] - at[1])


def text(rule, unfold=0):
    return formula_text(read_formula(rule, WORDS, unfold))


def test_another_rule_goes_by_its_words():
    def rule(weight, zone):
        return postage(weight, zone) + postage(zone=zone, weight=weight) + tax() + _tare(weight)

    assert text(rule) == "Rule = postage due + postage due + tax + tare"


def test_an_argument_that_the_words_do_not_imply_is_shown():
    def rule(weight, zone):
        return (
            postage(weight + 1, zone) - late_fee(weight) - late_fee(max(2, weight)) - postage(5, 2)
        )

    assert text(rule) == (
        "Rule = postage due (with Weight + 1 as Weight) − late fee (with Weight as days late)"
        " − late fee (with (Weight, but at least 2) as days late)"
        " − postage due (with 5 as Weight and 2 as zone)"
    )


def test_a_default_is_shown_like_an_argument():
    def rule(weight):
        return postage(weight)

    assert text(rule) == "Rule = postage due (with 1 as zone)"


def test_a_mapping_goes_by_its_words_and_by_its_key_unless_they_tell_it():
    def rule(weight, size, zone, size_factor):
        return weight * FACTOR[size] + FEES[zone] + FACTOR["small"] + size_factor

    with pytest.raises(Unreadable, match='two things would both be called "size factor"'):
        text(rule)

    def clearer(weight, size, zone):
        return weight * FACTOR[size] + FEES[zone] + FEES[zone + 1]

    assert text(clearer) == "Clearer = Weight × size factor + fee (by zone) + fee (by zone + 1)"


def test_a_lookup_tells_its_table_and_its_keys():
    def rule(weight, zone):
        return weight * row("zones", zone).rate

    def as_text(zone, a):
        name: str = row("zones", zone + 1, a).name
        return name

    table = "from the table “postal zones”)"
    assert text(rule) == f"Rule = Weight × zone rate (by zone, {table}"
    assert text(as_text) == f"As text = name (by zone + 1 and a, {table}"


def test_a_nested_rule_stays_closed_until_it_is_asked_to_open():
    assert text(grand_total) == "Grand total = total × 2"


def test_a_nested_rule_opens_level_by_level_with_what_it_defines():
    assert text(grand_total, unfold=2) == (
        "Grand total = total × 2\n"
        "where total = postage due + late fee (with Weight as days late)\n"
        "where postage due = step × 2 + zone\n"
        "where step = Weight ÷ 20, rounded down\n"
        "where late fee (with Weight as days late) = Weight × 3"
    )


def test_a_rule_within_a_definition_opens_too():
    def rule(weight):
        twice = late_fee(weight) * 2
        return twice + 1

    assert text(rule, unfold=1) == (
        "Rule = twice + 1\n"
        "where twice = late fee (with Weight as days late) × 2\n"
        "where late fee (with Weight as days late) = Weight × 3"
    )


def test_an_opened_rule_is_said_of_the_arguments_that_it_is_given():
    def rule(weight):
        return late_fee(weight + 1) + late_fee(2 * weight)

    assert text(rule, unfold=1) == (
        "Rule = late fee (with Weight + 1 as days late)"
        " + late fee (with 2 × Weight as days late)\n"
        "where late fee (with Weight + 1 as days late) = (Weight + 1) × 3\n"
        "where late fee (with 2 × Weight as days late) = 2 × Weight × 3"
    )


def test_a_rule_that_is_used_twice_is_opened_once():
    def rule(weight, zone):
        return postage(weight, zone) * postage(weight, zone)

    assert text(rule, unfold=1).count("where postage due") == 1


def test_a_part_of_a_parameter_keeps_its_words_where_a_rule_opens_on_that_parameter():
    def is_wide(at):
        return span(at) > 3

    assert text(is_wide, unfold=1) == (
        "Is wide when span is above 3\n"
        "where span = the difference between one end and the other end"
    )


def test_a_part_of_a_parameter_has_no_words_where_a_rule_opens_on_another():
    def breadth(sides):
        return span(sides)

    with pytest.raises(Unreadable, match="has no words where it is opened"):
        text(breadth, unfold=1)


def test_a_formula_knows_where_its_rule_stands():
    formula = read_formula(postage, WORDS)
    code = postage.__wrapped__.__code__
    assert formula.source.file == code.co_filename == __file__
    assert (
        formula.source.definition.lineno == code.co_firstlineno + 1
    )  # the line of the def, beneath the decorator
    assert (formula.source.name, formula.name) == ("postage", "postage due")
