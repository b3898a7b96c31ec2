"""What is right where something was once printed wrong: worked out, and held to its row."""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from types import MappingProxyType

from sfrules import authored
from sfrules.ground.formats import answer
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.rules import core, impairment, scale, seconds, terrain, yards

Rule = Callable[..., object]

SPACES = MappingProxyType(
    {
        "core": core,
        "scale": scale,
        "yards": yards,
        "terrain": terrain,
        "impairment": impairment,
        "seconds": seconds,
    }
)


def right(erratum: authored.Row) -> object:
    """What the rule of an erratum makes of it."""
    rule, arguments = called(erratum)
    return rule(*arguments)


def called(erratum: authored.Row) -> tuple[Rule, list[object]]:
    """The rule that an erratum's expression calls, and its arguments, which are plain values.

    Raises:
        ValueError: for an expression of any other form.
    """
    match ast.parse(erratum.expression, mode="eval").body:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=space), attr=name), args=arguments, keywords=[]
        ) if space in SPACES and name in SPACES[space].__all__:
            return getattr(SPACES[space], name), [ast.literal_eval(one) for one in arguments]
    place = authored.place_of(erratum)
    raise ValueError(f"{place.path}:{place.line}: {erratum.expression} is no call of a rule")


def wrong_errata() -> list[Problem]:
    """Each erratum whose row does not say what its own rule makes of it."""
    return [_problem(row) for row in authored.rows("errata") if not _agrees(row)]


def _agrees(erratum: authored.Row) -> bool:
    computed = right(erratum)
    if isinstance(computed, str):
        return bool(erratum.right == computed)
    try:
        return Fraction(erratum.right) == computed
    except ValueError:
        return False


def _problem(erratum: authored.Row) -> Problem:
    place = authored.place_of(erratum)
    source = Source(place.path, (authored.root() / place.path).read_text(encoding="utf-8"))
    start = source.start_of(place.line)
    expression = source.text.index(erratum.expression.partition("(")[0], start)
    at = source.text.rindex(erratum.right, start, expression)
    message = f"right is {erratum.right}, {erratum.expression} is {answer(right(erratum))}"
    return problem_at(Span(source, at, at + len(erratum.right)), message)
