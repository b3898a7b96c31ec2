"""Put expressions into the book's words, as fragments of a sentence.

Words that extend to the right ("the higher of a and b") go without parentheses only at the end of
the sentence: anything after them could be taken for a part of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum, auto
from typing import Any, Literal, TypeAlias

from sfrules.ground.formats import format_value
from sfrules.ground.number_words import MINUS, TIMES
from sfrules.press.expression import tree

DIVIDED = "\N{DIVISION SIGN}"
SIGNS: Mapping[tree.Sign, str] = {"+": "+", "-": MINUS, "*": TIMES, "/": DIVIDED}

ROUNDINGS: Mapping[tree.Rounding, str] = {
    math.floor: "rounded down",
    math.ceil: "rounded up",
    tree.half_up: "rounded to the nearest whole number, a half upwards",
    math.trunc: "rounded toward zero",
}


@dataclass(frozen=True)
class Fragment:
    """A stretch of a formula that is set in one way."""

    kind: Literal["text", "name", "term", "sign", "minus", "power", "end of power"]
    text: str


Fragments: TypeAlias = tuple[Fragment, ...]


class Bond(IntEnum):
    """How firmly a phrase holds together, from the loosest."""

    LOOSE = auto()
    COMPARED = auto()
    SUM = auto()
    PRODUCT = auto()
    SIGNED = auto()
    POWER = auto()
    WHOLE = auto()


@dataclass(frozen=True)
class Phrase:
    """An expression in words."""

    fragments: Fragments
    bond: Bond = Bond.WHOLE


def worded(expression: tree.Expression) -> Fragments:
    """An expression as the fragments of a sentence."""
    return _phrase(expression).fragments


def _phrase(expression: tree.Expression, last: bool = True) -> Phrase:
    """An expression as a phrase; `last` says that no other words of the sentence follow it."""
    return WORDINGS[type(expression)](expression, last)


def _fit(
    expression: tree.Expression, least: Bond, last: bool = False, signed: bool = True
) -> Fragments:
    """An expression, in parentheses unless it holds together at least as firmly as `least`.

    Where `signed` is false, it may not begin with a minus, as after another sign.
    """
    phrase = _phrase(expression, last)
    if phrase.bond >= least and (signed or phrase.fragments[0].kind != "minus"):
        return phrase.fragments
    return _row("(", expression, ")")


def _alone(expression: tree.Expression, least: Bond = Bond.SIGNED) -> Fragments:
    """An expression that stands by itself between words: a number needs no parentheses."""
    return _fit(expression, Bond.LOOSE if isinstance(expression, tree.Constant) else least)


def _row(*parts: str | Fragment | Fragments | tree.Expression) -> Fragments:
    """Words, fragments and expressions in a row."""
    fragments: list[Fragment] = []
    for part in parts:
        match part:
            case str():
                fragments.append(Fragment("text", part))
            case Fragment():
                fragments.append(part)
            case tree.Expression():
                fragments.extend(worded(part))
            case _:
                fragments.extend(part)
    return tuple(fragments)


def _series(items: list[Fragments]) -> Fragments:
    """Several of a kind: a, b and c."""
    *most, final = items
    commas = [part for item in most for part in (", ", item)][1:]
    return _row(*commas, " and ", final) if most else final


def _reaching(fragments: Fragments, last: bool) -> Phrase:
    """Words that extend to the right: as firm as a product at the end, else loose."""
    return Phrase(fragments, Bond.PRODUCT if last else Bond.LOOSE)


def _constant(constant: tree.Constant, _last: bool) -> Phrase:
    """A number as the book prints it, a word, or a yes or no."""
    text = format_value(constant.value)
    if isinstance(constant.value, str | bool):
        return Phrase((Fragment("text", text),))
    bond = Bond.PRODUCT if "/" in text else Bond.WHOLE
    if text.startswith(MINUS):
        fragments = (Fragment("minus", MINUS), Fragment("text", text.removeprefix(MINUS)))
        return Phrase(fragments, min(bond, Bond.SIGNED))
    return Phrase((Fragment("text", text),), bond)


def _rule_call(call: tree.RuleCall, _last: bool) -> Phrase:
    """Another rule by its words, with the arguments that the words do not imply."""
    name = Fragment("term", call.words)
    given = [_row(_fit(argument, Bond.SUM), f" as {words}") for words, argument in call.stated]
    return Phrase(_row(name, " (with ", _series(given), ")") if given else (name,))


def _lookup(lookup: tree.Lookup, _last: bool) -> Phrase:
    """A field of a table, and what to look it up by; what has a name of its own, by that."""
    name = Fragment("term", lookup.words)
    # A mapping may say what it goes by: the "size factor" the size.
    said = (getattr(key, "words", "?") in lookup.words for key in lookup.keys)
    if not lookup.keys or (not lookup.table and any(said)):
        return Phrase((name,))
    keys = _series([_fit(key, Bond.SUM) for key in lookup.keys])
    source = f", from the table “{lookup.table}”)" if lookup.table else ")"
    return Phrase(_row(name, " (by ", keys, source))


def _noted(noted: tree.ConditionNote, _last: bool) -> Phrase:
    """A value of a worked example with the reason for it."""
    if isinstance(noted.expression, tree.Constant):
        fixed = _phrase(noted.expression)
        return Phrase(_row(fixed.fragments, " (", noted.note, ")"), fixed.bond)
    value = _fit(noted.expression, Bond.SUM)
    return Phrase(_row(value, ", as ", noted.note), Bond.LOOSE)


def _operation(operation: tree.Operation, last: bool) -> Phrase:
    sign, left, right = operation.sign, operation.left, operation.right
    if sign == "%":
        return _remainder(operation, last)
    if sign == "**":
        return _power(operation)
    bond = Bond.SUM if sign in "+-" else Bond.PRODUCT
    # a + (b + c) and a × (b × c) need no parentheses; any other right side of the same bond does.
    same = sign in "+*" and isinstance(right, tree.Operation) and right.sign == sign
    after = _fit(right, bond if same else Bond(bond + 1), last, signed=False)
    return Phrase(_row(_fit(left, bond), Fragment("sign", SIGNS[sign]), after), bond)


def _remainder(division: tree.Operation, last: bool) -> Phrase:
    left = _fit(division.left, Bond.SIGNED)
    right = _fit(division.right, Bond.SIGNED, signed=False)
    return _reaching(_row("the remainder of ", left, Fragment("sign", DIVIDED), right), last)


def _power(power: tree.Operation) -> Phrase:
    base, exponent = _phrase(power.left), _phrase(power.right)
    # Of a base of several words, only the last would seem to be raised.
    raised = base.fragments if _is_simple(base) else _row("(", power.left, ")")
    opening, closing = ("^", "") if _is_simple(exponent) else ("^(", ")")
    start, end = Fragment("power", opening), Fragment("end of power", closing)
    return Phrase((*raised, start, *exponent.fragments, end), Bond.POWER)


def _is_simple(phrase: Phrase) -> bool:
    several = any(" " in each.text for each in phrase.fragments)
    return phrase.bond == Bond.WHOLE and not several


def _extreme(extreme: tree.Extreme, last: bool) -> Phrase:
    """The higher of two, the highest of more."""
    words = ("highest", "lowest") if extreme.operands[2:] else ("higher", "lower")
    series = _series(list(map(_alone, extreme.operands)))
    return _reaching(_row(f"the {words[0 if extreme.highest else 1]} of ", series), last)


def _size(size: tree.Size, last: bool) -> Phrase:
    """The difference of two numbers, or one number without its sign."""
    match size.operand:
        case tree.Operation(sign="-", left=left, right=right):
            both = _series([_alone(left), _alone(right)])
            return _reaching(_row("the difference between ", both), last)
    return Phrase(_row(_alone(size.operand, Bond.WHOLE), " without its sign"), Bond.LOOSE)


def _bounded(bounded: tree.Clamp, _last: bool) -> Phrase:
    bounds = (("at least ", bounded.at_least), ("at most ", bounded.at_most))
    each = [_row(words, bound) for words, bound in bounds if bound is not None]
    # As bounds come last, what stands before them is rounded first: that needs no parentheses.
    least = Bond.LOOSE if isinstance(bounded.operand, tree.Round) else Bond.SUM
    return Phrase(_row(_fit(bounded.operand, least), ", but ", _series(each)), Bond.LOOSE)


def _comparison(comparison: tree.Comparison, last: bool) -> Phrase:
    left = _fit(comparison.left, Bond.SUM)
    right = _fit(comparison.right, Bond.SUM, last)
    words = tree.RELATIONS[comparison.relation].words
    return Phrase(_row(left, f" {words} ", right), Bond.COMPARED)


def _joined(joined: tree.Connective, last: bool) -> Phrase:
    """Conditions with and or or between them, and parentheses around joined ones among them."""
    *most, final = joined.operands
    each = [part for one in most for part in (_fit(one, Bond.COMPARED), f" {joined.word} ")]
    return Phrase(_row(*each, _fit(final, Bond.COMPARED, last)), Bond.LOOSE)


def _choice(choice: tree.Choice, last: bool) -> Phrase:
    """A value that counts only under a condition, or one value for each case."""
    if _is_nothing(choice.otherwise):
        return _only(choice.chosen, choice.condition)
    if _is_nothing(choice.chosen) and not isinstance(choice.otherwise, tree.Choice):
        return _only(choice.otherwise, tree.opposite(choice.condition))
    case = _row(_fit(choice.chosen, Bond.SUM), " when ", choice.condition)
    least = Bond.LOOSE if isinstance(choice.otherwise, tree.Choice) else Bond.SUM
    return Phrase(_row(case, "; otherwise ", _fit(choice.otherwise, least, last)), Bond.LOOSE)


def _is_nothing(expression: tree.Expression) -> bool:
    return tree.is_number(expression) and expression == tree.Constant(0)


def _only(value: tree.Expression, condition: tree.Expression) -> Phrase:
    return Phrase(_row(_alone(value, Bond.WHOLE), " (only when ", condition, ")"), Bond.PRODUCT)


# Each wording receives only expressions of the type that it is listed for.
WORDINGS: Mapping[type[tree.Expression], Callable[[Any, bool], Phrase]] = {
    tree.Constant: _constant,
    tree.Variable: lambda variable, _last: Phrase((Fragment("term", variable.words),)),
    tree.RuleCall: _rule_call,
    tree.Lookup: _lookup,
    tree.ConditionNote: _noted,
    tree.Negative: lambda negative, _last: Phrase(
        _row(Fragment("minus", MINUS), _fit(negative.operand, Bond.POWER)), Bond.SIGNED
    ),
    tree.Operation: _operation,
    tree.Extreme: _extreme,
    tree.Size: _size,
    tree.Round: lambda rounded, _last: Phrase(
        _row(_fit(rounded.operand, Bond.SUM), f", {ROUNDINGS[rounded.rounding]}"), Bond.LOOSE
    ),
    tree.Clamp: _bounded,
    tree.Comparison: _comparison,
    tree.Connective: _joined,
    tree.Negation: lambda negation, _last: Phrase(
        _row("not ", _fit(negation.operand, Bond.WHOLE)), Bond.COMPARED
    ),
    tree.Choice: _choice,
}
