"""Tables of the powers of the roles, of feats, and of what an attack is worth."""

from collections.abc import Callable

from sfrules import authored, n
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.book.tables.fields import counted
from sfrules.book.tables.play import ABBREVIATIONS, reach_of
from sfrules.rules import core, creation
from sfrules.rules.creation.powers import PLAIN_WEAPON, AttackUse
from sfrules.rules.creation.sheet import FEATS, POWERS, named

ROLES = tuple(dict.fromkeys(row.role for row in authored.rows("role-powers")))
KINDS = {
    "at_will": "At-will attacks",
    "encounter": "Encounter attacks",
    "daily": "Daily attacks",
    "utility": "Utilities",
}
OFTEN = {"at_will": "at will", "encounter": "encounter", "daily": "daily"}


def _use(power: Row) -> str:
    """How often it is used, the action that it takes if that is no standard one, and its reach."""
    action = "" if power.action == "standard" else power.action.replace("_", " ")
    reach = "" if power.reach == "self" else reach_of(power, area="area, ", close="close, ")
    return "; ".join(filter(None, (OFTEN[power.use], action, reach)))


def _hit(power: Row) -> str | None:
    """The defense, and the dice and the ability of a hit: AC: 2W + first."""
    if power.aim is None:
        return None
    count = "" if power.weapon_dice == 1 else power.weapon_dice
    dice = power.dice or f"{count}W"
    damage = f"{dice} + {power.adds}" if power.adds else dice
    return f"{ABBREVIATIONS[power.defense]}: {damage}"


def _what(power: Row) -> str:
    """The lines of the entry below its damage, in their order."""
    squares = "" if power.squares is None else counted(power.squares, "squares")
    lines = (
        power.trigger and f"Set off by {power.trigger}.",
        power.effect,
        power.hit,
        power.miss and f"Miss: {power.miss}.",
        power.sustain and f"Sustain: {power.sustain}.",
        power.reliable and "Reliable.",
    )
    return " ".join(filter(None, lines)).format(squares=squares, extra=power.extra)


def entry(power: Row) -> str:
    """A power in words, as a sheet lists it."""
    return f"{'; '.join(filter(None, (_use(power), _hit(power))))}. {_what(power)}"


power = {
    "Power": ("name", "The power."),
    "Level": ("level", "The level of the power."),
    "Use and reach": (_use, "How often, with which action but a standard one, and whom."),
    "Against: hit": (_hit, "The defense, and the dice and the ability that a hit deals."),
    "What else": (_what, "What else it does: on a hit, if it does not say otherwise."),
}
for role in ROLES:
    book.table(
        f"{role.lower()}-powers",
        f"{role}: powers",
        facts("role-powers").where(role=role),
        power,
        group=lambda row: KINDS[row.kind],
        sources="OD-18",
    )

feat = {"Feat": ("name", "The feat."), "What it does": ("what", "What you can do.")}
book.table(
    "feats",
    "Feats",
    facts("feats"),
    feat,
    group=lambda row: f"{row.kind.capitalize()} feats",
    sources="OD-18",
)

EARLY = [row.level for row in authored.rows("power-damage")]
ABILITY = authored.row("typical", "plain_ability").usual


def _worth(use: AttackUse) -> Callable[[int], int]:
    return lambda level: creation.attack_worth(level, use)


def _deals(count: int) -> Callable[[int], object]:
    dice = core.weapon_dice(count, PLAIN_WEAPON)
    return lambda level: core.average_damage(dice, ABILITY, level)


worth = {
    "Level": (int, "The level."),
    "A monster": {
        "has": (
            lambda level: core.monster_hit_points(level, "skirmisher"),
            "",
            "HP",
            "Hit points of a standard monster of medium durability.",
        ),
        "deals": (core.monster_damage, "Damage of its hit."),
    },
    "An attack is worth": {
        "at will": (_worth("at_will"), "Damage of an attack that is used at will."),
        "encounter": (_worth("encounter"), "Damage of an encounter attack."),
        "daily": (_worth("daily"), "Damage of a daily attack."),
    },
    "A plain hero deals, with": {
        f"{'' if count == 1 else n(count)}W": (_deals(count), "Average, with the ability added.")
        for count in (1, 2, 3, 4)
    },
}
book.table(
    "attack-worth",
    "What an attack is worth",
    EARLY,
    worth,
    rules=(core.average_damage,),
    facts=("power-damage", "monster-levels", "typical"),
    sources=("OD-18", "LE-18", "LE-20"),
)

aim = {
    "Aimed at": ("name", "Whom the attack is aimed at."),
    "At least": ("least", "percent", "The least share of what it is worth."),
    "At most": ("most", "percent", "The greatest share."),
}
book.table("power-aims", "How much of it", facts("power-aims"), aim, sources="OD-18")


def _names(kind: str, table: str) -> Callable[[Row], str]:
    """The powers or feats of a kind that a hero chooses, in the order of the levels."""
    columns = named(kind)
    return lambda hero: ", ".join(authored.row(table, getattr(hero, each)).name for each in columns)


chosen = {
    "Hero": (lambda row: authored.row("hero-choices", row.id).name, "The hero's name."),
    **{
        f"{KINDS[kind]} of level {n([*dict.fromkeys(levels)])}": (
            _names(kind, "role-powers"),
            "The powers, in the order of the levels that bring them.",
        )
        for kind, levels in POWERS.items()
    },
    **{
        f"{kind.replace('_', ' ').capitalize()}s of level {n(levels)}": (
            _names(kind, "feats"),
            "The feats, in the order of the levels that bring them.",
        )
        for kind, levels in FEATS.items()
    },
}
book.table(
    "hero-powers",
    "Powers and feats of the heroes of this book",
    facts("hero-powers"),
    chosen,
    sources=("LE-41", "OD-18"),
)
