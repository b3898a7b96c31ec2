"""Domains: what they allow, how they refuse, and how a rule reads them from its annotations."""

import importlib
import inspect
import math
import pkgutil
from dataclasses import is_dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal

import pytest

from sfrules import rules
from sfrules.facts.domain import accepts, rules_of
from sfrules.ground.problems import Mistake
from sfrules.rules import core, creation, impairment, play, scale, seconds, systems, terrain, yards
from sfrules.rules.domain import OutOfDomain, WholeNumber, domains, rule, shown

MODULES = (core, creation, impairment, play, scale, seconds, systems, terrain, yards)
# Each parameter of each rule: the rule's module and function, and the parameter with its domain.
PARAMETERS = [
    (module.__name__.rpartition(".")[2], each, parameter, domain)
    for module in MODULES
    for each in rules_of(module).values()
    for parameter, domain in domains(each).items()
]
# The parameters that need not be whole.
MEASURES = {
    ("core", "damage"),
    ("impairment", "depth"),
    ("impairment", "height"),
    ("scale", "metres"),
    ("scale", "squares"),
    ("seconds", "speed"),
    ("seconds", "square"),
    ("systems", "budget"),
    ("terrain", "distance"),
    ("terrain", "metres"),
    ("yards", "distance"),
    ("yards", "height"),
    ("yards", "speed"),
    ("yards", "velocity"),
}
NAMED_BY_THE_SYSTEM = {"form", "terrain"}  # which of them there are, the rules say
COUNTED_FROM_ZERO = {"distance", "metres", "damage", "rounds"}


def test_no_rule_takes_what_nothing_takes():
    """What is refused is told by name, with what is allowed, before anything is worked out."""
    taken = []
    for module, asked, parameter, domain in PARAMETERS:
        if module == "systems" and parameter in NAMED_BY_THE_SYSTEM:
            continue
        for wrong in (math.nan, math.inf, "", "hgih", "7", object()):
            try:
                asked(**{parameter: wrong})
                taken.append((module, asked.__name__, parameter, wrong))
            except OutOfDomain as refusal:
                start = f"{parameter} is {shown(wrong)}; allowed: {domain.allowed}"
                taken += [] if str(refusal) == start else [(module, str(refusal))]
    assert taken == []


def test_a_bool_is_taken_where_yes_or_no_is_asked_and_nowhere_else():
    for *_, domain in PARAMETERS:
        taken = [value for value in (True, False, 1) if accepts(domain, value)]
        is_asked = domain.allowed == "true or false"
        assert ([type(value) for value in taken].count(bool) == 2) is is_asked
        assert not (is_asked and 1 in taken[2:])


def test_only_measures_need_not_be_whole():
    found = {
        (module, parameter)
        for module, _, parameter, domain in PARAMETERS
        if any(accepts(domain, number) for number in (7.5, Fraction(15, 2), Decimal("7.5")))
    }
    assert found == MEASURES


def test_a_whole_number_may_be_written_in_any_way():
    for *_, domain in PARAMETERS:
        taken = {kind(3): accepts(domain, kind(3)) for kind in (int, float, Fraction, Decimal)}
        assert len(set(taken.values())) == 1


def test_what_the_terrain_counts_is_counted_from_zero():
    domains_of_counts = [
        domain
        for module, _, parameter, domain in PARAMETERS
        if module == "terrain" and parameter in COUNTED_FROM_ZERO
    ]
    assert {domain.allowed.rpartition(" from ")[2] for domain in domains_of_counts} == {"0 up"}


def test_a_rule_keeps_its_name_docstring_and_signature():
    assert core.armor_class.__name__ == "armor_class"
    assert core.armor_class.__doc__.startswith("Give Armor Class")
    parameters = inspect.signature(core.armor_class).parameters
    assert list(parameters) == ["armor", "shield", "class_bonus", "wearing"]
    assert parameters["wearing"].default == "light"
    assert inspect.unwrap(core.armor_class) is not core.armor_class


def test_a_parameter_without_a_domain_is_a_mistake_of_ours():
    @rule
    def half(n: complex) -> complex:
        return n / 2

    with pytest.raises(Mistake, match="^parameter n says no domain$"):
        half(3)


def test_domains_are_read_from_annotations():
    @rule
    def shout(times: Annotated[int, WholeNumber(1, 3)], word: Literal["ho", "ha"] = "ho") -> str:
        return word * times

    assert shout(2.0) == "hoho"
    assert domains(shout)["times"] == WholeNumber(1, 3)
    assert domains(shout)["word"].allowed == '"ho" or "ha"'
    with pytest.raises(ValueError, match='^word is "hi"; allowed: "ho" or "ha"$'):
        shout(1, "hi")


@pytest.mark.parametrize("wrong", [1, 0, None, "", "true", []])
def test_a_bool_says_its_own_domain(wrong):
    @rule
    def greeting(loud: bool = False) -> str:
        return "HO" if loud else "ho"

    assert (greeting(loud=True), greeting(loud=False)) == ("HO", "ho")
    with pytest.raises(ValueError, match="^loud is .+; allowed: true or false$"):
        greeting(wrong)


def test_no_answer_of_a_rule_can_be_changed():
    packages = pkgutil.walk_packages(rules.__path__, f"{rules.__name__}.")
    modules = [importlib.import_module(package.name) for package in packages]
    found = {each for module in modules for each in vars(module).values() if is_dataclass(each)}
    own = {each for each in found if isinstance(each, type) and "rules" in each.__module__}
    assert len(own) > 10
    assert [each for each in own if not each.__dataclass_params__.frozen] == []
