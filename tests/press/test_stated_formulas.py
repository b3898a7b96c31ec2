"""A formula in an author's words is read, and proved to be its rule."""

from __future__ import annotations

import re

import pytest

from sfrules.book import BOOK
from sfrules.ground.problems import Mistake
from sfrules.press.things.formulas.equality import check_equal
from sfrules.press.things.formulas.evaluation import value_of
from sfrules.press.things.formulas.formula import Unreadable, read_formula
from sfrules.press.things.formulas.formula_kind import formula_text
from sfrules.press.things.formulas.formula_names import names_of
from sfrules.press.things.formulas.stated import read_stated
from sfrules.press.things.formulas.stated_text import Misread

RULES = {name: rule for rule, name in BOOK.rule_names.items()}


def stated(name: str, text: str):
    return read_stated(text, names_of(BOOK, RULES[name]))


def check(name: str, text: str) -> None:
    names = names_of(BOOK, RULES[name])
    check_equal(read_stated(text, names).expression, names)


def _of_code():
    for name, rule in RULES.items():
        try:
            yield name, formula_text(read_formula(rule, BOOK.words))
        except Unreadable:
            continue


@pytest.mark.parametrize(("name", "text"), list(_of_code()))
def test_what_a_rules_code_says_is_read_and_is_the_rule(name, text):
    check(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        # an author's own order, aliases, articles and signs
        ("core.armor_class", "AC = 10 + armor + shield + class bonus (light armor only)"),
        ("core.armor_class", "AC = shield + armor + 10 + class bonus (only in light armor)"),
        ("core.armor_class", "Armor Class = 10 + your armor + your shield + class bonus (in light armor only)"),
        ("core.armor_class", "AC = 10 + armor + shield + (class bonus in light armor; otherwise 0)"),
        ("core.armor_class", "AC = (10 + armor + shield + class bonus) in light armor; otherwise (10 + armor + shield)"),
        ("core.hit_points", "Hit points = durability factor * base hit points, rounded down"),
        ("core.surge_value", "Surge value = a quarter of your hit points, rounded down"),
        ("core.surge_value", "Surge value = hit points ÷ 4 (rounded down)"),
        ("core.reaction_modifier", "Reaction = (the higher of Strength and Wisdom) - 4"),
        ("core.fortitude", "Fortitude = 10 + class bonus + the greater of Strength and Constitution"),
        ("core.needed_roll", "Needed roll = target minus bonus"),
        ("core.burst_size", "Burst size = burst width squared"),
        ("core.burst_size", "Burst size = (2 × radius + 1)²"),
        ("core.is_bloodied", "Bloodied when hit points is below half your maximum"),
        ("core.bloodied_at", "Bloodied at = half of (maximum − 1), rounded down"),
        (
            "core.level_attack_modifier",
            "Level difference = levels above ÷ 2, rounded toward zero\nwhere levels above is attacker's level − defender's level",
        ),
        ("core.companion_hit_points", "Companion's hit points = base hit points × companion factor (rounded down)"),
        # the formulas that read like code
        ("core.action_point_chance", "Chance of an action point check = (5 + escalation die + modifier − action point target) ÷ 4, at least 0 and at most 1"),
        ("core.action_point_chance", "Chance of an action point check = 25% of (1 + escalation die + modifier), minimum 0, maximum 1"),
        ("core.distance", "Distance = the higher of across and along\nwhere across is the difference between column and other column\nwhere along is the difference between row and other row"),
        ("yards.is_fall", "Fall when distance is more than height"),
        ("yards.fall_after", "Yards fallen = 50 × round of the fall²"),
        ("yards.fall_after", "Yards fallen = half of yards fallen in a round × round of the fall + 25 × round of the fall"),
        ("yards.fall_in_round", "Yards fallen in a round = 50 + 100 × (round of the fall − 1)"),
        ("yards.health_at_stake", "Health at stake = half the distance when into liquid; otherwise distance, rounded down"),
        ("yards.vehicle_exit_dice", "Vehicle exit dice = velocity ÷ 5, rounded down"),
        ("yards.collision_dice", "Dice of a collision = 1 + (velocity − 5) ÷ 2 (rounded down), only when velocity is at least 5"),
        ("yards.collision_dice", "Dice of a collision = (velocity − 3) ÷ 2, rounded down, only if velocity is at least 5"),
        ("yards.collision_dice", "Dice of a collision = dice (only when velocity is at least 5)\nwhere dice = half of (velocity − 3), rounded down"),
        ("yards.vehicle_damage", "Vehicle damage = twice the roll when stopped; otherwise half the roll, rounded down"),
        ("yards.collision_dice", "Dice of a collision = half of (velocity − 3), rounded down, but at least 0"),
        ("yards.vehicle_damage", "Vehicle damage = half the roll (rounded down), if not stopped, else double the roll"),
        ("yards.squeeze_space", "Space to squeeze into = half your Size, rounded down, but at least ½"),
        ("yards.jump_up", "Jump up = Size × (1 when running; otherwise ½) × (2 when doubled; otherwise 1)"),
        ("yards.rate", "Rate = rate of the form + extra for challenging terrain (challenging only) + extra for a retreat (retreating only)"),
        ("terrain.stand_up_cost", "Meters to get up = half of (speed (with 0 as bonus)), rounded down"),
        ("terrain.fall_damage", "Damage of a fall = 10 × (meters fallen − 3), rounded down, but at least 0"),
        ("impairment.ladder", "Ladder = (1 when place is 0; otherwise 2 when place is 1; otherwise 5) × 10^tens\nwhere tens is n ÷ 3, rounded down\nwhere place is the remainder of n ÷ 3"),
        ("yards.jump_up", "Jump up = Size × (1 when running; otherwise 1/2) × (2 when doubled; otherwise 1)"),
        ("seconds.step_cost", "Cost of a step = factor of the terrain × (1½ when diagonal; otherwise one)"),
    ],
)  # fmt: skip
def test_an_authors_formula_is_the_rule(name, text):
    check(name, text)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("core.armor_class", "AC = 10 + armor + shield + class bonus",
         "for armor 0, class bonus 1, wearing heavy: the formula gives 11, core.armor_class 10"),
        ("core.armor_class", "AC = 11 + armor + shield + class bonus (light armor only)",
         "for armor 0: the formula gives 11, core.armor_class 10"),
        ("core.armor_class", "AC = 10 + armor + class bonus (light armor only)",
         "for armor 0, shield 1: the formula gives 10, core.armor_class 11"),
        ("core.surge_value", "Surge value = hit points ÷ 4, rounded up",
         "for level 1, durability low: the formula gives 6, core.surge_value 5"),
        ("core.save_target", "Save target = 10", "the formula gives 10, core.save_target 11"),
        ("core.is_bloodied", "Bloodied when hit points is at most half of maximum",
         "for hit points 1, maximum 2: the formula gives yes, core.is_bloodied no"),
        ("yards.collision_dice", "Dice of a collision = half of (velocity − 4), rounded down, but at least 0",
         "for velocity 5: the formula gives 0, yards.collision_dice 1"),
        ("yards.clearing_time", "Minutes to clear = 60 ÷ (workers − 1)",
         "for workers 1: the formula gives no value, yards.clearing_time 60"),
        ("core.distance", "Distance = the lower of (the difference between column and other column) and (the difference between row and other row)",
         "for a (0, 0), b (0, 1): the formula gives 0, core.distance 1"),
        ("impairment.turns_to_move", "Turns until you arrive = spaces × cost of a space ÷ movement rate, rounded down",
         "for spaces 1, movement rate 2, impairments 0: the formula gives 0, impairment.turns_to_move 1"),
    ],
)  # fmt: skip
def test_the_first_point_where_they_differ_is_told(name, text, message):
    with pytest.raises(Mistake) as caught:
        check(name, text)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "text", "at", "message", "hint"),
    [
        ("core.armor_class", "Armour = 10", "Armour", "a formula begins with the name of its rule", "write Armor Class = …"),
        ("core.armor_class", "AC = 10 + armor + shield\nwhere room is 77", "room", "the formula does not use this", "leave it out"),
        ("core.armor_class", "AC = 10 + room\nwhere room is armor + shield\nwhere hall is room", "hall", "the formula does not use this", "leave it out"),
        ("core.armor_class", "AC 10 + armor", "10", '"=" is missing here, or "when" before a condition', "understood so far: AC"),
        ("core.armor_class", "AC = 10 + armour", "armour", '"armour" is no name in this formula', "did you mean armor?; understood so far: AC = 10 +"),
        ("core.armor_class", "AC = 10 + + armor", "+ armor", "a number or a name is missing here", "understood so far: AC = 10 +"),
        ("core.armor_class", "AC = 10 + armor)", ")", "this cannot be read as a part of the formula", "understood so far: AC = 10 + armor"),
        ("core.armor_class", "AC = (10 + armor", "", '")" is missing here', "understood so far: AC = (10 + armor"),
        ("core.armor_class", "AC = 10 + armor shield", "shield", "this cannot be read as a part of the formula", "understood so far: AC = 10 + armor"),
        ("core.armor_class", "AC = 10 + armor + class bonus only in light armor", "10", "does this go for all that stands before it?", "put what counts behind its condition: armor (only when …)"),
        ("core.fortitude", "Fortitude = the higher of Strength and Constitution + 10", "Constitution", "does the rest belong to the last of these?", 'put parentheses around "the higher of a and b", or around what follows "and"'),
        ("core.fortitude", "Fortitude = the higher of Strength, Constitution", "", '"and" is missing here', "understood so far: Fortitude = the higher of Strength, Constitution"),
        ("yards.vehicle_damage", "Vehicle damage = twice the roll when stopped", "", "what is it otherwise?", 'say "; otherwise …" behind it, or "only when"'),
        ("core.distance", "Distance = across\nwhere across is along\nwhere along is across", "across is", "this is defined by itself", ""),
        ("core.check_chance", "Chance = save target (with 3 as level)", "level", '"level" is no name in this formula', "understood so far: Chance = save target (with 3 as"),
        ("terrain.reach", "Reach = speed when (running and running or running); otherwise 1", "or", 'which goes first, the "and" or the "or"?', "put what goes together in parentheses"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_at_its_place(name, text, at, message, hint):
    with pytest.raises(Misread) as caught:
        stated(name, text)
    start, _end = caught.value.within
    assert text[start:].startswith(at)
    assert (caught.value.message, caught.value.hint) == (message, hint)


@pytest.mark.parametrize(
    ("name", "text", "drawn"),
    [
        ("core.needed_roll", "Needed  roll = target - bonus", "Needed roll = target − bonus"),
        ("core.burst_width", "Burst width = 2 * radius\n> + 1.", "Burst width = 2 × radius + 1"),
        ("scale.side", "Side = 2^scale", "Side = 2^scale"),
        ("scale.attack_modifier", "Attack modifier = -scale", "Attack modifier = −scale"),
    ],
)
def test_a_formula_is_drawn_as_it_is_typed_with_the_books_signs(name, text, drawn):
    lines = stated(name, text).lines
    said = ["".join(f" {p.text} " if p.kind == "sign" else p.text for p in line) for line in lines]
    assert [re.sub(" +", " ", line).strip() for line in said] == [drawn]


def test_a_power_out_of_all_bounds_is_no_value():
    with pytest.raises(ArithmeticError):
        value_of(stated("scale.side", "Side = 9^(9^(9^scale))").expression, {"s": 9})
