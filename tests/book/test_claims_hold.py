"""No figure of the tables that rules read can change without a claim of the book failing."""

import csv
import io
from collections.abc import Iterator

import pytest
from judging import judged
from mkdocs.utils import meta
from nights import NIGHTLY

from sfrules import authored
from sfrules.book import BOOK
from sfrules.ground.problems import Problem
from sfrules.press.site.weave import page_of

ROOT = authored.root()
PAGES = sorted((ROOT / "docs" / "core").rglob("*.md"))
FIGURES = {
    "ability-multiplier": ("multiplier",),
    "dice-multiplier": ("multiplier",),
    "escalation-die": ("bonus",),
    "tiers": ("multiplier",),
    "durability": ("factor", "companion_factor"),
}


def records(table: str) -> list[list[str]]:
    text = (ROOT / "tables" / "authored" / f"{table}.csv").read_text(encoding="utf-8")
    return list(csv.reader(io.StringIO(text)))


CELLS = [
    pytest.param(table, line, column, id=f"{table}:{line}:{column}")
    for table, columns in FIGURES.items()
    for line, row in enumerate(records(table)[1:], start=2)
    for column in columns
    if row[records(table)[0].index(column)]
]


def problems_of_the_book() -> Iterator[Problem]:
    """Those of each page; one that has had some is looked at before others, the next time."""
    for path in [*PAGES]:
        text = path.read_text(encoding="utf-8")
        page = page_of(path.relative_to(ROOT).as_posix(), text, meta.get_data(text)[0])
        if problems := judged(BOOK, page).problems:
            PAGES.insert(0, PAGES.pop(PAGES.index(path)))
        yield from problems


@pytest.mark.parametrize(("table", "line", "column"), CELLS if NIGHTLY else CELLS[::10])
def test_another_figure_makes_a_claim_fail(with_tables, table: str, line: int, column: str) -> None:
    rows = records(table)
    at, row = rows[0].index(column), rows[line - 1]
    other = [*row[:at], str(int(float(row[at])) + 2), *row[at + 1 :]]
    with_tables(table, *(f"\n{','.join(each)}\n" for each in (row, other)))
    messages = (problem.message for problem in problems_of_the_book())
    assert any("the page prints" in each or "the proof says" in each for each in messages)


@pytest.mark.nightly
def test_the_book_as_it_is_has_no_problem() -> None:
    assert list(problems_of_the_book()) == []
