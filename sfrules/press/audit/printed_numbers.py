"""The numbers that a page prints by macros: computed, chosen, claimed, and in tables and drawings.

A macro vouches for a number if a rule or a row has a part in it. It may also print what the page
itself has set, where that is an input: something else on the page is computed from it by a rule.
In the box of an example it may be anything, because the dice fall as they fall.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from numbers import Rational

from sfrules.ground.ledger import Entry
from sfrules.press.audit.counting_words import Nouns
from sfrules.press.audit.numbers_in_text import holds_number, is_number_word, numbers_in
from sfrules.press.page.expand import Expanded
from sfrules.press.page.macros import Count
from sfrules.press.things.charts.chart import Chart
from sfrules.press.things.figures.figure import Figure, Panel
from sfrules.press.things.figures.tree import Tree
from sfrules.press.things.tables.table import Spanner, Table

_LITERAL = r"(?:[-+]?[\d_.]+|\"[^\"]*\"|'[^']*')"
_ALONE = re.compile(rf"\(*{_LITERAL}\)*(?:\|\w+(?:\([^()]*\))?)*")
_OF_ITSELF = re.compile(rf"printed\({_LITERAL},(?:computed=)?{_LITERAL}\)")
_RESULT = re.compile(r"\bresult ?=")


def printed_counts(page: Expanded, nouns: Nouns) -> Counter[str]:
    """How many numbers of each kind the macros of a page print."""
    counts = Counter(kind for entry in page.entries for kind in _kinds(entry, nouns))
    for piece in page.pieces:
        counts["computed"] += isinstance(piece.thing, Count)
        cells, texts = shown_by(piece.thing)
        counts["cells"] += sum(_is_number(cell, nouns) for cell in cells)
        counts["cells"] += sum(len(numbers_in(text, nouns)) for text in texts if text)
    return counts


def _kinds(entry: Entry, nouns: Nouns) -> Iterator[str]:
    match entry.kind:
        case "claim":
            yield "different" if entry.because else "claimed"
        case "value" if _is_numeral(entry.printed, nouns):
            yield "computed" if entry.origins else "chosen"
        case "worked" | "formula":
            if _RESULT.search(entry.expression):
                yield "claimed"
            yield from ("cells" for _ in numbers_in(entry.printed, nouns))


def _is_numeral(printed: str, nouns: Nouns) -> bool:
    return is_number_word(printed) or holds_number(printed, nouns)


def _is_number(cell: object, nouns: Nouns) -> bool:
    if isinstance(cell, str):
        return holds_number(cell, nouns)
    return isinstance(cell, Rational) and not isinstance(cell, bool)


def shown_by(thing: object) -> tuple[Iterable[object], Iterable[str]]:
    """The cells and the texts that a thing shows to a reader."""
    match thing:
        case Table():
            cells = (cell for row in thing.cells for cell in row)
            return cells, (thing.caption, *_headings(thing), *thing.notes)
        case Chart():
            return shown_by(thing.table)
        case Figure():
            return (), (thing.caption, *(text for panel in thing.panels for text in _texts(panel)))
        case _:
            return (), ()


def _headings(table: Table) -> Iterator[str]:
    for column in table.columns:
        yield column.heading
        if isinstance(column, Spanner):
            yield from (leaf.heading for leaf in column.columns)


def _texts(panel: Panel | Tree) -> Iterator[str]:
    yield from (panel.heading, panel.note)
    if isinstance(panel, Tree):
        yield from (node.note for node in panel.nodes)
    else:
        yield from (label.text for label in panel.labels)
        yield from (arrow.text for arrow in panel.arrows)


def idle_numbers(page: Expanded, nouns: Nouns) -> list[Entry]:
    """The entries that say a number which no rule or row has any part in."""
    return [
        entry
        for entry in page.entries
        if entry.kind in ("value", "claim") and not entry.origins
        if (entry in page.use.idle or only_repeats(entry)) and _is_numeral(entry.printed, nouns)
    ]


def only_repeats(entry: Entry) -> bool:
    """Whether a macro does no more than repeat a number that stands in it."""
    written = "".join(entry.expression.split())
    return bool(_ALONE.fullmatch(written) or _OF_ITSELF.fullmatch(written))
