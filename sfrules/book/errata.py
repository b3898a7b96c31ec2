"""What is right where something was once printed wrong: worked out, and held to its row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from types import MappingProxyType

from sfrules import authored
from sfrules.binding import errata as binding
from sfrules.ground.formats import answer
from sfrules.ground.ledger import Origin
from sfrules.ground.problems import Problem
from sfrules.press.page.expand import Evaluated, evaluate
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


def wrong_errata() -> Iterator[Problem]:
    """Each erratum whose row does not say what its own rule makes of it."""
    return binding.wrong_errata(_RULES, [_erratum(row) for row in authored.rows("errata")])


def _erratum(row: authored.Row) -> binding.Erratum:
    place = authored.place_of(row)
    origin = Origin(f"errata.{row.id}", place.path, place.line)
    spot = partial(authored.span_of, "errata", row)
    return binding.Erratum(
        row.subject, row.printed, row.right, row.expression, row.explanation, origin, spot
    )
