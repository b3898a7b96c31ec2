"""Tables of monsters with a trick: figures by level, role and kind, and what each can do."""

from functools import partial

from sfrules import authored
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.book.tables.characters import DEFENSES
from sfrules.book.tables.fields import counted
from sfrules.book.tables.play import ABBREVIATIONS, reach_of
from sfrules.ground.formats import signed
from sfrules.rules import core
from sfrules.rules.exact import round_down

HIT = authored.row("typical", "attack_bonus").usual
SPEED = authored.row("typical", "monster_speed").usual
RECHARGE = authored.row("typical", "monster_recharge").usual


def _role(monster: Row) -> Row:
    return authored.row("monster-roles", monster.role)


def _of_role(figure: str) -> object:
    return lambda monster: getattr(_role(monster), figure)


def _to_hit(monster: Row) -> int:
    return HIT + _role(monster).attack_modifier


def _speed(monster: Row) -> int:
    usual: int = SPEED + _role(monster).speed_modifier
    return usual if monster.speed is None else int(monster.speed)


def _who(monster: Row) -> str:
    kind = "" if monster.kind == "standard" else f"{monster.kind} "
    return f"{kind}{monster.role}"


figures = {
    "Monster": ("name", "The monster."),
    "What": (_who, "Its kind, if it is none of the standard ones, and its role."),
    "Level": ("level", "Its level."),
    "HP": (
        lambda row: core.monster_hit_points(row.level, row.role, row.kind),
        "Its hit points, by level, role and kind.",
    ),
    "Defenses": {name: (_of_role(field), text) for name, (field, text) in DEFENSES.items()},
    "Initiative": (_of_role("initiative"), "signed", "The initiative modifier."),
    "Reaction": (_of_role("reaction"), "signed", "The reaction modifier."),
    "Speed": {
        "Foot": (_speed, "", "squares", "The speed on foot."),
        "Air": ("flight", "", "squares", "The speed in the air, if it flies."),
        "Walls": ("climbing", "", "squares", "The speed on walls, if it has one."),
    },
}
book.table(
    "bestiary",
    "Monsters with a trick",
    facts("bestiary"),
    figures,
    facts=("bestiary", "monster-roles", "typical"),
    sources=("LE-18", "LE-19"),
)


def _use(trick: Row) -> str:
    often = f"recharge {RECHARGE} or more" if trick.use == "recharge" else trick.use
    return often if trick.action == "standard" else f"{often}, {trick.action}"


def _roll(trick: Row) -> str:
    if trick.defense is None:
        return "no roll"
    bonus = _to_hit(authored.row("bestiary", trick.owner))
    return f"{signed(bonus)}, {ABBREVIATIONS[trick.defense]}"


def _damage(trick: Row) -> int | None:
    if trick.share is None:
        return None
    monster = authored.row("bestiary", trick.owner)
    return round_down(trick.share * core.role_damage(monster.level, monster.role))


def _effect(trick: Row) -> str:
    squares = "" if trick.squares is None else counted(trick.squares, "squares")
    return str(trick.effect).format(squares=squares)


trick = {
    "Power": ("name", "The power."),
    "Use": (_use, "How often, and the action that it takes if that is no standard action."),
    "Reach": (
        partial(reach_of, area="area, ", close="close, "),
        "Whom it reaches, in squares.",
    ),
    "To hit": (_roll, "The bonus, and the defense that it targets."),
    "Damage": (_damage, "What a hit deals."),
    "What else": (_effect, "What else it does."),
}
for monster in authored.rows("bestiary"):
    book.table(
        f"tricks-{monster.id}",
        f"{monster.name}: powers",
        facts("tricks").where(owner=monster.id),
        trick,
        facts=("tricks", "bestiary", "monster-roles", "typical"),
        sources=("LE-19", "LE-20"),
    )
