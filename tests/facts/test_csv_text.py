"""The CSV reader, against the standard one, which knows no places."""

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sfrules.facts.sheet import FactsFile, FileCell
from sfrules.ground.problems import ProblemsFound

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


@given(table)
def test_a_cell_stands_where_it_says(rows):
    text = as_csv(rows)
    lines = text.split("\n")
    for each in (each for record in records(text) for each in record):
        rest = lines[each.line - 1][each.column - 1 :]
        first = each.text.split("\n")[0].replace('"', '""')
        assert rest.startswith((first, f'"{first}'))
        before = lines[each.line - 1][: each.column - 1]
        assert before == "" or before.endswith(",")


def test_places_are_counted_in_characters_from_one():
    text = 'é,b\n"x, ""y""",z\n"two\nlines",after\n'
    places = [(each.text, each.line, each.column) for record in records(text) for each in record]
    assert places == [
        ("é", 1, 1),
        ("b", 1, 3),
        ('x, "y"', 2, 1),
        ("z", 2, 12),
        ("two\nlines", 3, 1),
        ("after", 4, 8),
    ]


def test_the_last_line_may_lack_its_end():
    assert len(records("a,b\nc,d")) == 2
    assert [each.text for each in records("a,")[0]] == ["a", ""]
    assert records("") == []


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('a,b"c\n', 1, 4),
        ('"a"b,c\n', 1, 4),
        ('é,"two\nlines"b\n', 2, 7),
        ('a\n"b"c', 2, 4),
        ('a,"b', 1, 3),
    ],
)
def test_a_quote_too_many_or_too_few_is_told_where_it_goes_wrong(text, line, column):
    with pytest.raises(ProblemsFound) as found:
        records(text)
    (problem,) = found.value.problems
    assert (problem.line, problem.column) == (line, column)
