"""Caravan: a game of long roads, written to have faults planted in it."""

from fractions import Fraction
from typing import Literal

from sfrules import Book

book = Book("Caravan", __file__, dice=[6, 12], loose_numbers=True, gaps=True)
ranks = book.csv("ranks")
mounts = book.csv("mounts")
guards = book.csv("guards")
weather = book.csv("weather")


@book.rule
def rank(level: range(1, 25)) -> str:
    """The rank of a level."""
    return next(row.id for row in ranks if row.from_level <= level <= row.to_level)


@book.rule
def bonus(level: range(1, 25)) -> int:
    """What is added to a roll: the bonus of the rank."""
    return ranks[rank(level)].bonus


@book.rule
def share(level: range(1, 25)) -> int:
    """Shares of the profit: those of the rank."""
    return ranks[rank(level)].share


@book.rule
def sky(roll: range(1, 13)) -> str:
    """The weather of a day, rolled on a d12."""
    return next(row.id for row in weather if row.from_roll <= roll <= row.to_roll)


@book.rule
def delay(roll: range(1, 13)) -> int:
    """Leagues that the weather costs."""
    return weather[sky(roll)].delay


@book.rule
def pace(mount: mounts.ids, load: range(41)) -> int:
    """Leagues an hour: the mount's pace, halved when it carries more than its load."""
    full = mounts[mount].pace
    return full if load <= mounts[mount].load else full // 2


@book.rule
def day(mount: mounts.ids, load: range(41), roll: range(1, 13)) -> int:
    """Leagues a day: eight hours of the pace, less what the weather costs."""
    return 8 * pace(mount, load) - delay(roll)


@book.rule
def toll(wares: range(1, 201)) -> int:
    """Coins at a gate: one for every ten wares, and five more from a hundred wares on.

    >>> toll(99), toll(100)
    (9, 15)
    """
    coins = wares // 10
    if wares >= 100:
        coins += 5
    return coins


@book.rule
def worth(wares: range(1, 201), ware: Literal["salt", "silk", "spice"]) -> int:
    """What wares fetch: two, five or seven coins each.

    >>> worth(10, "salt"), worth(10, "silk"), worth(10, "spice")
    (20, 50, 70)
    """
    if ware == "salt":
        return 2 * wares
    return 5 * wares if ware == "silk" else 7 * wares


@book.rule
def profit(wares: range(1, 201), ware: Literal["salt", "silk", "spice"]) -> int:
    """What is left: the worth less the toll."""
    return worth(wares, ware) - toll(wares)


@book.rule
def defense(guard: guards.ids, level: range(1, 25)) -> int:
    """How hard a guard is to hit: ten, the armor, and the bonus of the level."""
    return 10 + guards[guard].armor + bonus(level)


@book.rule
def hit(guard: guards.ids, level: range(1, 25), target: range(10, 23)) -> Fraction:
    """The chance of a guard to hit: faces of a d12 that reach the target, never none or all."""
    needed = target - guards[guard].skill - bonus(level)
    return Fraction(13 - min(12, max(2, needed)), 12)


@book.rule
def wages(guard: guards.ids, days: range(1, 61)) -> int:
    """What a guard costs: a day's wage for each day, one day in seven free."""
    return guards[guard].wage * (days - days // 7)


@book.rule
def raiders(wares: range(1, 201), guarded: bool) -> int:
    """Raiders who come: one for each twenty wares, half as many for a guarded caravan."""
    many = wares // 20
    return many // 2 if guarded else many


@book.rule
def water(days: range(1, 61), beasts: range(31)) -> int:
    """Skins of water: one a day, and two a day for each beast beyond the fifth.

    >>> water(3, 5), water(3, 6)
    (3, 9)
    """
    return days + (2 * days * (beasts - 5) if beasts > 5 else 0)


@book.rule
def thirst(skins: range(61), days: range(1, 61)) -> bool:
    """Whether the water runs out before the last day."""
    return skins < days


HOURS = 8
book.exempt("reversal", "caravan.profit wares", "The hundredth ware costs five coins more.")
book.better(mounts, more=["pace", "load"], less=["price"])
book.better(guards, more=["skill", "armor"], less=["wage"])
book.law(
    "a higher level has no lower bonus",
    lambda low, up: bonus(low) <= bonus(min(24, low + up)),
    low=range(1, 25),
    up=range(1, 24),
)
book.law(
    "a higher level has no smaller share",
    lambda low, up: share(low) <= share(min(24, low + up)),
    low=range(1, 25),
    up=range(1, 24),
)
book.law(
    "the first level has no bonus, and the last has six",
    lambda low: bonus(low) == 0 and bonus(24) == 6,
    low=range(1, 2),
)
book.law(
    "a better roll costs no more", lambda roll: delay(roll) >= delay(roll + 1), roll=range(1, 12)
)
book.law(
    "nobody goes faster for carrying more",
    lambda mount, load: pace(mount, load) >= pace(mount, load + 1),
    load=range(40),
)
book.law("an unladen mount has its whole pace", lambda mount: pace(mount, 0) == mounts[mount].pace)
book.law(
    "a mount with its load has its whole pace",
    lambda mount: pace(mount, mounts[mount].load) == mounts[mount].pace,
)
book.law(
    "a mount with the largest load has half its pace",
    lambda mount: pace(mount, 40) == mounts[mount].pace // 2 or mounts[mount].load >= 40,
)
book.law(
    "a day is at most eight hours of the pace",
    lambda mount, load, roll: 0 <= day(mount, load, roll) <= HOURS * pace(mount, load),
)
book.law(
    "clear weather costs nothing",
    lambda mount, load: day(mount, load, 12) == HOURS * pace(mount, load),
)
book.law(
    "a storm costs four leagues",
    lambda mount, load: day(mount, load, 1) == HOURS * pace(mount, load) - 4,
)
book.law(
    "more wares cost no less toll",
    lambda wares: toll(wares) <= toll(wares + 1),
    wares=range(1, 200),
)
book.law(
    "the toll of a hundred is fifteen, of one less nine",
    lambda wares: toll(wares) == 15 and toll(wares - 1) == 9,
    wares=range(100, 101),
)
book.law(
    "nothing is free of toll from ten wares on", lambda wares: (toll(wares) > 0) == (wares >= 10)
)
book.law(
    "spice is worth more than silk, silk more than salt",
    lambda wares: worth(wares, "salt") < worth(wares, "silk") < worth(wares, "spice"),
)
book.law(
    "twice the wares are worth twice as much",
    lambda wares, ware: worth(2 * wares, ware) == 2 * worth(wares, ware),
    wares=range(1, 101),
)
book.law(
    "a toll never eats the whole worth",
    lambda wares, ware: 0 < profit(wares, ware) <= worth(wares, ware),
)
book.law(
    "profit and toll make the worth",
    lambda wares, ware: profit(wares, ware) + toll(wares) == worth(wares, ware),
)
book.law("armor protects", lambda guard, level: defense(guard, level) >= defense("boy", level))
book.law(
    "defense is ten at least, and twenty at most",
    lambda guard, level: 10 <= defense(guard, level) <= 20,
)
book.law(
    "the boy of the first level is hit by a ten",
    lambda guard: defense("boy", 1) == 10 and defense(guard, 24) == 16 + guards[guard].armor,
)
book.law(
    "a harder target is hit no more often",
    lambda guard, level, target: hit(guard, level, target) >= hit(guard, level, target + 1),
    target=range(10, 22),
)
book.law(
    "a higher level hits no less often",
    lambda guard, level, target: hit(guard, level, target) <= hit(guard, level + 1, target),
    level=range(1, 24),
)
book.law(
    "nobody always hits, and nobody never",
    lambda guard, level, target: 0 < hit(guard, level, target) < 1,
)
book.law(
    "the boy hits a ten with a nine",
    lambda guard: hit("boy", 1, 10) == Fraction(1, 3) and hit(guard, 1, 22) == Fraction(1, 12),
)
book.law(
    "whoever needs a two misses with a one alone",
    lambda guard, level: (
        hit(guard, level, 10) == Fraction(11, 12) or guards[guard].skill + bonus(level) < 8
    ),
)
book.law(
    "more days cost no less",
    lambda guard, days: wages(guard, days) <= wages(guard, days + 1),
    days=range(1, 60),
)
book.law(
    "a week costs six days",
    lambda guard, weeks: wages(guard, 7 * weeks) == 6 * weeks * guards[guard].wage,
    weeks=range(1, 9),
)
book.law(
    "a guard never brings more raiders",
    lambda wares: raiders(wares, guarded=True) <= raiders(wares, guarded=False),
)
book.law(
    "twenty wares bring a raider, and nineteen none",
    lambda wares: raiders(wares, guarded=False) == 1 and raiders(wares - 1, guarded=False) == 0,
    wares=range(20, 21),
)
book.law(
    "two raiders are one to a guarded caravan",
    lambda wares: raiders(wares, guarded=True) == raiders(wares, guarded=False) // 2,
)
book.law(
    "five beasts find their own water",
    lambda days, beasts: water(days, beasts) == days,
    beasts=range(6),
)
book.law("the sixth beast drinks two skins a day", lambda days: water(days, 6) == 3 * days)
book.law(
    "more beasts drink no less",
    lambda days, beasts: water(days, beasts) <= water(days, beasts + 1),
    beasts=range(30),
)
book.law("a skin a day is enough", lambda days: not thirst(days, days))
book.law("a skin less is not", lambda days: thirst(days - 1, days))
