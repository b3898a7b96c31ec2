"""The tree of upgrades."""

import csv
from pathlib import Path

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


def test_the_tree_of_each_set_has_its_upgrades_in_order_each_below_what_it_needs():
    for name in dict.fromkeys(row["movement_set"] for row in TYPED):
        tree = impairment.upgrade_tree(name)
        upgrades = [row["name"] for row in TYPED if row["movement_set"] == name]
        assert [upgrade for _, upgrade in tree] == upgrades
        assert [depth for depth, _ in tree] == [len(impairment.requirements(n)) for _, n in tree]
