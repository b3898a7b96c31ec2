"""Tables of the escalation die and of the checks that it makes likelier."""

from sfrules.book.tables.ranges import step_range, step_starts
from sfrules.ground.formats import signed
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import core

# From one that can spoil the first check of a fight to one that makes it certain.
MODIFIERS = range(-1, 4)


def escalation_die() -> Table:
    """The escalation die by round, and what it does to rolls."""
    return Table(
        id="escalation-die",
        caption="The escalation die, by round",
        stub=_rounds(),
        columns=(
            Column("Escalation die", core.escalation_die, "What the die shows."),
            Column(
                "Attack rolls",
                lambda now: core.escalated_hit_bonus(0, now),
                "What every attack roll gains.",
                style="signed",
            ),
            Column(
                "Skill checks",
                lambda now: core.escalated_skill_bonus(0, now),
                "What every skill check loses.",
                style="signed",
            ),
        ),
        rows=step_starts("escalation-die", "round"),
        rules=(core.escalated_hit_bonus, core.escalated_skill_bonus),
        authored=("escalation-die",),
        sources=("SF-14",),
    )


def action_point_chance() -> Table:
    """The chance of an action point check by round, with and without modifiers."""
    return Table(
        id="action-point-chance",
        caption="Chance of an action point check, by round and modifier",
        stub=_rounds(),
        columns=(
            Column("Escalation die", core.escalation_die, "What the die adds to the check."),
            Spanner("Modifier", tuple(map(_with, MODIFIERS))),
        ),
        rows=step_starts("escalation-die", "round"),
        rules=(core.action_point_chance,),
        authored=("escalation-die",),
        sources=("SF-13", "SF-14"),
    )


def _rounds() -> Column:
    return Column(
        "Round",
        step_range,
        "The round of the encounter.",
        given={"table": "escalation-die", "counted": "round"},
        text=True,
    )


def _with(modifier: int) -> Column:
    return Column(
        signed(modifier),
        _chance,
        f"The chance with a modifier of {signed(modifier)}.",
        style="percent",
        given={"modifier": modifier},
    )


def _chance(now: int, modifier: int) -> object:
    return core.action_point_chance(core.escalation_die(now), modifier)
