"""No figure of the tables that rules read can change without a claim of the book failing."""

import csv
import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from judging import judged
from mkdocs.utils import meta
from nights import NIGHTLY

from sfrules import authored
from sfrules.book import BOOK
from sfrules.facts.tables import Tables
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


def with_another_figure(table: str, line: int, column: str, root: Path) -> Tables:
    shutil.copytree(ROOT / "tables", root / "tables")
    rows = records(table)
    at = rows[0].index(column)
    rows[line - 1][at] = str(int(float(rows[line - 1][at])) + 2)
    with (root / "tables" / "authored" / f"{table}.csv").open("w", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    return Tables(root)


@pytest.mark.parametrize(("table", "line", "column"), CELLS if NIGHTLY else CELLS[::10])
def test_another_figure_makes_a_claim_fail(
    table: str, line: int, column: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = with_another_figure(table, line, column, tmp_path)
    monkeypatch.setattr(authored.TABLES, "__dict__", vars(changed))
    messages = (problem.message for problem in problems_of_the_book())
    assert any("the page prints" in each or "the proof says" in each for each in messages)


@pytest.mark.nightly
def test_the_book_as_it_is_has_no_problem() -> None:
    assert list(problems_of_the_book()) == []
