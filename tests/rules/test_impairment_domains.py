"""What the rules of movement sets, of moves by the second and of all systems accept."""

import inspect
import math
from decimal import Decimal
from fractions import Fraction

import pytest

from sfrules.rules import impairment, seconds, systems
from sfrules.rules.domain import shown

MAP = {"grid": ["..", ".."], "start": (0, 0)}
# One good call of each rule, by parameter.
GOOD = {
    impairment.actions_per_round: {},
    impairment.chase_speed: {"n": 2},
    impairment.chase_successes: {"spaces": 2, "impairments": 1},
    impairment.climb_rate: {"upgrades": ["Powered"]},
    impairment.combat_speed: {"n": 2},
    impairment.crisis_spaces: {"spaces": 4, "evasive": True},
    impairment.dive_damage: {"depth": 60, "rounds": 2},
    impairment.drift: {"actions": [(1, 0), (0, 1)]},
    impairment.jump_distance: {"speed": 5},
    impairment.jump_height: {"speed": 5},
    impairment.ladder: {"n": 4},
    impairment.move_cost: {"impairments": 2},
    impairment.place_on_ladder: {"value": 50},
    impairment.rate_per_round: {"speed": 5},
    impairment.regions_to_kilometers: {"regions": 3},
    impairment.requirement: {"upgrade": "Cling"},
    impairment.requirements: {"upgrade": "Cling"},
    impairment.risky_teleport_chance: {"sides": 6},
    impairment.risky_teleport_range: {"speed": 5},
    impairment.situation_impairments: {"situation": "climbing", "upgrades": ["Vault"]},
    impairment.sprint_price: {"sprints": 2, "sprinter": True},
    impairment.sprint_speed: {"speed": 5},
    impairment.step_up: {"value": 5, "steps": 2},
    impairment.trail_successes: {"upgrades": 2},
    impairment.trailblazed_speed: {"speed": 10},
    impairment.trample_targets: {"upgrades": 2},
    impairment.travel_speed: {"n": 2},
    impairment.turns_to_move: {"spaces": 2, "rate": 5, "impairments": 3},
    impairment.upgrade_tree: {"movement_set": "fly"},
    seconds.moves_per_round: {},
    seconds.path_cost: {"path": [(0, 0), (1, 1)], "terrain_at": {(1, 1): "extreme"}},
    seconds.run_distance: {"speed": 3, "seconds": 4},
    seconds.run_per_round: {"speed": 3},
    seconds.runs_per_round: {},
    seconds.shortest_run: {},
    seconds.squares_per_move: {"speed": 3, "square": 2},
    seconds.step_cost: {"diagonal": True, "terrain": "difficult"},
    seconds.terrain_factor: {"terrain": "difficult"},
    seconds.walk_per_round: {"speed": 3},
    systems.cheapest: {**MAP, "goal": (1, 1), "system": "yards", "form": "walk"},
    systems.forms: {"system": "yards"},
    systems.reach_map: {**MAP, "budget": 3, "system": "yards", "form": "walk"},
    systems.side_by_side: {},
    systems.spread: {**MAP, "budget": 3, "system": "yards", "form": "walk"},
    systems.step_cost: {"system": "yards", "form": "walk", "terrain": "clear", "diagonal": True},
    systems.step_prices: {"system": "yards"},
    systems.steps_within: {"system": "yards", "budget": 9, "form": "walk", "terrain": "clear"},
    systems.task_cost: {"task": "climb", "system": "yards"},
    systems.task_share: {"task": "climb", "system": "yards"},
    systems.terrains: {"system": "yards"},
    systems.typical_turn: {"system": "yards"},
}
PARAMETERS = [
    pytest.param(rule, parameter, id=f"{rule.__module__.split('.')[2]}-{rule.__name__}-{parameter}")
    for rule, good in GOOD.items()
    for parameter in good
]
NOTHING_TAKES = [math.nan, math.inf, -1, "", "hgih", "7", [7], [None], object()]
MEASURES = [
    (rule, parameter)
    for rule, good in GOOD.items()
    for parameter in ({"depth", "square", "budget", "speed"} & set(good))
    if parameter != "speed" or rule.__module__.endswith("seconds")
]


def test_every_rule_has_a_good_call_here():
    modules = (impairment, seconds, systems)
    assert {getattr(module, name) for module in modules for name in module.__all__} == set(GOOD)


@pytest.mark.parametrize("rule", GOOD, ids=lambda rule: rule.__name__)
def test_every_parameter_is_in_its_good_call(rule):
    assert list(inspect.signature(rule).parameters) == list(GOOD[rule])
    rule(**GOOD[rule])


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_what_nothing_takes_is_refused_by_name_with_what_is_allowed(rule, parameter):
    for wrong in NOTHING_TAKES:
        with pytest.raises(ValueError, match=" ") as refusal:
            rule(**{**GOOD[rule], parameter: wrong})
        if "no rule" in str(refusal.value):
            assert parameter in ("form", "terrain")
            assert f" {parameter} {shown(wrong)}" in str(refusal.value)
        else:
            assert str(refusal.value).startswith(f"{parameter} is {shown(wrong)}; allowed: ")


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_a_bool_is_taken_where_yes_or_no_is_asked_and_nowhere_else(rule, parameter):
    if isinstance(GOOD[rule][parameter], bool):
        rule(**{**GOOD[rule], parameter: False})
        with pytest.raises(ValueError, match=f"^{parameter} is 1; allowed: true or false$"):
            rule(**{**GOOD[rule], parameter: 1})
    else:
        with pytest.raises(ValueError, match=f"^{parameter} is True; allowed: "):
            rule(**{**GOOD[rule], parameter: True})


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_only_measures_need_not_be_whole(rule, parameter):
    for number in (2.5, Fraction(5, 2), Decimal("2.5")):
        if (rule, parameter) in MEASURES:
            exactly = rule(**{**GOOD[rule], parameter: Fraction(5, 2)})
            assert rule(**{**GOOD[rule], parameter: number}) == exactly
        else:
            with pytest.raises(ValueError, match=f"^{parameter} is (2.5|5/2); allowed: "):
                rule(**{**GOOD[rule], parameter: number})


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_a_whole_number_may_be_written_in_any_way(rule, parameter):
    good = GOOD[rule]
    if type(good[parameter]) is int:
        answers = {
            rule(**{**good, parameter: kind(good[parameter])})
            for kind in (int, float, Fraction, Decimal)
        }
        assert len(answers) == 1
