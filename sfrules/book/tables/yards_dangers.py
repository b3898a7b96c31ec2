"""Tables of what befalls those who move by yards: jumps, falls, vehicles, complications."""

from fractions import Fraction

from sfrules import authored
from sfrules.authored import Row
from sfrules.book.tables.fields import counted, facts, ids, text, told
from sfrules.ground.formats import format_value, percent
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import yards as rules
from sfrules.rules.yards.measures import SMALLEST_SIZE

# How far the tables go: to beasts, to a fall of a mile, to a horse at full gallop.
SIZES: tuple[Fraction | int, ...] = (SMALLEST_SIZE, 1, 2, 3, 4, 5)
ROUNDS = range(1, 7)
VELOCITIES = (4, 5, 7, 9, 10, 12, 15, 20, 25, 30)


def jumps() -> Table:
    """How far a creature jumps, by its Size."""
    run: dict[str, object] = {"running": True}
    return Table(
        id="yards-jumps",
        caption="Jumps, by Size",
        stub=Column("Size", _itself, "The Size of the creature."),
        columns=(
            Spanner(
                "Jump up",
                (
                    Column("Standing", rules.jump_up, "Yards upward, without a run.", "yards"),
                    Column(
                        "Running", rules.jump_up, "Yards upward, after a run.", "yards", "", run
                    ),
                ),
            ),
            Spanner(
                "Leap",
                (
                    Column("Standing", rules.leap, "Yards across, without a run.", "yards"),
                    Column("Running", rules.leap, "Yards across, after a run.", "yards", "", run),
                ),
            ),
            Column("Safe drop", rules.safe_drop, "Yards down that do no harm.", "yards"),
        ),
        rows=SIZES,
        sources=("YD-22",),
    )


def _itself(subject: object) -> object:
    return subject


def falls() -> Table:
    """How far one falls in each round, and by its end."""
    return Table(
        id="yards-falls",
        caption="Falls, by round",
        stub=Column("Round", int, "The round of the fall."),
        columns=(
            Column("Drop", rules.fall_in_round, "Yards fallen during the round.", "yards"),
            Column("In all", rules.fall_after, "Yards fallen by the end of the round.", "yards"),
        ),
        rows=tuple(ROUNDS),
        sources=("YD-23",),
    )


def luck() -> Table:
    """What a luck roll makes of a fall, and of a collision."""
    return Table(
        id="yards-luck",
        caption="Luck rolls of those who fall or collide",
        stub=text("yards-luck", "name", "Luck roll", "The outcome of the roll."),
        columns=(
            told("yards-luck", "What it means", "What a fall or a collision costs.", _shares),
        ),
        rows=ids("yards-luck"),
        authored=("yards-luck",),
        sources=(*facts("yards-luck"), "YD-30"),
    )


def _shares(row: Row) -> dict[str, str]:
    return {"fall": percent(row.fall_share or 0), "collision": percent(row.occupant_share or 0)}


def flight() -> Table:
    """What brings a flier down."""
    return Table(
        id="yards-flight",
        caption="What brings fliers down",
        stub=text("yards-flight", "name", "Affliction", "What comes over the flier."),
        columns=(
            Column("Flier falls", rules.flier_falls, "Whether any other flier falls.", text=True),
            Column(
                "Hoverer falls",
                rules.flier_falls,
                "Whether a flier falls that can hover.",
                given={"hovers": True},
                text=True,
            ),
            text("yards-flight", "recovery", "Way out", "What may stop the fall."),
        ),
        rows=ids("yards-flight"),
        authored=("yards-flight",),
        sources=facts("yards-flight"),
    )


def vehicles() -> Table:
    """What leaving a moving vehicle and colliding with one cost, by its velocity."""
    leaving = authored.row("yards-complications", "leaving_moving_vehicle").die
    collision = authored.row("yards-complications", "collision").die
    return Table(
        id="yards-vehicles",
        caption="Dice of moving vehicles, by velocity",
        stub=Column("Velocity", int, "The velocity of the vehicle in yards.", "yards"),
        columns=(
            Column("Leaving", rules.vehicle_exit_dice, "Dice of Health lost.", leaving),
            Column("Colliding", rules.collision_dice, "Dice of the collision.", collision),
        ),
        rows=VELOCITIES,
        authored=("yards-complications",),
        sources=("YD-29", "YD-30"),
    )


def ground() -> Table:
    """What bad ground, water and tight places call for."""
    return _complications("yards-ground", "Hard ground and tight places", "ground")


def riding() -> Table:
    """What may happen to riders and their mounts."""
    return _complications("yards-riding", "Riders and mounts", "riding")


def driving() -> Table:
    """What may happen to drivers, to those aboard, and to what is in the way."""
    return _complications("yards-driving", "Vehicles in trouble", "driving")


def complications() -> Table:
    """What else may go wrong, and what it calls for."""
    return _complications("yards-complications", "Other complications", "other")


def _complications(id: str, caption: str, part: str) -> Table:
    rows = tuple(row for row in authored.rows("yards-complications") if row.part == part)
    return Table(
        id=id,
        caption=caption,
        stub=text("yards-complications", "name", "Complication", "What it is called."),
        columns=(
            Column("What happens", _outcome, "When it does, and what comes of a roll.", text=True),
        ),
        rows=tuple(row.id for row in rows),
        authored=("yards-complications",),
        sources=tuple(dict.fromkeys(row.source for row in rows)),
    )


def _figures(row: Row) -> dict[str, str]:
    named = {"boons": "boons", "banes": "banes", "yards": "yards", "roll_boons": "boons"}
    figures = {name: counted(getattr(row, name) or 0, unit) for name, unit in named.items()}
    return figures | {"size": format_value(row.size or 0), "die": row.die or ""}


def _outcome(complication: str) -> str:
    row = authored.row("yards-complications", complication)
    rolled = {
        "Critical success": row.critical_success,
        "Success": row.success,
        "Failure": row.failure,
        "Critical failure": row.critical_failure,
    }
    outcomes = [f"{name}: {what}" for name, what in rolled.items() if what is not None]
    roll = row.roll and f"Roll: {row.roll}."
    return " ".join(filter(None, (row.situation, roll, row.effect, *outcomes))).format(
        **_figures(row)
    )
