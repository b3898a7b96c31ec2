"""The CSV reader, against the standard one, which knows no places."""

import csv
import io

from hypothesis import example, given
from hypothesis import strategies as st

from sfrules.facts.sheet import FactsFile, FileCell

cell = st.text(alphabet='ab ,"\né', max_size=6)
table = st.lists(st.lists(cell, min_size=1, max_size=4), min_size=1, max_size=5)


def records(text: str) -> list[list[FileCell]]:
    return FactsFile("table.csv", text).records()


def as_csv(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


@given(table)
@example([["a", "b"], ['say "a"', "x, y"], ["two\nlines", ""]])
def test_cells_are_those_of_the_standard_reader(rows):
    text = as_csv(rows)
    assert [[each.text for each in record] for record in records(text)] == rows


def test_a_spreadsheet_may_name_its_separator_in_a_line_of_its_own():
    read = records("sep=;\nid;rate\nox;1,5\n")
    assert [[each.text for each in record] for record in read] == [["id", "rate"], ["ox", "1,5"]]


@given(table)
def test_a_cell_stands_where_it_says(rows):
    text = as_csv(rows)
    for each in (each for record in records(text) for each in record):
        written = each.text.replace('"', '""')
        assert text[each.start :].startswith((written, f'"{written}"'))
        assert text[: each.start][-1:] in ("", ",", "\n")
