"""Lantern: a game of dice and long roads at night."""

from fractions import Fraction
from typing import Literal

from sfrules import Book, n

book = Book("Lantern", __file__, dice=[6])
terrain = book.csv("terrain")
lamps = book.csv("lamps", hours=range(1, 25))


@book.rule
def chance(dice: range(1, 7), target: Literal[4, 5, 6] = 5) -> Fraction:
    """The chance that at least one die shows the target: one less that of no such die."""
    return 1 - Fraction(target - 1, 6) ** dice


@book.rule
def days(leagues: range(1, 99), over: terrain.ids) -> Fraction:
    """Days on the way: the leagues by those that the terrain lets you walk in a day."""
    return Fraction(leagues) / terrain[over].leagues_a_day


@book.rule
def oil(hours: int, lamp: lamps.ids) -> int:
    """Flasks of oil: one for each time that the lamp burns out, and one to begin with."""
    return hours // lamps[lamp].hours + 1


@book.macro
def aside(words: str) -> str:
    """Words to read in passing."""
    return f"> *{words}*"


way = {"Terrain": "terrain", "Leagues": "Leagues a day", "Target": "danger"}
book.table("terrain", "The way", terrain, way | {f"Days for {n(20)}": lambda row: days(20, row)})
light = {"Lamp": "id", "Hours": "hours", "Price": "price", "Night": lambda lamp: oil(10, lamp)}
book.table("lamps", "Lamps", lamps, light)
fives = {"Dice": int, f"On {n(5)}": (chance, "percent")}
sixes = {f"On {n(6)}": (lambda dice: chance(dice, 6), "percent")}
odds = book.table("odds", "Chance of a success", range(1, 7), fives | sixes)
book.chart("odds-chart", "The chance of a success", odds, up="Chance")
glow = {"L": "the lantern", "o": ("bright ground", "hatched")}
book.figure("light", "What a lantern lights", ["..ooo..", "..oLo..", "..ooo.."], glow)
book.term("league", "As far as one walks from one bell to the next.", "index.md#way")
book.erratum("Days over a heath", "3", "10/3", 'days(20, "Heath")', "Somebody had rounded.")
book.unit("leagues", ["league", "leagues"], of=["leagues", "terrain.leagues_a_day"])
book.unit("days", ["day", "days"], of=["days"])
