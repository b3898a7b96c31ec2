"""The numbers of tables and figures, by their first place in the book, read in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sfrules.press.things.figure import Figure
from sfrules.press.things.table import Table
from sfrules.press.weave.expand import Expanded

Key = tuple[str, str]  # ("table", "hit-points")


@dataclass(frozen=True)
class Printing:
    """What one page must know of the others.

    `numbers` gives each table and figure its number, `homes` the page that prints it first;
    `address` turns a file of the site into a URL relative to a page.
    """

    numbers: Mapping[Key, int]
    homes: Mapping[Key, str]
    address: Callable[[str, str], str]

    def of_kind(self, kind: str) -> list[tuple[int, str]]:
        """The number and id of every table, or every figure, in order."""
        return sorted((number, id) for (of, id), number in self.numbers.items() if of == kind)


def key_of(thing: object) -> Key | None:
    """What a thing is numbered by; None for a thing without a number."""
    if isinstance(thing, Table | Figure):
        return type(thing).__name__.lower(), thing.id
    return None


def number_things(
    pages: Iterable[tuple[str, Expanded]], address: Callable[[str, str], str]
) -> Printing:
    """Number the tables and figures of pages in the order of reading."""
    numbers: dict[Key, int] = {}
    homes: dict[Key, str] = {}
    counts: Counter[str] = Counter()
    for name, expanded in pages:
        for piece in expanded.pieces:
            key = key_of(piece.thing)
            if key is None or key in numbers:
                continue
            counts[key[0]] += 1
            numbers[key], homes[key] = counts[key[0]], name
    return Printing(numbers, homes, address)
