"""Tables of what one can do in a turn, and of what may stand in the way."""

from sfrules import authored
from sfrules.book.tables.fields import counted, facts, ids, text
from sfrules.ground.formats import signed
from sfrules.press.things.tables.table import Column, Table
from sfrules.rules import core


def actions() -> Table:
    """The kinds of action, and how many of each there are."""
    return Table(
        id="actions",
        caption="Actions, and how many you have",
        stub=text("actions", "name", "Action", "The kind of action."),
        columns=(
            Column("How many", _limit, "How many you have.", text=True),
            Column("When", _when, "On whose turn you take it.", text=True),
            text("actions", "what", "What for", "What it is mostly used for."),
        ),
        rows=ids("actions"),
        authored=("actions",),
        sources=facts("actions"),
    )


def _limit(action: str) -> str:
    row = authored.row("actions", action)
    return "as many as you like" if row.limit is None else f"{row.limit} a {row.per}"


def _when(action: str) -> str:
    return "your turn" if authored.row("actions", action).own_turn else "the turns of others"


def maneuvers() -> Table:
    """What everybody can do with an action."""
    return Table(
        id="maneuvers",
        caption="Maneuvers, by the action that they take",
        stub=text("maneuvers", "name", "Maneuver", "What it is called."),
        columns=(
            Column("Action", _action_of, "The kind of action that it takes.", text=True),
            Column("What you do", _what_it_does, "What it does.", text=True),
        ),
        rows=ids("maneuvers"),
        group=_action_of,
        authored=("maneuvers", "actions"),
        sources=facts("maneuvers"),
    )


def _what_it_does(maneuver: str) -> str:
    """What it does, with its figures, and whether it hinders."""
    row = authored.row("maneuvers", maneuver)
    squares = counted(row.squares, "squares") if row.squares else ""
    told = row.what.format(squares=squares, bonus=signed(row.defense_bonus or 0))
    return f"{told} You are hindered." if row.hinders else told


def _action_of(maneuver: str) -> str:
    return str(authored.row("actions", authored.row("maneuvers", maneuver).action).name)


def hit_modifiers() -> Table:
    """What the moment adds to an attack roll, or takes from it."""
    return Table(
        id="hit-modifiers",
        caption="Modifiers to hit",
        stub=text("hit-modifiers", "name", "Because of", "What modifies the roll."),
        columns=(
            Column("Modifier", core.hit_modifier, "What the attack roll gains.", style="signed"),
            text("hit-modifiers", "when", "When", "When it counts."),
        ),
        rows=ids("hit-modifiers"),
        authored=("hit-modifiers",),
        sources=facts("hit-modifiers"),
    )


def conditions() -> Table:
    """What may befall somebody in a fight."""
    return Table(
        id="conditions",
        caption="Conditions",
        stub=text("conditions", "name", "Condition", "What it is called."),
        columns=(
            text("conditions", "what", "What it means", "What it does to you."),
            text("conditions", "milder", "Milder", "What it is when something makes it milder."),
        ),
        rows=ids("conditions"),
        authored=("conditions",),
        sources=facts("conditions"),
    )
