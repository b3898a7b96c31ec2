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


@pytest.mark.parametrize(
    ("situation", "upgrades", "needed"),
    [
        ("occupied", [], "Slippery"),
        ("difficult_terrain", [], "Rough Terrain"),
        ("climbing", [], "Clamber"),
        ("climbing", ["Rough Terrain", "Lightfoot"], "Clamber"),
        ("balancing", [], "Balance"),
        ("surface_running", ["Acrobat"], "Surface Runner"),
        ("burrowing", [], "Burrow"),
        ("burrowing_tier_2", ["Burrow"], "Breaker"),
        ("burrowing_tier_3", ["Breaker", "Fast Digger"], "Driller"),
        ("rough_liquids", [], "Rough Water"),
        ("difficult_liquids", ["Dreadnought"], "Cutter"),
        ("moderate_wind", [], "Windproof"),
        ("hurricane", ["Windproof", "Strong Flier"], "Ballasted"),
    ],
)
def test_a_missing_upgrade_is_named(situation, upgrades, needed):
    message = f'^situation is "{situation}"; allowed: only with the upgrade "{needed}"$'
    with pytest.raises(ValueError, match=message):
        impairment.situation_impairments(situation, upgrades)


def test_a_situation_goes_by_its_words_too():
    assert impairment.situation_impairments("leaving no trace") == 1
    assert impairment.situation_impairments("hurricane wind", ["Ballasted"]) == 2


def test_an_upgrade_goes_by_its_id_too_and_a_lone_one_needs_no_list():
    assert impairment.situation_impairments("climbing", ["vault"]) == 0
    assert impairment.situation_impairments("occupied", ["slippery", "Slippery"]) == 1
    assert impairment.situation_impairments("climbing", "Vault") == 0


@pytest.mark.parametrize(
    "upgrades",
    [["Flitt"], ["Flit", "Flit"], ["Slippery"] * 4, [3], {"Flit": 1}, None, "flitt", [["Flit"]]],
)
def test_upgrades_are_known_and_none_is_taken_too_often(upgrades):
    message = (
        "^upgrades is .+; allowed: names of upgrades in tables/authored/upgrades.csv, none more"
    )
    with pytest.raises(ValueError, match=message):
        impairment.situation_impairments("stealth", upgrades)


def test_an_unknown_situation_is_told_with_those_there_are():
    with pytest.raises(
        ValueError, match='^situation is "dancing"; allowed: "no_trace", "stealth", '
    ):
        impairment.situation_impairments("dancing")


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


@pytest.mark.parametrize(
    ("exposure", "upgrades", "advantages"),
    [
        ("squeezing", [], 1),
        ("difficult_terrain", ["Rough Terrain"], 1),
        ("difficult_terrain", ["Lightfoot"], 0),
        ("climbing", ["Clamber"], 1),
        ("climbing", ["Cling"], 1),
        ("climbing", ["Cling", "Vault"], 0),
        ("balancing", ["Balance"], 1),
        ("balancing", ["Acrobat"], 0),
        ("off_balance", [], 1),
        ("off_balance", ["Balance"], 0),
        ("mid_jump", [], 1),
        ("swimming", [], 1),
        ("swimming", ["Guarded Stroke"], 0),
        ("flying", [], 1),
        ("flying", ["Guarded Flight"], 0),
        ("teleported", [], 2),
        ("teleported", ["Oriented"], 1),
        ("teleported", ["Stable"], 0),
        ("weightless", [], 1),
        ("weightless", ["Guarded Drift"], 0),
        ("after a teleport", ["stable", "oriented"], 0),
    ],
)
def test_advantages_of_attackers_by_exposure_and_upgrades(exposure, upgrades, advantages):
    assert impairment.attackers_advantages(exposure, upgrades) == advantages


@pytest.mark.parametrize(
    ("exposure", "needed"),
    [
        ("difficult_terrain", "Rough Terrain"),
        ("climbing", "Clamber"),
        ("balancing", "Balance"),
    ],
)
def test_nobody_is_exposed_where_they_cannot_go(exposure, needed):
    message = f'^exposure is "{exposure}"; allowed: only with the upgrade "{needed}"$'
    with pytest.raises(ValueError, match=message):
        impairment.attackers_advantages(exposure)


@pytest.mark.parametrize("table", ["impairment-forms", "impairment-grounds"])
def test_a_form_or_ground_is_of_the_movement_set_of_its_situation(table):
    for row in authored.rows(table):
        if row.situation is not None:
            situation = authored.row("impairment-situations", row.situation)
            assert situation.movement_set in (row.movement_set, "any")
