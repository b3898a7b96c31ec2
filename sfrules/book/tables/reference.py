"""Tables about the book itself: its errata, and where each fact lives."""

import ast
from collections.abc import Callable
from operator import attrgetter
from types import MappingProxyType

from sfrules import authored
from sfrules.authored import Row
from sfrules.press.render.values import decimal, format_value
from sfrules.press.things.table import Column, Table
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


def errata() -> Table:
    """What was first printed wrong, and what the rules make of it."""
    rows = authored.rows("errata")
    return Table(
        id="errata",
        caption="Errata",
        stub=Column("Erratum", attrgetter("subject"), "What was printed wrong.", text=True),
        columns=(
            Column("First printed", attrgetter("printed"), "What first stood there."),
            Column("Right", _right, "What its rule makes of it."),
            Column("Why", attrgetter("explanation"), "How the two came apart.", text=True),
            Column("Id", attrgetter("id"), "The erratum's name in the book's data.", text=True),
        ),
        rows=rows,
        notes=tuple(filter(None, (_rounded(_right(row)) for row in rows))),
        rules=tuple(_call(row)[0] for row in rows),
        authored=("errata",),
        sources=tuple(dict.fromkeys(row.fact for row in rows)),
    )


def _right(erratum: Row) -> object:
    rule, arguments = _call(erratum)
    return rule(*arguments)


def _call(erratum: Row) -> tuple[Rule, list[object]]:
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


def _rounded(value: object) -> str:
    """What a fraction that does not end comes to; nothing for other figures, and for words."""
    shown = "" if isinstance(value, str) else format_value(value)
    return f"{shown} is about {decimal(value)}." if "/" in shown else ""


def sources() -> Table:
    """Every fact that the book rests on, and where it lives."""
    return Table(
        id="sources",
        caption="Facts, and where they live",
        stub=Column("Fact", attrgetter("id"), "The fact's id in the book's data.", text=True),
        columns=(
            Column("Subject", attrgetter("subject"), "What the fact is about.", text=True),
            Column("Kind", attrgetter("kind"), "Whether a rule, table or page has it.", text=True),
            Column("Where it lives", attrgetter("place"), "Its rule, file or page.", text=True),
        ),
        rows=authored.rows("sources"),
        authored=("sources",),
    )
