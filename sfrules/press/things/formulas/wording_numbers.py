"""Wordings of what is done to numbers.

Words that reach to the right without an end ("the higher of a and b") stand bare only where they
are the last of all: anything after them could be taken for a part of them.
"""

from __future__ import annotations

from sfrules.ground.number_words import MINUS
from sfrules.press.things.formulas.expressions import (
    Bounded,
    Expression,
    Extreme,
    Negative,
    Operation,
    Rounded,
    Size,
)
from sfrules.press.things.formulas.wording_phrases import (
    DIVIDED,
    ROUNDINGS,
    SIGNS,
    Bond,
    Phrase,
    Piece,
    Pieces,
)
from sfrules.press.things.formulas.wording_writer import Writer


def negative(writer: Writer, turned: Negative, _last: bool) -> Phrase:
    """A minus in front."""
    return Phrase((Piece("minus", MINUS), *writer.fit(turned.operand, Bond.POWER)), Bond.SIGNED)


def operation(writer: Writer, joined: Operation, last: bool) -> Phrase:
    """Two numbers with a sign between them."""
    sign, left, right = joined.sign, joined.left, joined.right
    if sign == "%":
        return _remainder(writer, joined, last)
    if sign == "**":
        return _power(writer, joined)
    bond = Bond.SUM if sign in "+-" else Bond.PRODUCT
    # a + (b + c) and a × (b × c) need no parentheses; any other right side of the same bond does.
    same = sign in "+*" and isinstance(right, Operation) and right.sign == sign
    after = writer.fit(right, bond if same else Bond(bond + 1), last, signed=False)
    return Phrase(writer.row(writer.fit(left, bond), (Piece("sign", SIGNS[sign]),), after), bond)


def _remainder(writer: Writer, division: Operation, last: bool) -> Phrase:
    left = writer.fit(division.left, Bond.SIGNED)
    right = writer.fit(division.right, Bond.SIGNED, signed=False)
    sign = (Piece("sign", DIVIDED),)
    return _reaching(writer.row("the remainder of ", left, sign, right), last)


def _reaching(pieces: Pieces, last: bool) -> Phrase:
    """Words without an end: as firm as a product where they are the last, else loose."""
    return Phrase(pieces, Bond.PRODUCT if last else Bond.LOOSE)


def _power(writer: Writer, raised: Operation) -> Phrase:
    exponent = writer.phrase(raised.right)
    simple = exponent.bond == Bond.WHOLE and not _has_space(exponent.pieces)
    opening, closing = ("^", "") if simple else ("^(", ")")
    power, end = Piece("power", opening), Piece("end of power", closing)
    return Phrase((*_base(writer, raised.left), power, *exponent.pieces, end), Bond.POWER)


def _base(writer: Writer, base: Expression) -> Pieces:
    """What is raised to a power: of several words, only the last would seem to be."""
    phrase = writer.phrase(base)
    simple = phrase.bond == Bond.WHOLE and not _has_space(phrase.pieces)
    return phrase.pieces if simple else writer.row("(", base, ")")


def _has_space(pieces: Pieces) -> bool:
    return any(" " in piece.text for piece in pieces)


def extreme(writer: Writer, one: Extreme, last: bool) -> Phrase:
    """The higher of two, the highest of more."""
    match one.operands:
        case (_, _):
            words = "higher" if one.highest else "lower"
        case _:
            words = "highest" if one.highest else "lowest"
    each = writer.series(list(map(writer.alone, one.operands)))
    return _reaching(writer.row(f"the {words} of ", each), last)


def size(writer: Writer, signless: Size, last: bool) -> Phrase:
    """The difference of two numbers, or one without its sign."""
    match signless.operand:
        case Operation(sign="-", left=left, right=right):
            both = writer.series([writer.alone(left), writer.alone(right)])
            return _reaching(writer.row("the difference between ", both), last)
    pieces = writer.alone(signless.operand, Bond.WHOLE)
    return Phrase(writer.row(pieces, " without its sign"), Bond.LOOSE)


def rounded(writer: Writer, whole: Rounded, _last: bool) -> Phrase:
    """A number, and how it is rounded."""
    pieces = writer.fit(whole.operand, Bond.SUM)
    return Phrase(writer.row(pieces, f", {ROUNDINGS[whole.rounding]}"), Bond.LOOSE)


def bounded(writer: Writer, held: Bounded, _last: bool) -> Phrase:
    """A number, and the bounds that it is held to."""
    bounds = (("at least ", held.at_least), ("at most ", held.at_most))
    each = [writer.row(words, bound) for words, bound in bounds if bound is not None]
    pieces = writer.fit(held.operand, Bond.SUM)
    return Phrase(writer.row(pieces, ", but ", writer.series(each)), Bond.LOOSE)
