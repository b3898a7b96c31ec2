"""Cover, falls, being prone, sound, and the figures of conditions."""

from fractions import Fraction

import pytest

from sfrules import authored

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
