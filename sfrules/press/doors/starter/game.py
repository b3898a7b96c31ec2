"""The rules of the game, and the book that prints them."""

from fractions import Fraction

from sfrules import Book

book = Book("@TITLE@", __file__, dice=[20])
waters = book.csv("waters")
boats = book.csv("boats", seats=range(1, 41))


@book.rule
def chance(skill: range(11), water: waters.ids) -> Fraction:
    """The chance to cross: the faces of a d20 that skill leaves, out of twenty.

    >>> chance(4, "river")
    Fraction(7, 10)
    """
    return Fraction(21 + skill - waters[water].target, 20)


@book.rule
def trips(passengers: range(1, 1000), boat: boats.ids) -> int:
    """Trips over the water: passengers by seats, the last trip full or not."""
    return -(-passengers // boats[boat].seats)


@book.rule
def fare(passengers: range(1, 1000), boat: boats.ids) -> int:
    """The fare in pence: the toll for each passenger, and two pence for each trip."""
    return passengers * boats[boat].toll + 2 * trips(passengers, boat)


book.table(
    "boats",
    "Boats",
    boats,
    {
        "Boat": "id",
        "Seats": "seats",
        "Toll": ("toll", "", "pence"),
        "Thirty": lambda b: fare(30, b),
    },
)
odds = book.table(
    "odds",
    "Chance to cross, by skill",
    range(11),
    {
        "Skill": int,
        "River": (lambda skill: chance(skill, "river"), "percent"),
        "Rapids": (lambda skill: chance(skill, "rapids"), "percent"),
    },
)
book.chart("odds-chart", "Chance to cross, by skill", odds, up="Chance")
book.figure(
    "ferry",
    "A ferry in midstream",
    ["##~~~~##", "##~F~~##", "##~~~~##"],
    {"F": "the ferry", "#": ("banks", "solid"), "~": ("water", "wavy")},
)
book.term("toll", "What a passenger pays to the owner of the landing.", "index.md#fares", ["tolls"])
book.erratum("Trips of a coracle with thirty aboard", "12", "15", 'trips(30, "coracle")')
