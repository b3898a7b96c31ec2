"""What impairs, what eases it, and what is out of reach without an upgrade."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import impairment

NAMES = [row.name for row in authored.rows("upgrades")]
SITUATIONS = [row.id for row in authored.rows("impairment-situations")]


@given(
    st.sampled_from(SITUATIONS),
    st.lists(st.sampled_from(NAMES), unique=True),
    st.sampled_from(NAMES),
)
def test_another_upgrade_never_impairs_more(situation, upgrades, another):
    def impairments(taken):
        try:
            return impairment.situation_impairments(situation, taken)
        except ValueError:
            return 100

    more = upgrades if another in upgrades else [*upgrades, another]
    assert 0 <= impairments(more) <= impairments(upgrades)


def test_every_situation_is_within_reach_and_none_is_ever_below_nothing():
    everything = [
        name
        for row in authored.rows("upgrades")
        for name in itertools.repeat(row.name, row.times or 1)
    ]
    least = {each: impairment.situation_impairments(each, everything) for each in SITUATIONS}
    assert least == {
        **dict.fromkeys(SITUATIONS, 0),
        "squeezing": 1,
        "burrowing": 1,
        "burrowing_tier_2": 3,
        "burrowing_tier_3": 5,
        "difficult_liquids": 1,
        "hurricane": 1,
    }


@pytest.mark.parametrize("table", ["impairment-forms", "impairment-grounds"])
def test_a_form_or_ground_is_of_the_movement_set_of_its_situation(table):
    for row in authored.rows(table):
        if row.situation is not None:
            situation = authored.row("impairment-situations", row.situation)
            assert situation.movement_set in (row.movement_set, "any")
