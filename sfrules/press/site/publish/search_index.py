"""What a search of the book looks through: its sections, terms, tables and the rows of these."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatch
from html import unescape
from typing import Any, NamedTuple

from sfrules.ground.formats import styled
from sfrules.press.site.keep.store import FinishedPage
from sfrules.press.things.book import Book
from sfrules.press.things.tables.html import row_ids
from sfrules.press.things.tables.table import Table

# What stands elsewhere in the index, or is no text: a table is found by its rows.
_LEFT_OUT = re.compile(
    r'<table.*?</table>|<details class="proof".*?</details>|<svg.*?</svg>'
    r'|<a class="headerlink".*?</a>|<(?:script|style)\b.*?</(?:script|style)>'
    r'|<dl class="terms">.*?</dl>|<ol class="index">.*?</ol>|<div class="table-foot">.*?</div>',
    re.DOTALL,
)
_HEADING = re.compile(r'<h([1-6])\b[^<>]*?\bid="([^"]*)"[^<>]*>(.*?)</h\1>', re.DOTALL)
_INLINE = re.compile(r"</?(?:a|abbr|b|code|em|i|kbd|mark|span|strong|sub|sup|wbr)\b[^<>]*>")
_TAG = re.compile(r"<[^<>]*>")


class Parts(NamedTuple):
    """What the index has of a page: its sections and its tables."""

    sections: list[tuple[str, str, str]]
    tables: list[tuple[str, str, tuple[str, ...], list[list[Any]]]]


def parts_of(page: FinishedPage) -> Parts:
    """The sections and tables of a finished page."""
    tables = [_table(id, table) for id, table in page.tables.items()]
    return Parts(list(_sections(page.html)), tables)


def search_script(
    book: Book,
    pages: Mapping[str, Parts],
    urls: Mapping[str, str],
    titles: Mapping[str, str],
    last: tuple[str, ...],
) -> str:
    """The index as a script, which a page that is opened from a folder can load.

    `urls` are the addresses of the pages in the site. Pages whose names match a pattern of `last`
    are found after all others.
    """
    numbers = {name: at for at, name in enumerate(pages)}
    index = {
        "pages": [[titles[name], urls[name], _is_last(name, last)] for name in pages],
        "sections": [
            [numbers[name], *section] for name, own in pages.items() for section in own.sections
        ],
        "terms": [
            [term.term, list(term.aliases), term.definition, numbers[term.page], term.anchor]
            for term in book.terms
            if term.page in numbers
        ],
        "tables": [[numbers[name], *table] for name, own in pages.items() for table in own.tables],
    }
    return f"searchIndex({json.dumps(index, ensure_ascii=False, separators=(',', ':'))});\n"


def _is_last(name: str, patterns: tuple[str, ...]) -> int:
    return int(any(fnmatch(name, pattern) for pattern in patterns))


def _sections(html: str) -> Iterator[tuple[str, str, str]]:
    """The id, title and text of each section of a page; what stands above them has the first id."""
    html = _LEFT_OUT.sub(" ", html)
    found = list(_HEADING.finditer(html))
    for heading, after in zip(found, [*found[1:], None], strict=False):
        text = html[heading.end() : after.start() if after else len(html)]
        yield heading[2], plain(heading[3]), plain(text)


def plain(html: str) -> str:
    """HTML as one line of text; the tags of blocks are words apart, those within a word are not."""
    return " ".join(unescape(_TAG.sub(" ", _INLINE.sub("", html))).split())


def _table(id: str, table: Table) -> tuple[str, str, tuple[str, ...], list[list[Any]]]:
    """The id, caption and headings of a table, and each row: the rest of its id, and its cells."""
    styles = [column.style for column in (table.stub, *table.leaves)]
    say: Callable[[object, str], str] = styled
    rows = [
        [own[len(id) :], *(say(cell, style) for cell, style in zip(row, styles, strict=True))]
        for own, row in zip(row_ids(table, id), table.cells, strict=True)
    ]
    return id, table.caption, table.headings, rows
