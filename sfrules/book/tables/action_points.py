"""Tables of the escalation die and of the checks that it makes likelier, and their chart."""

from functools import partial

from sfrules import Series, n
from sfrules.book.shipped import book
from sfrules.book.tables.ranges import by_step, step_starts
from sfrules.ground.formats import signed
from sfrules.rules import core

# From one that can spoil the first check of a fight to one that makes it certain.
MODIFIERS = range(-1, 4)

rounds = {"Round": (by_step("escalation-die"), "The round of the encounter.")}
die = {
    "Escalation die": (core.escalation_die, "What the die shows."),
    "Attack rolls": (
        lambda now: core.escalated_hit_bonus(0, now),
        "signed",
        "What every attack roll gains.",
    ),
    "Skill checks": (
        lambda now: core.escalated_skill_bonus(0, now),
        "signed",
        "What every skill check loses.",
    ),
}
book.table(
    "escalation-die",
    "The escalation die, by round",
    step_starts("escalation-die"),
    rounds | die,
    sources="SF-14",
)


def _chance(now: int, modifier: int) -> object:
    return core.action_point_chance(core.escalation_die(now), modifier)


check = {
    "Escalation die": (core.escalation_die, "What the die adds to the check."),
    "Modifier": {
        n(modifier, "signed"): (
            partial(_chance, modifier=modifier),
            "percent",
            f"The chance with a modifier of {n(modifier, 'signed')}.",
        )
        for modifier in MODIFIERS
    },
}
chance = book.table(
    "action-point-chance",
    "Chance of an action point check, by round and modifier",
    step_starts("escalation-die"),
    rounds | check,
    sources=("SF-13", "SF-14"),
)
book.chart(
    "action-point-chance",
    "Chance of an action point check, by round",
    chance,
    "bars",
    caption="Chance of an action point check without modifiers, by round.",
    up="Chance",
    columns=[Series(signed(0), "Without modifiers")],
)
