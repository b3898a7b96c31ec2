"""Prices in yards: every form, trait and surcharge, against a walker that takes yard by yard."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import yards

HALF = Fraction(1, 2)

# Form, its rate, and the trait that lowers it.
FORMS = [
    ("walk", 1, None),
    ("climb", 2, "climber"),
    ("descend a rope", HALF, None),
    ("crawl", 2, None),
    ("fly", HALF, None),
    ("sneak", 2, "silent"),
    ("swim", 2, "swimmer"),
    ("squeeze", 2, None),
    ("burrow", 2, None),
]
TRAITS = ("climber", "silent", "swimmer", "strider", "burrower")

form = st.sampled_from([name for name, _, _ in FORMS])
traits = st.lists(st.sampled_from(TRAITS), max_size=5)
surcharges = st.fixed_dictionaries({"challenging": st.booleans(), "retreating": st.booleans()})


def by_walking(speed, price):
    """Count the yards that a budget pays for, one after the other."""
    yards_gone = 0
    while speed >= price:
        speed -= price
        yards_gone += 1
    return yards_gone


@pytest.mark.parametrize(("name", "rate", "trait"), FORMS)
def test_every_form_has_its_rate_and_at_most_one_trait_lowers_it(name, rate, trait):
    assert yards.rate(name) == rate
    assert yards.cost(name, 6) == 6 * rate
    for other in TRAITS:
        assert yards.rate(name, traits=[other]) == (1 if other == trait else rate)


def test_there_are_no_other_forms_and_traits():
    assert [row.id for row in authored.rows("yards-forms")] == [name for name, _, _ in FORMS]
    assert {row.id for row in authored.rows("yards-traits")} == set(TRAITS)


@pytest.mark.parametrize(("name", "rate"), [(name, rate) for name, rate, _ in FORMS])
def test_challenging_ground_and_retreat_each_add_one_a_yard(name, rate):
    assert yards.rate(name, challenging=True) == rate + 1
    assert yards.rate(name, retreating=True) == rate + 1
    assert yards.rate(name, challenging=True, retreating=True) == rate + 2
    assert yards.rate(name, challenging=True, retreating=True, traits=["strider"]) == rate + 1


def test_a_strider_pays_for_no_more_than_the_form_and_never_less():
    assert yards.challenging_extra() == 1
    assert yards.challenging_extra(["strider", "strider"]) == 0
    assert yards.retreating_extra() == 1
    assert yards.cost("walk", 10, traits=["strider"]) == 10
    assert yards.cost("climb", 4, challenging=True, traits=["climber", "strider"]) == 4


@pytest.mark.parametrize(
    ("name", "distance", "spent"),
    [
        ("walk", 0, 0),
        ("walk", 2.5, Fraction(5, 2)),
        ("fly", 1, HALF),
        ("fly", 5, Fraction(5, 2)),
        ("fly", 6, 3),
        ("descend a rope", Decimal("0.5"), Fraction(1, 4)),
        ("climb", Fraction(1, 3), Fraction(2, 3)),
    ],
)
def test_a_cost_is_exact(name, distance, spent):
    assert yards.cost(name, distance) == spent


@pytest.mark.parametrize(
    ("name", "speed", "farthest"),
    [
        ("walk", 10, 10),
        ("walk", 9.99, 9),
        ("walk", 0, 0),
        ("crawl", 9, 4),
        ("crawl", 10, 5),
        ("crawl", 11, 5),
        ("fly", 5, 10),
        ("fly", 5.25, 10),
        ("fly", 5.5, 11),
    ],
)
def test_reach_on_below_and_above_a_whole_yard(name, speed, farthest):
    assert yards.reach(name, speed) == farthest


@given(form, st.integers(0, 60).map(lambda quarters: Fraction(quarters, 4)), surcharges, traits)
def test_reach_is_as_far_as_a_walker_comes_who_pays_for_every_yard(name, speed, paid, have):
    price = yards.cost(name, 1, traits=have, **paid)
    assert yards.reach(name, speed, traits=have, **paid) == by_walking(speed, price)


# Form, boons for attackers, banes on attacks; then the same with the trait, and its boon on rolls.
DRAWBACKS = [
    ("climb", 1, 0, "climber", 0, 0, 1),
    ("swim", 1, 1, "swimmer", 0, 0, 1),
    ("sneak", 0, 0, "silent", 0, 0, 1),
]


@pytest.mark.parametrize(
    ("name", "boons", "banes", "trait", "boons_then", "banes_then", "roll"), DRAWBACKS
)
def test_drawbacks_and_the_traits_that_lift_them(
    name, boons, banes, trait, boons_then, banes_then, roll
):
    assert (yards.boons_granted(name), yards.attack_banes(name)) == (boons, banes)
    assert yards.roll_boons(name) == 0
    have = ["strider", trait]
    assert yards.boons_granted(name, have) == boons_then
    assert yards.attack_banes(name, have) == banes_then
    assert yards.roll_boons(name, have) == roll


def test_nobody_squeezes_without_a_boon_for_attackers():
    assert yards.boons_granted("squeeze") == yards.boons_granted("squeeze", TRAITS) == 1
    assert yards.attack_banes("squeeze") == yards.roll_boons("squeeze", TRAITS) == 0


@pytest.mark.parametrize("name", ["walk", "descend a rope", "crawl", "fly", "burrow"])
def test_other_forms_have_no_drawbacks(name):
    assert yards.boons_granted(name) == yards.attack_banes(name) == 0
    assert yards.roll_boons(name, TRAITS) == 0


@pytest.mark.parametrize("trait", ["strider", "silent", "climber", "burrower"])
def test_a_trait_for_something_else_lifts_no_drawback(trait):
    assert yards.boons_granted("swim", [trait]) == 1
    assert yards.attack_banes("swim", [trait]) == 1


ACTIVITIES = {
    "drop prone": 1,
    "stand up": 4,
    "jump": 2,
    "leap": 2,
    "mount": 3,
    "dismount": 3,
    "minor activity": 2,
    "control mount": 2,
    "drive": 3,
    "enter vehicle": 1,
    "leave vehicle": 1,
    "change velocity": 1,
    "turn vehicle": 1,
}


def test_every_activity_has_its_price():
    names = [row.id for row in authored.rows("yards-activities")]
    assert {name: yards.activity_cost(name) for name in names} == ACTIVITIES


def test_a_price_buys_a_round_of_control_a_yard_of_velocity_and_an_eighth_of_a_turn():
    counted = {row.id: row.amount for row in authored.rows("yards-activities") if row.amount}
    assert counted == {"control mount": 1, "change velocity": 1, "turn vehicle": 45}


def test_no_activity_is_a_form():
    assert not set(ACTIVITIES) & {name for name, _, _ in FORMS}


def test_an_unknown_form_trait_or_activity_is_refused_with_those_there_are():
    forms = (
        '"walk", "climb", "descend a rope", "crawl", "fly", "sneak", "swim", "squeeze" or "burrow"'
    )
    with pytest.raises(ValueError, match=f'^form is "wolk"; allowed: {forms}$'):
        yards.cost("wolk", 3)
    listed = '"climber", "silent", "swimmer", "strider" or "burrower"'
    message = rf"^traits is \['hover'\]; allowed: a list, each item {listed}$"
    with pytest.raises(ValueError, match=message):
        yards.reach("walk", 3, traits=["hover"])
    with pytest.raises(ValueError, match='^name is "stand"; allowed: "drop prone", "stand up", '):
        yards.activity_cost("stand")


def test_a_trait_by_itself_is_no_list():
    with pytest.raises(ValueError, match='^traits is "climber"; allowed: a list, each item '):
        yards.cost("climb", 3, traits="climber")


def test_surcharges_are_said_by_name():
    with pytest.raises(TypeError, match="takes 2 positional arguments"):
        yards.cost("walk", 3, True)  # noqa: FBT003 — the mistake that is tried
