"""Read the expressions in a rule's code: names, arithmetic, comparisons and choices.

Calls are read in `calls`.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from types import ModuleType
from typing import Any, TypeAlias

from sfrules.press.expression.tree import (
    RELATIONS,
    Choice,
    Comparison,
    Constant,
    Expression,
    Joined,
    Lookup,
    MappedValue,
    Negative,
    Operation,
    Rounded,
    Sign,
    Value,
    Variable,
    is_condition,
    is_word,
    opposite,
)
from sfrules.press.things.formulas.calls import call, field_of_row
from sfrules.press.things.formulas.evaluation import Inexact, simplest
from sfrules.press.things.formulas.rule_source import RuleSource, Unreadable, Words

SIGNS: Mapping[type[ast.operator], Sign] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "/",
    ast.Mod: "%",
    ast.Pow: "**",
}

# What no formula can say, by the names of its syntax where those are not plain words.
REFUSED: Mapping[str, str] = {
    "a loop": "For While",
    "a deletion": "Delete",
    "a function within": "FunctionDef",
    "a class": "ClassDef",
    "a changed name": "AugAssign",
    "an import": "Import ImportFrom",
    "a comprehension": "ListComp SetComp DictComp GeneratorExp",
    "an assignment within an expression": "NamedExpr",
    "a star argument": "Starred",
    "a yield": "Yield YieldFrom",
    "a formatted text": "JoinedStr",
    "a mapping within": "Dict",
    **{f"a {word} name": word.capitalize() for word in ("global", "nonlocal")},
    **{f"an {word.lower()}": word for word in ("Assert", "Await")},
    **{f"a {word}": word.capitalize() for word in "try with match raise lambda".split()},
    **{f"a {word}": word.capitalize() for word in "tuple list set slice".split()},
}


@dataclass(frozen=True)
class Reader:
    """Reads the expressions of one rule; `scope` holds its parameters and what it has defined."""

    source: RuleSource
    words: Words
    scope: Mapping[str, Variable]

    def read(self, node: ast.AST) -> Expression:
        """An expression; raises Unreadable for code of a kind that has no reading."""
        reading = READINGS.get(type(node))
        if reading is None:
            raise self.refusal(node)
        return reading(self, node)

    def number(self, node: ast.AST) -> Expression:
        """An expression that is neither a condition nor a fixed word."""
        found = self.read(node)
        if is_condition(found) or is_word(found):
            raise self.refusal(node, "a number is needed here")
        return found

    def condition(self, node: ast.AST) -> Expression:
        """An expression that is answered by yes or no."""
        found = self.read(node)
        if not is_condition(found):
            raise self.refusal(node, "a comparison is needed here")
        return found

    def choice(
        self, node: ast.AST, condition: Expression, chosen: Expression, otherwise: Expression
    ) -> Expression:
        """A choice between two conditions, or between two values."""
        if is_condition(chosen) != is_condition(otherwise):
            raise self.refusal(node, "one end answers yes or no, the other does not")
        return _towards_zero(Choice(condition, chosen, otherwise))

    def refusal(self, node: ast.AST, reason: str = "") -> Unreadable:
        """The error for a piece of code; without a reason, it names what kind of code it is."""
        name = type(node).__name__
        kind = next((kind for kind, names in REFUSED.items() if name in names.split()), "this")
        return self.source.refusal(node, reason or f"{kind} cannot be read as a formula")

    def thing(self, node: ast.expr) -> object:
        """What a name, or a name in a module, stands for outside of the rule."""
        if isinstance(node, ast.Name) and node.id not in self.scope:
            try:
                return self.source.meaning(node.id)
            except LookupError:
                raise self.refusal(node, f"{node.id} is not known here") from None
        if isinstance(node, ast.Attribute):
            owner = self.thing(node.value)
            if isinstance(owner, ModuleType) and hasattr(owner, node.attr):
                return getattr(owner, node.attr)
        raise self.refusal(node, "only names, and names of modules, can be read")

    def value(self, node: ast.AST, value: object) -> Value:
        """A value that a formula can show."""
        if isinstance(value, float):
            raise self.refusal(node, "a binary float is not exact; write a Fraction")
        try:
            return simplest(value)
        except Inexact:
            kind = type(value).__name__
            reason = f"a value of the kind {kind} has no words in a formula"
            raise self.refusal(node, reason) from None


def _name(reader: Reader, node: ast.Name | ast.Attribute) -> Expression:
    """A parameter, a name defined before, a field of a row, or a constant of a module."""
    if isinstance(node, ast.Name) and node.id in reader.scope:
        return reader.scope[node.id]
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Call):
        return field_of_row(reader, node, node.value)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Subscript):
        return _field_of_facts(reader, node.value, node.attr)
    return Constant(reader.value(node, reader.thing(node)))


def _subscript(reader: Reader, node: ast.Subscript) -> Expression:
    """A value that a mapping of the module holds, or an element of a parameter."""
    if isinstance(node.value, ast.Name) and node.value.id in reader.scope:
        return _element(reader, node, node.value.id)
    mapping = reader.thing(node.value)
    if not isinstance(mapping, Mapping):
        raise reader.refusal(node, "only a mapping can be asked for an entry")
    entries = tuple(
        (reader.value(node, key), reader.value(node, value)) for key, value in mapping.items()
    )
    identifier = ast.unparse(node.value).rpartition(".")[2]
    return MappedValue(reader.words.say(identifier), entries, reader.read(node.slice))


def _field_of_facts(reader: Reader, node: ast.Subscript, field: str) -> Expression:
    """A field of the row that a table of facts has for a key: `terrain[over].leagues`."""
    asked = reader.thing(node.value)
    table = next((table for table in reader.words.tables if table is asked), None)
    if table is None:
        raise reader.refusal(node, "a field of something that is no row of a table")
    say, key = reader.words.say, node.slice
    keys = key.elts if isinstance(key, ast.Tuple) else [key]
    read = tuple(map(reader.read, keys))
    return Lookup(say(field, table.name), say(table.name), table.look_up, field, table.name, read)


def _element(reader: Reader, node: ast.Subscript, parameter: str) -> Expression:
    """An element of a tuple parameter: a variable of its own, if the book has words for it."""
    match node.slice:
        case ast.Constant(value=int() as index):
            element, owner = f"{parameter}[{index}]", reader.source.name
            names = reader.words.names
            if element in names or f"{owner}.{element}" in names:
                return Variable(reader.words.say(element, owner), element)
    raise reader.refusal(node, "the glossary has no words for this part of a parameter")


def _operation(reader: Reader, node: ast.BinOp) -> Expression:
    """Two numbers joined by a sign; // is division rounded down."""
    sign = SIGNS.get(type(node.op))
    if sign is None:
        raise reader.refusal(node, "this sign is none of + - * / // % **")
    operation = Operation(sign, reader.number(node.left), reader.number(node.right))
    return Rounded(math.floor, operation) if isinstance(node.op, ast.FloorDiv) else operation


def _prefixed(reader: Reader, node: ast.UnaryOp) -> Expression:
    """A sign in front of a number, or a not in front of a condition."""
    if isinstance(node.op, ast.Not):
        return opposite(reader.condition(node.operand))
    operand = reader.number(node.operand)
    match node.op, operand:
        case ast.UAdd(), _:
            return operand
        case ast.USub(), Constant(value=int() as value):
            return Constant(-value)
        case ast.USub(), _:
            return Negative(operand)
    raise reader.refusal(node, "this sign is neither + nor -")


def _comparison(reader: Reader, node: ast.Compare) -> Expression:
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
    relation = next((sign for sign in RELATIONS if type(operator) is RELATIONS[sign].code), "")
    if not relation:
        raise reader.refusal(node, "values are compared by == != < <= > >=, or in")
    read = reader.read if relation in ("==", "!=") else reader.number
    return _compared(reader, node, relation, read(left), read(right))


def _membership(reader: Reader, inside: bool, left: ast.expr, right: ast.expr) -> Expression:
    if not isinstance(right, ast.Tuple | ast.List | ast.Set) or not right.elts[1:]:
        raise reader.refusal(right, "in needs two or more values, written out")
    relation = "==" if inside else "!="
    one = reader.read(left)
    each = tuple(
        _compared(reader, element, relation, one, reader.read(element)) for element in right.elts
    )
    return Joined("or" if inside else "and", each)


def _compared(
    reader: Reader, node: ast.AST, relation: str, left: Expression, right: Expression
) -> Comparison:
    """A comparison that begins with what varies: a reader asks whether the weight is above ten."""
    if is_condition(left) or is_condition(right):
        raise reader.refusal(node, "a condition is compared with something: use and, or, not")
    if isinstance(left, Constant) and not isinstance(right, Constant):
        left, relation, right = right, RELATIONS[relation].swapped, left
    name = left.name if isinstance(left, Variable) and is_word(right) else ""
    return Comparison(relation, left, right, reader.words.phrases(name))


def _joined(reader: Reader, node: ast.BoolOp) -> Expression:
    operands = tuple(map(reader.condition, node.values))
    return Joined("and" if isinstance(node.op, ast.And) else "or", operands)


def _choice(reader: Reader, node: ast.IfExp) -> Expression:
    condition = reader.condition(node.test)
    return reader.choice(node, condition, reader.read(node.body), reader.read(node.orelse))


def _towards_zero(found: Choice) -> Expression:
    """Rounding towards zero, written as x // n if x >= 0 else -(-x // n), for n above 0."""
    match found:
        case Choice(
            Comparison(">=" | ">", number, Constant(0)),
            Rounded(math.floor, Operation("/", left, Constant(whole)) as quotient),
        ) if left == number and isinstance(whole, int | Fraction) and whole > 0:
            mirrored = Rounded(math.floor, Operation("/", Negative(number), Constant(whole)))
            if found.otherwise == Negative(mirrored):
                return Rounded(math.trunc, quotient)
    return found


# Each reading receives only nodes of the type that it is listed for.
Reading: TypeAlias = Callable[[Reader, Any], Expression]
READINGS: Mapping[type[ast.AST], Reading] = {
    ast.Constant: lambda reader, node: Constant(reader.value(node, node.value)),
    ast.Name: _name,
    ast.Attribute: _name,
    ast.Subscript: _subscript,
    ast.BinOp: _operation,
    ast.UnaryOp: _prefixed,
    ast.Compare: _comparison,
    ast.BoolOp: _joined,
    ast.IfExp: _choice,
    ast.Call: call,
}
