"""The laws of Lantern, which bench/analyze.py puts at the end of a copy of the book."""

# ruff: noqa: F821, PLR2004 - the names and figures are those of the book.

book.better(lamps, more=["hours", "reach"], less=["price"])
book.law(
    "more dice succeed more often",
    lambda dice, target: chance(dice, target) < chance(dice + 1, target),
    dice=range(1, 6),
)
book.law(
    "a lower target is reached more often",
    lambda dice, target: chance(dice, target) > chance(dice, target + 1),
    target=range(4, 6),
)
book.law(
    "one die shows a six one time in six",
    lambda dice: chance(dice, 6) == Fraction(1, 6) * dice,
    dice=[1],
)
book.law(
    "farther takes longer",
    lambda leagues, over: days(leagues, over) < days(leagues + 1, over),
    leagues=range(1, 98),
)
book.law("a day is a day's walk", lambda over: days(terrain[over].leagues_a_day, over) == 1)
book.law(
    "longer takes no less oil",
    lambda hours, lamp: oil(hours, lamp) <= oil(hours + 1, lamp),
    hours=range(1, 100),
)
book.law("the first flask is there from the start", lambda lamp: oil(0, lamp) == 1)
book.law("a lamp that has burnt out takes another", lambda lamp: oil(lamps[lamp].hours, lamp) == 2)
