"""Prices in yards: every form, trait and surcharge, against a walker that takes yard by yard."""

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


def test_there_are_no_other_forms_and_traits():
    assert [row.id for row in authored.rows("yards-forms")] == [name for name, _, _ in FORMS]
    assert {row.id for row in authored.rows("yards-traits")} == set(TRAITS)


@pytest.mark.parametrize(("name", "rate"), [(name, rate) for name, rate, _ in FORMS])
def test_challenging_ground_and_retreat_each_add_one_a_yard(name, rate):
    assert yards.rate(name, challenging=True) == rate + 1
    assert yards.rate(name, retreating=True) == rate + 1
    assert yards.rate(name, challenging=True, retreating=True) == rate + 2
    assert yards.rate(name, challenging=True, retreating=True, traits=["strider"]) == rate + 1


@given(form, st.integers(0, 60).map(lambda quarters: Fraction(quarters, 4)), surcharges, traits)
def test_reach_is_as_far_as_a_walker_comes_who_pays_for_every_yard(name, speed, paid, have):
    price = yards.cost(name, 1, traits=have, **paid)
    assert yards.reach(name, speed, traits=have, **paid) == by_walking(speed, price)


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


def test_no_activity_is_a_form():
    assert not set(ACTIVITIES) & {name for name, _, _ in FORMS}


def test_surcharges_are_said_by_name():
    with pytest.raises(TypeError, match="takes 2 positional arguments"):
        yards.cost("walk", 3, True)  # noqa: FBT003 — the mistake that is tried
