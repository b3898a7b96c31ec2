"""The numbers that a page prints by macros: computed, chosen, claimed, and in tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from numbers import Rational

from sfrules.press.ground.ledger import Entry
from sfrules.press.things.chart import Chart
from sfrules.press.things.figure import Figure, Panel
from sfrules.press.things.table import Table
from sfrules.press.things.tree import Tree
from sfrules.press.weave.audit.context import Nouns
from sfrules.press.weave.audit.numbers import holds_number, numbers_in
from sfrules.press.weave.macros import Count, Piece

_LITERAL = r"(?:[-+]?[\d_.]+|\"[^\"]*\"|'[^']*')"
_ALONE = re.compile(rf"\(*{_LITERAL}\)*(?:\|\w+(?:\([^()]*\))?)*")
_OF_ITSELF = re.compile(rf"printed\({_LITERAL},(?:computed=)?{_LITERAL}\)")
_RESULT = re.compile(r"\bresult ?=")


def counts_of(entries: Iterable[Entry], pieces: Iterable[Piece], nouns: Nouns) -> Counter[str]:
    """How many numbers of each kind the macros of a page print."""
    counts: Counter[str] = Counter()
    for entry in entries:
        counts.update(_kinds(entry, nouns))
    things = [piece.thing for piece in pieces]
    counts["computed"] += sum(isinstance(thing, Count) for thing in things)
    counts["cells"] += sum(_numbers_drawn(thing, nouns) for thing in things)
    return counts


def is_vacuous(entry: Entry) -> bool:
    """Whether a macro does no more than repeat a number that stands in it."""
    written = "".join(entry.expression.split())
    return bool(_ALONE.fullmatch(written) or _OF_ITSELF.fullmatch(written))


def _kinds(entry: Entry, nouns: Nouns) -> Iterator[str]:
    match entry.kind:
        case "claim":
            yield "different" if entry.because else "claimed"
        case "value" if holds_number(entry.printed, nouns):
            yield "computed" if entry.origins else "chosen"
        case "worked" | "formula":
            if _RESULT.search(entry.expression):
                yield "claimed"
            yield from ("cells" for _ in numbers_in(entry.printed, nouns))


def _numbers_drawn(thing: object, nouns: Nouns) -> int:
    match thing:
        case Table():
            return sum(_is_number(cell, nouns) for row in thing.cells for cell in row)
        case Chart():
            return _numbers_drawn(thing.table, nouns)
        case Figure():
            texts = (text for panel in thing.panels for text in _texts(panel))
            return sum(holds_number(text, nouns) for text in texts)
        case _:
            return 0


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
