"""Tables of dice and of the weapons that roll them."""

from fractions import Fraction
from operator import attrgetter

from sfrules import authored
from sfrules.authored import Row
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import core

# How many W the table of weapons rolls for an example.
WEAPON_DICE = (2, 3, 7)


def dice() -> Table:
    """The dice of the game, and what each is rolled for."""
    return Table(
        id="dice",
        caption="Dice, and what they are rolled for",
        stub=Column("Die", str, "The die as it is written.", text=True),
        columns=(
            Column("Lowest", core.lowest_roll, "The lowest face."),
            Column("Average", core.average, "The average of all faces."),
            Column("Highest", core.highest_roll, "The highest face."),
            _rolled_for("Checks", "checks", "Whether checks roll it."),
            _rolled_for("Action points", "action_points", "Whether action point checks roll it."),
            _rolled_for("Damage", "damage", "Whether damage rolls it."),
        ),
        rows=tuple(row.id for row in authored.rows("dice")),
        authored=("dice",),
        sources=("SF-01",),
    )


def checks() -> Table:
    """Every kind of check: its die, and what it must reach."""
    return Table(
        id="checks",
        caption="Checks, their dice, and what they must reach",
        stub=Column("Check", attrgetter("name"), "The kind of check.", text=True),
        columns=(
            Column("Die", attrgetter("die"), "The die that it rolls.", text=True),
            Column("Must reach", _must_reach, "What its total must reach.", text=True),
        ),
        rows=authored.rows("checks"),
        rules=(core.save_target, core.action_point_target),
        authored=("checks",),
        sources=("SF-03", "SF-04", "SF-13"),
    )


def _must_reach(check: Row) -> str:
    """What a check is made against, or the number that is the same every time."""
    fixed = {"save": core.save_target, "action_point_check": core.action_point_target}
    return str(check.against or fixed[check.id]())


def _rolled_for(heading: str, field: str, description: str) -> Column:
    return Column(
        heading, lambda die: getattr(authored.row("dice", die), field), description, text=True
    )


def weapons() -> Table:
    """The die of each weapon, and what some W are with it."""
    return Table(
        id="weapons",
        caption="Weapons and their dice",
        stub=Column("Weapon", _weapon_name, "The weapon in your hand.", text=True),
        columns=(
            Column("W", core.weapon_die, "The weapon's damage die, which W stands for.", text=True),
            Column("Average", _average, "What the die rolls on average."),
            Column("Lowest", _lowest, "The least that the die rolls."),
            Column("Highest", _highest, "The most that the die rolls."),
            Spanner("For example", tuple(_example(count) for count in WEAPON_DICE)),
        ),
        rows=tuple(row.id for row in authored.rows("weapons")),
        rules=(core.average, core.lowest_roll, core.highest_roll, core.weapon_dice),
        authored=("weapons",),
        sources=("SF-07",),
    )


def _weapon_name(weapon: str) -> str:
    return str(authored.row("weapons", weapon).name)


def _average(weapon: str) -> Fraction:
    return core.average(core.weapon_die(weapon))


def _lowest(weapon: str) -> int:
    return core.lowest_roll(core.weapon_die(weapon))


def _highest(weapon: str) -> int:
    return core.highest_roll(core.weapon_die(weapon))


def _example(count: int) -> Column:
    return Column(
        f"{count}W", _several, f"The dice to roll for {count}W.", given={"count": count}, text=True
    )


def _several(weapon: str, count: int) -> str:
    return core.weapon_dice(count, weapon)
