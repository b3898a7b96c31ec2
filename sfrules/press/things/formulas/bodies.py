"""The reading of a rule's whole body: what it defines on the way, and what it returns."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from sfrules.press.things.formulas import calls, lookups
from sfrules.press.things.formulas import named as names
from sfrules.press.things.formulas import signs as operators
from sfrules.press.things.formulas.expressions import (
    Choice,
    Definition,
    Expression,
    Term,
    says_yes_or_no,
)
from sfrules.press.things.formulas.reader import Reader, Reading
from sfrules.press.things.formulas.rule_source import RuleSource, find_source
from sfrules.press.things.formulas.vocabulary import Words

READINGS: Mapping[type[ast.AST], Reading] = {
    ast.Constant: names.constant,
    ast.Name: names.name,
    ast.Attribute: lookups.attribute,
    ast.Subscript: names.subscript,
    ast.BinOp: operators.operation,
    ast.UnaryOp: operators.sign,
    ast.Compare: operators.comparison,
    ast.BoolOp: operators.joined,
    ast.IfExp: operators.choice,
    ast.Call: calls.call,
}


@dataclass(frozen=True)
class Body:
    """A rule as read: where it stands, what it defines, and what it answers."""

    source: RuleSource
    expression: Expression
    where: tuple[Definition, ...] = ()


def read_body(function: Callable[..., object], words: Words) -> Body:
    """The body of a rule as an expression.

    Raises:
        Unreadable: for a body that is more than definitions and an answer.
    """
    source = find_source(function)
    reader = Reader(source, words, READINGS, _parameters(source, words))
    where: list[Definition] = []
    statements = source.statements
    while statements and (assigned := _assigned(reader, statements[0])):
        target, value = assigned
        term, expression = _defined(reader, target, value)
        reader = replace(reader, scope={**reader.scope, target.id: term})
        where.append(Definition(term, expression))
        statements = statements[1:]
    return _inlined(Body(source, _answer(reader, statements, source.definition), tuple(where)))


def _parameters(source: RuleSource, words: Words) -> dict[str, Term]:
    arguments = source.definition.args
    for star in (arguments.vararg, arguments.kwarg):
        if star is not None:
            raise source.refusal(star, "a parameter with a star cannot be read as a formula")
    named = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    return {each.arg: _parameter(source, words, each) for each in named}


def _parameter(source: RuleSource, words: Words, argument: ast.arg) -> Term:
    annotation = argument.annotation
    yes_or_no = isinstance(annotation, ast.Name) and annotation.id == "bool"
    return Term(words.say(argument.arg, source.name), argument.arg, yes_or_no)


def _assigned(reader: Reader, statement: ast.stmt) -> tuple[ast.Name, ast.expr] | None:
    match statement:
        case ast.Assign(targets=[ast.Name() as target], value=value):
            return target, value
        case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
            return target, value
        case ast.Assign() | ast.AnnAssign():
            raise reader.refusal(statement, "one name at a time can be defined")
    return None


def _defined(reader: Reader, target: ast.Name, value: ast.expr) -> tuple[Term, Expression]:
    if target.id in reader.scope:
        raise reader.refusal(target, f"{target.id} is given a second meaning")
    expression = reader.read(value)
    words = reader.words.say(target.id, reader.source.name)
    return Term(words, target.id, says_yes_or_no(expression)), expression


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
    return operators.chosen_between(reader, case, Choice(condition, chosen, otherwise))


def _inlined(body: Body) -> Body:
    """A body that only gives its last definition a name and returns it: that definition itself."""
    if body.where and body.where[-1].term == body.expression:
        return replace(body, expression=body.where[-1].expression, where=body.where[:-1])
    return body
