"""Cover, falls, being prone, sound, and the figures of conditions."""

from fractions import Fraction

import pytest

from sfrules import authored
from sfrules.rules import terrain


@pytest.mark.parametrize(("cover", "bonus"), [("quarter", 1), ("half", 2), ("full", 4)])
def test_cover_adds_to_resistances(cover, bonus):
    assert terrain.cover_bonus(cover) == bonus


def test_there_is_no_other_cover():
    with pytest.raises(ValueError, match='^cover is "most"; allowed: "quarter", "half" or "full"$'):
        terrain.cover_bonus("most")


@pytest.mark.parametrize(
    ("metres", "damage"),
    [
        (0, 0),
        (2, 0),
        (3, 0),
        (3.05, 0),
        (3.1, 1),
        (3.5, 5),
        (Fraction(10, 3), 3),
        (4, 10),
        (5, 20),
        (30, 270),
    ],
)
def test_a_fall_of_more_than_3_meters_hurts(metres, damage):
    assert terrain.fall_damage(metres) == damage


@pytest.mark.parametrize(("damage", "halved"), [(0, 0), (1, 0), (6, 3), (7, 3)])
def test_someone_prone_deals_half(damage, halved):
    assert terrain.prone_damage(damage) == halved


@pytest.mark.parametrize("material", ["wood", "metal", "shallow water"])
def test_sound_passes_a_meter(material):
    assert terrain.sound_depth(material) == 1
    assert terrain.sound_passes(material, 0.9)
    assert terrain.sound_passes(material, 1)
    assert not terrain.sound_passes(material, 1.1)


@pytest.mark.parametrize("material", ["rock", "deep water"])
def test_sound_passes_no_rock_and_no_deep_water(material):
    assert terrain.sound_depth(material) == 0
    assert not terrain.sound_passes(material, 0.1)


# Condition, and what it changes, by the columns of its table.
FIGURES = {
    "flanked": {"foe_precision": 1, "foes": 2},
    "prone": {"resistances": -2, "cover": "half", "damage_share": Fraction(1, 2)},
    "behind_creatures": {"cover": "half"},
    "high_ground": {"precision": 1},
    "low_ground": {"precision": -1},
    "ambushed": {"spd": -2, "precision": -1, "resistances": -1},
}
TEXTS = {"id", "name", "effect", "source"}


@pytest.mark.parametrize("row", authored.rows("terrain-conditions"), ids=lambda row: row.id)
def test_figures_of_conditions(row):
    cells = authored.cells_of(row)
    changed = {
        column: cell for column, cell in cells.items() if column not in TEXTS and cell is not None
    }
    assert changed == FIGURES.get(row.id, {})
