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
from typing import Any

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
    `lookups` are the names of the functions that find a row in a table: the first argument is
    the table's id, the others are the keys. `tables` are tables of facts that are asked for a row
    as a mapping is: `terrain[over].leagues`.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    lookups: frozenset[str] = frozenset()
    tables: tuple[Any, ...] = ()

    def say(self, name: str, of: str = "") -> str:
        """The words for an identifier, or the identifier itself with spaces."""
        given = self.names.get(f"{of}.{name}", self.names.get(name))
        if given is not None:
            return given
        plain = name.strip("_").replace("_", " ").replace("-", " ")
        return plain.lower() if plain.isupper() else plain


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

    def refusal(self, node: ast.AST, reason: str = "this is no part of a formula") -> Unreadable:
        """The error for a piece of the rule that cannot be read."""
        text = shorten(ast.unparse(node), LONGEST_SHOWN, placeholder="…")
        return Unreadable(reason, self.file, getattr(node, "lineno", self.definition.lineno), text)


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
        codes = [compile(parsed, file, "exec", dont_inherit=True)]
    except SyntaxError:
        return {}
    for code in codes:
        codes.extend(each for each in code.co_consts if isinstance(each, CodeType))
    by_place = {(code.co_name, code.co_firstlineno): code for code in codes}
    found = dict[CodeType, ast.FunctionDef]()
    for each in ast.walk(parsed):
        if isinstance(each, ast.FunctionDef):
            first = min([each.lineno, *(part.lineno for part in each.decorator_list)])
            if own := by_place.get((each.name, first)):
                found[own] = each
    return found


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
class Reader(ast.NodeVisitor):
    """Reads the expressions of one rule; `scope` holds its parameters and what it has defined.

    Code that has no reading is Unreadable.
    """

    source: RuleSource
    words: Words
    scope: Mapping[str, tree.Variable]

    def generic_visit(self, node: ast.AST) -> Any:
        """Refuse code of any other kind."""
        raise self.source.refusal(node)

    def number(self, node: ast.AST) -> tree.Expression:
        """An expression that is neither a condition nor a fixed word."""
        found: tree.Expression = self.visit(node)
        if tree.is_condition(found) or tree.is_word(found):
            raise self.source.refusal(node, "a number is needed here")
        return found

    def condition(self, node: ast.AST) -> tree.Expression:
        """An expression that is answered by yes or no."""
        found: tree.Expression = self.visit(node)
        if not tree.is_condition(found):
            raise self.source.refusal(node, "a comparison is needed here")
        return found

    # Names, and what is found in tables

    def thing(self, node: ast.expr) -> object:
        """What a name, or a name in a module, stands for outside of the rule."""
        if isinstance(node, ast.Name) and node.id not in self.scope:
            with suppress(LookupError, ValueError):  # a cell may be empty
                known = inspect.getclosurevars(self.source.function)
                return {**known.builtins, **known.globals, **known.nonlocals}[node.id]
            raise self.source.refusal(node, f"{node.id} is not known here")
        if isinstance(node, ast.Attribute):
            owner = self.thing(node.value)
            if isinstance(owner, ModuleType) and hasattr(owner, node.attr):
                return getattr(owner, node.attr)
        raise self.source.refusal(node, "only names, and names of modules, can be read")

    def table(self, node: ast.expr) -> Any:
        """The table of facts that a name stands for, if it is one."""
        asked = self.thing(node)
        return next((table for table in self.words.tables if table is asked), None)

    def value(self, node: ast.AST, value: object) -> tree.Value:
        """A value that a formula can show."""
        if isinstance(value, float):
            raise self.source.refusal(node, "a binary float is not exact; write a Fraction")
        try:
            return simplest(value)
        except Inexact:
            kind = type(value).__name__
            reason = f"a value of the kind {kind} has no words in a formula"
            raise self.source.refusal(node, reason) from None

    def visit_Constant(self, node: ast.Constant) -> tree.Expression:
        return tree.Constant(self.value(node, node.value))

    def visit_Name(self, node: ast.Name) -> tree.Expression:
        """A parameter, a name defined before, or a constant of a module."""
        known = self.scope.get(node.id)
        return known or tree.Constant(self.value(node, self.thing(node)))

    def visit_Attribute(self, node: ast.Attribute) -> tree.Expression:
        """A field of a row, or a constant of a module."""
        say = self.words.say
        if row := self._row(node.value):
            find, table, keys = row
            return tree.Lookup(say(node.attr, table), say(table), find, node.attr, table, keys)
        if (facts := self.table(node.value)) and node.attr in facts.by_name:
            if not facts.schema.stands_for:
                reason = "a row of a table is no number: name one of its columns"
                raise self.source.refusal(node, reason)
            find = partial(facts.look_up, key=facts.by_name[node.attr])
            words = say(node.attr, facts.name)
            return tree.Lookup(words, facts.name, find, "", facts.name, ())
        return tree.Constant(self.value(node, self.thing(node)))

    def _row(
        self, node: ast.expr
    ) -> tuple[Callable[..., object], str, tuple[tree.Expression, ...]] | None:
        """What finds a row, its table and its keys: row("gear", item), gear[item] or gear.rope."""
        match node:
            case ast.Call(args=[ast.Constant(value=str() as table), *keys], keywords=[]) if keys:
                find: Any = self.thing(node.func)
                if callable(find) and _identifier(find) in self.words.lookups:
                    return find, table, tuple(map(self.visit, keys))
            case ast.Subscript(value=asked, slice=key) if facts := self.table(asked):
                keys = key.elts if isinstance(key, ast.Tuple) else [key]
                return facts.look_up, facts.name, tuple(map(self.visit, keys))
            case ast.Attribute(value=ast.Name() as asked, attr=name) if facts := self.table(asked):
                if name in facts.by_name:
                    return facts.look_up, facts.name, (tree.Constant(facts.by_name[name]),)
        return None

    def visit_Subscript(self, node: ast.Subscript) -> tree.Expression:
        """A value that a mapping of the module holds, or an element of a parameter."""
        if isinstance(node.value, ast.Name) and node.value.id in self.scope:
            return self._element(node, node.value.id)
        mapping = self.thing(node.value)
        if not isinstance(mapping, Mapping):
            raise self.source.refusal(node, "only a mapping can be asked for an entry")
        for each in mapping.values():
            self.value(node, each)
        name = ast.unparse(node.value).rpartition(".")[2]
        keys = (self.visit(node.slice),)
        return tree.Lookup(self.words.say(name), "", lambda _, key: mapping[key], "", name, keys)

    def _element(self, node: ast.Subscript, parameter: str) -> tree.Expression:
        """An element of a tuple parameter: a variable of its own, if the book has words for it."""
        match node.slice:
            case ast.Constant(value=int() as index):
                element, owner = f"{parameter}[{index}]", self.source.name
                names = self.words.names
                if element in names or f"{owner}.{element}" in names:
                    return tree.Variable(self.words.say(element, owner), element)
        reason = "the glossary has no words for this part of a parameter"
        raise self.source.refusal(node, reason)

    # Arithmetic and conditions

    def visit_BinOp(self, node: ast.BinOp) -> tree.Expression:
        """Two numbers joined by a sign; // is division rounded down."""
        sign = SIGNS.get(type(node.op))
        if sign is None:
            raise self.source.refusal(node)
        operation = tree.Operation(sign, self.number(node.left), self.number(node.right))
        return tree.Round(math.floor, operation) if isinstance(node.op, ast.FloorDiv) else operation

    def visit_UnaryOp(self, node: ast.UnaryOp) -> tree.Expression:
        """A sign in front of a number, or a not in front of a condition."""
        if isinstance(node.op, ast.Not):
            return tree.opposite(self.condition(node.operand))
        operand = self.number(node.operand)
        match node.op, operand:
            case ast.USub(), tree.Constant(value=int() as value):
                return tree.Constant(-value)
            case ast.USub(), _:
                return tree.Negative(operand)
        raise self.source.refusal(node)

    def visit_Compare(self, node: ast.Compare) -> tree.Expression:
        """One comparison, or a chain of them: a <= b <= c is a <= b and b <= c."""
        match node:
            case ast.Compare(ops=[ast.In() | ast.NotIn() as op], comparators=[ast.Tuple(elts=to)]):
                equal = ast.Eq() if isinstance(op, ast.In) else ast.NotEq()
                each = tuple(self._compared(node, equal, node.left, item) for item in to)
                return tree.Connective("or" if isinstance(op, ast.In) else "and", each)
        sides = pairwise([node.left, *node.comparators])
        links = tuple(
            self._compared(node, operator, *pair)
            for operator, pair in zip(node.ops, sides, strict=True)
        )
        return links[0] if len(links) == 1 else tree.Connective("and", links)

    def _compared(
        self, node: ast.Compare, operator: ast.cmpop, one: ast.expr, other: ast.expr
    ) -> tree.Comparison:
        """A comparison that begins with what varies: a reader asks if the weight is above ten."""
        relation = RELATIONS.get(type(operator))
        if relation is None:
            raise self.source.refusal(node, "values are compared by == != < <= > >=")
        read = self.visit if relation in ("==", "!=") else self.number
        left, right = read(one), read(other)
        if isinstance(left, tree.Constant) and not isinstance(right, tree.Constant):
            left, relation, right = right, tree.RELATIONS[relation].swapped, left
        return tree.Comparison(relation, left, right)

    def visit_BoolOp(self, node: ast.BoolOp) -> tree.Expression:
        operands = tuple(map(self.condition, node.values))
        return tree.Connective("and" if isinstance(node.op, ast.And) else "or", operands)

    def visit_IfExp(self, node: ast.IfExp) -> tree.Expression:
        condition = self.condition(node.test)
        return tree.Choice(condition, self.visit(node.body), self.visit(node.orelse))

    # Calls

    def visit_Call(self, node: ast.Call) -> tree.Expression:
        """A call of anything that a formula has words for."""
        called = self.thing(node.func)
        # Compared by identity: what a name stands for may be anything, and have any equality.
        if called is max or called is min:
            return self._extreme(node, highest=called is max)
        if called is abs:
            return tree.Size(self._only(node))
        if called is Fraction:
            return self._fraction(node)
        for known in (math.trunc, math.floor, math.ceil):
            if called is known or (called is int and known is math.trunc):
                return tree.Round(known, self._only(node))
        if called is round:
            raise self.source.refusal(
                node, "round() takes a half to the even number; say which way"
            )
        if not callable(called) or not inspect.isfunction(inspect.unwrap(called)):
            raise self.source.refusal(node, "a call of something that is no rule")
        if _identifier(called) in self.words.lookups:
            raise self.source.refusal(
                node, "a row of a table is no number: name one of its columns"
            )
        if _identifier(called) in ROUNDINGS:
            return self._own_rounding(node, called)
        return self._rule(node, called)

    def _only(self, node: ast.Call) -> tree.Expression:
        """The one argument of a function of Python."""
        match node:
            case ast.Call(args=[argument], keywords=[]):
                return self.number(argument)
        raise self.source.refusal(node)

    def _extreme(self, node: ast.Call, *, highest: bool) -> tree.Expression:
        """The higher or lower of numbers; where one of two is fixed, it is a bound."""
        operands = tuple(map(self.number, node.args))
        if len(operands) < 2 or node.keywords:  # noqa: PLR2004 the higher of two
            raise self.source.refusal(node)
        match operands:
            case (tree.Constant() as bound, number) | (number, tree.Constant() as bound) if (
                not tree.is_number(number)
            ):
                return _bounded(number, bound, highest)
        return tree.Extreme(highest, operands)

    def _own_rounding(self, node: ast.Call, called: Callable[..., object]) -> tree.Expression:
        """A rounding function by its name, once it has been seen to do what its name says."""
        rounding = ROUNDINGS[_identifier(called)]
        if any(called(probe) != rounding(probe) for probe in PROBES):
            raise self.source.refusal(
                node, f"{_identifier(called)} does not round as its name says"
            )
        return tree.Round(rounding, self._only(node))

    def _fraction(self, node: ast.Call) -> tree.Expression:
        """A fraction: of one number, of two, or of a text that contains one."""
        match node:
            case ast.Call(args=[ast.Constant(value=str() as written)], keywords=[]):
                with suppress(ValueError, ZeroDivisionError):
                    return tree.Constant(simplest(Fraction(written)))
            case ast.Call(args=[above, below], keywords=[]):
                over, under = self.number(above), self.number(below)
                match over, under:
                    case tree.Constant(), tree.Constant() if under.value:
                        return tree.Constant(simplest(Fraction(over.value) / Fraction(under.value)))
                return tree.Operation("/", over, under)
        return self._only(node)

    def _rule(self, node: ast.Call, called: Callable[..., object]) -> tree.RuleCall:
        """Another rule's answer."""
        identifier, words = _identifier(called), self.words
        if identifier.startswith("_") and identifier not in words.names:
            raise self.source.refusal(node, f"{identifier} is private, and no rule of the book")
        given = self._arguments(node, called)
        return tree.RuleCall(
            words.say(identifier),
            called,
            tuple(given),
            tuple(words.say(parameter, identifier) for parameter in given),
            tuple(given.values()),
            inspect.unwrap(called).__annotations__.get("return") in (bool, "bool"),
        )

    def _arguments(
        self, node: ast.Call, called: Callable[..., object]
    ) -> dict[str, tree.Expression]:
        """Every argument of a rule by its parameter, the defaults included."""
        signature = inspect.signature(called)
        named = {keyword.arg or "**": keyword.value for keyword in node.keywords}
        try:
            bound = signature.bind(*node.args, **named)
        except TypeError as mistake:
            raise self.source.refusal(
                node, f"{_identifier(called)}{signature}: {mistake}"
            ) from None
        bound.apply_defaults()
        return {
            name: self.visit(given)
            if isinstance(given, ast.AST)
            else tree.Constant(self.value(node, given))
            for name, given in bound.arguments.items()
        }


def _identifier(called: Callable[..., object]) -> str:
    """The identifier of a function, beneath its decorators."""
    return str(getattr(inspect.unwrap(called), "__name__", ""))


def _bounded(number: tree.Expression, bound: tree.Constant, lowest: bool) -> tree.Clamp:
    """A bound; a second one joins the first where their order makes no difference."""
    if isinstance(number, tree.Clamp):
        ends = (number.at_least, number.at_most)
        taken, other = ends if lowest else ends[::-1]
        least, most = (bound, other) if lowest else (other, bound)
        if taken is None and least and most and Fraction(least.value) <= Fraction(most.value):
            return tree.Clamp(number.operand, least, most)
    return tree.Clamp(number, at_least=bound) if lowest else tree.Clamp(number, at_most=bound)
