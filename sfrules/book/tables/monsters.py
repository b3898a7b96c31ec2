"""Tables of monsters by level, role and kind."""

from collections.abc import Callable, Iterator
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


Role = tuple[str, str]  # the authored table that a role is from, and its id there


def monster_roles() -> Table:
    """What a role makes of the figures of a monster, and of a minion where that differs."""
    columns = (
        Column("Durability", _of("durability"), "What its hit points go by.", text=True),
        Spanner("Defenses", _defenses()),
        Column("Reaction", _of("reaction"), "The reaction modifier.", style="signed"),
        Column("Initiative", _of("initiative"), "The initiative modifier.", style="signed"),
        Column("To hit", _to_hit, "The attack bonus.", style="signed"),
        Column(
            "Extra damage",
            lambda role: _of("extra_damage")(role) or None,
            "Whether every hit deals the extra damage too.",
            text=True,
        ),
        Column("Speed", _speed, "The usual speed on foot.", "squares"),
    )
    return Table(
        id="monster-roles",
        caption="Roles of monsters",
        stub=Column("Role", _role, "The name of the role.", text=True),
        columns=columns,
        rows=tuple(_roles()),
        authored=("monster-roles", "minion-roles", "typical"),
        sources=("LE-19", "LE-21"),
    )


def _roles() -> Iterator[Role]:
    """Each role, and after it the same role of minions where that has other figures."""
    of_minions = {row.id: row for row in authored.rows("minion-roles")}
    for row in authored.rows("monster-roles"):
        yield "monster-roles", row.id
        if row.id in of_minions and _figures(of_minions[row.id]) != _figures(row):
            yield "minion-roles", row.id


def _figures(role: authored.Row) -> dict[str, object]:
    told = ("manner", "source")
    return {name: cell for name, cell in authored.cells_of(role).items() if name not in told}


def _of(name: str) -> Callable[[Role], object]:
    return lambda role: getattr(authored.row(*role), name)


def _role(role: Role) -> str:
    name: str = authored.row(*role).name
    return f"{name} minion" if role[0] == "minion-roles" else name


def _defenses() -> tuple[Column, ...]:
    return (
        Column("AC", _of("armor_class"), "Armor Class."),
        Column("Fortitude", _of("fortitude"), "The defense of the body."),
        Column("Reflex", _of("reflex"), "The defense of quickness."),
        Column("Will", _of("will"), "The defense of the mind."),
    )


def _to_hit(role: Role) -> int:
    usual: int = authored.row("typical", "attack_bonus").usual
    modifier: int = authored.row(*role).attack_modifier
    return usual + modifier


def _speed(role: Role) -> int:
    usual: int = authored.row("typical", "monster_speed").usual
    modifier: int = authored.row(*role).speed_modifier
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
