"""What impairs, what eases it, and what is out of reach without an upgrade."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules import authored
from sfrules.rules import impairment

NAMES = [row.name for row in authored.rows("upgrades")]
SITUATIONS = [row.id for row in authored.rows("impairment-situations")]


@pytest.mark.parametrize(
    ("situation", "upgrades", "impairments"),
    [
        ("no_trace", [], 1),
        ("no_trace", ["Trackless"], 0),
        ("stealth", [], 1),
        ("stealth", ["Quiet Movement"], 1),
        ("stealth", ["Flit"], 0),
        ("squeezing", [], 1),
        ("occupied", ["Slippery"], 2),
        ("occupied", ["Slippery"] * 2, 1),
        ("occupied", ["Slippery"] * 3, 0),
        ("difficult_terrain", ["Rough Terrain"], 1),
        ("difficult_terrain", ["Rough Terrain", "Lightfoot"], 0),
        ("difficult_terrain", ["Lightfoot"], 0),
        ("climbing", ["Clamber"], 1),
        ("climbing", ["Climb"], 1),
        ("climbing", ["Scale"], 1),
        ("climbing", ["Cling"], 1),
        ("climbing", ["Ceiling"], 1),
        ("climbing", ["Clamber", "Vault"], 0),
        ("climbing", ["Cling", "Vault"], 0),
        ("balancing", ["Balance"], 1),
        ("balancing", ["Acrobat"], 0),
        ("off_balance", [], 1),
        ("off_balance", ["Balance"], 0),
        ("surface_running", ["Surface Runner"], 1),
        ("surface_running", ["Surface Runner", "Acrobat"], 0),
        ("burrowing", ["Burrow"], 2),
        ("burrowing", ["Fast Digger"], 1),
        ("burrowing", ["Driller"], 2),
        ("burrowing_tier_2", ["Breaker"], 4),
        ("burrowing_tier_2", ["Breaker", "Fast Digger"], 3),
        ("burrowing_tier_3", ["Driller"], 6),
        ("burrowing_tier_3", ["Driller", "Fast Digger"], 5),
        ("rough_liquids", ["Rough Water"], 1),
        ("rough_liquids", ["Dreadnought"], 0),
        ("difficult_liquids", ["Cutter"], 2),
        ("difficult_liquids", ["Cutter", "Dreadnought"], 1),
        ("moderate_wind", ["Windproof"], 1),
        ("moderate_wind", ["Strong Flier"], 0),
        ("hurricane", ["Ballasted"], 2),
        ("hurricane", ["Ballasted", "Strong Flier"], 1),
    ],
)
def test_impairments_by_situation_and_upgrades(situation, upgrades, impairments):
    assert impairment.situation_impairments(situation, upgrades) == impairments
    assert impairment.situation_impairments(situation, tuple(reversed(upgrades))) == impairments


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
