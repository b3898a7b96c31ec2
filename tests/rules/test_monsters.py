"""Monsters by level, each figure typed from the tables of the later edition."""

from sfrules import authored

# Durability, the four defenses, reaction, initiative, modifiers to hit and to speed.
ROLES = {
    "artillery": ("medium", 12, 10, 12, 12, -4, 2, 0, 0),
    "brute": ("high", 11, 14, 10, 12, 0, -2, -1, 0),
    "controller": ("medium", 13, 13, 11, 15, -2, -2, 0, 0),
    "lurker": ("low", 14, 13, 15, 11, -4, 2, 0, 0),
    "skirmisher": ("medium", 13, 11, 15, 13, -2, 0, 0, 1),
    "soldier": ("high", 15, 15, 13, 14, 2, 0, -1, -1),
}
MINION_ROLES = {
    "artillery": ("low", 12, 10, 12, 12, -4, 2, 0, 0),
    "brute": ("high", 12, 14, 10, 12, 0, -2, -1, 0),
    "controller": ("medium", 13, 13, 11, 15, -2, -2, 0, 0),
    "skirmisher": ("medium", 13, 11, 15, 13, -2, 0, 0, 1),
    "soldier": ("high", 15, 14, 13, 13, 2, 0, 0, -1),
}


def figures(table: str) -> dict[str, tuple[object, ...]]:
    columns = (
        *("durability", "armor_class", "fortitude", "reflex", "will"),
        *("reaction", "initiative", "attack_modifier", "speed_modifier"),
    )
    return {
        row.id: tuple(getattr(row, column) for column in columns) for row in authored.rows(table)
    }


def test_the_role_settles_the_other_figures():
    assert figures("monster-roles") == ROLES
    assert figures("minion-roles") == MINION_ROLES
