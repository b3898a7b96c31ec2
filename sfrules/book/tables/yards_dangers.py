"""Tables of what befalls those who move by yards: jumps, falls, vehicles, complications."""

from fractions import Fraction
from functools import partial

from sfrules import Series, n
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.book.tables.fields import counted, told
from sfrules.ground.formats import format_value, percent
from sfrules.rules import yards as rules
from sfrules.rules.exact import exact
from sfrules.rules.yards.measures import SMALLEST_SIZE

# How far the tables go: to beasts, to a fall of a mile, to a horse at full gallop.
SIZES: tuple[Fraction | int, ...] = (SMALLEST_SIZE, 1, 2, 3, 4, 5)
ROUNDS = range(1, 7)
VELOCITIES = (4, 5, 7, 9, 10, 12, 15, 20, 25, 30)

jump_up, leap = (partial(rule, running=True) for rule in (rules.jump_up, rules.leap))
jumps = {
    "Size": (exact, "The Size of the creature."),
    "Jump up": {
        "Standing": (rules.jump_up, "", "yards", "Yards upward, without a run."),
        "Running": (jump_up, "", "yards", "Yards upward, after a run."),
    },
    "Leap": {
        "Standing": (rules.leap, "", "yards", "Yards across, without a run."),
        "Running": (leap, "", "yards", "Yards across, after a run."),
    },
    "Safe drop": (rules.safe_drop, "", "yards", "Yards down that do no harm."),
}
book.table("yards-jumps", "Jumps, by Size", SIZES, jumps, sources="YD-22")

fall = {
    "Round": (int, "The round of the fall."),
    "Drop": (rules.fall_in_round, "", "yards", "Yards fallen during the round."),
    "In all": (rules.fall_after, "", "yards", "Yards fallen by the end of the round."),
}
falls = book.table("yards-falls", "Falls, by round", ROUNDS, fall, sources="YD-23")
book.chart(
    "fall-by-round",
    "Yards fallen by the end of each round",
    falls,
    caption="Yards fallen by the end of each round, and in that round alone.",
    up="Fallen",
    columns=[Series("In all", "So far"), Series("Drop", "In the round")],
)


def _shares(row: Row) -> dict[str, str]:
    return {"fall": percent(row.fall_share or 0), "collision": percent(row.occupant_share or 0)}


luck = {
    "Luck roll": ("name", "The outcome of the roll."),
    "What it means": (told(_shares), "What a fall or a collision costs."),
}
book.table(
    "yards-luck",
    "Luck rolls of those who fall or collide",
    facts("yards-luck"),
    luck,
    sources=(*facts("yards-luck").sources, "YD-30"),
)

flight = {
    "Affliction": ("name", "What comes over the flier."),
    "Flier falls": (rules.flier_falls, "Whether any other flier falls."),
    "Hoverer falls": (
        partial(rules.flier_falls, hovers=True),
        "Whether a flier falls that can hover.",
    ),
    "Way out": ("recovery", "What may stop the fall."),
}
book.table("yards-flight", "What brings fliers down", facts("yards-flight").keys(), flight)

complications = facts("yards-complications")
vehicle = {
    "Velocity": (int, "", "yards", "The velocity of the vehicle in yards."),
    "Leaving": (
        rules.vehicle_exit_dice,
        "",
        n(complications["leaving_moving_vehicle"].die),
        "Dice of Health lost.",
    ),
    "Colliding": (
        rules.collision_dice,
        "",
        n(complications["collision"].die),
        "Dice of the collision.",
    ),
}
book.table(
    "yards-vehicles",
    "Dice of moving vehicles, by velocity",
    VELOCITIES,
    vehicle,
    facts="yards-complications",
    sources=("YD-29", "YD-30"),
)


def _figures(row: Row) -> dict[str, str]:
    named = {"boons": "boons", "banes": "banes", "yards": "yards", "roll_boons": "boons"}
    figures = {name: counted(getattr(row, name) or 0, unit) for name, unit in named.items()}
    return figures | {"size": format_value(row.size or 0), "die": row.die or ""}


def _outcome(row: Row) -> str:
    rolled = {
        "Critical success": row.critical_success,
        "Success": row.success,
        "Failure": row.failure,
        "Critical failure": row.critical_failure,
    }
    outcomes = [f"{name}: {what}" for name, what in rolled.items() if what is not None]
    roll = row.roll and f"Roll: {row.roll}."
    said = " ".join(filter(None, (row.situation, roll, row.effect, *outcomes)))
    return said.format(**_figures(row))


complication = {
    "Complication": ("name", "What it is called."),
    "What happens": (_outcome, "When it does, and what comes of a roll."),
}
PARTS = {
    "yards-ground": ("Hard ground and tight places", "ground"),
    "yards-riding": ("Riders and mounts", "riding"),
    "yards-driving": ("Vehicles in trouble", "driving"),
    "yards-complications": ("Other complications", "other"),
}
for id, (caption, part) in PARTS.items():
    book.table(id, caption, complications.where(part=part), complication)
