"""A small book, whose texts can be replaced by any others: captions, headings, cells, terms."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from sfrules.book import BOOK as WHOLE
from sfrules.ground.ledger import Origin
from sfrules.press.things.book import Book, Record, Term
from sfrules.press.things.charts.chart import Axis, Chart, Series
from sfrules.press.things.figures.figure import Area, Extent, Figure, Label, Panel, Token
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import core

WORD = "word"
# Where a text of the book may stand.
PLACES = ("caption", "heading", "cell", "note", "row", "term", "record", "figure", "chart")
PAGE = """\
# A page

The ware is {{ wares.one.name }}, of {{ core.hit_points(7, "high") }}. See [[trade]].

{{ table("wares") }}

{{ figure("yard") }}

{{ chart("prices") }}

{{ terms() }}

{{ index("tables") }}

{{ index("figures") }}
"""


def hit_points(level: int, durability: str) -> int:
    """Hit points."""
    return core.hit_points(level, durability)


def check_chance(bonus: int, target: int) -> Fraction:
    """The chance of a check."""
    return core.check_chance(bonus, target)


def armor_class(armor: int) -> int:
    """Armor class: ten, and armor."""
    return 10 + armor


def small_book(place: str = "", text: str = WORD) -> Book:
    """The book, with a text in one of the places where it would have a harmless word."""

    def at(this: str) -> str:
        return text if this == place else WORD

    def name(row: int) -> str:
        return at("row") if row == 1 else f"row {row}"

    def ware(_row: int) -> str:
        return at("cell")

    def price(row: int) -> int:
        return row * 2

    def wares() -> Table:
        return Table(
            id="wares",
            caption=at("caption"),
            stub=Column(at("heading"), name, at("heading")),
            columns=(
                Spanner(at("heading"), (Column("Price", price, at("heading"), at("heading")),)),
                Column("Ware", ware, "What it is."),
            ),
            rows=(1, 2, 3),
            notes=(at("note"),),
        )

    def yard() -> Figure:
        token = Token(at("figure"), "G", "ally", (0, 0))
        area = Area(at("figure"), ((1, 0),), "hatched")
        panel = Panel(
            extent=Extent(2, 2),
            description=at("figure"),
            tokens=(token,),
            areas=(area,),
            labels=(Label("1", (1, 1)),),
        )
        return Figure(id="yard", title=at("figure"), caption=at("figure"), panels=(panel,))

    def plotted() -> Table:
        stub = Column("Row", lambda row: row, "A row.")
        column = Column(at("chart"), price, "Its price.")
        return Table("plotted", at("chart"), stub, (column,), rows=(1, 2, 3))

    def prices() -> Chart:
        return Chart(
            id="prices",
            title=at("chart"),
            caption=at("chart"),
            table=plotted(),
            mark="line",
            across=Axis(title=at("chart")),
            up=Axis(title=at("chart"), unit=at("chart")),
            series=(Series(at("chart"), at("chart")),),
        )

    terms = (Term("trade", at("term"), at("term"), "page.md", aliases=("trade",)),)
    records = {"one": Record({"name": at("record")}, Origin("wares.one", "wares.csv", 2))}
    return replace(
        WHOLE,
        root=Path(__file__).resolve().parents[2],
        namespaces={
            "core": {rule.__name__: rule for rule in (hit_points, check_chance, armor_class)},
            "cast": WHOLE.namespaces["cast"],
            "wares": records,
        },
        tables={"wares": wares},
        figures={"yard": yard},
        charts={"prices": prices},
        terms=terms,
        subjects=(),
        asked=(),
        problems=tuple,
        no_loose_numbers=False,
        exemptions=(),
        no_gaps=False,
        lock=None,
    )


BOOK = small_book()
