"""Tables of dice and of the weapons that roll them."""

from collections.abc import Callable

from sfrules import n
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.rules import core

# How many W the table of weapons rolls for an example.
WEAPON_DICE = (2, 3, 7)

dice = {
    "Die": ("id", "The die as it is written."),
    "Lowest": (core.lowest_roll, "The lowest face."),
    "Average": (core.average, "The average of all faces."),
    "Highest": (core.highest_roll, "The highest face."),
    "Checks": ("checks", "Whether checks roll it."),
    "Action points": ("action_points", "Whether action point checks roll it."),
    "Damage": ("damage", "Whether damage rolls it."),
}
book.table("dice", "Dice, and what they are rolled for", facts("dice").keys(), dice)


def _must_reach(check: Row) -> str:
    """What a check is made against, or the number that is the same every time."""
    fixed = {"save": core.save_target, "action_point_check": core.action_point_target}
    return str(check.against or fixed[check.id]())


checks = {
    "Check": ("name", "The kind of check."),
    "Die": ("die", "The die that it rolls."),
    "Must reach": (_must_reach, "What its total must reach."),
}
book.table("checks", "Checks, their dice, and what they must reach", facts("checks"), checks)


def _of_die(figure: Callable[[str], object]) -> Callable[[str], object]:
    return lambda weapon: figure(core.weapon_die(weapon))


weapons = {
    "Weapon": ("name", "The weapon in your hand."),
    "W": (core.weapon_die, "The weapon's damage die, which W stands for."),
    "Average": (_of_die(core.average), "What the die rolls on average."),
    "Lowest": (_of_die(core.lowest_roll), "The least that the die rolls."),
    "Highest": (_of_die(core.highest_roll), "The most that the die rolls."),
    "For example": {
        f"{n(count)}W": (
            lambda weapon, count=count: core.weapon_dice(count, weapon),
            f"The dice to roll for {n(count)}W.",
        )
        for count in WEAPON_DICE
    },
}
# Those that the rules of dice speak of; the chapter on making a hero has all of them.
book.table(
    "weapons", "Weapons and their dice", facts("weapons").where(source="SF-07").keys(), weapons
)
