"""Dice as books write them: `2d6 + 3`, `d8 − 1`, `2d4 × 10`, `d%`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from unicodedata import decimal

PERCENTILE = 100  # the faces of d% and of d00
FEWEST_SIDES = 2  # a die with one side is not rolled
_OTHER_SCRIPTS = [chr(code) for code in range(0x660, 0x1820)]  # those that count in tens
# Every dash, space and digit as the plain one, character for character, so that offsets stay.
_PLAIN = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-")
    | dict.fromkeys("\u00a0\u2007\u2009\u200a\u202f\t", " ")
    | {sign: str(value) for sign in _OTHER_SCRIPTS if (value := decimal(sign, None)) is not None}
)
# Other languages write a die with the letter of their word for it: k6, к6, W6, T6.
LETTERS = "dkкwtק"
A_DIE = re.compile(rf"[{LETTERS}](?:\d|%)", re.IGNORECASE)  # in a text that may have no dice
_FOREIGN = re.compile(rf"(?<=\d)[{LETTERS[1:]}](?=[\d%])", re.IGNORECASE)
_FOREIGN_ALONE = re.compile(rf"(?<!\w)[{LETTERS[1:]}](?=(?:\d|%))", re.IGNORECASE)
_TERM = re.compile(
    r"\s*([+-]|\bplus\b)?\s*(?:(\d{0,3})d(\d{1,4}|%)|(\d{1,5}))(?![^\Wx])\s*",
    re.IGNORECASE | re.ASCII,
)
_TIMES = re.compile(r"(?:×|x|\*)\s*(\d{1,5})\s*", re.IGNORECASE | re.ASCII)


def plain(text: str) -> str:
    """The text with one kind of dash, of space and of die, as long as before."""
    return _FOREIGN.sub("d", text.translate(_PLAIN))


def plain_heading(text: str) -> str:
    """The text as `plain` has it, in lower case, where a die may stand without its count: k6."""
    return _FOREIGN_ALONE.sub("d", plain(text).casefold())


@dataclass(frozen=True)
class Dice:
    """A number of equal dice; below zero where they are subtracted."""

    count: int
    sides: int


@dataclass(frozen=True)
class Roll:
    """Dice, what is added to them, and what the sum is multiplied by."""

    dice: tuple[Dice, ...]
    added: int = 0
    times: int = 1

    @property
    def lowest(self) -> int:
        """The least possible result."""
        return self.times * (self.added + sum(min(d.count, d.count * d.sides) for d in self.dice))

    @property
    def highest(self) -> int:
        """The greatest possible result."""
        return self.times * (self.added + sum(max(d.count, d.count * d.sides) for d in self.dice))

    @property
    def average(self) -> Fraction:
        """The exact mean of all results, halfway between the ends as each die is symmetric."""
        return Fraction(self.lowest + self.highest, 2)

    def __str__(self) -> str:
        """The dice written in one way, whatever way the book has."""
        terms = [("−" if d.count < 0 else "+", f"{abs(d.count)}d{d.sides}") for d in self.dice]
        if self.added:
            terms.append(("−" if self.added < 0 else "+", str(abs(self.added))))
        text = " ".join(f"{sign} {term}" for sign, term in terms).removeprefix("+ ")
        return text if self.times == 1 else f"{text} × {self.times}"


def roll_in(text: str) -> Roll | None:
    """The roll that a whole text states; None if it states anything else."""
    text = plain(text).strip()
    dice, added, at = [], 0, 0
    while (term := _TERM.match(text, at)) and (term[1] or not at):
        sign = -1 if term[1] == "-" else 1
        if term[3]:
            dice.append(Dice(sign * int(term[2] or 1), _sides(term[3])))
        else:
            added += sign * int(term[4])
        at = term.end()
    if not dice or any(not d.count or d.sides < FEWEST_SIDES for d in dice):
        return None
    return _multiplied(Roll(tuple(dice), added), text[at:])


def _sides(written: str) -> int:
    return PERCENTILE if written in {"%", "00"} else int(written)


def _multiplied(roll: Roll, rest: str) -> Roll | None:
    """The roll times what follows; None for `2d4 + 1 × 10`, on which books disagree."""
    if not rest:
        return roll
    times = _TIMES.fullmatch(rest)
    if times is None or roll.added or len(roll.dice) > 1:
        return None
    return Roll(roll.dice, 0, int(times[1]))
