"""What the sources say, a page prints, its file holds, and whoever asks for the rule is told."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from mkdocs.utils import meta

from sfrules import authored
from sfrules.book import BOOK
from sfrules.press.site.weave.check import expand, page_of
from sfrules.press.site.weave.numbering import PageView, number_things
from sfrules.press.things.tables.table import Table

ROOT = authored.root()
TYPED = Path(__file__).with_name("mission.txt")
Rows = dict[tuple[str, str], str]  # the cells of a table, by the names of row and column


class Figure(NamedTuple):
    """A figure of a source, where the book prints it, and how a reader asks for it."""

    table: str
    row: str
    column: str
    figure: str
    fact: str
    asked: str

    @property
    def amount(self) -> Fraction | str:
        return amount(self.figure)

    @property
    def cell(self) -> tuple[str, str]:
        return self.row, self.column


FIGURES = [
    Figure(*line.split(" | "))
    for line in TYPED.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def amount(text: str) -> Fraction | str:
    """What a printed figure says, however it is printed: +1, −1, ×1.5, 50% and 16,384; or dice."""
    plain = text.replace("\N{MINUS SIGN}", "-").replace(",", "").lstrip("+×")
    try:
        return Fraction(plain[:-1]) / 100 if plain.endswith("%") else Fraction(plain)
    except ValueError:
        return text


def headings(head: ElementTree.Element) -> list[str]:
    """The columns of a table by the head that readers see, each below its spanner."""
    columns: dict[int, list[str]] = defaultdict(list)
    taken: set[tuple[int, int]] = set()
    for at, row in enumerate(head.iter("tr")):
        free = (n for n in range(1000) if (at, n) not in taken)
        for cell in row:
            for _ in range(int(cell.get("colspan", "1"))):
                column = next(free)
                columns[column].append("".join(cell.itertext()))
                taken |= {(at + down, column) for down in range(int(cell.get("rowspan", "1")))}
    return [": ".join(columns[n]) for n in sorted(columns)]


def read_table(table: ElementTree.Element) -> Rows:
    names = headings(table.find("thead"))
    cells: Rows = {}
    for line in table.findall("tbody/tr"):
        row, *texts = ("".join(cell.itertext()) for cell in line)
        cells |= {(row, column): text for column, text in zip(names[1:], texts, strict=True)}
    return cells


@pytest.fixture(scope="module")
def printed() -> dict[str, list[tuple[str, Rows]]]:
    """The tables of all pages as a reader sees them, each with its page, by their ids."""
    docs, pages = ROOT / "docs", {}
    for path in sorted(docs.rglob("*.md")):
        text, name = path.read_text(encoding="utf-8"), path.relative_to(docs).as_posix()
        pages[name] = expand(BOOK, page_of(f"docs/{name}", text, meta.get_data(text)[0]))
    printing = number_things(pages.items(), lambda _page, other: other)
    found: dict[str, list[tuple[str, Rows]]] = defaultdict(list)
    for name, page in pages.items():
        view = PageView(BOOK, name, printing)
        for piece in page.pieces:
            # A chart has the table that it is drawn from below it, unless the book prints that.
            thing = piece.thing if isinstance(piece.thing, Table) else piece.kind.table(piece.thing)
            if thing:
                html = ElementTree.fromstring(f"<div>{view.html(piece)}</div>")
                found[thing.id] += [(name, read_table(table)) for table in html.iter("table")]
    return found


@cache
def stored(table: str) -> Rows:
    """The cells of a table's file."""
    with (ROOT / "tables" / "printed" / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return {(row[0], column): text for row in rows for column, text in zip(names, row, strict=True)}


@pytest.fixture(scope="module")
def answers() -> dict[str, str]:
    """What `sfrules calc` answers to each question, asked all at once."""
    command = [sys.executable, "-m", "sfrules", "calc", "-"]
    asked = [figure.asked for figure in FIGURES]
    told = subprocess.run(
        command, cwd=ROOT, input="\n".join(asked), capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return dict(zip(asked, told.stdout.splitlines(), strict=True))


a_figure = pytest.mark.parametrize("figure", FIGURES, ids=lambda f: " ".join(f[:3]))


def test_no_cell_is_typed_twice():
    assert len({(figure.table, figure.cell) for figure in FIGURES}) == len(FIGURES)


@a_figure
def test_every_page_that_has_the_cell_prints_the_figure(printed, figure):
    cells = {page: rows[figure.cell] for page, rows in printed[figure.table] if figure.cell in rows}
    assert cells
    assert {page: amount(cell) for page, cell in cells.items()} == dict.fromkeys(
        cells, figure.amount
    )


@a_figure
def test_the_file_of_the_table_holds_the_figure(figure):
    assert amount(stored(figure.table)[figure.cell]) == figure.amount


@a_figure
def test_whoever_asks_for_the_rule_is_told_the_figure(answers, figure):
    assert amount(answers[figure.asked]) == figure.amount


@a_figure
def test_the_table_names_the_fact_that_the_figure_is_from(figure):
    assert figure.fact in BOOK.tables[figure.table]().sources
