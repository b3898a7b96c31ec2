"""Tables of monsters by level, role and kind."""

from functools import partial

from sfrules import authored
from sfrules.book.tables.fields import field, ids, text
from sfrules.book.tables.ranges import hero_levels
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import core


def monsters_by_level() -> Table:
    """Hit points, and the damage of a hit, at every level."""
    return Table(
        id="monsters-by-level",
        caption="Monsters, by level",
        stub=Column("Level", int, "The monster's level."),
        columns=(
            Spanner("Hit points", tuple(_durable(row.id, row.name) for row in _durabilities())),
            Spanner(
                "A hit deals",
                (
                    Column("Damage", core.monster_damage, "The damage of a hit."),
                    Column("Extra", core.monster_extra_damage, "The extra damage."),
                ),
            ),
        ),
        rows=hero_levels(),
        group=core.tier,
        rules=(core.monster_hit_points,),
        authored=("monster-levels", "monster-roles", "durability"),
        sources=("SF-36", "LE-18", "LE-20", "LE-23"),
    )


def minions_by_level() -> Table:
    """The damage of a minion's hit, and what fells one, at every level that has minions."""
    return Table(
        id="minions-by-level",
        caption="Minions, by level",
        stub=Column("Level", int, "The minion's level."),
        columns=(
            Column("Damage", core.minion_damage, "The damage of a minion's hit."),
            Spanner("Threshold", tuple(_threshold(row.id, row.name) for row in _durabilities())),
        ),
        rows=tuple(
            row.level for row in authored.rows("monster-levels") if row.minion_damage is not None
        ),
        group=core.tier,
        rules=(core.minion_threshold,),
        authored=("monster-levels", "minion-roles", "durability"),
        sources=("LE-21",),
    )


def _durabilities() -> tuple[authored.Row, ...]:
    return tuple(authored.rows("durability"))


def _durable(durability: str, name: str) -> Column:
    return Column(
        name,
        partial(_hit_points, durability=durability),
        f"Hit points of a standard monster of {durability} durability.",
    )


def _hit_points(level: int, durability: str) -> int:
    return core.monster_hit_points(level, _first("monster-roles", durability))


def _threshold(durability: str, name: str) -> Column:
    return Column(
        name,
        partial(_fells, durability=durability),
        f"Damage that fells a minion of {durability} durability.",
    )


def _first(table: str, durability: str) -> str:
    """The first role of a durability."""
    return next(str(row.id) for row in authored.rows(table) if row.durability == durability)


def _fells(level: int, durability: str) -> int:
    return core.minion_threshold(level, _first("minion-roles", durability))


def monster_roles() -> Table:
    """What the role of a monster makes of its figures."""
    return _roles("monster-roles", "Roles of monsters", "LE-19")


def minion_roles() -> Table:
    """What the role of a minion makes of its figures."""
    return _roles("minion-roles", "Roles of minions", "LE-21")


def _roles(id: str, caption: str, source: str) -> Table:
    return Table(
        id=id,
        caption=caption,
        stub=text(id, "name", "Role", "The name of the role."),
        columns=(
            text(id, "durability", "Durability", "What its hit points go by."),
            Spanner("Defenses", _defenses(id)),
            _signed(id, "reaction", "Reaction", "The reaction modifier."),
            _signed(id, "initiative", "Initiative", "The initiative modifier."),
            Column("To hit", partial(_to_hit, id), "The attack bonus.", style="signed"),
            Column(
                "Extra damage",
                lambda role: authored.row(id, role).extra_damage or None,
                "Whether every hit deals the extra damage too.",
                text=True,
            ),
            Column("Speed", partial(_speed, id), "The usual speed on foot.", "squares"),
        ),
        rows=ids(id),
        authored=(id, "typical"),
        sources=(source,),
    )


def _defenses(id: str) -> tuple[Column, ...]:
    return (
        Column("AC", field(id, "armor_class"), "Armor Class."),
        Column("Fortitude", field(id, "fortitude"), "The defense of the body."),
        Column("Reflex", field(id, "reflex"), "The defense of quickness."),
        Column("Will", field(id, "will"), "The defense of the mind."),
    )


def _signed(id: str, name: str, heading: str, description: str) -> Column:
    return Column(heading, field(id, name), description, style="signed")


def _to_hit(id: str, role: str) -> int:
    usual: int = authored.row("typical", "attack_bonus").usual
    modifier: int = authored.row(id, role).attack_modifier
    return usual + modifier


def _speed(id: str, role: str) -> int:
    usual: int = authored.row("typical", "monster_speed").usual
    modifier: int = authored.row(id, role).speed_modifier
    return usual + modifier


def monster_kinds() -> Table:
    """How much more than others an elite or a solo monster is."""
    kinds = "monster-kinds"
    return Table(
        id=kinds,
        caption="Kinds of monster",
        stub=text(kinds, "name", "Kind", "The kind of monster."),
        columns=(
            Column("Hit points", core.kind_multiplier, "What hit points are times.", style="times"),
            Column("Action points", field(kinds, "action_points"), "How many it has."),
            Column("Saves to endure", field(kinds, "shrugs"), "How many as its turn begins."),
            Column("Modifier", field(kinds, "shrug_modifier"), "Of those saves.", style="signed"),
        ),
        rows=ids(kinds),
        authored=(kinds,),
        sources=("LE-18", "LE-22"),
    )
