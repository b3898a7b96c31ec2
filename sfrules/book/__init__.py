"""Square Fireballs, the book: what its pages may use, and from which rules it comes."""

from __future__ import annotations

from sfrules import authored
from sfrules.book.charts import CHARTS
from sfrules.book.facts import check_facts, origin_of_table, records, terms, words
from sfrules.book.figures import FIGURES
from sfrules.book.tables import TABLES
from sfrules.press.things.book import Book
from sfrules.rules import core, scale
from sfrules.rules.distribution import Distribution

check_facts()
BOOK = Book(
    title="Square Fireballs",
    root=authored.root(),
    namespaces={
        "core": {name: getattr(core, name) for name in core.__all__},
        "scale": {name: getattr(scale, name) for name in scale.__all__},
        "typical": records("typical"),
        "cast": records("cast"),
        "monsters": records("monsters"),
        "weapons": records("weapons"),
    },
    tables=TABLES,
    figures=FIGURES,
    charts=CHARTS,
    terms=terms(),
    words=words(),
    answers=(Distribution,),
    modules=("sfrules.authored", "sfrules.rules", "sfrules.book"),
    watch=(
        authored.root() / "tables",
        authored.root() / "sfrules" / "rules",
        authored.root() / "sfrules" / "book",
    ),
    origins=origin_of_table,
)
