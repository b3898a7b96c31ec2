"""Every rule is documented: what it means, its domain, its errors, its source, an example."""

import ast
import doctest
import inspect
import re
import sys

import pytest

from sfrules.rules import core, exact, scale
from sfrules.rules.distribution import Distribution

RULES = [getattr(module, name) for module in (core, scale) for name in module.__all__]
DOCUMENTED = [*RULES, exact.exact, exact.round_down, exact.round_half_up, Distribution]


@pytest.mark.parametrize("thing", DOCUMENTED, ids=lambda thing: thing.__name__)
def test_the_example_of_a_docstring_holds(thing):
    # doctest's own finder passes over decorated functions: they seem to come from elsewhere.
    plain = inspect.unwrap(thing)
    names = dict(vars(sys.modules[plain.__module__]))
    example = doctest.DocTestParser().get_doctest(thing.__doc__, names, thing.__name__, None, 0)
    assert example.examples
    failures, _ = doctest.DocTestRunner().run(example)
    assert failures == 0


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_docstring_says_arguments_errors_and_source(rule):
    text = rule.__doc__
    assert re.search(r"^    Source: S[FC]-\d\d(, S[FC]-\d\d)*\.$", text, re.MULTILINE)
    parameters = list(inspect.signature(rule).parameters)
    if parameters:
        assert "\n    Raises:\n        ValueError: " in text
        described = re.findall(r"^        (\w+): ", text.split("Raises:")[0], re.MULTILINE)
        assert described == parameters


@pytest.mark.parametrize("module", [core, scale], ids=lambda module: module.__name__)
def test_the_public_rules_are_listed_once_in_order(module):
    assert module.__all__ == sorted(set(module.__all__))


FORMULAS = (
    core.ability_damage_modifier,
    core.action_point_chance,
    core.armor_class,
    core.base_hit_points,
    core.bloodied_at,
    core.burst_size,
    core.burst_width,
    core.chance_to_save_within,
    core.check_chance,
    core.companion_hit_points,
    core.damage,
    core.distance,
    core.expected_turns_to_save,
    core.fortitude,
    core.hit_point_ratio,
    core.hit_points,
    core.initiative_modifier,
    core.is_adjacent,
    core.is_bloodied,
    core.level_attack_modifier,
    core.movement_speed,
    core.needed_roll,
    core.reaction_modifier,
    core.reflex,
    core.save_chance,
    core.surge_number,
    core.surge_value,
    core.will,
    scale.attack_modifier,
    scale.base_toughness,
    scale.side,
    scale.size_multiplier,
    scale.squares_to_metres,
    scale.target_number,
    scale.toughness,
)


@pytest.mark.parametrize("rule", FORMULAS, ids=lambda rule: rule.__name__)
def test_a_rule_that_the_book_prints_is_one_formula(rule):
    """Assignments and then one return: nothing that a formula has no words for."""
    (function,) = ast.parse(inspect.getsource(inspect.unwrap(rule))).body
    _docstring, *assignments, last = function.body
    assert isinstance(last, ast.Return)
    assert all(isinstance(each, ast.Assign) for each in assignments)
    beyond = ast.ListComp | ast.GeneratorExp | ast.Lambda | ast.JoinedStr | ast.NamedExpr
    assert not any(isinstance(node, beyond) for node in ast.walk(function))
