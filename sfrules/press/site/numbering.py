"""The numbers of tables and figures, counted from the first page of the book to the last."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sfrules.press.page.expand import Expanded
from sfrules.press.site.marks import Marks
from sfrules.press.things.counts.number_kinds import Audit
from sfrules.press.things.tables.table import Table
from sfrules.press.things.tables.table_kind import TABLE

_TITLE = re.compile(r"^#[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
_MARKUP = re.compile(r"\{:?[^{}]*\}|\]\([^()]*\)|</?[a-zA-Z][^<>]*>|[*_`\[\]\\]")

Key = tuple[str, str]  # ("table", its id); readers take a chart for a figure


class Headings(NamedTuple):
    """The name of a page, and the plain titles of its headings by their ids."""

    page: str
    titles: Mapping[str, str]


@dataclass(frozen=True)
class Printing:
    """What one page must know of the others.

    `numbers` has the number of each table and figure, `homes` the page that prints it first;
    `address` turns a file of the site into a URL relative to a page. `things` are the tables,
    figures and charts of each page; a chart's table follows it if the page has it nowhere else.
    `marks` say what has changed between editions; if the book prints that, `headings` has the
    headings of every page by the path of its file. `titles` are the titles of the pages, and
    `audits` what was found about the numbers on each.
    """

    numbers: Mapping[Key, int]
    homes: Mapping[Key, str]
    address: Callable[[str, str], str]
    things: Mapping[str, Sequence[NumberedThing]] = field(default_factory=dict)
    marks: Marks = field(default_factory=Marks)
    headings: Mapping[str, Headings] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    audits: Mapping[str, Audit] = field(default_factory=dict)

    def listed(self, series: str) -> list[tuple[int, str, str]]:
        """The number, id and caption of everything in a series, in order."""
        of = {each.key: each.thing for page in self.things.values() for each in page}
        keys = (key for key in self.numbers if key[0] == series)
        return sorted((self.numbers[key], key[1], of[key].caption) for key in keys)


@dataclass(frozen=True)
class NumberedThing:
    """A thing that has a number, and the series that it is numbered in."""

    thing: Any
    series: str

    @property
    def key(self) -> Key:
        """The series and id, which have one number in the book."""
        return self.series, self.thing.id


def number_things(
    pages: Iterable[tuple[str, Expanded]], address: Callable[[str, str], str]
) -> Printing:
    """Number the tables and figures of pages, given in the order of reading."""
    numbers: dict[Key, int] = {}
    homes: dict[Key, str] = {}
    things: dict[str, list[NumberedThing]] = {}
    counts: Counter[str] = Counter()
    titles: dict[str, str] = {}
    audits: dict[str, Audit] = {}
    for name, expanded in pages:
        titles[name], audits[name] = title_of(expanded.markdown) or name, expanded.audit
        things[name] = _numbered(expanded)
        for thing in things[name]:
            key = thing.key
            if key in numbers:
                continue
            counts[key[0]] += 1
            numbers[key], homes[key] = counts[key[0]], name
    return Printing(numbers, homes, address, things, titles=titles, audits=audits)


def title_of(markdown: str) -> str:
    """A page's title in plain words: its first heading."""
    heading = _TITLE.search(markdown)
    return "".join(_MARKUP.split(heading[1])).strip() if heading else ""


def _numbered(expanded: Expanded) -> list[NumberedThing]:
    pieces = [piece for piece in expanded.pieces if piece.kind.numbered]
    found = [piece.thing for piece in pieces]
    things: list[NumberedThing] = []
    for piece in pieces:
        things.append(NumberedThing(piece.thing, piece.kind.numbered))
        # The table that a chart is drawn from follows it, if the page has it nowhere else.
        table = piece.kind.table(piece.thing)
        printed = (*found, *(each.thing for each in things))
        if table and not any(is_same(table, other) for other in printed):
            things.append(NumberedThing(table, TABLE.numbered))
    return things


def is_same(table: Table, other: object) -> bool:
    """Whether another thing is the same table with all of its rows and columns."""
    if not isinstance(other, Table) or other.id != table.id:
        return False
    return (other.headings, other.cells) == (table.headings, table.cells)
