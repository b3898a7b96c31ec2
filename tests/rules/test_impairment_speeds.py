"""Speed in fights, chases and travel, and what changes it."""

from fractions import Fraction

import pytest

from sfrules import authored
from sfrules.rules import impairment


@pytest.mark.parametrize(
    ("n", "combat", "chase", "travel"),
    [(0, 1, 1, 1), (1, 2, 2, 2), (2, 5, 3, 5), (3, 10, 4, 10), (4, 20, 5, 20), (8, 500, 9, 500)],
)
def test_speed_by_how_often_it_was_taken(n, combat, chase, travel):
    assert impairment.combat_speed(n) == combat
    assert impairment.chase_speed(n) == chase
    assert impairment.travel_speed(n) == travel


@pytest.mark.parametrize(("speed", "rate"), [(0, 0), (1, 2), (5, 10), (15, 30)])
def test_a_round_has_two_actions(speed, rate):
    assert impairment.actions_per_round() == 2
    assert impairment.rate_per_round(speed) == rate


@pytest.mark.parametrize(("regions", "kilometers"), [(0, 0), (1, 5), (15, 75)])
def test_a_region_is_5_kilometers_long(regions, kilometers):
    assert impairment.regions_to_kilometers(regions) == kilometers


@pytest.mark.parametrize(("speed", "sprint"), [(1, 2), (2, 5), (5, 10), (10, 20), (100, 200)])
def test_a_sprint_is_a_step_up_the_ladder(speed, sprint):
    assert impairment.sprint_speed(speed) == sprint


@pytest.mark.parametrize(
    ("sprints", "price", "capped"), [(0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 3, 1)]
)
def test_a_sprint_costs_1_endurance_and_an_upgrade_caps_that(sprints, price, capped):
    assert impairment.sprint_price(sprints) == price
    assert impairment.sprint_price(sprints, sprinter=True) == capped


@pytest.mark.parametrize(
    ("speed", "behind"), [(0, 0), (1, 1), (2, 3), (5, 7), (10, 15), (20, 30), (50, 75)]
)
def test_companions_of_a_trailblazer_gain_half_rounded_down(speed, behind):
    assert impairment.trailblazed_speed(speed) == behind


@pytest.mark.parametrize(("speed", "risky"), [(0, 0), (1, 10), (5, 50), (20, 200)])
def test_a_risky_teleport_goes_ten_times_as_far(speed, risky):
    assert impairment.risky_teleport_range(speed) == risky


@pytest.mark.parametrize(
    ("sides", "chance"),
    [
        (2, 0),
        (3, Fraction(1, 3)),
        (4, Fraction(1, 2)),
        (6, Fraction(2, 3)),
        (10, Fraction(4, 5)),
        (20, Fraction(9, 10)),
    ],
)
def test_a_risky_teleport_fails_on_a_2_or_less(sides, chance):
    assert impairment.risky_teleport_chance(sides) == chance
    good = [shown for shown in range(1, sides + 1) if shown > 2]
    assert Fraction(len(good), sides) == chance


def test_a_risky_teleport_rolls_six_sides_unless_said():
    assert impairment.risky_teleport_chance() == Fraction(2, 3)


@pytest.mark.parametrize("sides", [1, 0, -6, 1001])
def test_a_die_has_2_to_1000_sides(sides):
    message = f"^sides is {sides}; allowed: a whole number from 2 to 1000$"
    with pytest.raises(ValueError, match=message):
        impairment.risky_teleport_chance(sides)


@pytest.mark.parametrize(
    ("speed", "across", "up"),
    [(0, 0, 0), (1, 1, 0), (4, 4, 0), (5, 5, 1), (9, 9, 1), (10, 10, 2), (50, 50, 10)],
)
def test_a_jump_goes_as_far_as_speed_and_a_fifth_as_high(speed, across, up):
    assert impairment.jump_distance(speed) == across
    assert impairment.jump_height(speed) == up


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("space", 1),
        ("region", 5),
        ("human_limit", 5),
        ("trailblazer_companions", 50),
        ("risky_teleport_price", 1),
        ("squeeze_scales", 1),
        ("dive_depth", 50),
    ],
)
def test_single_figures(name, figure):
    assert authored.row("impairment-figures", name).figure == figure


def test_figures_that_rules_use_are_those_of_the_table():
    figures = {row.id: row.figure for row in authored.rows("impairment-figures")}
    assert impairment.step_up(
        5, int(authored.row("cited", ("IM-07", "sprint")).number)
    ) == impairment.sprint_speed(5)
    depth = figures["dive_depth"]
    assert (impairment.dive_damage(depth), impairment.dive_damage(depth + 1)) == (0, 1)
    assert impairment.combat_speed(2) == figures["human_limit"]
