"""The tree of upgrades."""

import csv
from pathlib import Path

import pytest

from sfrules import authored
from sfrules.rules import impairment

ROWS = authored.rows("upgrades")

# The upgrades of each set in the source's order, what each requires, and whether its name is the source's own, from
# its tables or from what other upgrades call it; the names it lost are this book's.
with Path(__file__).with_name("upgrades.csv").open(encoding="utf-8", newline="") as file:
    TYPED = list(csv.DictReader(file))


def test_the_upgrades_are_those_of_the_source_with_their_requirements_and_no_others():
    found = [(row.movement_set, row.name, row.requirement or "") for row in ROWS]
    sets = dict.fromkeys(row["movement_set"] for row in TYPED)
    in_order = [each for name in sets for each in found if each[0] == name]
    assert in_order == [(row["movement_set"], row["name"], row["requirement"]) for row in TYPED]
    assert len(found) == len(in_order)


def test_the_names_that_are_not_the_sources_are_marked_as_ours():
    named = {row["name"] for row in TYPED if row["named by the source"]}
    assert {row.name for row in ROWS if not row.coined} == named


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
    for name in dict.fromkeys(row["movement_set"] for row in TYPED):
        tree = impairment.upgrade_tree(name)
        upgrades = [row["name"] for row in TYPED if row["movement_set"] == name]
        assert [upgrade for _, upgrade in tree] == upgrades
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
