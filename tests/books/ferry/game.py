"""The rules of ferrymen and their boats, and the book that prints them."""

from fractions import Fraction

from sfrules import Book

book = Book("Ferry", __file__, dice=[4, 6, 8, 10, 12, 20], check_die=20)
waters = book.csv("waters")
boats = book.csv("boats", seats=range(1, 41))


@book.rule
def check_die() -> str:
    """The die of every check."""
    return "d20"


@book.rule
def ram(boat: boats.ids) -> str:
    """The dice of damage that a boat deals when it rams another."""
    return boats[boat].ram


@book.rule
def chance(skill: range(11), water: waters.ids) -> Fraction:
    """The chance to cross: the faces of the die that skill leaves, out of all."""
    return Fraction(21 + skill - waters[water].target, 20)


@book.rule
def drift(skill: range(11)) -> int:
    """Yards that the current carries a boat: the skill that a rower lacks."""
    return skill - 10


@book.rule
def trips(passengers: range(1, 1000), boat: boats.ids) -> int:
    """Trips over the water: passengers by seats, the last trip full or not."""
    return -(-passengers // boats[boat].seats)


@book.rule
def fare(passengers: range(1, 1000), boat: boats.ids) -> int:
    """The fare in pence: the toll for each passenger, and a tip for each trip."""
    return passengers * boats[boat].toll + 2 * trips(passengers, boat)


fleet = book.table(
    "boats",
    "Boats",
    boats,
    {
        "Boat": "id",
        "Seats": "seats",
        "Toll": ("toll", "", "pence"),
        "Fare of a crowd": lambda b: fare(30, b),
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
book.erratum("Trips of a coracle for a crowd", "12", "15", 'trips(30, "coracle")')
