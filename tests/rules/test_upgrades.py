"""The tree of upgrades."""

import pytest

from sfrules import authored
from sfrules.rules import impairment

ROWS = authored.rows("upgrades")

# What the source says, by what is needed first; the names it lost are this book's.
REQUIRED = {
    "Quiet Movement": ["Improved Stealth", "Flit"],
    "Rough Terrain": ["Lightfoot", "Clamber"],
    "Clamber": ["Climb", "Ceiling", "Vault"],
    "Climb": ["Scale"],
    "Scale": ["Cling"],
    "Balance": ["Acrobat", "Surface Runner"],
    "Burrow": ["Breaker", "Fast Digger", "Tunneler"],
    "Breaker": ["Driller"],
    "Trample": ["Unstoppable", "Flatten"],
    "Rough Water": ["Cutter", "Dreadnought"],
    "Agile": ["Perfectly Agile"],
    "Windproof": ["Ballasted", "Strong Flier"],
    "Steady": ["Hover"],
    "Powered": ["Ascent", "Swoop"],
    "Ascent": ["Perfect Ascent"],
    "Sensed": ["Vague"],
    "Vague": ["Known"],
    "Known": ["Description"],
    "Description": ["Exist"],
    "Oriented": ["Stable"],
    "Subtle": ["Traceless"],
}


@pytest.mark.parametrize("needed", REQUIRED)
def test_what_the_source_requires(needed):
    for name in REQUIRED[needed]:
        assert impairment.requirement(name) == needed


def test_a_requirement_that_the_source_does_not_name_is_the_books_own():
    named = {name for names in REQUIRED.values() for name in names}
    others = {row.name for row in ROWS if row.requirement and row.name not in named}
    assert others == {"Deep Diver", "Standstill", "Rebound"}
    assert all(row.coined for row in ROWS if row.name in others)


@pytest.mark.parametrize(
    ("upgrade", "chain"),
    [
        ("Speed", ()),
        ("Clamber", ("Rough Terrain",)),
        ("Cling", ("Rough Terrain", "Clamber", "Climb", "Scale")),
        ("cling", ("Rough Terrain", "Clamber", "Climb", "Scale")),
        ("Ceiling", ("Rough Terrain", "Clamber")),
        ("Driller", ("Burrow", "Breaker")),
        ("Perfect Ascent", ("Powered", "Ascent")),
        ("Exist", ("Sensed", "Vague", "Known", "Description")),
    ],
)
def test_the_chain_before_an_upgrade_first_to_last(upgrade, chain):
    assert impairment.requirements(upgrade) == chain


def test_an_upgrade_without_requirement_needs_none():
    assert impairment.requirement("Speed") is None


@pytest.mark.parametrize("upgrade", ["Clinging", "", 7, None, ["Cling"]])
def test_an_unknown_upgrade_is_refused(upgrade):
    message = "; allowed: the name of an upgrade in tables/authored/upgrades.csv$"
    for rule in (impairment.requirement, impairment.requirements):
        with pytest.raises(ValueError, match=message):
            rule(upgrade)


def test_every_chain_is_the_requirement_and_its_own_chain():
    for row in ROWS:
        before = row.requirement
        chain = () if before is None else (*impairment.requirements(before), before)
        assert impairment.requirements(row.name) == chain
        assert row.name not in chain


def test_the_tree_of_a_set():
    assert impairment.upgrade_tree("overland") == (
        (0, "Rough Terrain"),
        (1, "Lightfoot"),
        (1, "Clamber"),
        (2, "Climb"),
        (3, "Scale"),
        (4, "Cling"),
        (2, "Ceiling"),
        (2, "Vault"),
        (0, "Balance"),
        (1, "Acrobat"),
        (1, "Surface Runner"),
        (0, "Burrow"),
        (1, "Breaker"),
        (2, "Driller"),
        (1, "Fast Digger"),
        (1, "Tunneler"),
        (0, "Trample"),
        (1, "Unstoppable"),
        (1, "Flatten"),
    )


def test_the_trees_hold_every_upgrade_once_each_below_what_it_needs():
    sets = [row.id for row in authored.rows("impairment-seeds")]
    lines = [line for name in sets for line in impairment.upgrade_tree(name)]
    assert sorted(name for _, name in lines) == sorted(row.name for row in ROWS)
    for depth, name in lines:
        assert depth == len(impairment.requirements(name))


def test_six_seeds_have_their_trees():
    sizes = {
        row.id: len(impairment.upgrade_tree(row.id)) for row in authored.rows("impairment-seeds")
    }
    assert sizes == {"any": 10, "overland": 19, "swim": 8, "fly": 12, "teleport": 12, "space": 5}


def test_an_upgrade_is_of_the_set_of_what_it_requires():
    sets = {row.name: row.movement_set for row in ROWS}
    assert all(sets[row.requirement] == row.movement_set for row in ROWS if row.requirement)


def test_how_often_upgrades_may_be_taken():
    often = {row.name: row.times for row in ROWS if row.times != 1}
    assert often == {
        "Speed": None,
        "Slip Past": 3,
        "Covered Trail": 3,
        "Unstoppable": None,
        "Recall Point": None,
    }


@pytest.mark.parametrize(
    ("upgrades", "targets"), [(0, 1), (1, 2), (2, 5), (3, 10), (4, 20), (8, 500)]
)
def test_unstoppable_tramples_more(upgrades, targets):
    assert impairment.trample_targets(upgrades) == targets


def test_every_limit_is_of_a_set_and_what_lifts_it_is_of_that_set():
    sets = {row.name: row.movement_set for row in ROWS}
    limits = authored.rows("impairment-limits")
    assert {row.movement_set for row in limits} == set(sets.values()) - {"any"}
    for row in limits:
        assert row.lifted_by is None or sets[row.lifted_by] == row.movement_set


@pytest.mark.parametrize(
    ("limit", "figure"),
    [("gliding", 1), ("turning", 1), ("recall_points", 1), ("arriving", 2), ("drifting", 1)],
)
def test_figures_of_limits(limit, figure):
    assert authored.row("impairment-limits", limit).figure == figure
