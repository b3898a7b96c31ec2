"""Tables of monsters by level, role and kind."""

from collections.abc import Callable

from sfrules import authored
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.book.tables.characters import DEFENSES
from sfrules.book.tables.ranges import hero_levels
from sfrules.rules import core

attack = authored.row("typical", "attack_bonus").usual
speed = authored.row("typical", "monster_speed").usual


def _by_durability(rule: Callable[[int, str], int], roles: str, told: str) -> dict[str, object]:
    """A column for each durability: what a rule answers for the first role that has it."""
    first = {row.durability: row.id for row in reversed(facts(roles).rows)}
    return {
        row.name: (lambda level, role=first[row.id]: rule(level, role), told.format(row.id))
        for row in facts("durability")
    }


by_level = {
    "Level": (int, "The monster's level."),
    "Hit points": _by_durability(
        core.monster_hit_points,
        "monster-roles",
        "Hit points of a standard monster of {} durability.",
    ),
    "A hit deals": {
        "Damage": (core.monster_damage, "The damage of a hit."),
        "Extra": (core.monster_extra_damage, "The extra damage."),
    },
}
book.table(
    "monsters-by-level",
    "Monsters, by level",
    hero_levels(),
    by_level,
    group=core.tier,
    facts=("monster-levels", "monster-roles", "durability"),
    sources=("SF-36", "LE-18", "LE-20", "LE-23"),
)


minion = {
    "Level": (int, "The minion's level."),
    "Damage": (core.minion_damage, "The damage of a minion's hit."),
    "Threshold": _by_durability(
        core.minion_threshold, "minion-roles", "Damage that fells a minion of {} durability."
    ),
}
book.table(
    "minions-by-level",
    "Minions, by level",
    [row.level for row in authored.rows("monster-levels") if row.minion_damage is not None],
    minion,
    group=core.tier,
    facts=("monster-levels", "minion-roles", "durability"),
    sources="LE-21",
)

roles, of_minions = facts("monster-roles"), facts("minion-roles")


def _figures(role: Row) -> dict[str, object]:
    told = ("manner", "source")
    return {name: cell for name, cell in dict(role).items() if name not in told}


def _of_its_own(role: Row) -> list[Row]:
    """A role, and after it the same role of minions where that has other figures."""
    minions = of_minions.where(id=role.id)
    return [role, *(row for row in minions if _figures(row) != _figures(role))]


role = {
    "Role": (
        lambda row: f"{row.name} minion" if row in of_minions.rows else row.name,
        "The name of the role.",
    ),
    "Durability": ("durability", "What its hit points go by."),
    "Defenses": DEFENSES,
    "Reaction": ("reaction", "signed", "The reaction modifier."),
    "Initiative": ("initiative", "signed", "The initiative modifier."),
    "To hit": (lambda row: attack + row.attack_modifier, "signed", "The attack bonus."),
    "Extra damage": (
        lambda row: row.extra_damage or None,
        "Whether every hit deals the extra damage too.",
    ),
    "Speed": (lambda row: speed + row.speed_modifier, "", "squares", "The usual speed on foot."),
}
book.table(
    "monster-roles",
    "Roles of monsters",
    [each for row in roles for each in _of_its_own(row)],
    role,
    facts=("monster-roles", "minion-roles", "typical"),
    sources=("LE-19", "LE-21"),
)

kind = {
    "Kind": ("name", "The kind of monster."),
    "Hit points": (core.kind_multiplier, "times", "What hit points are times."),
    "Action points": ("action_points", "How many it has."),
    "Saves to endure": ("shrugs", "How many as its turn begins."),
    "Modifier": ("shrug_modifier", "signed", "Of those saves."),
}
book.table(
    "monster-kinds",
    "Kinds of monster",
    facts("monster-kinds").keys(),
    kind,
    sources=("LE-18", "LE-22"),
)
