"""What vouches for a book's numbers, page by page, as an accessible HTML table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from sfrules.ground.formats import format_value, percent


@dataclass(frozen=True)
class Heading:
    """A column: its heading, what it counts, and the kinds that it adds up."""

    text: str
    description: str
    kinds: tuple[str, ...]


HEADINGS = (
    Heading("Computed", "Printed from a rule or a row of facts", ("computed",)),
    Heading("Chosen", "Set for an example, such as how a die fell", ("chosen",)),
    Heading("Drawn", "In tables, figures, formulas and worked examples", ("cells",)),
    Heading("Checked", "Typed, and found to agree with the rule", ("claimed",)),
    Heading("Differs", "Typed, and different from the rule for a reason", ("different",)),
    Heading("Run", "In a session that is run when the book is checked", ("verified",)),
    Heading("Marks", "In marks, dates, addresses, terms and code", ("structural", "code")),
    Heading("Flavor", "In words that are no rules", ("flavour",)),
    Heading("Loose", "In prose, and nothing vouches for it", ("loose",)),
)


@dataclass(frozen=True)
class PageOfNumbers:
    """A page by its title and address, and how many numbers of each kind it holds."""

    title: str
    href: str
    counts: Mapping[str, int]


def numbers_html(id: str, pages: Sequence[PageOfNumbers]) -> str:
    """The table: a row for the whole book, and one for each page in the order of reading."""
    whole: Counter[str] = Counter()
    for page in pages:
        whole.update(page.counts)
    rows = [_row("The whole book", whole, ' class="total"')]
    for page in pages:
        rows.append(_row(_link(page), page.counts, "" if rows[1:] else ' class="group-start"'))
    return "".join(
        (
            f'<div class="table-wrap" id="{id}">',
            f'<div class="table-scroll" role="region" tabindex="0" aria-labelledby="{id}-caption">',
            f'<table class="rules-table"><caption id="{id}-caption">',
            "What vouches for the numbers of each page</caption>",
            f"<thead><tr>{_head()}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>",
            f'<div class="table-notes"><p>{_share(whole)}</p></div></div>',
        )
    )


def _head() -> str:
    columns = (
        f'<th scope="col" title="{escape(heading.description)}">{escape(heading.text)}</th>'
        for heading in HEADINGS
    )
    return f'<th scope="col" class="text">Page</th>{"".join(columns)}'


def _link(page: PageOfNumbers) -> str:
    return f'<a href="{escape(page.href)}">{escape(page.title)}</a>'


def _row(name: str, counts: Mapping[str, int], attributes: str = "") -> str:
    cells = (_sum(counts, heading.kinds) for heading in HEADINGS)
    numbers = "".join(f'<td class="num">{format_value(cell)}</td>' for cell in cells)
    return f'<tr{attributes}><th scope="row">{name}</th>{numbers}</tr>'


def _sum(counts: Mapping[str, int], kinds: Iterable[str]) -> int:
    return sum(counts.get(kind, 0) for kind in kinds)


def _share(whole: Mapping[str, int]) -> str:
    every = _sum(whole, [kind for heading in HEADINGS for kind in heading.kinds])
    loose = whole.get("loose", 0)
    share = percent(Fraction(loose, every or 1), 2)
    return f"Loose: {format_value(loose)} of {format_value(every)}, which is {share}."
