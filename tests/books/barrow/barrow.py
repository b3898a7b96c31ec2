"""The Barrow: what a delve costs in light, breath and luck."""

from fractions import Fraction

from sfrules import Book

book = Book("The Barrow", __file__, dice=[6])
limits = book.csv("limits")
loads = book.csv("loads")
feet = {"Coins": "coins", "Feet in a turn": "explore", "Feet in a round": "fight"}
book.table("loads", "What you carry", loads, feet)


@book.rule
def turns(hours: range(1, 25)) -> int:
    """Turns in some hours."""
    return hours * 60 // limits.turn_minutes


@book.rule
def torches(hours: range(1, 25)) -> Fraction:
    """Torches that burn through some hours."""
    return Fraction(turns(hours)) / limits.torch_turns


@book.rule
def flasks(hours: range(1, 25)) -> Fraction:
    """Flasks of oil that burn through some hours."""
    return Fraction(turns(hours)) / limits.flask_turns


@book.rule
def chance(faces: range(7)) -> Fraction:
    """The chance of so many faces of a die."""
    return Fraction(faces, limits.die)


@book.rule
def chance_of_any(faces: range(7), rolls: range(1, 13)) -> Fraction:
    """The chance that one of several rolls, or more, shows such a face."""
    return 1 - (1 - chance(faces)) ** rolls


@book.rule
def fall_dice(feet: range(1001)) -> int:
    """Dice of harm for a fall."""
    return min(feet // limits.fall_feet, limits.most_fall_dice)


@book.rule
def fall(feet: range(1001)) -> str:
    """Dice of harm for a fall, as they are written."""
    dice = fall_dice(feet)
    return f"{dice if dice > 1 else ''}d{limits.die}"


@book.rule
def door_rolls() -> range:
    """The rolls on which a stuck door gives way."""
    return range(1, limits.stuck_door + 1)


@book.rule
def surprise_rolls() -> range:
    """The rolls on which a side is surprised."""
    return range(1, limits.surprised + 1)


@book.rule
def average(dice: range(21)) -> Fraction:
    """The average of some dice."""
    return Fraction(dice * (limits.die + 1), 2)


def ways(total: range(2, 13)) -> int:
    """The ways in which two dice come to a total."""
    return limits.die - abs(total - limits.die - 1)


@book.rule
def reaction_chance(lowest: range(2, 13), highest: range(2, 13)) -> Fraction:
    """The chance that two dice come to a total between two others."""
    return Fraction(sum(ways(total) for total in range(lowest, highest + 1)), 36)


@book.rule
def checks(hours: range(1, 25)) -> Fraction:
    """The rolls of the referee in some hours."""
    return Fraction(turns(hours)) / limits.check_turns
