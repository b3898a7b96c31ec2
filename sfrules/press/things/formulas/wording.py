"""Expressions in the book's words."""

from __future__ import annotations

from collections.abc import Mapping

from sfrules.press.things.formulas import wording_conditions as conditions
from sfrules.press.things.formulas import wording_numbers as numbers
from sfrules.press.things.formulas import wording_values as values
from sfrules.press.things.formulas.expressions import (
    Bounded,
    Choice,
    Comparison,
    Constant,
    Denied,
    Entry,
    Expression,
    Extreme,
    Joined,
    Listed,
    Lookup,
    Negative,
    Noted,
    Operation,
    Rounded,
    RuleCall,
    Size,
    Term,
)
from sfrules.press.things.formulas.wording_phrases import Piece, Pieces
from sfrules.press.things.formulas.wording_writer import Wording, Writer

__all__ = ["Piece", "Pieces", "worded"]

WORDINGS: Mapping[type[Expression], Wording] = {
    Constant: values.constant,
    Term: values.term,
    RuleCall: values.rule_call,
    Lookup: values.lookup,
    Entry: values.entry,
    Listed: values.listed,
    Noted: values.noted,
    Negative: numbers.negative,
    Operation: numbers.operation,
    Extreme: numbers.extreme,
    Size: numbers.size,
    Rounded: numbers.rounded,
    Bounded: numbers.bounded,
    Comparison: conditions.comparison,
    Joined: conditions.joined,
    Denied: conditions.denied,
    Choice: conditions.choice,
}


def worded(expression: Expression) -> Pieces:
    """An expression as the pieces of a sentence."""
    return Writer(WORDINGS).phrase(expression).pieces
