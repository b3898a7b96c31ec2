"""What the sources say is what a table of the book holds, and what the rule for it answers."""

import csv
from fractions import Fraction
from functools import cache
from pathlib import Path

from sfrules import authored
from sfrules.book import BOOK
from sfrules.press.doors.calc import Answers

TYPED = Path(__file__).with_name("mission.txt")
FIGURES = [
    line.split(" | ")
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


@cache
def cells_of(table: str) -> dict[tuple[str, str], str]:
    """The cells of a table's file, by the names of row and column."""
    path = authored.root() / "tables" / "printed" / f"{table}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return {(row[0], column): text for row in rows for column, text in zip(names, row, strict=True)}


def test_no_cell_is_typed_twice():
    assert len({tuple(figure[:3]) for figure in FIGURES}) == len(FIGURES) > 190


def test_each_figure_is_in_its_table_is_what_its_rule_answers_and_is_cited_there():
    answers = Answers(BOOK)
    wrong = []
    for table, row, column, figure, fact, asked in FIGURES:
        found = amount(cells_of(table)[row, column]), amount(answers.answer(asked))
        if found != (amount(figure), amount(figure)) or fact not in BOOK.tables[table]().sources:
            wrong.append((table, row, column, figure, *found))
    assert wrong == []
