"""Count the numbers of a book by what vouches for them, and print the counts as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import NamedTuple

from sfrules.ground.formats import format_value, percent
from sfrules.ground.problems import Mistake, Problem, did_you_mean
from sfrules.press.things.tables import framed
from sfrules.press.things.thing import Desk, Kind, View, text_of


@dataclass(frozen=True)
class Audit:
    """The numbers of a page by kind, and the problems of the loose ones."""

    counts: Counter[str] = field(default_factory=Counter)
    #: Of a passage, one.
    loose: tuple[Problem, ...] = ()
    #: Where those that are typed stand in the page's file.
    places: tuple[tuple[int, int], ...] = ()


class CountColumn(NamedTuple):
    """A column of the table: its heading, what it counts, and the kinds that it adds up."""

    text: str
    description: str
    kinds: tuple[str, ...]


PROVED = CountColumn("Proved", "Typed, and vouched for by the proof below", ("proved",))
READ = CountColumn("Read", "Typed, and found in the rows of facts by the proof below", ("read",))
CITED = CountColumn("Cited", "Typed, and said so by a fact of a source", ("cited",))
COLUMNS = (
    CountColumn("Computed", "Printed from a rule or a row of facts", ("computed",)),
    CountColumn("Drawn", "In tables, figures, formulas and worked examples", ("cells",)),
    PROVED,
    READ,
    CITED,
    CountColumn("Differs", "Typed, and different from the rule for a reason", ("different",)),
    CountColumn("Run", "In a session that asks the rules when the book is checked", ("verified",)),
    CountColumn("Code", "In code", ("code",)),
    CountColumn("Flavor", "In words that are no rules", ("flavour",)),
    CountColumn("Loose", "In prose, and nothing vouches for it", ("loose",)),
)
KINDS = tuple(kind for column in COLUMNS for kind in column.kinds)


@dataclass(frozen=True)
class Count:
    """How many numbers of one kind the whole book holds, for a sentence to say."""

    kind: str


@dataclass(frozen=True)
class CountsByPage:
    """How many numbers of each kind each page holds, as a table."""


def numbers(_desk: Desk, kind: str = "") -> CountsByPage | Count:
    """What vouches for the numbers of each page; with a kind, how many the book has of it."""
    if not kind:
        return CountsByPage()
    if text_of(kind, "kind") not in KINDS:
        message = f'there is no kind of numbers "{kind}"'
        raise Mistake(message, did_you_mean(kind, KINDS), parameter="kind")
    return Count(kind)


def _total(page: View) -> Counter[str]:
    """The numbers of the whole book."""
    return sum((audit.counts for _, audit in page.audits()), Counter())


def _counts_by_page(_counts: CountsByPage, page: View) -> str:
    """A row for the whole book, and one for each page in the order of reading."""
    id, whole = page.own_id("table-numbers"), _total(page)
    # A book without proofs has no columns for them, nor one without citations.
    columns = [c for c in COLUMNS if c not in {PROVED, READ, CITED} or _sum(whole, c.kinds)]
    rows = [_row("The whole book", columns, whole, ' class="total"')]
    for link, audit in page.audits():
        first = "" if rows[1:] else ' class="group-start"'
        rows.append(_row(link.html, columns, audit.counts, first))
    inner = f"<thead><tr>{_head(columns)}</tr></thead><tbody>{''.join(rows)}</tbody>"
    notes = f'<div class="table-notes"><p>{_share(whole)}</p></div>'
    return framed(id, "What vouches for the numbers of each page", inner, notes)


def _head(columns: Iterable[CountColumn]) -> str:
    heads = (
        f'<th scope="col" aria-description="{escape(column.description)}">'
        f"{escape(column.text)}</th>"
        for column in columns
    )
    return f'<th scope="col" class="text">Page</th>{"".join(heads)}'


def _row(
    name: str, columns: Iterable[CountColumn], counts: Mapping[str, int], attributes: str
) -> str:
    cells = (_sum(counts, column.kinds) for column in columns)
    numbers = "".join(f'<td class="num">{format_value(cell)}</td>' for cell in cells)
    return f'<tr{attributes}><th scope="row">{name}</th>{numbers}</tr>'


def _sum(counts: Mapping[str, int], kinds: Iterable[str]) -> int:
    return sum(counts.get(kind, 0) for kind in kinds)


def _share(whole: Mapping[str, int]) -> str:
    every = _sum(whole, KINDS)
    loose = whole.get("loose", 0)
    share = percent(Fraction(loose, every or 1), 2)
    said = f"Loose: {format_value(loose)} of {format_value(every)}, which is {share}."
    kinds = (PROVED.kinds, READ.kinds, CITED.kinds)
    if proved := sum(_sum(whole, each) for each in kinds):
        rules, facts, sources = (percent(Fraction(_sum(whole, each), proved), 1) for each in kinds)
        said += f" Of {format_value(proved)} with a proof, {rules} rest on rules and what these are"
        said += f" given, {facts} on rows of facts, and {sources} on citations."
    return said


COUNT = Kind(
    name="count",
    makes=Count,
    html=lambda count, page: format_value(_total(page)[count.kind]),
    stands="number",
)
COUNTS_BY_PAGE = Kind(
    name="numbers",
    makes=CountsByPage,
    html=_counts_by_page,
    macros=(numbers,),
    computed_in=".table-wrap",
)
