"""Wordings of conditions, and of choices between two things."""

from __future__ import annotations

from sfrules.press.things.formulas.expressions import (
    Choice,
    Comparison,
    Constant,
    Denied,
    Expression,
    Joined,
    Relation,
    is_number,
)
from sfrules.press.things.formulas.signs import denied as opposite
from sfrules.press.things.formulas.wording_phrases import RELATIONS, Bond, Phrase, Pieces
from sfrules.press.things.formulas.wording_writer import Writer


def comparison(writer: Writer, compared: Comparison, last: bool) -> Phrase:
    """How two values stand to each other, in the book's own phrase where it has one."""
    if phrase := _own(compared, "=="):
        return Phrase(writer.row(phrase), Bond.COMPARED)
    if phrase := _own(compared, "!="):
        return Phrase(writer.row("not ", phrase), Bond.COMPARED)
    left = writer.fit(compared.left, Bond.SUM)
    right = writer.fit(compared.right, Bond.SUM, last)
    relation = f" {RELATIONS[compared.relation]} "
    return Phrase(writer.row(left, relation, right), Bond.COMPARED)


def joined(writer: Writer, conditions: Joined, last: bool) -> Phrase:
    """Conditions with and or or between them, and parentheses around others of that sort."""
    *most, final = conditions.operands
    word = f" {conditions.word} "
    each = [part for one in most for part in (writer.fit(one, Bond.COMPARED), word)]
    return Phrase(writer.row(*each, writer.fit(final, Bond.COMPARED, last)), Bond.JOINED)


def denied(writer: Writer, denial: Denied, _last: bool) -> Phrase:
    """A not in front."""
    return Phrase(writer.row("not ", writer.fit(denial.operand, Bond.WHOLE)), Bond.COMPARED)


def choice(writer: Writer, either: Choice, last: bool) -> Phrase:
    """A value that counts only under a condition, or one value for each case."""
    if _is_nothing(either.otherwise):
        return _only(writer, either.chosen, either.condition)
    if _is_nothing(either.chosen) and not isinstance(either.otherwise, Choice):
        return _only(writer, either.otherwise, opposite(either.condition))
    case = writer.row(writer.fit(either.chosen, Bond.SUM), " ", _when(writer, either.condition))
    least = Bond.LOOSE if isinstance(either.otherwise, Choice) else Bond.SUM
    rest = writer.fit(either.otherwise, least, last)
    return Phrase(writer.row(case, "; otherwise ", rest), Bond.LOOSE)


def _is_nothing(expression: Expression) -> bool:
    return is_number(expression) and expression == Constant(0)


def _only(writer: Writer, value: Expression, condition: Expression) -> Phrase:
    if phrase := _own(condition, "!="):
        words = writer.row("except ", phrase)
    else:
        words = writer.row("only ", _when(writer, condition))
    return Phrase(writer.row(writer.alone(value, Bond.WHOLE), " (", words, ")"), Bond.PRODUCT)


def _when(writer: Writer, condition: Expression) -> Pieces:
    """A condition after a noun; the book's own phrase for it fits there as it is."""
    phrase = _own(condition, "==")
    return writer.row(phrase) if phrase else writer.row("when ", condition)


def _own(condition: Expression, relation: Relation) -> str:
    """The book's own phrase for a comparison of this kind, or nothing."""
    if isinstance(condition, Comparison) and condition.relation == relation:
        return condition.phrase
    return ""
