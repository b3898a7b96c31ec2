"""What is right where something was once printed wrong: worked out, and held to its row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import MappingProxyType

from sfrules import authored
from sfrules.ground.formats import answer
from sfrules.ground.problems import Problem, problem_at
from sfrules.press.page.expand import EXPRESSION_AT, Evaluated, evaluate
from sfrules.press.things.book import Book
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


# A book of the rules alone, in which an expression is what it is on a page.
_RULES = Book(
    "Errata",
    authored.root(),
    {
        space: {name: getattr(rules, name) for name in rules.__all__}
        for space, rules in SPACES.items()
    },
)


@cache
def _evaluated(expression: str) -> Evaluated:
    return evaluate(_RULES, expression, answer)


def right(erratum: authored.Row) -> object:
    """What the rule of an erratum makes of it."""
    return _evaluated(erratum.expression).value


def rule_of(erratum: authored.Row) -> Rule | None:
    """The rule that an erratum's expression calls; None if it calls none."""
    call = _evaluated(erratum.expression).call
    return call.function if call and call.function in _RULES.rule_names else None


def wrong_errata() -> list[Problem]:
    """Each erratum whose row does not say what its own rule makes of it."""
    return [problem for row in authored.rows("errata") for problem in _problems(row)]


def _problems(erratum: authored.Row) -> Iterator[Problem]:
    expression, evaluated = erratum.expression, _evaluated(erratum.expression)
    if wrong := evaluated.problem:
        start = min(wrong.column - EXPRESSION_AT, len(expression) - 1)
        span = authored.span_of("errata", erratum, "expression", start, start + wrong.length)
        yield problem_at(span, wrong.message, wrong.hint)
    elif rule_of(erratum) is None:
        span = authored.span_of("errata", erratum, "expression")
        yield problem_at(span, f"{expression} is no call of a rule")
    elif evaluated.told != erratum.right:
        span = authored.span_of("errata", erratum, "right")
        yield problem_at(span, f"right is {erratum.right}, {expression} is {evaluated.told}")
