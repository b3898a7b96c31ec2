"""Limits and other facts of a file: a row by its name, and a cell that is of another kind."""

from pathlib import Path

import pytest

from sfrules import Book
from sfrules.ground.problems import ProblemsFound

LIMITS = "id,value\nslots,10\nOld Road,6\n"
LOADS = "id,feet\nlight,120\nladen,90\nheavy,{}\nfull,30\n"


@pytest.fixture
def book(tmp_path: Path) -> Book:
    (tmp_path / "limits.csv").write_text(LIMITS, encoding="utf-8")
    return Book("Limits", str(tmp_path / "game.py"))


def test_a_row_goes_by_its_name_behind_a_dot_or_by_its_key(book: Book) -> None:
    limits = book.csv("limits")
    assert limits.slots == limits["slots"] == 10
    assert limits.old_road == limits["Old Road"] == 6


def test_a_row_that_is_not_there_is_told_with_the_nearest_name(book: Book) -> None:
    limits = book.csv("limits")
    with pytest.raises(AttributeError, match='limits has no row "slot"; did you mean slots?'):
        limits.slot  # noqa: B018 what a rule would say
    assert not hasattr(limits, "_repr_html_")


def test_the_only_text_in_a_column_of_numbers_is_told_at_its_cell(
    book: Book, tmp_path: Path
) -> None:
    (tmp_path / "loads.csv").write_text(LOADS.format("many"), encoding="utf-8")
    with pytest.raises(ProblemsFound) as caught:
        list(book.csv("loads"))
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (4, 7)
    assert problem.message == 'feet is "many", which is no number such as 4 or 2.5'


FOR_PYTHON = ["nan", "-inf", "1e999", "9" * 100_000, "1_000", " 7"]


@pytest.mark.parametrize(
    ("other", "cell"),
    [*(("120", cell) for cell in FOR_PYTHON), *(("", cell) for cell in FOR_PYTHON[2:])],
)
def test_what_is_a_number_for_python_alone_is_told_at_its_cell(
    book: Book, tmp_path: Path, other: str, cell: str
) -> None:
    text = f"id,feet\nlight,{other}\nladen,{cell}\n"
    (tmp_path / "loads.csv").write_text(text, encoding="utf-8")
    with pytest.raises(ProblemsFound) as caught:
        list(book.csv("loads"))
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (3, 7)
    assert problem.message.startswith(f'feet is "{cell[:38]}')
    assert len(problem.message) < 90


def test_a_column_of_words_may_have_the_word_nan(book: Book, tmp_path: Path) -> None:
    (tmp_path / "loads.csv").write_text("id,bread\nlight,nan\nladen,rye\n", encoding="utf-8")
    assert book.csv("loads")["light"].bread == "nan"


@pytest.mark.parametrize("cell", ["60", ""])
def test_a_column_of_numbers_may_have_an_empty_cell(book: Book, tmp_path: Path, cell: str) -> None:
    (tmp_path / "loads.csv").write_text(LOADS.format(cell), encoding="utf-8")
    assert next(iter(book.csv("loads"))).feet == 120


def test_a_column_that_says_that_it_holds_texts_may_hold_any(book: Book, tmp_path: Path) -> None:
    (tmp_path / "loads.csv").write_text(LOADS.format("many"), encoding="utf-8")
    assert [row.feet for row in book.csv("loads", feet=str)] == ["120", "90", "many", "30"]


@pytest.mark.parametrize("between", [",", ";", "\t"], ids=["commas", "semicolons", "tabs"])
def test_files_of_spreadsheets_are_read(book: Book, tmp_path: Path, between: str) -> None:
    rows = [["id", "feet", '"said, or; not"'], ["light", "120", '"slow; or, not"']]
    text = "\r\n".join(between.join(row) for row in rows)
    (tmp_path / "loads.csv").write_bytes(f"\ufeff{text}".encode())
    assert dict(book.csv("loads")["light"]) == {
        "id": "light",
        "feet": 120,
        "said_or_not": "slow; or, not",
    }


def test_digits_behind_a_zero_are_a_name(book: Book, tmp_path: Path) -> None:
    (tmp_path / "loads.csv").write_text(
        "roll,feet,code\n01,0.5,007\n02,30,08\n00,60,100\n", encoding="utf-8"
    )
    loads = book.csv("loads")
    assert [(row.roll, row.code) for row in loads] == [("01", "007"), ("02", "08"), ("00", "100")]
    assert loads["00"].feet == 60


def test_a_heading_of_another_name_is_told_at_the_heading(book: Book, tmp_path: Path) -> None:
    (tmp_path / "loads.csv").write_text("id,fete\nlight,120\n", encoding="utf-8")
    with pytest.raises(ProblemsFound) as caught:
        book.csv("loads", feet=range(121))
    (problem,) = caught.value.problems
    assert (problem.place, problem.message) == ("loads.csv:1:4", "there is no column feet")
    assert problem.hint == "write feet here, or fete in the code of the book"
    row = book.csv("loads")["light"]
    with pytest.raises(AttributeError, match="no column feet in loads.csv:1, which has id, fete"):
        row.feet  # noqa: B018 what a rule would say
