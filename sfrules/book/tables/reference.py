"""Tables about the book itself: its errata, and where each fact lives."""

from operator import attrgetter

from sfrules import authored
from sfrules.book.errata import right, rule_of
from sfrules.ground.formats import decimal, format_value
from sfrules.press.things.tables.table import Column, Table


def errata() -> Table:
    """What was first printed wrong, and what the rules make of it."""
    rows = authored.rows("errata")
    return Table(
        id="errata",
        caption="Errata",
        stub=Column("Erratum", attrgetter("subject"), "What was printed wrong.", text=True),
        columns=(
            Column("First printed", attrgetter("printed"), "What first stood there."),
            Column("Right", right, "What its rule makes of it."),
            Column("Why", attrgetter("explanation"), "How they came apart.", text=True),
            Column("Id", attrgetter("id"), "The erratum's name in the book's data.", text=True),
        ),
        rows=rows,
        notes=tuple(filter(None, (_rounded(right(row)) for row in rows))),
        rules=tuple(filter(None, map(rule_of, rows))),
        authored=("errata",),
        sources=tuple(dict.fromkeys(row.fact for row in rows)),
    )


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
