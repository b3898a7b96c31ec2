"""A rule's formula in the book's words, read from the rule's own code, and never approximated."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sfrules.press.things.formulas.bodies import Body, read_body
from sfrules.press.things.formulas.expressions import Definition, Entry, Expression, RuleCall, Term
from sfrules.press.things.formulas.rule_source import RuleSource, Unreadable
from sfrules.press.things.formulas.unfolding import opened
from sfrules.press.things.formulas.vocabulary import Words
from sfrules.press.things.formulas.walk import every_part
from sfrules.press.things.formulas.wording_phrases import Pieces

__all__ = ["Definition", "Expression", "Formula", "Unreadable", "Words", "read_formula"]


@dataclass(frozen=True)
class Formula:
    """What a rule says: its name in words, an expression, and what the expression goes by.

    `identifier`, `file` and `line` say where the rule stands; `said` are the lines of an author's
    own words for it, if it has any.
    """

    name: str
    expression: Expression
    where: tuple[Definition, ...]
    identifier: str
    file: str
    line: int
    said: tuple[Pieces, ...] = ()


def read_formula(function: Callable[..., object], words: Words, unfold: int = 0) -> Formula:
    """The formula of a rule; nested rules are opened `unfold` levels deep.

    Raises:
        Unreadable: for code that cannot be said in words without guessing.
    """
    body = read_body(function, words)
    named = tuple(definition.expression for definition in body.where)
    unfolded = opened((body.expression, *named), words, unfold)
    where = tuple(dict.fromkeys((*body.where, *unfolded)))
    source = body.source
    name = words.say(source.name)
    _check_meanings(body, where, name)
    return Formula(name, body.expression, where, source.name, source.file, source.line)


def _check_meanings(body: Body, where: tuple[Definition, ...], name: str) -> None:
    """Refuse a formula in which the same words stand for two things.

    Raises:
        Unreadable: for the first such words.
    """
    said: dict[str, object] = {name.casefold(): body.source.function}
    defined: dict[Expression, Expression] = {}
    for definition in where:
        if defined.setdefault(definition.term, definition.expression) != definition.expression:
            raise _ambiguous(body.source, _words(definition.term))
    expressions = (body.expression, *defined, *defined.values())
    for words, thing in (named for each in expressions for named in _named(each)):
        if said.setdefault(words.casefold(), thing) != thing:
            raise _ambiguous(body.source, words)


def _named(expression: Expression) -> Iterator[tuple[str, object]]:
    for part in every_part(expression):
        match part:
            case Term(words=words, name=name):
                yield words, name
            case RuleCall(words=words, rule=rule):
                yield words, inspect.unwrap(rule)
            case Entry(words=words, entries=entries, key=key):
                yield words, (entries, key if part.names_its_key else None)


def _words(term: Expression) -> str:
    return str(getattr(term, "words", ""))


def _ambiguous(source: RuleSource, words: str) -> Unreadable:
    reason = f'two things would both be called "{words}"; give one of them words in the glossary'
    return source.refusal(source.definition, reason)
