"""Read the code of a rule: its text, what the names in it stand for, and the expressions in it."""

from __future__ import annotations

import ast
import inspect
import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from textwrap import shorten
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias

from sfrules.press.expression import tree
from sfrules.press.expression.values import Inexact, simplest

LONGEST_SHOWN = 72


class Unreadable(ValueError):
    """Code that cannot be put into a formula without guessing."""

    def __init__(self, reason: str, file: str = "", line: int = 0, text: str = "") -> None:
        where = f"{file}:{line}: " if file else ""
        super().__init__(where + reason + (f": {text}" if text else ""))
        self.reason = reason
        self.file = file
        self.line = line
        self.text = text


@dataclass(frozen=True, eq=False)
class Words:
    """What a book calls the things that its rules name.

    `names` maps an identifier to words: a parameter, a rule, a mapping, a table's id. `owner.name`
    takes precedence over `name`; the owner is the parameter's rule, the field's table, or the
    lookup's function. A name that is missing is shown with spaces for underscores and hyphens.
    `conditions` maps a parameter and a value to words that follow a noun: "in a hurry".
    `lookups` are the names of the functions that find a row in a table: the first argument is
    the table's id, the others are the keys. `tables` are tables of facts that are asked for a row
    as a mapping is: `terrain[over].leagues`.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    conditions: Mapping[tuple[str, str], str] = field(default_factory=dict)
    lookups: frozenset[str] = frozenset()
    tables: tuple[Any, ...] = ()

    def say(self, name: str, of: str = "") -> str:
        """The words for an identifier, or the identifier itself with spaces."""
        given = self.names.get(f"{of}.{name}", self.names.get(name))
        if given is not None:
            return given
        plain = name.strip("_").replace("_", " ").replace("-", " ")
        return plain.lower() if plain.isupper() else plain

    def phrases(self, name: str) -> tuple[tuple[str, str], ...]:
        """The values of a parameter that the book has words for, each with its words."""
        return tuple(
            (value, phrase) for (of, value), phrase in self.conditions.items() if of == name
        )


@dataclass(frozen=True)
class RuleSource:
    """A function as it is written: its definition in the text of its file."""

    function: FunctionType
    definition: ast.FunctionDef
    file: str = field(compare=False)

    @property
    def name(self) -> str:
        """The identifier of the rule."""
        return self.definition.name

    @property
    def line(self) -> int:
        """The line of the file that has the rule's name."""
        return self.definition.lineno

    def refusal(self, node: ast.AST, reason: str) -> Unreadable:
        """The error for a piece of the rule that cannot be read."""
        text = shorten(ast.unparse(node), LONGEST_SHOWN, placeholder="…")
        return Unreadable(reason, self.file, getattr(node, "lineno", self.line), text)


def find_source(function: Callable[..., object]) -> RuleSource:
    """The source of a function, beneath its decorators.

    Raises:
        Unreadable: for anything that is not a function written with `def` in a file.
    """
    plain = inspect.unwrap(function)
    name = getattr(plain, "__name__", None) or repr(plain)
    if not isinstance(plain, FunctionType):
        raise Unreadable(f"{name} is not a function written in Python")
    file, line = plain.__code__.co_filename, plain.__code__.co_firstlineno
    try:
        text = "".join(inspect.findsource(plain)[0])
    except OSError:
        text = ""
    definition = _definitions(text, file).get(plain.__code__)
    if definition is None:  # the file may change under a running server
        reason = f"{name} is not written with def, or has changed in its file since it was loaded"
        raise Unreadable(reason, file, line)
    return RuleSource(plain, definition, file)


@lru_cache(maxsize=128)
def _definitions(text: str, file: str) -> Mapping[CodeType, ast.FunctionDef]:
    """Each function that a file defines, by its code."""
    try:
        parsed = ast.parse(text)
        codes = [compile(text, file, "exec", dont_inherit=True)]
    except SyntaxError:
        return {}
    for code in codes:
        codes.extend(each for each in code.co_consts if isinstance(each, CodeType))
    by_place = {(code.co_name, code.co_firstlineno): code for code in codes}
    functions = (each for each in ast.walk(parsed) if isinstance(each, ast.FunctionDef))
    places = ((_place(each), each) for each in functions)
    return {by_place[place]: each for place, each in places if place in by_place}


def _place(function: ast.FunctionDef) -> tuple[str, int]:
    """The name of a function, and its first line, which may be that of a decorator."""
    parts: list[ast.stmt | ast.expr] = [function, *function.decorator_list]
    return function.name, min(each.lineno for each in parts)


SIGNS: Mapping[type[ast.operator], tree.Sign] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "/",
    ast.Mod: "%",
    ast.Pow: "**",
}

RELATIONS = {relation.code: sign for sign, relation in tree.RELATIONS.items()}
ROUNDINGS: Mapping[str, tree.Rounding] = {
    "round_down": math.floor,
    "round_up": math.ceil,
    "round_half_up": tree.half_up,
    "round_towards_zero": math.trunc,
}

PROBES = tuple(Fraction(quarters, 4) for quarters in range(-10, 11))


@dataclass(frozen=True)
class Reader:
    """Reads the expressions of one rule; `scope` holds its parameters and what it has defined."""

    source: RuleSource
    words: Words
    scope: Mapping[str, tree.Variable]

    def read(self, node: ast.AST) -> tree.Expression:
        """An expression; raises Unreadable for code of a kind that has no reading."""
        reading = READINGS.get(type(node))
        if reading is None:
            raise self.refusal(node)
        return reading(self, node)

    def number(self, node: ast.AST) -> tree.Expression:
        """An expression that is neither a condition nor a fixed word."""
        found = self.read(node)
        if tree.is_condition(found) or tree.is_word(found):
            raise self.refusal(node, "a number is needed here")
        return found

    def condition(self, node: ast.AST) -> tree.Expression:
        """An expression that is answered by yes or no."""
        found = self.read(node)
        if not tree.is_condition(found):
            raise self.refusal(node, "a comparison is needed here")
        return found

    def refusal(self, node: ast.AST, reason: str = "this is no part of a formula") -> Unreadable:
        """The error for a piece of code."""
        return self.source.refusal(node, reason)

    def thing(self, node: ast.expr) -> object:
        """What a name, or a name in a module, stands for outside of the rule."""
        if isinstance(node, ast.Name) and node.id not in self.scope:
            with suppress(LookupError, ValueError):  # a cell may be empty
                known = inspect.getclosurevars(self.source.function)
                return {**known.builtins, **known.globals, **known.nonlocals}[node.id]
            raise self.refusal(node, f"{node.id} is not known here")
        if isinstance(node, ast.Attribute):
            owner = self.thing(node.value)
            if isinstance(owner, ModuleType) and hasattr(owner, node.attr):
                return getattr(owner, node.attr)
        raise self.refusal(node, "only names, and names of modules, can be read")

    def table(self, node: ast.expr) -> Any:
        """The table of facts that a name stands for, if it is one."""
        asked = self.thing(node)
        return next((table for table in self.words.tables if table is asked), None)

    def value(self, node: ast.AST, value: object) -> tree.Value:
        """A value that a formula can show."""
        if isinstance(value, float):
            raise self.refusal(node, "a binary float is not exact; write a Fraction")
        try:
            return simplest(value)
        except Inexact:
            kind = type(value).__name__
            reason = f"a value of the kind {kind} has no words in a formula"
            raise self.refusal(node, reason) from None


def _name(reader: Reader, node: ast.Name | ast.Attribute) -> tree.Expression:
    """A parameter, a name defined before, a field of a row, or a constant of a module."""
    if isinstance(node, ast.Name) and node.id in reader.scope:
        return reader.scope[node.id]
    if isinstance(node, ast.Attribute):
        say = reader.words.say
        if row := _row(reader, node.value):
            find, table, keys = row
            return tree.Lookup(say(node.attr, table), say(table), find, node.attr, table, keys)
        if (facts := reader.table(node.value)) and node.attr in facts.by_name:
            if not facts.stands_for:
                reason = "a row of a table is no number: name one of its columns"
                raise reader.refusal(node, reason)
            find, words = (
                partial(facts.look_up, key=facts.by_name[node.attr]),
                say(node.attr, facts.name),
            )
            return tree.Lookup(words, facts.name, find, "", facts.name, ())
    return tree.Constant(reader.value(node, reader.thing(node)))


def _row(
    reader: Reader, node: ast.expr
) -> tuple[Callable[..., object], str, tuple[tree.Expression, ...]] | None:
    """What finds a row, its table and its keys: row("gear", item), gear[item] or gear.rope."""
    match node:
        case ast.Call(args=[ast.Constant(value=str() as table), *keys], keywords=[]) if keys:
            find: Any = reader.thing(node.func)
            if callable(find) and _identifier(find) in reader.words.lookups:
                return find, table, tuple(map(reader.read, keys))
        case ast.Subscript(value=asked, slice=key) if facts := reader.table(asked):
            keys = key.elts if isinstance(key, ast.Tuple) else [key]
            return facts.look_up, facts.name, tuple(map(reader.read, keys))
        case ast.Attribute(value=ast.Name() as asked, attr=name) if facts := reader.table(asked):
            if name in facts.by_name:
                return facts.look_up, facts.name, (tree.Constant(facts.by_name[name]),)
    return None


def _subscript(reader: Reader, node: ast.Subscript) -> tree.Expression:
    """A value that a mapping of the module holds, or an element of a parameter."""
    if isinstance(node.value, ast.Name) and node.value.id in reader.scope:
        return _element(reader, node, node.value.id)
    mapping = reader.thing(node.value)
    if not isinstance(mapping, Mapping):
        raise reader.refusal(node, "only a mapping can be asked for an entry")
    for each in mapping.values():
        reader.value(node, each)
    name = ast.unparse(node.value).rpartition(".")[2]
    keys = (reader.read(node.slice),)
    return tree.Lookup(reader.words.say(name), "", lambda _, key: mapping[key], "", name, keys)


def _element(reader: Reader, node: ast.Subscript, parameter: str) -> tree.Expression:
    """An element of a tuple parameter: a variable of its own, if the book has words for it."""
    match node.slice:
        case ast.Constant(value=int() as index):
            element, owner = f"{parameter}[{index}]", reader.source.name
            names = reader.words.names
            if element in names or f"{owner}.{element}" in names:
                return tree.Variable(reader.words.say(element, owner), element)
    raise reader.refusal(node, "the glossary has no words for this part of a parameter")


def _operation(reader: Reader, node: ast.BinOp) -> tree.Expression:
    """Two numbers joined by a sign; // is division rounded down."""
    sign = SIGNS.get(type(node.op))
    if sign is None:
        raise reader.refusal(node)
    operation = tree.Operation(sign, reader.number(node.left), reader.number(node.right))
    return tree.Round(math.floor, operation) if isinstance(node.op, ast.FloorDiv) else operation


def _prefixed(reader: Reader, node: ast.UnaryOp) -> tree.Expression:
    """A sign in front of a number, or a not in front of a condition."""
    if isinstance(node.op, ast.Not):
        return tree.opposite(reader.condition(node.operand))
    operand = reader.number(node.operand)
    match node.op, operand:
        case ast.USub(), tree.Constant(value=int() as value):
            return tree.Constant(-value)
        case ast.USub(), _:
            return tree.Negative(operand)
    raise reader.refusal(node)


def _comparison(reader: Reader, node: ast.Compare) -> tree.Expression:
    """One comparison, or a chain of them: a <= b <= c is a <= b and b <= c."""
    match node:
        case ast.Compare(ops=[ast.In() | ast.NotIn() as op], comparators=[ast.Tuple(elts=items)]):
            equal = ast.Eq() if isinstance(op, ast.In) else ast.NotEq()
            each = tuple(_compared(reader, node, equal, node.left, item) for item in items)
            return tree.Connective("or" if isinstance(op, ast.In) else "and", each)
    sides = pairwise([node.left, *node.comparators])
    links = tuple(
        _compared(reader, node, operator, *pair)
        for operator, pair in zip(node.ops, sides, strict=True)
    )
    return links[0] if len(links) == 1 else tree.Connective("and", links)


def _compared(
    reader: Reader, node: ast.Compare, operator: ast.cmpop, one: ast.expr, other: ast.expr
) -> tree.Comparison:
    """A comparison that begins with what varies: a reader asks whether the weight is above ten."""
    relation = RELATIONS.get(type(operator))
    if relation is None:
        raise reader.refusal(node, "values are compared by == != < <= > >=")
    read = reader.read if relation in ("==", "!=") else reader.number
    left, right = read(one), read(other)
    if isinstance(left, tree.Constant) and not isinstance(right, tree.Constant):
        left, relation, right = right, tree.RELATIONS[relation].swapped, left
    name = left.name if isinstance(left, tree.Variable) and tree.is_word(right) else ""
    return tree.Comparison(relation, left, right, reader.words.phrases(name))


def _joined(reader: Reader, node: ast.BoolOp) -> tree.Expression:
    operands = tuple(map(reader.condition, node.values))
    return tree.Connective("and" if isinstance(node.op, ast.And) else "or", operands)


def _choice(reader: Reader, node: ast.IfExp) -> tree.Expression:
    condition = reader.condition(node.test)
    return tree.Choice(condition, reader.read(node.body), reader.read(node.orelse))


def _call(reader: Reader, node: ast.Call) -> tree.Expression:
    """A call of anything that a formula has words for."""
    called = reader.thing(node.func)
    for known, reading in PYTHON_CALLS:
        if called is known:
            return reading(reader, node)
    if called is round:
        raise reader.refusal(node, "round() takes a half to the even number; say which way")
    if not callable(called) or not inspect.isfunction(inspect.unwrap(called)):
        raise reader.refusal(node, "a call of something that is no rule")
    if _identifier(called) in reader.words.lookups:
        raise reader.refusal(node, "a row of a table is no number: name one of its columns")
    if _identifier(called) in ROUNDINGS:
        return _own_rounding(reader, node, called)
    return _rule(reader, node, called)


def _identifier(called: Callable[..., object]) -> str:
    """The identifier of a function, beneath its decorators."""
    return str(getattr(inspect.unwrap(called), "__name__", ""))


def _only(reader: Reader, node: ast.Call) -> tree.Expression:
    """The one argument of a function of Python."""
    match node:
        case ast.Call(args=[argument], keywords=[]):
            return reader.number(argument)
    raise reader.refusal(node)


def _extreme(reader: Reader, node: ast.Call, *, highest: bool) -> tree.Expression:
    """The higher or lower of numbers; where one of two is fixed, it is a bound for the other."""
    operands = tuple(map(reader.number, node.args))
    if len(operands) < 2 or node.keywords:  # noqa: PLR2004 the higher of two
        raise reader.refusal(node)
    match operands:
        case (tree.Constant() as bound, number) | (number, tree.Constant() as bound) if (
            not tree.is_number(number)
        ):
            return _bounded(number, bound, highest)
    return tree.Extreme(highest, operands)


def _bounded(number: tree.Expression, bound: tree.Constant, lowest: bool) -> tree.Clamp:
    """A bound; a second one joins the first where their order makes no difference."""
    if isinstance(number, tree.Clamp):
        ends = (number.at_least, number.at_most)
        taken, other = ends if lowest else ends[::-1]
        least, most = (bound, other) if lowest else (other, bound)
        if taken is None and least and most and Fraction(least.value) <= Fraction(most.value):
            return tree.Clamp(number.operand, least, most)
    return tree.Clamp(number, at_least=bound) if lowest else tree.Clamp(number, at_most=bound)


def _own_rounding(reader: Reader, node: ast.Call, called: Callable[..., object]) -> tree.Expression:
    """A rounding function by its name, once it has been seen to do what its name says."""
    rounding = ROUNDINGS[_identifier(called)]
    if any(called(probe) != rounding(probe) for probe in PROBES):
        raise reader.refusal(node, f"{_identifier(called)} does not round as its name says")
    return tree.Round(rounding, _only(reader, node))


def _fraction(reader: Reader, node: ast.Call) -> tree.Expression:
    """A fraction: of one number, of two, or of a text that contains one."""
    match node:
        case ast.Call(args=[ast.Constant(value=str() as written)], keywords=[]):
            with suppress(ValueError, ZeroDivisionError):
                return tree.Constant(simplest(Fraction(written)))
        case ast.Call(args=[above, below], keywords=[]):
            over, under = reader.number(above), reader.number(below)
            if isinstance(over, tree.Constant) and isinstance(under, tree.Constant) and under.value:
                return tree.Constant(simplest(Fraction(over.value) / Fraction(under.value)))
            return tree.Operation("/", over, under)
    return _only(reader, node)


def _rule(reader: Reader, node: ast.Call, called: Callable[..., object]) -> tree.RuleCall:
    """Another rule's answer."""
    identifier, words = _identifier(called), reader.words
    if identifier.startswith("_") and identifier not in words.names:
        raise reader.refusal(node, f"{identifier} is private, and no rule of the book")
    given = _arguments(reader, node, called)
    return tree.RuleCall(
        words.say(identifier),
        called,
        tuple(given),
        tuple(words.say(parameter, identifier) for parameter in given),
        tuple(given.values()),
        inspect.unwrap(called).__annotations__.get("return") in (bool, "bool"),
    )


def _arguments(
    reader: Reader, node: ast.Call, called: Callable[..., object]
) -> dict[str, tree.Expression]:
    """Every argument of a rule by its parameter, the defaults included."""
    signature = inspect.signature(called)
    named = {keyword.arg or "**": keyword.value for keyword in node.keywords}
    try:
        bound = signature.bind(*node.args, **named)
    except TypeError as mistake:
        raise reader.refusal(node, f"{_identifier(called)}{signature}: {mistake}") from None
    bound.apply_defaults()
    return {
        name: reader.read(given)
        if isinstance(given, ast.AST)
        else tree.Constant(reader.value(node, given))
        for name, given in bound.arguments.items()
    }


# Compared by identity, in order: what a name stands for may be anything, and be unhashable.
CallReading: TypeAlias = Callable[[Reader, ast.Call], tree.Expression]
PYTHON_CALLS: tuple[tuple[object, CallReading], ...] = (
    (max, partial(_extreme, highest=True)),
    (min, partial(_extreme, highest=False)),
    (abs, lambda reader, node: tree.Size(_only(reader, node))),
    (Fraction, _fraction),
    (int, lambda reader, node: tree.Round(math.trunc, _only(reader, node))),
    (math.trunc, lambda reader, node: tree.Round(math.trunc, _only(reader, node))),
    (math.floor, lambda reader, node: tree.Round(math.floor, _only(reader, node))),
    (math.ceil, lambda reader, node: tree.Round(math.ceil, _only(reader, node))),
)

# Each reading receives only nodes of the type that it is listed for.
Reading: TypeAlias = Callable[[Reader, Any], tree.Expression]
READINGS: Mapping[type[ast.AST], Reading] = {
    ast.Constant: lambda reader, node: tree.Constant(reader.value(node, node.value)),
    ast.Name: _name,
    ast.Attribute: _name,
    ast.Subscript: _subscript,
    ast.BinOp: _operation,
    ast.UnaryOp: _prefixed,
    ast.Compare: _comparison,
    ast.BoolOp: _joined,
    ast.IfExp: _choice,
    ast.Call: _call,
}
