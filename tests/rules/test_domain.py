"""What rules accept: every parameter of every rule, and the messages for the rest."""

import inspect
import itertools
import math
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.rules import core, scale
from sfrules.rules.domain import ExactNumber, OutOfDomain, WholeNumber, domains, rule, shown

# One good call of each rule, by parameter.
GOOD = {
    core.ability_damage_modifier: {"ability": 3, "level": 4},
    core.ability_multiplier: {"level": 4},
    core.action_point_chance: {"escalation": 2, "modifier": 1},
    core.action_point_target: {},
    core.armor_class: {"armor": 3, "shield": 1, "class_bonus": 2, "wearing": "light"},
    core.average: {"dice": "2d6"},
    core.average_damage: {"dice": "2d6", "ability": 3, "level": 4, "bonus": 2},
    core.base_hit_points: {"level": 4},
    core.bloodied_at: {"maximum": 27},
    core.burst: {"center": (1, 2), "radius": 1},
    core.burst_size: {"radius": 1},
    core.burst_width: {"radius": 1},
    core.chance_to_save_within: {"turns": 3, "modifier": 2},
    core.check_chance: {"bonus": 4, "target": 13},
    core.companion_factor: {"durability": "medium"},
    core.companion_hit_points: {"level": 4, "durability": "medium"},
    core.damage: {"dice_total": 9, "ability": 3, "level": 4, "bonus": 2},
    core.damage_distribution: {"dice": "2d6", "ability": 3, "level": 4, "bonus": 2},
    core.dice_distribution: {"dice": "2d6"},
    core.dice_multiplier: {"level": 4},
    core.dice_terms: {"dice": "2d6"},
    core.distance: {"a": (1, 2), "b": (3, 4)},
    core.durability_factor: {"durability": "low"},
    core.escalated_hit_bonus: {"bonus": 4, "round": 3},
    core.escalated_skill_bonus: {"bonus": 4, "round": 3},
    core.escalation_die: {"round": 3},
    core.expected_turns_to_save: {"modifier": 2},
    core.fed_by: {"ability": "strength"},
    core.feeders: {"figure": "will"},
    core.fortitude: {"class_bonus": 1, "strength": 4, "constitution": 3},
    core.highest_roll: {"dice": "2d6"},
    core.hit_point_ratio: {"lower": 1, "higher": 30, "durability": "low"},
    core.hit_points: {"level": 4, "durability": "low"},
    core.initiative_modifier: {"dexterity": 2, "intelligence": 1, "armor_penalty": 1},
    core.is_adjacent: {"a": (1, 2), "b": (3, 4)},
    core.is_bloodied: {"current": 9, "maximum": 27},
    core.level_attack_modifier: {"attacker_level": 3, "defender_level": 9},
    core.lowest_roll: {"dice": "2d6"},
    core.movement_speed: {"origin_speed": 6, "armor_movement_penalty": 1},
    core.needed_roll: {"bonus": 4, "target": 13},
    core.place_in_tier: {"level": 4},
    core.reaction_modifier: {"strength": 2, "wisdom": 1},
    core.reflex: {"class_bonus": 1, "dexterity": 4, "wisdom": 3},
    core.save_chance: {"modifier": 2},
    core.save_target: {},
    core.surge_number: {"class_surges": 6, "constitution": 2, "charisma": 1},
    core.surge_value: {"level": 4, "durability": "low"},
    core.tier: {"level": 4},
    core.tier_multiplier: {"level": 4},
    core.weapon_dice: {"count": 2, "weapon": "dagger"},
    core.weapon_die: {"weapon": "dagger"},
    core.will: {"class_bonus": 1, "charisma": 4, "intelligence": 3},
    scale.attack_modifier: {"s": 2},
    scale.base_toughness: {"s": 2},
    scale.fortitude_modifier: {"s": 2},
    scale.scale_of: {"metres": 3},
    scale.side: {"s": 2},
    scale.size_multiplier: {"s": 2},
    scale.squares_to_metres: {"squares": 3, "s": 2},
    scale.stealth_modifier: {"s": 2},
    scale.target_number: {"s": 2},
    scale.toughness: {"s": 2, "endurance": 1, "bonus": 1},
    scale.wrestle_modifier: {"s": 2},
}
PARAMETERS = [
    pytest.param(rule, parameter, id=f"{rule.__name__}-{parameter}")
    for rule, good in GOOD.items()
    for parameter in good
]
NOTHING_TAKES = [True, False, None, math.nan, math.inf, "", "hgih", "7", [], {}, object()]
ONLY_MEASURES_TAKE = [2.5, Fraction(5, 2), Decimal("2.5")]


def test_every_public_rule_has_a_good_call_here():
    public = {getattr(module, name) for module in (core, scale) for name in module.__all__}
    assert public == set(GOOD)


@pytest.mark.parametrize("rule_", GOOD, ids=lambda rule_: rule_.__name__)
def test_every_parameter_is_in_its_good_call(rule_):
    assert list(inspect.signature(rule_).parameters) == list(GOOD[rule_])
    rule_(**GOOD[rule_])


@pytest.mark.parametrize(("rule_", "parameter"), PARAMETERS)
def test_what_nothing_takes_is_refused_by_name_with_what_is_allowed(rule_, parameter):
    for wrong in NOTHING_TAKES:
        with pytest.raises(ValueError, match=f"^{parameter} is .+; allowed: .+$") as refusal:
            rule_(**{**GOOD[rule_], parameter: wrong})
        assert str(refusal.value).startswith(f"{parameter} is {shown(wrong)}; ")


@pytest.mark.parametrize(("rule_", "parameter"), PARAMETERS)
def test_only_measures_need_not_be_whole(rule_, parameter):
    for number in ONLY_MEASURES_TAKE:
        if parameter in ("metres", "squares"):
            rule_(**{**GOOD[rule_], parameter: number})
        else:
            with pytest.raises(ValueError, match=f"^{parameter} is (2.5|5/2); allowed: "):
                rule_(**{**GOOD[rule_], parameter: number})


@pytest.mark.parametrize(("rule_", "parameter"), PARAMETERS)
def test_a_whole_number_may_be_written_in_any_way(rule_, parameter):
    good = GOOD[rule_]
    if isinstance(good[parameter], int):
        answers = {
            rule_(**{**good, parameter: kind(good[parameter])})
            for kind in (int, float, Fraction, Decimal)
        }
        assert len(answers) == 1


@pytest.mark.parametrize("level", [math.nan, math.inf, -math.inf, 0.999, 30.0001])
def test_a_level_is_one_of_thirty(level):
    with pytest.raises(ValueError, match="; allowed: a whole number from 1 to 30$"):
        core.hit_points(level, "low")


@given(st.one_of(st.text(), st.none(), st.booleans(), st.floats(), st.binary()))
def test_a_durability_is_one_of_three_words(durability):
    if durability not in ("low", "medium", "high"):
        with pytest.raises(ValueError, match='; allowed: "low", "medium" or "high"$'):
            core.hit_points(1, durability)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("hgih", '"hgih"'),
        ('a "b"', r'"a \"b\""'),
        (2.5, "2.5"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-1, 3), "-1/3"),
        (Decimal("2.50"), "2.50"),
        (None, "None"),
        (True, "True"),
        (10**39 - 1, "9" * 39),
        (10**50, "1" + "0" * 38 + "…"),
        (10**10_000, "a number too long to show"),
        (Fraction(1, 10**10_000), "a number too long to show"),
        ("x" * 100, '"' + "x" * 38 + "…"),
    ],
    ids=itertools.count(),  # pytest, too, cannot write the longest of them
)
def test_a_value_is_shown_as_its_author_would_write_it(value, said):
    assert shown(value) == said


def test_the_refusal_of_a_value_says_everything_apart_too():
    with pytest.raises(OutOfDomain) as refusal:
        core.hit_points(level=31, durability="low")
    assert refusal.value.parameter == "level"
    assert refusal.value.value == 31
    assert refusal.value.allowed == "a whole number from 1 to 30"


@pytest.mark.parametrize(
    ("domain", "allowed"),
    [
        (WholeNumber(), "a whole number"),
        (WholeNumber(1), "a whole number from 1 up"),
        (WholeNumber(maximum=4), "a whole number up to 4"),
        (WholeNumber(-1, 10), "a whole number from -1 to 10"),
        (ExactNumber(), "a number"),
        (ExactNumber(minimum=0), "a number from 0 up"),
        (ExactNumber(above=0), "a number above 0"),
    ],
)
def test_a_domain_says_what_it_allows(domain, allowed):
    assert domain.allowed == allowed


def test_a_rule_keeps_its_name_docstring_and_signature():
    assert core.armor_class.__name__ == "armor_class"
    assert core.armor_class.__doc__.startswith("Give Armor Class")
    parameters = inspect.signature(core.armor_class).parameters
    assert list(parameters) == ["armor", "shield", "class_bonus", "wearing"]
    assert parameters["wearing"].default == "light"
    assert inspect.unwrap(core.armor_class) is not core.armor_class


def test_wrong_arguments_are_left_to_python():
    with pytest.raises(TypeError, match="unexpected keyword argument 'durable'"):
        core.hit_points(1, durable="low")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'durability'"):
        core.hit_points(1)
    with pytest.raises(TypeError, match="takes 2 positional arguments but 3 were given"):
        core.hit_points(1, "low", 3)


def test_a_parameter_without_a_domain_is_a_mistake_of_ours():
    @rule
    def half(n: int) -> int:
        return n // 2

    with pytest.raises(TypeError, match="^parameter n says no domain$"):
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
