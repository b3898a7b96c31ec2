"""The numbers of tables and figures, by their first place in the book, read in order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sfrules.press.page.expand import Expanded
from sfrules.press.site.marks import Marks
from sfrules.press.things.charts.chart import Chart
from sfrules.press.things.counts.counts import Audit
from sfrules.press.things.figures.figure import Figure
from sfrules.press.things.tables.table import Table

_TITLE = re.compile(r"^#[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
_MARKUP = re.compile(r"\{:?[^{}]*\}|\]\([^()]*\)|</?[a-zA-Z][^<>]*>|[*_`\[\]\\]")

Key = tuple[str, str]  # ("table", its id); a chart is a figure to its reader
Numbered = Table | Figure | Chart


class Headings(NamedTuple):
    """The name of a page, and the plain titles of its headings by their ids."""

    page: str
    titles: Mapping[str, str]


@dataclass(frozen=True)
class Printing:
    """What one page must know of the others.

    `numbers` gives each table and figure its number, `homes` the page that prints it first;
    `address` turns a file of the site into a URL relative to a page. `things` are the tables,
    figures and charts of each page; a chart's table follows it where the page has it nowhere else.
    `marks` say what has changed between editions; where the book prints that, `headings` has the
    headings of every page by the path of its file.
    `titles` are the pages' own, and `audits` what was found of the numbers in each.
    """

    numbers: Mapping[Key, int]
    homes: Mapping[Key, str]
    address: Callable[[str, str], str]
    things: Mapping[str, Sequence[Numbered]] = field(default_factory=dict)
    marks: Marks = field(default_factory=Marks)
    headings: Mapping[str, Headings] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    audits: Mapping[str, Audit] = field(default_factory=dict)

    def listed(self, kind: str) -> list[tuple[int, str, str]]:
        """The number, id and caption of every table, or every figure, in order."""
        of = {key_of(thing): thing for page in self.things.values() for thing in page}
        keys = (key for key in self.numbers if key[0] == kind)
        return sorted((self.numbers[key], key[1], of[key].caption) for key in keys)


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
    titles: dict[str, str] = {}
    audits: dict[str, Audit] = {}
    for name, expanded in pages:
        titles[name], audits[name] = title_of(expanded.markdown) or name, expanded.audit
        things[name] = _numbered(expanded)
        for thing in things[name]:
            key = key_of(thing)
            if key is None or key in numbers:
                continue
            counts[key[0]] += 1
            numbers[key], homes[key] = counts[key[0]], name
    return Printing(numbers, homes, address, things, titles=titles, audits=audits)


def title_of(markdown: str) -> str:
    """A page's title in plain words: its first heading."""
    heading = _TITLE.search(markdown)
    return "".join(_MARKUP.split(heading[1])).strip() if heading else ""


def _numbered(expanded: Expanded) -> list[Numbered]:
    found = [piece.thing for piece in expanded.pieces if isinstance(piece.thing, Numbered)]
    things: list[Numbered] = []
    for thing in found:
        things.append(thing)
        if isinstance(thing, Chart) and not any(is_same(thing.table, o) for o in (*found, *things)):
            things.append(thing.table)
    return things


def is_same(table: Table, other: object) -> bool:
    """Whether another thing is the same table, and the whole of it."""
    if not isinstance(other, Table) or other.id != table.id:
        return False
    return (other.headings, other.cells) == (table.headings, table.cells)
