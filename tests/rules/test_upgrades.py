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
    "Powered": ["Ascent"],
    "Descent": ["Swoop"],
    "Ascent": ["Perfect Ascent"],
    "Sensed": ["Vague"],
    "Vague": ["Known"],
    "Known": ["Description"],
    "Description": ["Exist"],
    "Oriented": ["Stable"],
    "Subtle": ["Traceless"],
}


def test_nothing_else_is_required():
    named = {name for names in REQUIRED.values() for name in names}
    assert {row.name for row in ROWS if row.requirement} == named


# The upgrades of each set, in the source's order, so that none is left out and none is invented.
UPGRADES = {
    "any": """Bloody, Trackless, Evasive, Split Move, Delayed Move, Slippery, Speed, Sprinter,
        Quiet Movement, Improved Stealth, Flit, Covered Trail, Trailblazer""",
    "overland": """Rough Terrain, Lightfoot, Clamber, Climb, Scale, Cling, Ceiling, Vault, Balance,
        Acrobat, Surface Runner, Burrow, Breaker, Driller, Fast Digger, Tunneler, Cruise, Jump,
        Trample, Unstoppable, Flatten""",
    "swim": """Guarded Stroke, Jump (swim), Cruise (swim), Buoyant, Sand Swimmer, Rough Water,
        Cutter, Dreadnought, Diver""",
    "fly": """Agile, Perfectly Agile, Windproof, Ballasted, Strong Flier, Laden Flight, Steady,
        Hover, Cruise (fly), Descent, Swoop, Powered, Ascent, Perfect Ascent, Guarded Flight,
        Slow Fly""",
    "teleport": """Laden Teleport, Failsafe, Risky, Sensed, Vague, Known, Description, Exist,
        Oriented, Stable, Subtle, Traceless, Passenger, Unbarred""",
    "space": "Braced, Guarded Drift, Stabilized, Airless",
}
# Those whose names are the source's own, from its tables or from what other upgrades call them.
NAMED_BY_THE_SOURCE = """Bloody, Slippery, Improved Stealth, Flit, Lightfoot, Clamber, Climb, Scale,
    Cling, Ceiling, Vault, Acrobat, Surface Runner, Breaker, Driller, Fast Digger, Tunneler, Cruise,
    Unstoppable, Flatten, Cruise (swim), Cutter, Dreadnought, Perfectly Agile, Ballasted,
    Strong Flier, Hover, Cruise (fly), Swoop, Powered, Ascent, Perfect Ascent, Slow Fly, Failsafe,
    Risky, Sensed, Vague, Known, Description, Exist, Stable, Traceless"""


def listed(names):
    return [name.strip() for name in names.split(",")]


@pytest.mark.parametrize("movement_set", UPGRADES)
def test_a_set_has_the_upgrades_of_the_source_and_no_others(movement_set):
    found = [row.name for row in ROWS if row.movement_set == movement_set]
    assert found == listed(UPGRADES[movement_set])


def test_the_names_that_are_not_the_sources_are_marked_as_ours():
    assert [row.name for row in ROWS if not row.coined] == listed(NAMED_BY_THE_SOURCE)


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


def test_the_tree_of_each_set_has_its_upgrades_in_order_each_below_what_it_needs():
    for name, upgrades in UPGRADES.items():
        tree = impairment.upgrade_tree(name)
        assert [upgrade for _, upgrade in tree] == listed(upgrades)
        assert [depth for depth, _ in tree] == [len(impairment.requirements(n)) for _, n in tree]


def test_a_chain_goes_from_first_to_last():
    assert impairment.requirements("Cling") == ("Rough Terrain", "Clamber", "Climb", "Scale")
    assert impairment.requirements("cling") == impairment.requirements("Cling")


def test_an_upgrade_is_of_the_set_of_what_it_requires():
    sets = {row.name: row.movement_set for row in ROWS}
    assert all(sets[row.requirement] == row.movement_set for row in ROWS if row.requirement)


def test_how_often_upgrades_may_be_taken():
    often = {row.name: row.times for row in ROWS if row.times != 1}
    assert often == {
        "Slippery": 3,
        "Speed": None,
        "Improved Stealth": 3,
        "Covered Trail": 3,
        "Unstoppable": None,
        "Passenger": None,
    }


def test_every_limit_is_of_a_set_and_what_lifts_it_is_of_that_set():
    sets = {row.name: row.movement_set for row in ROWS}
    limits = authored.rows("impairment-limits")
    assert {row.movement_set for row in limits} == set(sets.values()) - {"any"}
    for row in limits:
        assert row.lifted_by is None or sets[row.lifted_by] == row.movement_set


def test_limits_and_exposures_give_attackers_as_many_advantages():
    limits = {row.lifted_by: row.figure for row in authored.rows("impairment-limits")}
    for name in ("Guarded Stroke", "Guarded Flight", "Guarded Drift", "Oriented"):
        (row,) = (
            each
            for each in authored.rows("impairment-exposures")
            if name in (each.eased_by, each.lifted_by)
        )
        assert limits[name] == row.advantages
