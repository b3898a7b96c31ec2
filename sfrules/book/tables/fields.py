"""Rows of authored tables by their ids, so that rules can be asked about the same subjects."""

from collections.abc import Callable

from sfrules import authored
from sfrules.authored import Row
from sfrules.ground.formats import format_value
from sfrules.press.things.tables.table import Column
from sfrules.rules.exact import Exact

# The figures that stand in the sentences of a row, by the names that they have there.
Figures = Callable[[Row], dict[str, str]]


def ids(table: str) -> tuple[str, ...]:
    """The id of every row of a table, in the table's order."""
    return tuple(row.id for row in authored.rows(table))


def field(table: str, name: str) -> Callable[[str], object]:
    """What the row with an id says in one of its columns."""
    return lambda id: getattr(authored.row(table, id), name)


def text(table: str, name: str, heading: str, description: str) -> Column:
    """A column, or a stub, that tells what the rows say in one of theirs."""
    return Column(heading, field(table, name), description, text=True)


def told(table: str, heading: str, description: str, figures: Figures) -> Column:
    """A column of the sentences of a table's `effect`, with the figures that stand in them."""
    return Column(
        heading,
        lambda id: authored.row(table, id).effect.format(**figures(authored.row(table, id))),
        description,
        text=True,
    )


def facts(*tables: str) -> tuple[str, ...]:
    """The facts that the rows of some tables are from, each once."""
    return tuple(dict.fromkeys(row.source for table in tables for row in authored.rows(table)))


def counted(number: Exact, unit: str) -> str:
    """A figure with its unit, which is authored in the plural: "2 yards", "1 yard of velocity"."""
    words = unit.split(" ")
    plural = next((word for word in words if word.endswith("s")), None)
    if number == 1 and plural is not None:
        words[words.index(plural)] = plural.removesuffix("s")
    return " ".join((format_value(number), *words))
