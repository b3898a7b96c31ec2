"""Tables that are wider than a sheet: set smaller, or on a sheet that is turned.

Chromium would set the whole book smaller for one of them. It lays a table out before it is known
how wide, so its width is reckoned here, from the longest word of each column.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from sfrules.press.paper.volume import text_of

SIZE = 0.7  # of a table's letters on paper, in rem
_LETTER = 0.51  # of its size, a letter is wide, with some room for bold ones
_BESIDE = 0.6  # of it, beside what stands in a column
# What a sheet has room for, in sizes of letters: A4 upright, and letter turned, the narrower ones.
UPRIGHT, TURNED = 60.0, 84.0
_SMALLEST = 0.75  # a table that would be smaller than this is turned


def fit_tables(section: ET.Element) -> None:
    """Mark the tables of a chapter that are wider than a sheet, with the sizes that they need."""
    for wrap, table in list(_tables(section)):
        width = _width(table)
        if width <= UPRIGHT:
            continue
        share = UPRIGHT / width
        if share < _SMALLEST:
            wrap.set("class", f"{wrap.get('class', '')} turned".strip())
            share = min(1.0, TURNED / width)
        table.set("class", f"{table.get('class', '')} wide".strip())
        table.set("style", f"font-size: {SIZE * share:.3f}rem")


def _tables(section: ET.Element) -> Iterator[tuple[ET.Element, ET.Element]]:
    """The tables below an element, each with the child of the element that it stands in."""
    for child in section:
        yield from ((child, table) for table in child.iter("table"))


def _width(table: ET.Element) -> float:
    """How wide a table is at least, in sizes of its letters."""
    rows = [[cell for cell in row if cell.tag in {"td", "th"}] for row in table.iter("tr")]
    most = max(map(len, rows), default=0)
    columns = zip(*(row for row in rows if len(row) == most), strict=True)
    return sum(_BESIDE + _LETTER * max(map(_longest_word, column)) for column in columns)


def _longest_word(cell: ET.Element) -> int:
    return max(map(len, text_of(cell).split()), default=0)
