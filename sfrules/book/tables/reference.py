"""Tables about the book itself: its errata, and where each fact lives."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from operator import attrgetter

from sfrules import authored
from sfrules.book.errata import right, rule_of
from sfrules.ground.formats import decimal, decimal_places
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
            Column("Right", _right, "What its rule makes of it."),
            Column("Why", attrgetter("explanation"), "How they came apart.", text=True),
            Column("Id", attrgetter("id"), "The erratum's name in the book's data.", text=True),
        ),
        rows=rows,
        rules=tuple(filter(None, map(rule_of, rows))),
        authored=("errata",),
        sources=tuple(dict.fromkeys(row.fact for row in rows)),
    )


TEXTS = {
    "SF": "Square Fireballs",
    "YD": "Yards of Speed",
    "TR": "Meters and rough terrain",
    "IM": "Movement sets and impairment",
    "SC": "Seconds and scale",
}


def _accounted(source: str) -> dict[str, int]:
    """How many sentences of a source there are, and how many end where."""
    rows = [row for row in authored.rows("account") if row.source == source]
    left_out = Counter(row.why for row in rows if not row.page)
    return {"all": len(rows), "printed": len(rows) - left_out.total(), **left_out}


def _count(of: str) -> Callable[[str], int]:
    return lambda source: _accounted(source).get(of, 0)


def account() -> Table:
    """How many sentences of each source are on a page, and why the others are not."""
    return Table(
        id="account",
        caption="Every sentence of the sources",
        stub=Column("Source", TEXTS.__getitem__, "The text that they are from.", text=True),
        columns=(
            Column("Sentences", _count("all"), "How many it has."),
            Column("On pages", _count("printed"), "How many of them a page of the book says."),
            Column("Setting", _count("setting"), "Left out, as they tell of a world."),
            Column("Empty", _count("empty in the source"), "Left out, as nothing follows them."),
            Column(
                "No rule",
                _count("says nothing that can be played"),
                "Left out, as they say nothing that can be played.",
            ),
            Column(
                "Repeated", _count("said already"), "Left out, as another sentence says the same."
            ),
        ),
        rows=tuple(TEXTS),
        authored=("account",),
    )


def account_in_words() -> str:
    """The account in a line, for the check to say."""
    rows = authored.rows("account")
    printed = sum(1 for row in rows if row.page)
    left_out = len(rows) - printed
    return f"{len(rows)} sentences of the sources: {printed} on pages, {left_out} left out"


def authored_files() -> Table:
    """Every file of facts that people edit, and its columns."""
    schemas = [authored.schema(name) for name in authored.names()]
    return Table(
        id="authored-files",
        caption="The files of facts, and their columns",
        stub=Column("File", lambda schema: f"{schema.name}.csv", "The file's name.", text=True),
        columns=(
            Column("Holds", attrgetter("description"), "What its rows are.", text=True),
            Column("Columns", _columns, "The names in its first line, in order.", text=True),
        ),
        rows=tuple(schemas),
    )


def _columns(schema: authored.Schema) -> str:
    return ", ".join(schema.columns)


def _right(erratum: authored.Row) -> object:
    """What its rule makes of it; of a fraction that does not end, about how much that is."""
    value = right(erratum)
    endless = isinstance(value, Fraction) and decimal_places(value) is None
    return f"about {decimal(value)}" if endless else value


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
