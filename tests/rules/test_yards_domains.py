"""What the rules of the yards accept, and what they say of all else."""

import inspect
import math
from decimal import Decimal
from fractions import Fraction

import pytest

from sfrules.rules import yards
from sfrules.rules.domain import shown

MOVING = {"challenging": True, "retreating": True, "traits": ["strider"]}
# One good call of each rule, by parameter.
GOOD = {
    yards.activity_cost: {"name": "stand up"},
    yards.attack_banes: {"form": "swim", "traits": ["swimmer"]},
    yards.boons_granted: {"form": "climb", "traits": ["climber"]},
    yards.challenging_extra: {"traits": ["strider"]},
    yards.clearing_time: {"workers": 3},
    yards.collision_dice: {"velocity": 12},
    yards.cost: {"form": "climb", "distance": 3, **MOVING},
    yards.fall_after: {"n": 2},
    yards.fall_health_loss: {"distance": 9, "luck": "success", "into_liquid": True},
    yards.fall_in_round: {"n": 2},
    yards.fall_kills: {"luck": "success"},
    yards.flier_falls: {"affliction": "held", "hovers": True},
    yards.form_rate: {"form": "climb", "traits": ["climber"]},
    yards.health_at_stake: {"distance": 9, "into_liquid": True},
    yards.is_fall: {"distance": 9, "height": 2},
    yards.jump_up: {"size": 1, "running": True, "doubled": True},
    yards.lands_prone: {"distance": 9, "luck": "success", "into_liquid": True},
    yards.leap: {"size": 1, "running": True, "doubled": True},
    yards.mount_fall_dice: {"size": 2},
    yards.occupant_health_loss: {"damage": 9, "luck": "success"},
    yards.plan: {"speed": 10, "steps": ["stand up", ("walk", 6)], "traits": ["strider"]},
    yards.rate: {"form": "climb", **MOVING},
    yards.reach: {"form": "climb", "speed": 10, **MOVING},
    yards.retreating_extra: {},
    yards.roll_boons: {"form": "climb", "traits": ["climber"]},
    yards.rounds_to_fall: {"distance": 60},
    yards.safe_drop: {"size": 1},
    yards.squeeze_space: {"size": 1},
    yards.stops_vehicle: {"obstacle_size": 1, "vehicle_size": 2},
    yards.tunnel_diameter: {"size": 3},
    yards.vehicle_damage: {"roll": 7, "stopped": True},
    yards.vehicle_exit_dice: {"velocity": 12},
}
PARAMETERS = [
    pytest.param(rule, parameter, id=f"{rule.__name__}-{parameter}")
    for rule, good in GOOD.items()
    for parameter in good
]
NOTHING_TAKES = [None, math.nan, math.inf, -1, "", "hgih", "7", {}, [7], [None], object()]
MEASURES = {"distance", "height", "speed", "velocity"}


def test_every_rule_has_a_good_call_here():
    assert {getattr(yards, name) for name in yards.__all__} == set(GOOD)


@pytest.mark.parametrize("rule", GOOD, ids=lambda rule: rule.__name__)
def test_every_parameter_is_in_its_good_call(rule):
    assert list(inspect.signature(rule).parameters) == list(GOOD[rule])
    rule(**GOOD[rule])


@pytest.mark.parametrize(("rule", "parameter"), PARAMETERS)
def test_what_nothing_takes_is_refused_by_name_with_what_is_allowed(rule, parameter):
    for wrong in NOTHING_TAKES:
        place = r"(\[0\])?" if parameter == "steps" else ""
        with pytest.raises(ValueError, match=f"^{parameter}{place} is .+; allowed: .+$") as refusal:
            rule(**{**GOOD[rule], parameter: wrong})
        inside = wrong[0] if "[0]" in str(refusal.value).split(" is ")[0] else wrong
        assert f" is {shown(inside)}; allowed: " in str(refusal.value)


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
def test_a_number_may_be_written_in_any_way(rule, parameter):
    good = GOOD[rule]
    if type(good[parameter]) is int:
        kinds = (int, float, Fraction, Decimal)
        answers = {rule(**{**good, parameter: kind(good[parameter])}) for kind in kinds}
        assert len(answers) == 1


@pytest.mark.parametrize("traits", [["strider"], ("strider",), {"strider"}, frozenset(["strider"])])
def test_traits_may_be_listed_in_any_way(traits):
    assert yards.cost("walk", 4, challenging=True, traits=traits) == 4
