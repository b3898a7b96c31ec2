"""Read the code of a rule: its text, what the names in it stand for, and the expressions in it."""

from __future__ import annotations

import ast
import builtins
import inspect
import math
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import pairwise
from types import CodeType, FunctionType, ModuleType
from typing import Any, Protocol, TypeAlias

from sfrules.press.expression import tree
from sfrules.press.expression.values import Inexact, simplest

LONGEST_SHOWN = 72
Contents: TypeAlias = tuple[Sequence[CodeType], Mapping[tuple[str, int], ast.FunctionDef]]
_LATEST: dict[str, tuple[str, Contents]] = {}  # of each file of rules, its text as it was read last


class Unreadable(ValueError):
    """Code that cannot be put into a formula without guessing."""

    def __init__(self, reason: str, file: str = "", line: int = 0, text: str = "") -> None:
        where = f"{file}:{line}: " if file else ""
        super().__init__(where + reason + (f": {text}" if text else ""))
        self.reason = reason
        self.file = file
        self.line = line
        self.text = text


class Findable(Protocol):
    """A table of facts, which finds a row by its key."""

    name: str

    @property
    def by_name(self) -> Mapping[str, Any]:
        """The keys of its rows by the names that they have behind a dot."""

    @property
    def stands_for(self) -> str:
        """The column whose cell stands for its row, if the table has an id and a value alone."""

    def look_up(self, table: str, key: Any, /) -> object:
        """The row of a key, or its value; the name of the table is the table's own."""


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
    tables: tuple[Findable, ...] = ()

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
    text: str = field(compare=False)
    file: str = field(compare=False)

    @property
    def name(self) -> str:
        """The identifier of the rule."""
        return self.definition.name

    @property
    def line(self) -> int:
        """The line of the file that has the rule's name."""
        return self.definition.lineno

    @property
    def statements(self) -> list[ast.stmt]:
        """The body without the docstring."""
        docstring = ast.get_docstring(self.definition, clean=False) is not None
        return self.definition.body[1:] if docstring else self.definition.body

    def refusal(self, node: ast.AST, reason: str) -> Unreadable:
        """The error for a piece of the rule that cannot be read."""
        first, end = getattr(node, "lineno", 1) - 1, getattr(node, "end_lineno", None)
        # Of lines that do not matter, nothing but their number: Python goes through each sign.
        own = "\n" * first + "\n".join(self.text.split("\n")[first:end])
        text = " ".join((ast.get_source_segment(own, node) or "").split())
        text = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
        return Unreadable(reason, self.file, getattr(node, "lineno", self.line), text)

    def meaning(self, name: str) -> object:
        """What a name from around the rule stands for.

        Raises:
            LookupError: for an unknown name, and for a local variable that is not yet assigned.
        """
        code = self.function.__code__
        if name in code.co_varnames + code.co_cellvars:
            raise LookupError(name)
        cells = dict(zip(code.co_freevars, self.function.__closure__ or (), strict=True))
        if name not in cells:
            return ChainMap(self.function.__globals__, vars(builtins))[name]
        try:
            return cells[name].cell_contents
        except ValueError:
            raise LookupError(name) from None


def find_source(function: Callable[..., object]) -> RuleSource:
    """The source of a function, beneath its decorators.

    Raises:
        Unreadable: for anything that is not a function written with `def` in a file.
    """
    plain = inspect.unwrap(function)
    name = getattr(plain, "__name__", None) or repr(plain)
    if not isinstance(plain, FunctionType):
        raise Unreadable(f"{name} is not a function written in Python")
    code = plain.__code__
    file, line = code.co_filename, code.co_firstlineno
    try:
        text = "".join(inspect.findsource(plain)[0])
    except OSError:
        raise Unreadable(f"the source of {name} is not there", file, line) from None
    if _LATEST.get(file, ("",))[0] != text:
        _LATEST[file] = text, _contents(text, file)
    codes, definitions = _LATEST[file][1]
    if code not in codes:  # the file may change under a running server
        raise Unreadable(f"{name} has changed in its file since it was loaded", file, line)
    if (code.co_name, line) not in definitions:
        raise Unreadable(f"{name} is not written with def", file, line)
    return RuleSource(plain, definitions[code.co_name, line], text, file)


def _contents(text: str, file: str) -> Contents:
    """Every piece of code in a file, and each definition by its name and first line."""
    try:
        tree = ast.parse(text)
        codes = [compile(text, file, "exec", dont_inherit=True)]
    except SyntaxError:
        return (), {}
    for code in codes:
        codes.extend(each for each in code.co_consts if isinstance(each, CodeType))
    definitions = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            definitions[node.name, first] = node
    return codes, definitions


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

    def choice(
        self,
        node: ast.AST,
        condition: tree.Expression,
        chosen: tree.Expression,
        otherwise: tree.Expression,
    ) -> tree.Expression:
        """A choice between two conditions, or between two values."""
        if tree.is_condition(chosen) != tree.is_condition(otherwise):
            raise self.refusal(node, "one end answers yes or no, the other does not")
        return tree.Choice(condition, chosen, otherwise)

    def refusal(self, node: ast.AST, reason: str = "this is no part of a formula") -> Unreadable:
        """The error for a piece of code."""
        return self.source.refusal(node, reason)

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
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Call):
        return _field_of_row(reader, node, node.value)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Subscript):
        return _field_of_facts(reader, node.value, node.attr)
    if isinstance(node, ast.Attribute) and (row := _row_by_name(reader, node.value)):
        return _field_of_facts(reader, row, node.attr)
    if isinstance(node, ast.Attribute) and (row := _row_by_name(reader, node)):
        return _value_of_facts(reader, row, node.attr)
    return tree.Constant(reader.value(node, reader.thing(node)))


def _row_by_name(reader: Reader, node: ast.expr) -> ast.Subscript | None:
    """The row of a table of facts that is named after a dot, as if by its key: `limits.slots`."""
    if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
        return None
    asked = None if node.value.id in reader.scope else reader.thing(node.value)
    table = next((table for table in reader.words.tables if table is asked), None)
    if table is None or node.attr not in table.by_name:
        return None
    key = ast.copy_location(ast.Constant(table.by_name[node.attr]), node)
    return ast.copy_location(ast.Subscript(node.value, key, ast.Load()), node)


def _subscript(reader: Reader, node: ast.Subscript) -> tree.Expression:
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
    return tree.MappedValue(reader.words.say(identifier), entries, reader.read(node.slice))


def _field_of_facts(reader: Reader, node: ast.Subscript, field: str) -> tree.Expression:
    """A field of the row that a table of facts has for a key: `terrain[over].leagues`."""
    asked = reader.thing(node.value)
    table = next((table for table in reader.words.tables if table is asked), None)
    if table is None:
        raise reader.refusal(node, "a field of something that is no row of a table")
    say, key = reader.words.say, node.slice
    keys = key.elts if isinstance(key, ast.Tuple) else [key]
    read = tuple(map(reader.read, keys))
    return tree.Lookup(
        say(field, table.name), say(table.name), table.look_up, field, table.name, read
    )


def _value_of_facts(reader: Reader, row: ast.Subscript, name: str) -> tree.Expression:
    """What a table of an id and a value has for an id, in the words for the id: `limits.slots`."""
    table: Any = reader.thing(row.value)
    if not table.stands_for:
        raise reader.refusal(row, "a row of a table is no number: name one of its columns")
    words = reader.words.say(name, table.name)
    key = table.by_name[name]
    return tree.Lookup(words, table.name, partial(table.look_up, key=key), "", table.name, ())


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
        raise reader.refusal(node, "this sign is none of + - * / // % **")
    operation = tree.Operation(sign, reader.number(node.left), reader.number(node.right))
    return tree.Round(math.floor, operation) if isinstance(node.op, ast.FloorDiv) else operation


def _prefixed(reader: Reader, node: ast.UnaryOp) -> tree.Expression:
    """A sign in front of a number, or a not in front of a condition."""
    if isinstance(node.op, ast.Not):
        return tree.opposite(reader.condition(node.operand))
    operand = reader.number(node.operand)
    match node.op, operand:
        case ast.UAdd(), _:
            return operand
        case ast.USub(), tree.Constant(value=int() as value):
            return tree.Constant(-value)
        case ast.USub(), _:
            return tree.Negative(operand)
    raise reader.refusal(node, "this sign is neither + nor -")


def _comparison(reader: Reader, node: ast.Compare) -> tree.Expression:
    """One comparison, or a chain of them: a <= b <= c is a <= b and b <= c."""
    sides = [node.left, *node.comparators]
    links = tuple(
        _link(reader, node, relation, left, right)
        for relation, (left, right) in zip(node.ops, pairwise(sides), strict=True)
    )
    return links[0] if len(links) == 1 else tree.Connective("and", links)


def _link(
    reader: Reader, node: ast.Compare, operator: ast.cmpop, left: ast.expr, right: ast.expr
) -> tree.Expression:
    relation = RELATIONS.get(type(operator), "")
    if relation in ("in", "not in"):
        return _membership(reader, relation == "in", left, right)
    if not relation:
        raise reader.refusal(node, "values are compared by == != < <= > >=, or in")
    read = reader.read if relation in ("==", "!=") else reader.number
    return _compared(reader, node, relation, read(left), read(right))


def _membership(reader: Reader, inside: bool, left: ast.expr, right: ast.expr) -> tree.Expression:
    if not isinstance(right, ast.Tuple | ast.List | ast.Set) or not right.elts[1:]:
        raise reader.refusal(right, "in needs two or more values, written out")
    relation = "==" if inside else "!="
    one = reader.read(left)
    each = tuple(
        _compared(reader, element, relation, one, reader.read(element)) for element in right.elts
    )
    return tree.Connective("or" if inside else "and", each)


def _compared(
    reader: Reader, node: ast.AST, relation: str, left: tree.Expression, right: tree.Expression
) -> tree.Comparison:
    """A comparison that begins with what varies: a reader asks whether the weight is above ten."""
    if tree.is_condition(left) or tree.is_condition(right):
        raise reader.refusal(node, "a condition is compared with something: use and, or, not")
    if isinstance(left, tree.Constant) and not isinstance(right, tree.Constant):
        left, relation, right = right, tree.RELATIONS[relation].swapped, left
    name = left.name if isinstance(left, tree.Variable) and tree.is_word(right) else ""
    return tree.Comparison(relation, left, right, reader.words.phrases(name))


def _joined(reader: Reader, node: ast.BoolOp) -> tree.Expression:
    operands = tuple(map(reader.condition, node.values))
    return tree.Connective("and" if isinstance(node.op, ast.And) else "or", operands)


def _choice(reader: Reader, node: ast.IfExp) -> tree.Expression:
    condition = reader.condition(node.test)
    return reader.choice(node, condition, reader.read(node.body), reader.read(node.orelse))


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
    if _is_lookup(reader, called):
        return _lookup(reader, node)
    if _identifier(called) in ROUNDINGS:
        return _own_rounding(reader, node, called)
    return _rule(reader, node, called)


def _field_of_row(reader: Reader, node: ast.Attribute, found: ast.Call) -> tree.Lookup:
    """A field of the row that a lookup finds: `row("gear", item).price`."""
    if not _is_lookup(reader, reader.thing(found.func)):
        raise reader.refusal(node, "a field of something that is no row of a table")
    return _lookup(reader, found, node.attr)


def _identifier(called: Callable[..., object]) -> str:
    """The identifier of a function, beneath its decorators."""
    return str(getattr(inspect.unwrap(called), "__name__", ""))


def _positional(reader: Reader, node: ast.Call) -> list[ast.expr]:
    """The arguments of a call that may have neither keywords nor stars."""
    for keyword in node.keywords:
        raise reader.refusal(node, f"{keyword.arg or '**'} cannot be read in this call")
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            raise reader.refusal(argument)
    return node.args


def _only(reader: Reader, node: ast.Call) -> tree.Expression:
    arguments = _positional(reader, node)
    if len(arguments) != 1:
        raise reader.refusal(node, "one argument is needed here")
    return reader.number(arguments[0])


def _extreme(reader: Reader, node: ast.Call, *, highest: bool) -> tree.Expression:
    """The higher or lower of numbers; where one of two is fixed, it is a bound for the other."""
    operands = tuple(map(reader.number, _positional(reader, node)))
    match operands:
        case (tree.Constant() as bound, number) | (number, tree.Constant() as bound) if (
            not tree.is_number(number)
        ):
            return _bounded(number, bound, highest)
        case () | (_,):
            raise reader.refusal(node, "two or more arguments are needed here")
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
    match _positional(reader, node):
        case [ast.Constant(value=str() as written)]:
            try:
                return tree.Constant(simplest(Fraction(written)))
            except (ValueError, ZeroDivisionError):
                raise reader.refusal(node, "this text says no number") from None
        case [_]:
            return _only(reader, node)
        case [above, below]:
            over, under = reader.number(above), reader.number(below)
            if isinstance(over, tree.Constant) and isinstance(under, tree.Constant) and under.value:
                return tree.Constant(simplest(Fraction(over.value) / Fraction(under.value)))
            return tree.Operation("/", over, under)
    raise reader.refusal(node, "a fraction is made of one number or of two")


def _is_lookup(reader: Reader, called: object) -> bool:
    """Whether the book says that a function finds rows in tables."""
    return callable(called) and _identifier(called) in reader.words.lookups


def _lookup(reader: Reader, node: ast.Call, field: str = "") -> tree.Lookup:
    """What a lookup finds, or one field of it."""
    find = reader.thing(node.func)
    table, *keys = map(reader.read, _positional(reader, node)) if node.args else (None,)
    if not callable(find) or not isinstance(table, tree.Constant) or not keys:
        raise reader.refusal(node, "a lookup needs a table's id and a key")
    table_id, finder, say = str(table.value), _identifier(find), reader.words.say
    words = say(field, table_id) if field else say(finder)
    return tree.Lookup(words, say(table_id, finder), find, field, table_id, tuple(keys))


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
    stars = [argument for argument in node.args if isinstance(argument, ast.Starred)]
    if stars or any(keyword.arg is None for keyword in node.keywords):
        raise reader.refusal(node, "arguments with stars cannot be read as a formula")
    signature = inspect.signature(called)
    named = {str(keyword.arg): keyword.value for keyword in node.keywords}
    try:
        written = signature.bind(*node.args, **named).arguments
    except TypeError as mistake:
        raise reader.refusal(node, f"{_identifier(called)}{signature}: {mistake}") from None
    arguments: dict[str, tree.Expression] = {}
    for name, parameter in signature.parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise reader.refusal(node, "the rule takes arguments with stars")
        if name in written:
            arguments[name] = reader.read(written[name])
        elif isinstance(parameter.default, int | str | Fraction):
            arguments[name] = tree.Constant(parameter.default)
        else:
            reason = f"{name} is left out, and no number or word stands for it"
            raise reader.refusal(node, reason)
    return arguments


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
