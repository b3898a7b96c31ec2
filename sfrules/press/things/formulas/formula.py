"""A rule's formula in the book's words, read from the rule's own code, and never approximated."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sfrules.press.things.formulas.expressions import (
    Definition,
    Expression,
    MappedValue,
    MappingValues,
    RuleCall,
    Variable,
    changed,
    every_part,
    is_condition,
)
from sfrules.press.things.formulas.reader import Reader
from sfrules.press.things.formulas.rule_source import RuleSource, Unreadable, Words, find_source
from sfrules.press.things.formulas.wording import Fragments

__all__ = ["Definition", "Expression", "Formula", "Unreadable", "Words", "read_formula"]

LONGEST_LISTED = 12  # a longer mapping belongs in a table, not in a sentence


@dataclass(frozen=True)
class Formula:
    """What a rule says: its name in words, an expression, and what the expression depends on.

    `identifier`, `file` and `line` say where the rule stands; `said` are the lines of an author's
    own words for it, if it has any.
    """

    name: str
    expression: Expression
    where: tuple[Definition, ...]
    identifier: str
    file: str
    line: int
    said: tuple[Fragments, ...] = ()


def read_formula(function: Callable[..., object], words: Words, unfold: int = 0) -> Formula:
    """The formula of a rule; nested rules are opened `unfold` levels deep.

    Raises:
        Unreadable: for code that cannot be put into words without guessing.
    """
    body = _read_body(function, words)
    expressions = (body.expression, *(definition.expression for definition in body.where))
    where = tuple(dict.fromkeys((*body.where, *_unfolded(expressions, words, unfold))))
    source = body.source
    name = words.say(source.name)
    _check_meanings(body, where, name)
    return Formula(name, body.expression, where, source.name, source.file, source.line)


def _check_meanings(body: _Body, where: tuple[Definition, ...], name: str) -> None:
    """Refuse a formula in which the same words stand for two things.

    Raises:
        Unreadable: for the first such words.
    """
    said: dict[str, object] = {name.casefold(): body.source.function}
    defined: dict[Expression, Expression] = {}
    for definition in where:
        if defined.setdefault(definition.quantity, definition.expression) != definition.expression:
            raise _ambiguous(body.source, str(getattr(definition.quantity, "words", "")))
    expressions = (body.expression, *defined, *defined.values())
    for words, thing in (named for each in expressions for named in _named(each)):
        if said.setdefault(words.casefold(), thing) != thing:
            raise _ambiguous(body.source, words)


def _named(expression: Expression) -> Iterator[tuple[str, object]]:
    """Everything in an expression that is shown by words, with the words."""
    for part in every_part(expression):
        match part:
            case Variable(words=words, name=name):
                yield words, name
            case RuleCall(words=words, rule=rule):
                yield words, inspect.unwrap(rule)
            case MappedValue(words=words, entries=entries, key=key):
                yield words, (entries, key if part.names_its_key else None)


def _ambiguous(source: RuleSource, words: str) -> Unreadable:
    reason = f'two things would both be called "{words}"; give one of them words in the glossary'
    return source.refusal(source.definition, reason)


@dataclass(frozen=True)
class _Body:
    """A rule as read: where it stands, what it defines, and what it answers."""

    source: RuleSource
    expression: Expression
    where: tuple[Definition, ...]


def _read_body(function: Callable[..., object], words: Words) -> _Body:
    """The body of a rule as an expression.

    Raises:
        Unreadable: for a body that is more than definitions and an answer.
    """
    source = find_source(function)
    reader = Reader(source, words, _parameters(source, words))
    where: list[Definition] = []
    statements = source.statements
    while statements and (assigned := _assigned(reader, statements[0])):
        target, value = assigned
        variable, expression = _defined(reader, target, value)
        reader = replace(reader, scope={**reader.scope, target.id: variable})
        where.append(Definition(variable, expression))
        statements = statements[1:]
    answer = _answer(reader, statements, source.definition)
    if where and where[-1].quantity == answer:  # it was only given a name to be returned by
        answer = where.pop().expression
    return _Body(source, answer, tuple(where))


def _parameters(source: RuleSource, words: Words) -> dict[str, Variable]:
    arguments = source.definition.args
    for star in (arguments.vararg, arguments.kwarg):
        if star is not None:
            raise source.refusal(star, "a parameter with a star cannot be read as a formula")
    named = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    return {each.arg: _parameter(source, words, each) for each in named}


def _parameter(source: RuleSource, words: Words, argument: ast.arg) -> Variable:
    annotation = argument.annotation
    yes_or_no = isinstance(annotation, ast.Name) and annotation.id == "bool"
    return Variable(words.say(argument.arg, source.name), argument.arg, yes_or_no)


def _assigned(reader: Reader, statement: ast.stmt) -> tuple[ast.Name, ast.expr] | None:
    match statement:
        case ast.Assign(targets=[ast.Name() as target], value=value):
            return target, value
        case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
            return target, value
        case ast.Assign() | ast.AnnAssign():
            raise reader.refusal(statement, "one name at a time can be defined")
    return None


def _defined(reader: Reader, target: ast.Name, value: ast.expr) -> tuple[Variable, Expression]:
    if target.id in reader.scope:
        raise reader.refusal(target, f"{target.id} is given a second meaning")
    expression = reader.read(value)
    words = reader.words.say(target.id, reader.source.name)
    return Variable(words, target.id, is_condition(expression)), expression


def _answer(reader: Reader, statements: Sequence[ast.stmt], within: ast.AST) -> Expression:
    """What a run of statements returns: one expression, or a case and then the rest."""
    match statements:
        case [ast.Return(value=ast.expr() as value)]:
            return reader.read(value)
        case [ast.If() as case, *rest]:
            return _cases(reader, case, rest)
        case []:
            raise reader.refusal(within, "nothing is returned here")
        case [ast.Return() as bare]:
            raise reader.refusal(bare, "nothing is returned here")
        case [ast.Return(), after, *_]:
            raise reader.refusal(after, "this is never reached")
        case [ast.Assign() | ast.AnnAssign() as late, *_]:
            raise reader.refusal(late, "names are defined before the first case")
    raise reader.refusal(statements[0])


def _cases(reader: Reader, case: ast.If, rest: Sequence[ast.stmt]) -> Expression:
    if case.orelse and rest:
        raise reader.refusal(rest[0], "a case with an else ends the rule")
    condition = reader.condition(case.test)
    chosen = _answer(reader, case.body, case)
    otherwise = _answer(reader, case.orelse or rest, case)
    return reader.choice(case, condition, chosen, otherwise)


def _unfolded(
    expressions: tuple[Expression, ...], words: Words, levels: int
) -> Iterator[Definition]:
    """What the rules and mappings in some expressions are, each once, and so on level by level."""
    if levels < 1:
        return
    for part in dict.fromkeys(part for each in expressions for part in every_part(each)):
        definitions: tuple[Definition, ...] = ()
        if isinstance(part, RuleCall):
            definitions = _unfolded_rule(part, words)
        elif isinstance(part, MappedValue) and len(part.entries) <= LONGEST_LISTED:
            definitions = (Definition(part, MappingValues(part.entries)),)
        yield from definitions
        inner = tuple(definition.expression for definition in definitions)
        yield from _unfolded(inner, words, levels - 1)


def _unfolded_rule(call: RuleCall, words: Words) -> tuple[Definition, ...]:
    """What a nested rule is, and what it defines on the way, in terms of its arguments."""
    body = _read_body(call.rule, words)
    meanings = dict(zip(call.parameters, call.arguments, strict=True))
    for definition in body.where:
        if isinstance(definition.quantity, Variable):
            name = definition.quantity.name
            own = f"{body.source.name}.{name}"
            meanings[name] = replace(definition.quantity, name=own)

    def of_arguments(expression: Expression) -> Expression:
        return _substituted(expression, meanings, body.source)

    return (
        Definition(call, of_arguments(body.expression)),
        *(
            Definition(of_arguments(definition.quantity), of_arguments(definition.expression))
            for definition in body.where
        ),
    )


def _substituted(
    expression: Expression, meanings: Mapping[str, Expression], source: RuleSource
) -> Expression:
    """An expression of a rule, with the arguments in place of the rule's parameters."""
    if not isinstance(expression, Variable):
        return changed(expression, lambda part: _substituted(part, meanings, source))
    if expression.name in meanings:
        return meanings[expression.name]
    # An element of a parameter keeps its words only if it is still the same parameter's.
    parameter = expression.name.partition("[")[0]
    argument = meanings[parameter]
    if isinstance(argument, Variable) and argument.name == parameter:
        return expression
    raise source.refusal(source.definition, f"{expression.name} has no words where it is opened")
