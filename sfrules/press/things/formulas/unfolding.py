"""Nested rules opened: what each of them is, said of the arguments that it is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sfrules.press.things.formulas.bodies import read_body
from sfrules.press.things.formulas.expressions import (
    Definition,
    Entry,
    Expression,
    Listed,
    RuleCall,
    Term,
)
from sfrules.press.things.formulas.rule_source import RuleSource
from sfrules.press.things.formulas.vocabulary import Words
from sfrules.press.things.formulas.walk import changed, every_part

LONGEST_LISTED = 12  # a longer mapping is a table, and no part of a sentence


def opened(expressions: tuple[Expression, ...], words: Words, levels: int) -> Iterator[Definition]:
    """What the rules and mappings in some expressions are, each once, and so on level by level."""
    if levels < 1:
        return
    found = dict.fromkeys(part for each in expressions for part in every_part(each))
    for part in found:
        definitions: tuple[Definition, ...] = ()
        if isinstance(part, RuleCall):
            definitions = _opened_rule(part, words)
        elif isinstance(part, Entry) and len(part.entries) <= LONGEST_LISTED:
            definitions = (Definition(part, Listed(part.entries)),)
        yield from definitions
        inner = tuple(definition.expression for definition in definitions)
        yield from opened(inner, words, levels - 1)


def _opened_rule(call: RuleCall, words: Words) -> tuple[Definition, ...]:
    body = read_body(call.rule, words)
    meanings = dict(zip(call.parameters, call.arguments, strict=True))
    for definition in body.where:
        if isinstance(definition.term, Term):
            meanings[definition.term.name] = replace(
                definition.term, name=f"{body.source.name}.{definition.term.name}"
            )
    return (
        Definition(call, _said_of(body.expression, meanings, body.source)),
        *(
            Definition(
                _said_of(definition.term, meanings, body.source),
                _said_of(definition.expression, meanings, body.source),
            )
            for definition in body.where
        ),
    )


def _said_of(
    expression: Expression, meanings: Mapping[str, Expression], source: RuleSource
) -> Expression:
    """An expression of a rule, with the arguments in place of the rule's parameters."""
    if not isinstance(expression, Term):
        return changed(expression, lambda part: _said_of(part, meanings, source))
    if expression.name in meanings:
        return meanings[expression.name]
    # A place in a parameter keeps its words only if it is still the same parameter's.
    parameter = expression.name.partition("[")[0]
    argument = meanings[parameter]
    if isinstance(argument, Term) and argument.name == parameter:
        return expression
    raise source.refusal(source.definition, f"{expression.name} has no words where it is opened")
