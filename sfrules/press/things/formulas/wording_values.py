"""Wordings of what stands by itself: constants, terms, and values that stand elsewhere."""

from __future__ import annotations

from sfrules.ground.formats import format_value
from sfrules.ground.number_words import MINUS
from sfrules.press.things.formulas.expressions import (
    Constant,
    Entry,
    Listed,
    Lookup,
    Noted,
    RuleCall,
    Term,
)
from sfrules.press.things.formulas.wording_phrases import Bond, Phrase, Piece, Pieces
from sfrules.press.things.formulas.wording_writer import Writer


def constant(_writer: Writer, fixed: Constant, _last: bool) -> Phrase:
    """A number as the book prints it, a word, or a yes or no."""
    text = format_value(fixed.value)
    if isinstance(fixed.value, str | bool):
        return Phrase((Piece("text", text),))
    bond = Bond.PRODUCT if "/" in text else Bond.WHOLE
    if text.startswith(MINUS):
        pieces = (Piece("minus", MINUS), Piece("text", text.removeprefix(MINUS)))
        return Phrase(pieces, min(bond, Bond.SIGNED))
    return Phrase((Piece("text", text),), bond)


def term(_writer: Writer, named: Term, _last: bool) -> Phrase:
    """A parameter or a definition by its words."""
    return Phrase(_name(named.words))


def rule_call(writer: Writer, call: RuleCall, _last: bool) -> Phrase:
    """Another rule by its words, and the arguments that the words do not tell."""
    name = _name(call.words)
    given = [
        writer.row(writer.fit(argument, Bond.SUM), f" as {words}")
        for words, argument in call.spoken
    ]
    return Phrase(writer.row(name, " (with ", writer.series(given), ")") if given else name)


def lookup(writer: Writer, found: Lookup, _last: bool) -> Phrase:
    """A field of a table, and what to look it up by."""
    keys = writer.series([writer.fit(key, Bond.SUM) for key in found.keys])
    source = f", from the table “{found.table}”)"
    return Phrase(writer.row(_name(found.words), " (by ", keys, source))


def entry(writer: Writer, held: Entry, _last: bool) -> Phrase:
    """A value of a mapping, and the key, unless the words tell it."""
    name = _name(held.words)
    return Phrase(name if held.names_its_key else writer.row(name, " (by ", held.key, ")"))


def listed(writer: Writer, every: Listed, _last: bool) -> Phrase:
    """Every value of a mapping with its key: 2 for low and 3 for high."""
    each = [writer.row(Constant(value), " for ", Constant(key)) for key, value in every.entries]
    return Phrase(writer.series(each), Bond.LOOSE)


def noted(writer: Writer, value: Noted, _last: bool) -> Phrase:
    """A value of a worked example with the reason for it."""
    if isinstance(value.expression, Constant):
        fixed = writer.phrase(value.expression)
        return Phrase(writer.row(fixed.pieces, " (", value.note, ")"), fixed.bond)
    pieces = writer.fit(value.expression, Bond.SUM)
    return Phrase(writer.row(pieces, ", as ", value.note), Bond.LOOSE)


def _name(words: str) -> Pieces:
    return (Piece("term", words),)
