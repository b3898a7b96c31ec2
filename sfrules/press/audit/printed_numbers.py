"""The numbers that a page prints by macros: computed, chosen, claimed, and in tables.

A macro vouches for a number if a rule or a row has part in it. It may also print what the page
itself has set, where that is an input: something that the page prints is worked out from it and
from a rule. In the box of an example it may be anything, because the dice fall as they fall.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from numbers import Rational

from sfrules.ground.ledger import Check, Entry
from sfrules.press.audit.counting_words import Nouns
from sfrules.press.audit.number_patterns import OPEN
from sfrules.press.audit.numbers_in_text import holds_number, numbers_in
from sfrules.press.page.macros import Count, Piece
from sfrules.press.things.charts.chart import Chart
from sfrules.press.things.figures.figure import Figure, Panel
from sfrules.press.things.figures.tree import Tree
from sfrules.press.things.tables.table import Spanner, Table

_LITERAL = r"(?:[-+]?[\d_.]+|\"[^\"]*\"|'[^']*')"
_ALONE = re.compile(rf"\(*{_LITERAL}\)*(?:\|\w+(?:\([^()]*\))?)*")
_OF_ITSELF = re.compile(rf"printed\({_LITERAL},(?:computed=)?{_LITERAL}\)")
_NUMBERS = ("value", "claim")
_RESULT = re.compile(r"\bresult ?=")


@dataclass(frozen=True)
class Shown:
    """What a page shows beside its prose: entries, things, and what was checked.

    `idle` are the entries of what the page sets itself and gives to no rule.
    """

    entries: tuple[Entry, ...] = ()
    pieces: tuple[Piece, ...] = ()
    idle: frozenset[Entry] = frozenset()
    checks: tuple[Check, ...] = ()


def counts_of(shown: Shown, nouns: Nouns) -> Counter[str]:
    """How many numbers of each kind the macros of a page print."""
    counts: Counter[str] = Counter()
    for entry in shown.entries:
        counts.update(_kinds(entry, nouns))
    things = [piece.thing for piece in shown.pieces]
    counts["computed"] += sum(isinstance(thing, Count) for thing in things)
    counts["cells"] += sum(_numbers_drawn(thing, nouns) for thing in things)
    return counts


def is_vacuous(entry: Entry) -> bool:
    """Whether a macro does no more than repeat a number that stands in it."""
    written = "".join(entry.expression.split())
    return bool(_ALONE.fullmatch(written) or _OF_ITSELF.fullmatch(written))


def idle_numbers(shown: Shown, nouns: Nouns) -> list[Entry]:
    """The entries that say a number which no rule or row has any part in."""
    unbacked = (each for each in shown.entries if not each.origins and each.kind in _NUMBERS)
    return [
        entry
        for entry in unbacked
        if (entry in shown.idle or is_vacuous(entry)) and _is_numeral(entry.printed, nouns)
    ]


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
    """Whether a macro prints a number; alone, words such as "one" have nothing else to be."""
    return printed.lower() in OPEN or holds_number(printed, nouns)


def _numbers_drawn(thing: object, nouns: Nouns) -> int:
    match thing:
        case Table():
            cells = sum(_is_number(cell, nouns) for row in thing.cells for cell in row)
            return cells + _numbers_said((thing.caption, *_headings(thing), *thing.notes), nouns)
        case Chart():
            return _numbers_drawn(thing.table, nouns)
        case Figure():
            drawn = (text for panel in thing.panels for text in _texts(panel))
            return _numbers_said((thing.caption, *drawn), nouns)
        case _:
            return 0


def _numbers_said(texts: Iterable[str], nouns: Nouns) -> int:
    return sum(len(numbers_in(text, nouns)) for text in texts if text)


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


def _is_number(cell: object, nouns: Nouns) -> bool:
    if isinstance(cell, str):
        return holds_number(cell, nouns)
    return isinstance(cell, Rational) and not isinstance(cell, bool)
