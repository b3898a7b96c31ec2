"""What a formula in words is made of: pieces of a sentence, and how firmly they hold together."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, TypeAlias

from sfrules.ground.number_words import MINUS, TIMES
from sfrules.press.things.formulas.expressions import Relation, Rounding, Sign


@dataclass(frozen=True)
class Piece:
    """A stretch of a formula that is set in one way."""

    kind: Literal["text", "name", "term", "sign", "minus", "power", "end of power"]
    text: str


Pieces: TypeAlias = tuple[Piece, ...]


class Bond(IntEnum):
    """How firmly an expression holds together, from the loosest."""

    LOOSE = 0
    JOINED = 1
    COMPARED = 2
    SUM = 3
    PRODUCT = 4
    SIGNED = 5
    POWER = 6
    WHOLE = 7


@dataclass(frozen=True)
class Phrase:
    """An expression in words."""

    pieces: Pieces
    bond: Bond = Bond.WHOLE


DIVIDED = "\N{DIVISION SIGN}"
SIGNS: dict[Sign, str] = {"+": "+", "-": MINUS, "*": TIMES, "/": DIVIDED}

RELATIONS: dict[Relation, str] = {
    "==": "is",
    "!=": "is not",
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
}

ROUNDINGS: dict[Rounding, str] = {
    "down": "rounded down",
    "up": "rounded up",
    "half up": "rounded to the nearest whole number, a half upwards",
    "towards zero": "rounded toward zero",
}
