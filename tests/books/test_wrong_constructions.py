"""What an author can say wrong of a book: told at the line that says it, and never a traceback.

Each case is a folder: the code that goes into a book, its tables, and the exact message.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sfrules.ground.problems import ProblemsFound, report
from sfrules.press.site.load.book_module import forget, load_book

MISTAKES = sorted(p for p in (Path(__file__).parent / "mistakes").iterdir() if p.is_dir())
TERRAIN = "Terrain,Leagues a day,Danger\nOld Road,10,4\nHeath,6,5\nBog,2,6\n"
AHEAD = '''from fractions import Fraction
from typing import Literal

from sfrules import Book, Column, Layout

book = Book("Lantern", __file__)
terrain = book.csv("terrain")
dice = range(1, 4)


@book.rule
def chance(dice: range(1, 7)) -> Fraction:
    """The chance of a success."""
    return 1 - Fraction(2, 3) ** dice


'''


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "mkdocs.yml").write_text("site_name: Lantern\n", encoding="utf-8")
    (tmp_path / "terrain.csv").write_text(TERRAIN, encoding="utf-8")
    yield tmp_path
    sys.path[:] = [path for path in sys.path if path != str(tmp_path)]
    forget(("wrong_book",))


@pytest.mark.parametrize("folder", MISTAKES, ids=lambda folder: folder.name)
def test_a_wrong_construction_is_told_in_these_words(
    folder: Path, home: Path, golden: Callable[[Path, str], None]
) -> None:
    code = AHEAD + (folder / "code.txt").read_text(encoding="utf-8")
    (home / "wrong_book.py").write_text(code, encoding="utf-8")
    for table in folder.glob("*.csv"):
        shutil.copy(table, home)
    try:
        problems = tuple(load_book("wrong_book", home).problems())
    except ProblemsFound as found:
        problems = found.problems
    golden(folder / "error.txt", report(problems) + "\n")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            b"# coding: none-such\n\nx = 1\n",
            "wrong_book.py:1:1: Python: unknown encoding: none-such",
        ),
        (
            b"x = 1\n\0\n",
            "wrong_book:1:1: the book cannot be loaded: SyntaxError: source code string cannot contain null bytes",
        ),
    ],
)
def test_a_file_that_is_no_text_is_told_at_its_beginning(
    code: bytes, told: str, home: Path
) -> None:
    (home / "wrong_book.py").write_bytes(code)
    with pytest.raises(ProblemsFound) as found:
        load_book("wrong_book", home)
    assert [str(problem) for problem in found.value.problems] == [told]


def test_there_are_at_least_twenty_five_of_them_and_each_is_told() -> None:
    assert len(MISTAKES) >= 25
    for folder in MISTAKES:
        said = (folder / "error.txt").read_text(encoding="utf-8")
        assert said.startswith(("wrong_book.py:", "boats.csv:", "terrain.csv:")), folder.name
        assert "Traceback" not in said
