"""Tables of chances: to hit, to save, and across a difference in level; a chart of the first."""

from collections.abc import Callable
from functools import partial
from itertools import groupby

from sfrules import authored, n
from sfrules.book.shipped import book
from sfrules.book.tables.ranges import range_text
from sfrules.rules import core

# How far the tables go: from the usual bonus to hit, from an unmodified save, from equal levels.
BONUSES_AROUND = 4
SAVE_MODIFIERS_AROUND = 5
WIDEST_GAP = 11

Gap = tuple[int, int]
Modifier = Callable[[Gap], int]
usual = authored.row("typical", "attack_bonus").usual
defense = authored.row("typical", "defense")

# A reader's own bonus is one row to keep.
hit = {
    "Attack bonus": (int, "signed", "The bonus to hit, with all modifiers counted in."),
    "Defense": {
        n(one): (
            partial(core.check_chance, target=one),
            "percent",
            f"The chance to hit a defense of {n(one)}.",
        )
        for one in range(defense.low, defense.high + 1)
    },
}
book.table(
    "hit-chance",
    "Chance to hit, by attack bonus and defense",
    range(usual - BONUSES_AROUND, usual + BONUSES_AROUND + 1),
    hit,
    facts="typical",
    sources=("SF-02", "SF-05"),
)
save = {
    "Modifier": (int, "signed", "All modifiers to the save together."),
    "Needed on the die": (
        partial(core.needed_roll, target=core.save_target()),
        "The lowest face that saves.",
    ),
    "Chance": (core.save_chance, "percent", "The chance that one save succeeds."),
    "Average length": (
        core.expected_turns_to_save,
        "decimal:2",
        "turns",
        "How many turns the effect lasts on average, with a save at the end of each.",
    ),
}
book.table(
    "save-chance",
    "Saves, by modifier",
    range(-SAVE_MODIFIERS_AROUND, SAVE_MODIFIERS_AROUND + 1),
    save,
    sources="SF-04",
)


def _modifier_and_chance(modifier: Modifier) -> dict[str, object]:
    return {
        "To hit": (modifier, "signed", "The modifier to the attacker's roll."),
        "Chance": (
            lambda gap: core.typical_chance(modifier(gap)),
            "percent",
            "How often a typical attack hits a typical defense, so modified.",
        ),
    }


def _from_above(gap: Gap) -> int:
    return core.level_attack_modifier(1 + gap[0], 1)


def _from_below(gap: Gap) -> int:
    return core.level_attack_modifier(1, 1 + gap[0])


def _gaps() -> tuple[Gap, ...]:
    """The differences in level, those that are worth the same as one."""
    apart = range(WIDEST_GAP + 1)
    alike = (list(each) for _, each in groupby(apart, lambda levels: _from_above((levels, levels))))
    return tuple((each[0], each[-1]) for each in alike)


apart = {
    "Levels apart": (
        lambda gap: range_text(*gap),
        "How many levels lie between attacker and defender.",
    ),
    "Attacker above": _modifier_and_chance(_from_above),
    "Attacker below": _modifier_and_chance(_from_below),
}
book.table(
    "level-difference",
    "Attacks across a difference in level",
    _gaps(),
    apart,
    notes=(
        "The chances are those of a typical attack against a typical defense.",
        f"Between equals that is {n(core.typical_chance(), 'percent')}.",
    ),
    facts="typical",
    sources="SF-06",
)
