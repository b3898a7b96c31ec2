"""Finished tables as a search reads them: their words, a space between cells.

A search plugin takes a page apart tag by tag, which for tables of numbers is a third of a build,
and runs their cells together: "Level11HP" is found by nobody. So it is shown the words alone, and
the table is put back when it has read them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_TABLE = re.compile(r'<table class="rules-table">.*?</table>', re.DOTALL)
_WORDS = re.compile(r'<table data-table="(\d+)">[^<]*</table>')
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Searched:
    """A page with the words of its tables, and the tables themselves."""

    html: str
    tables: tuple[str, ...]


def words_of_tables(html: str) -> Searched:
    """Leave the words of each table in its place."""
    tables = tuple(match[0] for match in _TABLE.finditer(html))
    numbers = iter(range(len(tables)))
    return Searched(_TABLE.sub(lambda match: _words(match[0], next(numbers)), html), tables)


def _words(table: str, number: int) -> str:
    words = " ".join(_TAG.sub(" ", table).split())
    return f'<table data-table="{number}"> {words} </table>'


def tables_put_back(html: str, tables: Sequence[str]) -> str:
    """Put each table in the place of its words."""
    return _WORDS.sub(lambda match: tables[int(match[1])], html)
