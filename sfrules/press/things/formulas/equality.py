"""Whether a formula that an author states is the rule: by its form, or point by point.

Where the two have one form, they are equal. Otherwise the rule is asked at every point of its
domain, or at enough of them, the edges among them, and the formula must agree at each.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice, product
from typing import TYPE_CHECKING

from sfrules.ground.formats import format_value
from sfrules.ground.problems import Mistake
from sfrules.press.expression.tree import (
    Choice,
    Comparison,
    Expression,
    Extreme,
    Joined,
    Operation,
    RuleCall,
    Value,
    Variable,
    changed,
)
from sfrules.press.things.formulas.evaluation import Inexact, answer, simplest, value_of
from sfrules.press.things.formulas.formula_names import FormulaNames, inlined

if TYPE_CHECKING:
    from sfrules.press.things.book import Book

WHOLE = 4_000  # points: a domain of so many is gone through whole
ENOUGH = 1_200  # answers of the rule in a larger one
MOST = 20_000  # points asked about in a larger one, some of which the rule may refuse
EDGES = 1_000  # points of these at the edges
# Multiples of the golden section lie as evenly as can be.
_GOLDEN, _CIRCLE = 0x9E3779B97F4A7C15, 1 << 64


def check_equal(stated: Expression, names: FormulaNames) -> None:
    """Make sure that a formula is its rule.

    Raises:
        Mistake: with the first point where they differ, or because there is none to try.
    """
    formula = names.formula
    if formula and _form(stated) == _form(inlined(formula.expression, formula.where)):
        return
    book, rule = names.book, names.rule
    dotted, answered = book.rule_names[rule], 0
    points, enough = _points(book, rule)
    for point in points:
        try:
            ruled = simplest(answer(rule, point))
        except ValueError:
            continue  # the rule does not go for this point
        except Inexact:
            raise Mistake(f"{dotted} answers no number: no formula can be held to it") from None
        answered += 1
        said = _said(stated, point)
        if said != ruled or isinstance(said, bool) is not isinstance(ruled, bool):
            told = "no value" if said is None else format_value(said)
            message = f"the formula gives {told}, {dotted} {format_value(ruled)}"
            raise Mistake(_named(names, point) + message, _own_form(names))
        if answered == enough > 1:
            return
    if answered < enough:
        tried = f"only {answered} points" if answered else "no point"
        raise Mistake(
            f"the book has {tried} to try this formula at, and its form is not that of {dotted}",
            _own_form(names),
        )


def _own_form(names: FormulaNames) -> str:
    # The module of formulas among the kinds of things imports this one.
    from sfrules.press.things.formulas.formula_kind import formula_text

    return (
        f"its code says: {'; '.join(formula_text(names.formula).split(chr(10)))}"
        if names.formula
        else ""
    )


def _form(expression: Expression) -> Expression:
    """An expression without its words, and in one order where the order makes no difference."""
    match _without_words(changed(expression, _form)):
        case Operation(sign="+" | "*" as sign) as joined:
            first, *rest = sorted(_joined(joined, sign), key=repr)
            for each in rest:
                first = Operation(sign, first, each)
            return first
        case Choice(condition=Comparison(relation="!=" | "<" | "<=") as compared) as choice:
            ends = choice.otherwise, choice.chosen
            return Choice(compared.opposite, *ends)
        case Extreme() | Joined() as several:
            return replace(several, operands=tuple(sorted(several.operands, key=repr)))
        case found:
            return found


def _without_words(expression: Expression) -> Expression:
    match expression:
        case Variable() as term:
            return replace(term, words="", yes_or_no=False)
        case RuleCall() as call:
            return replace(call, words="", given=(), yes_or_no=False)
        case Comparison() as compared:
            return replace(compared, phrases=())
        case found:
            return found


def _joined(expression: Expression, sign: str) -> Iterator[Expression]:
    if isinstance(expression, Operation) and expression.sign == sign:
        yield from _joined(expression.left, sign)
        yield from _joined(expression.right, sign)
    else:
        yield expression


def _said(stated: Expression, point: Mapping[str, object]) -> Value | None:
    try:
        return simplest(value_of(stated, dict(_values(point))))
    except (ArithmeticError, LookupError, ValueError):
        return None


def _values(point: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """The values of terms: of parameters, and of the places in those that are tuples."""
    for name, value in point.items():
        yield name, value
        for place, item in enumerate(value if isinstance(value, tuple) else ()):
            yield f"{name}[{place}]", item


def _points(book: Book, rule: Callable[..., object]) -> tuple[Iterator[dict[str, object]], int]:
    """The points of a rule's domain, and how many of them it has to answer at least.

    They are all, or the edges and then some from all over it.
    """
    names = list(inspect.signature(rule).parameters)
    domains = [book.domain(rule, name) or () for name in names]
    size = math.prod(map(len, domains))
    if size <= WHOLE:
        points: Iterator[tuple[object, ...]] = product(*domains)
    else:
        edges = islice(product(*map(_edges, domains)), EDGES)
        points = chain(edges, _all_over(domains, size))
    enough = 1 if size <= WHOLE else ENOUGH
    return (dict(zip(names, point, strict=True)) for point in points), enough


def _edges(values: Sequence[object]) -> list[object]:
    """The first values of a domain, and the last."""
    return list(dict.fromkeys([*values[:2], values[-1]]))


def _all_over(values: Sequence[Sequence[object]], size: int) -> Iterator[tuple[object, ...]]:
    """Points that lie evenly in a domain: the same ones each time."""
    for turn in range(MOST):
        at = (turn * _GOLDEN % _CIRCLE) * size // _CIRCLE
        point: list[object] = []
        for domain in values:
            at, place = divmod(at, len(domain))
            point.append(domain[place])
        yield tuple(point)


def _named(names: FormulaNames, point: Mapping[str, object]) -> str:
    """A point in the book's words, without what the rule takes for granted."""
    parameters = inspect.signature(names.rule).parameters
    told = (
        _value(names.parameters[name].words, value)
        for name, value in point.items()
        if value != parameters[name].default or value is not parameters[name].default
    )
    each = ", ".join(told)
    return f"for {each}: " if each else ""


def _value(words: str, value: object) -> str:
    if isinstance(value, bool):
        return words if value else f"not {words}"
    if isinstance(value, tuple):
        return f"{words} ({', '.join(map(format_value, value))})"
    return f"{words} {format_value(value)}"
