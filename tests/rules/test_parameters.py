"""What every parameter of every rule accepts, and what the rules say of all else."""

import inspect
import math
from decimal import Decimal
from fractions import Fraction

import pytest
from good_calls import GOOD

from sfrules.rules import core, creation, impairment, play, scale, seconds, systems, terrain, yards
from sfrules.rules.domain import shown

NOTHING_TAKES = [math.nan, math.inf, "", "hgih", "7", object()]
# What the parameters of a module refuse beside that; elsewhere some may take it.
REFUSED_IN = {
    "core": [None, [], {}],
    "creation": [None, [], {}],
    "play": [None, [], {}],
    "scale": [None, [], {}],
    "terrain": [None, [], {}],
    "impairment": [-1, [7], [None]],
    "seconds": [-1, [7], [None]],
    "systems": [-1, [7], [None]],
    "yards": [None, -1, {}, [7], [None]],
}
# The parameters that need not be whole.
MEASURES = {
    "core": {"damage"},
    "creation": set(),
    "play": set(),
    "scale": {"metres", "squares"},
    "terrain": {"distance", "metres"},
    "impairment": {"depth", "height"},
    "seconds": {"speed", "square"},
    "systems": {"budget"},
    "yards": {"distance", "height", "speed", "velocity"},
}
COUNTED_FROM_ZERO = {"distance", "metres", "damage", "rounds"}


def module_of(rule):
    return rule.__module__.split(".")[2]


PARAMETERS = [
    pytest.param(rule, parameter, id=f"{module_of(rule)}-{rule.__name__}-{parameter}")
    for rule, good in GOOD.items()
    for parameter in good
]
TERRAIN = [
    (rule, parameter)
    for rule, good in GOOD.items()
    for parameter in sorted(COUNTED_FROM_ZERO & set(good))
    if module_of(rule) == "terrain"
]


def refusal(rule, parameter, wrong):
    with pytest.raises(ValueError, match=parameter) as caught:
        rule(**{**GOOD[rule], parameter: wrong})
    return str(caught.value)


def says_what_is_allowed(message, rule, parameter, wrong):
    if "no rule" in message:  # a combination that the system has no rule for
        in_combination = parameter in ("form", "terrain") and module_of(rule) == "systems"
        return in_combination and f" {parameter} {shown(wrong)}" in message
    if message.startswith("steps[0] is "):
        parameter, wrong = f"{parameter}[0]", wrong[0]
    start = f"{parameter} is {shown(wrong)}; allowed: "
    return message.startswith(start) and message != start


@pytest.mark.parametrize(
    "module",
    [core, creation, impairment, play, scale, seconds, systems, terrain, yards],
    ids=lambda m: m.__name__,
)
def test_every_rule_has_a_good_call_here(module):
    rules = {rule for rule in GOOD if rule.__module__.startswith(module.__name__)}
    assert {getattr(module, name) for name in module.__all__} == rules


@pytest.mark.parametrize("rule", GOOD, ids=lambda rule: rule.__name__)
def test_every_parameter_is_in_its_good_call(rule):
    assert list(inspect.signature(rule).parameters) == list(GOOD[rule])
    rule(**GOOD[rule])


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_what_nothing_takes_is_refused_by_name_with_what_is_allowed(rule, parameter):
    for wrong in [*NOTHING_TAKES, *REFUSED_IN[module_of(rule)]]:
        message = refusal(rule, parameter, wrong)
        assert says_what_is_allowed(message, rule, parameter, wrong), message


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_a_bool_is_taken_where_yes_or_no_is_asked_and_nowhere_else(rule, parameter):
    if isinstance(GOOD[rule][parameter], bool):
        rule(**{**GOOD[rule], parameter: not GOOD[rule][parameter]})
        assert refusal(rule, parameter, 1) == f"{parameter} is 1; allowed: true or false"
    else:
        for wrong in (True, False):
            message = refusal(rule, parameter, wrong)
            assert message.startswith(f"{parameter} is {wrong}; allowed: ")


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_only_measures_need_not_be_whole(rule, parameter):
    for number in (2.5, Fraction(5, 2), Decimal("2.5")):
        if parameter in MEASURES[module_of(rule)]:
            exactly = rule(**{**GOOD[rule], parameter: Fraction(5, 2)})
            assert rule(**{**GOOD[rule], parameter: number}) == exactly
        else:
            message = refusal(rule, parameter, number)
            assert message.startswith((f"{parameter} is 2.5; ", f"{parameter} is 5/2; "))
            assert "; allowed: " in message


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_a_whole_number_may_be_written_in_any_way(rule, parameter):
    good = GOOD[rule]
    if type(good[parameter]) is int:
        kinds = (int, float, Fraction, Decimal)
        answers = {rule(**{**good, parameter: kind(good[parameter])}) for kind in kinds}
        assert len(answers) == 1


@pytest.mark.parametrize(("rule", "parameter"), TERRAIN)
def test_what_the_terrain_counts_is_counted_from_zero(rule, parameter):
    rule(**{**GOOD[rule], parameter: 0})
    message = refusal(rule, parameter, -1)
    assert message.startswith(f"{parameter} is -1; allowed: ")
    assert message.endswith(" from 0 up")


def test_base_health_is_something():
    with pytest.raises(ValueError, match="^base_health is 0; allowed: a whole number from 1 up$"):
        terrain.dies_outright(1, 0)


@pytest.mark.parametrize("traits", [["strider"], ("strider",), {"strider"}, frozenset(["strider"])])
def test_traits_may_be_listed_in_any_way(traits):
    assert yards.cost("walk", 4, challenging=True, traits=traits) == 4
