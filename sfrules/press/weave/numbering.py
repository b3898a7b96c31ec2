"""The numbers of tables and figures, by their first place in the book, read in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sfrules.press.things.chart import Chart
from sfrules.press.things.figure import Figure
from sfrules.press.things.table import Table
from sfrules.press.weave.expand import Expanded

Key = tuple[str, str]  # ("table", "hit-points"); a chart is a figure to its reader
Numbered = Table | Figure | Chart


@dataclass(frozen=True)
class Printing:
    """What one page must know of the others.

    `numbers` gives each table and figure its number, `homes` the page that prints it first;
    `address` turns a file of the site into a URL relative to a page. `things` are the tables,
    figures and charts of each page.
    """

    numbers: Mapping[Key, int]
    homes: Mapping[Key, str]
    address: Callable[[str, str], str]
    things: Mapping[str, Sequence[Numbered]] = field(default_factory=dict)

    def tables_on(self, page: str) -> list[Table]:
        """The tables that a page prints by themselves, in order."""
        return [thing for thing in self.things.get(page, ()) if isinstance(thing, Table)]

    @property
    def tables(self) -> list[str]:
        """The id of every table that the book prints, by itself or below a chart."""
        things = [thing for page in self.things.values() for thing in page]
        charted = {thing.table.id for thing in things if isinstance(thing, Chart)}
        return sorted(charted | {thing.id for thing in things if isinstance(thing, Table)})

    def of_kind(self, kind: str) -> list[tuple[int, str]]:
        """The number and id of every table, or every figure, in order."""
        return sorted((number, id) for (of, id), number in self.numbers.items() if of == kind)


def key_of(thing: object) -> Key | None:
    """What a thing is numbered by; None for a thing without a number."""
    if isinstance(thing, Numbered):
        return "table" if isinstance(thing, Table) else "figure", thing.id
    return None


def number_things(
    pages: Iterable[tuple[str, Expanded]], address: Callable[[str, str], str]
) -> Printing:
    """Number the tables and figures of pages in the order of reading."""
    numbers: dict[Key, int] = {}
    homes: dict[Key, str] = {}
    things: dict[str, list[Numbered]] = {}
    counts: Counter[str] = Counter()
    for name, expanded in pages:
        found = (piece.thing for piece in expanded.pieces)
        things[name] = [thing for thing in found if isinstance(thing, Numbered)]
        for thing in things[name]:
            key = key_of(thing)
            if key is None or key in numbers:
                continue
            counts[key[0]] += 1
            numbers[key], homes[key] = counts[key[0]], name
    return Printing(numbers, homes, address, things)
