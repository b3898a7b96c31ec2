"""Tables of what one can do in a turn, and of what may stand in the way."""

from sfrules import authored
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.book.tables.fields import counted
from sfrules.ground.formats import signed
from sfrules.rules import core


def _limit(action: Row) -> str:
    return "as many as you like" if action.limit is None else f"{action.limit} a {action.per}"


action = {
    "Action": ("name", "The kind of action."),
    "How many": (_limit, "How many you have."),
    "When": (
        lambda row: "your turn" if row.own_turn else "the turns of others",
        "On whose turn you take it.",
    ),
    "What for": ("what", "What it is mostly used for."),
}
book.table("actions", "Actions, and how many you have", facts("actions"), action)


def _what_it_does(maneuver: Row) -> str:
    """What it does, with its figures, and whether it hinders."""
    squares = counted(maneuver.squares, "squares") if maneuver.squares else ""
    told = maneuver.what.format(squares=squares, bonus=signed(maneuver.defense_bonus or 0))
    return f"{told} You are hindered." if maneuver.hinders else told


def _action_of(maneuver: Row) -> str:
    return str(authored.row("actions", maneuver.action).name).removesuffix(" action")


maneuver = {
    "Maneuver": ("name", "What it is called."),
    "Action": (_action_of, "The kind of action that it takes."),
    "What you do": (_what_it_does, "What it does."),
}
book.table(
    "maneuvers",
    "Maneuvers, by the action that they take",
    facts("maneuvers"),
    maneuver,
    group=_action_of,
)

modifier = {
    "Because of": ("name", "What modifies the roll."),
    "Modifier": (core.hit_modifier, "signed", "What the attack roll gains."),
    "When": ("when", "When it counts."),
}
book.table("hit-modifiers", "Modifiers to hit", facts("hit-modifiers").keys(), modifier)

condition = {
    "Condition": ("name", "What it is called."),
    "What it means": ("what", "What it does to you."),
    "Milder": ("milder", "What it is when something makes it milder."),
}
book.table("conditions", "Conditions", facts("conditions"), condition)
