"""Tables about the book: where each fact lives, and where each sentence of the sources is."""

from collections import Counter
from collections.abc import Callable

from sfrules import authored
from sfrules.authored import facts
from sfrules.book.shipped import book

TEXTS = {
    "SF": "Square Fireballs",
    "YD": "Yards of Speed",
    "TR": "Meters and rough terrain",
    "IM": "Movement sets and impairment",
    "SC": "Seconds and scale",
}


def _count(of: str) -> Callable[[str], int]:
    """How many sentences of a source there are, or how many of them end somewhere."""

    def count(source: str) -> int:
        rows = facts("account").where(source=source).rows
        reasons = Counter(row.why for row in rows if row.why)
        counts = {"all": len(rows), "printed": len(rows) - reasons.total(), **reasons}
        return counts.get(of, 0)

    return count


account = {
    "Source": (TEXTS.__getitem__, "The text that they are from."),
    "Sentences": (_count("all"), "How many it has."),
    "On pages": (_count("printed"), "How many of them a page of the book says."),
    "Named": (
        _count("named, not held"),
        "Refer to a chapter that the source does not hold, nor the book: a page says so.",
    ),
    "Empty": (_count("empty in the source"), "Left out, as nothing follows them."),
    "No rule": (
        _count("says nothing that can be played"),
        "Left out, as they say nothing that can be played.",
    ),
    "Repeated": (_count("said already"), "Left out, as another sentence says the same."),
}
book.table("account", "Every sentence of the sources", TEXTS, account)

files = {
    "File": (lambda schema: f"{schema.name}.csv", "The file's name."),
    "Holds": ("description", "What its rows are."),
    "Columns": (
        lambda schema: ", ".join(schema.columns),
        "The names in its first line, in order.",
    ),
}
schemas = [authored.TABLES.schema(name) for name in authored.names()]
book.table("authored-files", "The files of facts, and their columns", schemas, files)

source = {
    "Fact": ("id", "The fact's id in the book's data."),
    "Subject": ("subject", "What the fact is about."),
    "Kind": ("kind", "Whether a rule, table or page has it."),
    "Where it lives": ("place", "Its rule, file or page."),
}
book.table("sources", "Facts, and where they live", facts("sources"), source)
