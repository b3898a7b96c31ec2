"""What the rules of the terrain accept, and what they say of all else."""

import inspect
import math
from decimal import Decimal
from fractions import Fraction

import pytest

from sfrules.rules import terrain
from sfrules.rules.domain import shown

# One good call of each rule, by parameter.
GOOD = {
    terrain.ambushed_speed: {"spd": 3},
    terrain.cost: {"mode": "light", "distance": 3},
    terrain.cover_bonus: {"cover": "half"},
    terrain.death_save_chance: {"vit": 1, "round": 2},
    terrain.death_threshold: {"round": 2},
    terrain.dies_outright: {"damage": 30, "base_health": 15},
    terrain.fall_damage: {"metres": 9},
    terrain.is_unconscious: {"health": 3},
    terrain.prone_damage: {"damage": 7},
    terrain.rate: {"mode": "light"},
    terrain.reach: {"mode": "light", "spd": 3, "bonus": 2, "running": True},
    terrain.running_speed: {"spd": 3, "bonus": 2},
    terrain.sound_depth: {"material": "wood"},
    terrain.sound_passes: {"material": "wood", "metres": 1},
    terrain.speed: {"spd": 3, "bonus": 2},
    terrain.stand_up_cost: {"spd": 3},
    terrain.survival_chance: {"vit": 1, "rounds": 2},
    terrain.wakes: {"health": 3},
}
PARAMETERS = [
    pytest.param(rule, parameter, id=f"{rule.__name__}-{parameter}")
    for rule, good in GOOD.items()
    for parameter in good
]
NOTHING_TAKES = [None, math.nan, math.inf, "", "hgih", "7", [], {}, object()]
MEASURES = {"distance", "metres"}
FROM_ZERO = {"distance", "metres", "damage", "rounds"}


def test_every_rule_has_a_good_call_here():
    assert {getattr(terrain, name) for name in terrain.__all__} == set(GOOD)


@pytest.mark.parametrize("rule", GOOD, ids=lambda rule: rule.__name__)
def test_every_parameter_is_in_its_good_call(rule):
    assert list(inspect.signature(rule).parameters) == list(GOOD[rule])
    rule(**GOOD[rule])


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_what_nothing_takes_is_refused_by_name_with_what_is_allowed(rule, parameter):
    for wrong in NOTHING_TAKES:
        with pytest.raises(ValueError, match=f"^{parameter} is .+; allowed: .+$") as refusal:
            rule(**{**GOOD[rule], parameter: wrong})
        assert str(refusal.value).startswith(f"{parameter} is {shown(wrong)}; ")


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_a_bool_is_taken_where_yes_or_no_is_asked_and_nowhere_else(rule, parameter):
    asked = isinstance(GOOD[rule][parameter], bool)
    wrong = 1 if asked else True
    with pytest.raises(ValueError, match=f"^{parameter} is {wrong}; allowed: "):
        rule(**{**GOOD[rule], parameter: wrong})


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_only_measures_need_not_be_whole(rule, parameter):
    for number in (2.5, Fraction(5, 2), Decimal("2.5")):
        if parameter in MEASURES:
            rule(**{**GOOD[rule], parameter: number})
        else:
            with pytest.raises(ValueError, match=f"^{parameter} is (2.5|5/2); allowed: "):
                rule(**{**GOOD[rule], parameter: number})


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_what_is_counted_is_counted_from_zero(rule, parameter):
    if parameter in FROM_ZERO:
        rule(**{**GOOD[rule], parameter: 0})
        with pytest.raises(ValueError, match=f"^{parameter} is -1; allowed: .+ from 0 up$"):
            rule(**{**GOOD[rule], parameter: -1})


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_a_number_may_be_written_in_any_way(rule, parameter):
    good = GOOD[rule]
    if type(good[parameter]) is int:
        kinds = (int, float, Fraction, Decimal)
        answers = {rule(**{**good, parameter: kind(good[parameter])}) for kind in kinds}
        assert len(answers) == 1


def test_base_health_is_something():
    with pytest.raises(ValueError, match="^base_health is 0; allowed: a whole number from 1 up$"):
        terrain.dies_outright(1, 0)
