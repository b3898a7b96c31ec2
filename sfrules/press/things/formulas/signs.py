"""Readings of signs, comparisons and choices."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from sfrules.press.things.formulas.expressions import (
    Choice,
    Comparison,
    Constant,
    Denied,
    Expression,
    Joined,
    Negative,
    Operation,
    Relation,
    Rounded,
    Sign,
    Term,
    is_number,
    is_word,
    says_yes_or_no,
)
from sfrules.press.things.formulas.reader import Reader

SIGNS: Mapping[type[ast.operator], Sign] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Mod: "%",
    ast.Pow: "**",
}

RELATIONS: Mapping[type[ast.cmpop], Relation] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}

TURNED: Mapping[Relation, Relation] = {
    "==": "==",
    "!=": "!=",
    "<": ">",
    "<=": ">=",
    ">": "<",
    ">=": "<=",
}

DENIED: Mapping[Relation, Relation] = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
}


def operation(reader: Reader, node: ast.BinOp) -> Expression:
    """Two numbers joined by a sign; // is division rounded down."""
    if not isinstance(node.op, ast.FloorDiv) and type(node.op) not in SIGNS:
        raise reader.refusal(node, "this sign is none of + - * / // % **")
    left, right = reader.number(node.left), reader.number(node.right)
    if isinstance(node.op, ast.FloorDiv):
        return Rounded("down", Operation("/", left, right))
    return Operation(SIGNS[type(node.op)], left, right)


def sign(reader: Reader, node: ast.UnaryOp) -> Expression:
    """A sign in front of a number, or a not in front of a condition."""
    if isinstance(node.op, ast.Not):
        return denied(reader.condition(node.operand))
    operand = reader.number(node.operand)
    match node.op, operand:
        case ast.UAdd(), _:
            return operand
        case ast.USub(), Constant(value=int() as value):
            return Constant(-value)
        case ast.USub(), _:
            return Negative(operand)
    raise reader.refusal(node, "this sign is neither + nor -")


def comparison(reader: Reader, node: ast.Compare) -> Expression:
    """One comparison, or a chain of them: a <= b <= c is a <= b and b <= c."""
    sides = [node.left, *node.comparators]
    links = tuple(
        _link(reader, node, relation, left, right)
        for relation, (left, right) in zip(node.ops, pairwise(sides), strict=True)
    )
    return links[0] if len(links) == 1 else Joined("and", links)


def _link(
    reader: Reader, node: ast.Compare, operator: ast.cmpop, left: ast.expr, right: ast.expr
) -> Expression:
    if isinstance(operator, ast.In | ast.NotIn):
        return _membership(reader, isinstance(operator, ast.In), left, right)
    if type(operator) not in RELATIONS:
        raise reader.refusal(node, "values are compared by == != < <= > >=, or in")
    relation = RELATIONS[type(operator)]
    read = reader.read if relation in ("==", "!=") else reader.number
    return _compared(reader, node, relation, read(left), read(right))


def _membership(reader: Reader, inside: bool, left: ast.expr, right: ast.expr) -> Expression:
    if not isinstance(right, ast.Tuple | ast.List | ast.Set) or not right.elts[1:]:
        raise reader.refusal(right, "in needs two or more values, written out")
    relation: Relation = "==" if inside else "!="
    one = reader.read(left)
    each = tuple(
        _compared(reader, element, relation, one, reader.read(element)) for element in right.elts
    )
    return Joined("or" if inside else "and", each)


def _compared(
    reader: Reader, node: ast.AST, relation: Relation, left: Expression, right: Expression
) -> Comparison:
    """A comparison that begins with what varies: a reader asks whether the weight is above ten."""
    if says_yes_or_no(left) or says_yes_or_no(right):
        raise reader.refusal(node, "a condition is compared with something: use and, or, not")
    if isinstance(left, Constant) and not isinstance(right, Constant):
        left, relation, right = right, TURNED[relation], left
    named = isinstance(left, Term) and is_word(right)
    phrases = reader.words.phrases(left.name) if named and isinstance(left, Term) else ()
    return Comparison(relation, left, right, phrases)


def joined(reader: Reader, node: ast.BoolOp) -> Expression:
    """Conditions joined by and, or by or."""
    operands = tuple(map(reader.condition, node.values))
    return Joined("and" if isinstance(node.op, ast.And) else "or", operands)


def choice(reader: Reader, node: ast.IfExp) -> Expression:
    """One expression where a condition holds, another where it does not."""
    condition = reader.condition(node.test)
    found = Choice(condition, reader.read(node.body), reader.read(node.orelse))
    return chosen_between(reader, node, found)


def chosen_between(reader: Reader, node: ast.AST, found: Choice) -> Expression:
    """The choice itself if both its ends are of a kind."""
    if says_yes_or_no(found.chosen) != says_yes_or_no(found.otherwise):
        raise reader.refusal(node, "one end answers yes or no, the other does not")
    return _towards_zero(found) or found


def denied(condition: Expression) -> Expression:
    """A condition that holds where this one does not."""
    match condition:
        case Comparison():
            return contrary(condition)
        case Denied(operand=operand):
            return operand
    return Denied(condition)


def contrary(comparison: Comparison) -> Comparison:
    """The comparison that holds where this one does not."""
    return replace(comparison, relation=DENIED[comparison.relation])


def _towards_zero(found: Choice) -> Expression | None:
    """Rounding towards zero, where it is spelt x // n if x >= 0 else -(-x // n), for n above 0."""
    match found:
        case Choice(
            condition=Comparison(relation=">=" | ">", left=number, right=Constant(value=0)),
            chosen=Rounded(rounding="down", operand=Operation(sign="/", right=whole) as quotient),
        ) if is_number(whole) and isinstance(whole, Constant) and Fraction(whole.value) > 0:
            turned = Rounded("down", Operation("/", Negative(number), whole))
            if quotient.left == number and found.otherwise == Negative(turned):
                return Rounded("towards zero", quotient)
    return None
