"""The tables of the book: each says what it holds, and the rules fill its cells."""

from collections.abc import Callable

from sfrules.book.tables import (
    abilities,
    action_points,
    characters,
    checks,
    damage,
    dice,
    progression,
    reference,
    scale,
)
from sfrules.press.things.table import Table

TABLES: dict[str, Callable[[], Table]] = {
    "dice": dice.dice,
    "hit-chance": checks.hit_chance,
    "save-chance": checks.save_chance,
    "level-difference": checks.level_difference,
    "weapons": dice.weapons,
    "dice-multiplier": damage.dice_multiplier,
    "ability-multiplier": damage.ability_multiplier,
    "ability-damage-modifier": damage.ability_damage_modifier,
    "damage-by-level": damage.damage_by_level,
    "multipliers-by-level": damage.multipliers_by_level,
    "action-point-chance": action_points.action_point_chance,
    "escalation-die": action_points.escalation_die,
    "tiers": progression.tiers,
    "hit-points": progression.hit_points,
    "companion-hit-points": progression.companion_hit_points,
    "abilities": abilities.abilities,
    "ability-feeds": abilities.ability_feeds,
    "defense-targets": abilities.defense_targets,
    "typical-ranges": abilities.typical_ranges,
    "speeds": abilities.speeds,
    "scale": scale.scale,
    "scale-modifiers": scale.scale_modifiers,
    "scale-examples": scale.scale_examples,
    "cast": characters.cast,
    "cast-defenses": characters.cast_defenses,
    "monsters": characters.monsters,
    "errata": reference.errata,
    "sources": reference.sources,
}
