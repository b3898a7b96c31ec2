"""Tables of chances: to hit, to save, and across a difference in level."""

from collections.abc import Callable
from fractions import Fraction
from itertools import groupby

from sfrules import authored
from sfrules.book.tables.ranges import range_text
from sfrules.ground.formats import percent
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import core

# How far the tables go: from the usual bonus to hit, from an unmodified save, from equal levels.
BONUSES_AROUND = 4
SAVE_MODIFIERS_AROUND = 5
WIDEST_GAP = 11

Gap = tuple[int, int]
Modifier = Callable[[Gap], int]


def hit_chance() -> Table:
    """The chance to hit, by bonus and defense: a reader's own bonus is one row to keep."""
    usual, defense = _usual_bonus(), authored.row("typical", "defense")
    return Table(
        id="hit-chance",
        caption="Chance to hit, by attack bonus and defense",
        stub=Column(
            "Attack bonus",
            int,
            "The bonus to hit, with all modifiers counted in.",
            style="signed",
        ),
        columns=(
            Spanner(
                "Defense", tuple(_against(one) for one in range(defense.low, defense.high + 1))
            ),
        ),
        rows=tuple(range(usual - BONUSES_AROUND, usual + BONUSES_AROUND + 1)),
        authored=("typical",),
        sources=("SF-02", "SF-05"),
    )


def _against(defense: int) -> Column:
    return Column(
        str(defense),
        core.check_chance,
        f"The chance to hit a defense of {defense}.",
        style="percent",
        given={"target": defense},
    )


def _usual_bonus() -> int:
    bonus: int = authored.row("typical", "attack_bonus").usual
    return bonus


def _typical_chance(modifier: int) -> Fraction:
    """The chance of a typical attack against a typical defense, once modified."""
    return core.check_chance(_usual_bonus() + modifier, authored.row("typical", "defense").usual)


def save_chance() -> Table:
    """The chance of a save, and how long it lets an effect last."""
    return Table(
        id="save-chance",
        caption="Saves, by modifier",
        stub=Column("Modifier", int, "All modifiers to the save together.", style="signed"),
        columns=(
            Column(
                "Needed on the die",
                core.needed_roll,
                "The lowest face that saves.",
                given={"target": core.save_target()},
            ),
            Column("Chance", core.save_chance, "The chance that one save succeeds.", "", "percent"),
            Column(
                "Average length",
                core.expected_turns_to_save,
                "How many turns the effect lasts on average, with a save at the end of each.",
                "turns",
                "decimal:2",
            ),
        ),
        rows=tuple(range(-SAVE_MODIFIERS_AROUND, SAVE_MODIFIERS_AROUND + 1)),
        sources=("SF-04",),
    )


def level_difference() -> Table:
    """What a difference in level does to an attack, from either side of it."""
    return Table(
        id="level-difference",
        caption="Attacks across a difference in level",
        stub=Column(
            "Levels apart",
            lambda gap: range_text(*gap),
            "How many levels lie between attacker and defender.",
            text=True,
        ),
        columns=(
            Spanner("Attacker above", _modifier_and_chance(_from_above)),
            Spanner("Attacker below", _modifier_and_chance(_from_below)),
        ),
        rows=_gaps(),
        notes=(
            "The chances are those of a typical attack against a typical defense.",
            f"Between equals that is {percent(_typical_chance(0))}.",
        ),
        rules=(core.level_attack_modifier, core.check_chance),
        authored=("typical",),
        sources=("SF-06",),
    )


def _modifier_and_chance(modifier: Modifier) -> tuple[Column, Column]:
    return (
        Column("To hit", modifier, "The modifier to the attacker's roll.", style="signed"),
        Column(
            "Chance",
            lambda gap: _typical_chance(modifier(gap)),
            "How often a typical attack hits a typical defense, so modified.",
            style="percent",
        ),
    )


def _from_above(gap: Gap) -> int:
    return core.level_attack_modifier(1 + gap[0], 1)


def _from_below(gap: Gap) -> int:
    return core.level_attack_modifier(1, 1 + gap[0])


def _gaps() -> tuple[Gap, ...]:
    """The differences in level, those that are worth the same as one."""
    apart = range(WIDEST_GAP + 1)
    alike = (list(each) for _, each in groupby(apart, lambda levels: _from_above((levels, levels))))
    return tuple((each[0], each[-1]) for each in alike)
