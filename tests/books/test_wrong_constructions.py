"""What an author can say wrong of a book: told at the line that says it, and never a traceback.

Each case of `mistakes.md` is the code that goes into a book, its tables, and what is told of it.
"""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import pytest

from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.press.site.load import forget, load_book

MISTAKES = Path(__file__).with_name("mistakes.md")
CASE = re.compile(r"^(▶ .+\n(?P<code>[^▶▷┈]+)(?P<tables>(?:▷[^▶▷┈]+)*)┈+\n)[^▶]*", re.MULTILINE)
TABLE = re.compile(r"▷ (.+)\n([^▷]+)")
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
    yield tmp_path
    sys.path[:] = [path for path in sys.path if path != str(tmp_path)]
    forget(("wrong_book",))


def problems_of(build: Callable[[], object]) -> Sequence[Problem]:
    """What is wrong with a table, a chart or a figure."""
    try:
        build()
    except ProblemsFound as found:
        return found.problems
    return ()


def problems(home: Path, code: str) -> tuple[Problem, ...]:
    """What is told of a book."""
    (home / "wrong_book.py").write_text(code, encoding="utf-8")
    forget(("wrong_book",))
    try:
        book = load_book("wrong_book", home)
        things = (*book.tables.values(), *book.charts.values(), *book.figures.values())
        return (*book.problems(), *chain.from_iterable(map(problems_of, things)))
    except ProblemsFound as found:
        return found.problems


def test_wrong_constructions_are_told_in_these_words(
    home: Path, golden: Callable[[Path, str], None]
) -> None:
    def told(case: re.Match[str]) -> str:
        tables = {"terrain.csv": TERRAIN, **dict(TABLE.findall(case["tables"]))}
        for name, text in tables.items():
            (home / name).write_text(text, encoding="utf-8")
        lines = []
        for each in problems(home, AHEAD + case["code"]):
            lines += [f"{each.place}: {each.message}", *([f"hint: {each.hint}"] * bool(each.hint))]
        for name in tables:
            (home / name).unlink()
        return case[1] + "\n".join(lines) + "\n\n"

    text = MISTAKES.read_text(encoding="utf-8")
    golden(MISTAKES, CASE.sub(told, text).rstrip("\n") + "\n")
    assert len(CASE.findall(text)) == text.count("▶")
    assert "Traceback" not in text


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
