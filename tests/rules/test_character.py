"""Abilities, defenses and secondary figures."""

from sfrules import authored

# Armor, the shield's and the class's part of it, what it hinders and slows, and scale.
WORN = {
    "tamsin": (1, 0, 0, 0, 0, 0),
    "orrik": (4, 2, 1, 1, 1, 0),
    "pell": (2, 0, 1, 0, 0, 0),
    "ysane": (3, 0, 1, 1, 1, 0),
    "wick": (2, 0, 0, 0, 0, 0),
}
COLUMNS = ("armor", "shield", "armor_bonus", "armor_penalty", "armor_movement_penalty", "scale")


def test_the_ready_heroes_wear_what_they_have_chosen_and_are_of_human_scale():
    worn = {row.id: tuple(getattr(row, name) for name in COLUMNS) for row in authored.rows("cast")}
    assert worn == WORN
