"""A hero of each role, made from the pages alone and raised to level 6.

The choices are those that a player writes down, and each figure was typed by hand: the figures of
class, origin and equipment from Make a hero, what goes by level from Level by level.
"""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from sfrules import authored
from sfrules.rules import core
from sfrules.rules.creation.sheet import sheet

# What the plain way does not ask for, and what levels above 6 bring.
LATER = dict.fromkeys(("third", "better", "weak"), "strength") | {
    f"point_{place}": "charisma" for place in range(2, 7)
}


def columns(text: str, keys: int) -> dict[str, dict[tuple[str, ...], str]]:
    """What each role has, by the words at the left of a text."""
    head, *rows = (line.split() for line in text.splitlines())
    roles = enumerate(head[keys:], keys)
    return {role: {tuple(row[:keys]): row[at] for row in rows} for at, role in roles}


# A point stands for a figure that nobody has typed.
CHOSEN, MADE = Path(__file__).with_name("heroes_raised.txt").read_text("utf-8").split("\n\n")
HEROES = {
    role: LATER | {name: choice for (name,), choice in column.items()}
    for role, column in columns(CHOSEN, 1).items()
}
FIGURES = columns(MADE, 2)
ABILITIES = ("strength", "constitution", "dexterity", "wisdom", "charisma", "intelligence")
# At level 6: a power, how the page prints its damage, its dice in this hero's hand, its average.
DEALT = {
    "defender": ("Nailed boot", "AC: 2W + first", "2d8", Fraction(77, 4)),
    "striker": ("Running blow", "Ref: 2W + first", "2d4", Fraction(53, 4)),
    "controller": ("Stone sleep", "Fort: 3d6 + first", "3d6", Fraction(43, 2)),
    "support": ("Plant the banner", "AC: 3W + first", "3d8", Fraction(26)),
}


def printed(table: str) -> dict[str, dict[str, str]]:
    """The rows of a table as its page prints them, by the words in their first column."""
    file = authored.root() / "tables" / "printed" / f"{table}.csv"
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return {next(iter(row.values())): row for row in rows}


@pytest.mark.parametrize("role", HEROES)
def test_each_level_up_to_6_is_allowed_and_brings_the_figures_typed_from_the_pages(role):
    made = {level: sheet(HEROES[role] | {"level": level}) for level in range(1, 7)}
    found = {(level, figure): str(made[int(level)][figure]) for level, figure in FIGURES[role]}
    assert found == {
        key: typed if typed != "." else found[key] for key, typed in FIGURES[role].items()
    }


@pytest.mark.parametrize("role", HEROES)
def test_each_power_and_feat_of_a_hero_stands_on_the_page_of_the_role(role):
    page = printed(f"{role}-powers") | printed("feats")
    rows = [*authored.rows("role-powers"), *authored.rows("feats")]
    names = {row.id: row.name for row in rows}
    chosen = [names[id] for id in HEROES[role].values() if id in names]
    assert len(set(chosen)) == 17
    assert set(chosen) <= set(page)


@pytest.mark.parametrize("role", HEROES)
def test_a_power_is_armed_with_what_the_hero_holds(role):
    power, damage, dice, average = DEALT[role]
    assert printed(f"{role}-powers")[power]["Against: hit"] == damage
    made = sheet(HEROES[role] | {"level": 6})
    first = max(made[name] for name in ABILITIES)
    count = damage.partition("W")[0].partition(" ")[2]
    in_hand = core.weapon_dice(int(count), HEROES[role]["weapon"]) if "W" in damage else dice
    assert in_hand == dice
    assert core.average_damage(dice, first, 6) == average
