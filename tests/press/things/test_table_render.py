"""A table says what; these are the ways in which it is printed. `cases/table` has it on a page."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from toy_book import fleet, speed

from sfrules import to_frame
from sfrules.binding.layout import Layout
from sfrules.ground.formats import answer
from sfrules.press.things.tables import (
    Column,
    Table,
    contents_of,
    table_csv,
    table_html_alone,
    table_json,
    table_markdown,
)
from sfrules.press.things.thing import with_texts

MINUS = "\N{MINUS SIGN}"


def test_a_table_without_a_page_is_whole() -> None:
    assert table_html_alone(fleet()).startswith('<div class="table-wrap" id="table-fleet">')


def test_the_csv_reads_back_as_the_cells() -> None:
    head, *rows = csv.reader(io.StringIO(table_csv(fleet())))
    assert head == ["Sails", "Wood: Speed", "Wood: Drift", "Iron: Slow"]
    assert [[int(cell) for cell in row] for row in rows] == [list(row) for row in fleet().cells]


def test_the_json_has_a_row_for_each_row() -> None:
    document = json.loads(table_json(fleet()))
    assert document["caption"] == "Speed by sails & hull"
    assert document["rows"][0] == {"Sails": 1, "Wood: Speed": 3, "Wood: Drift": -1, "Iron: Slow": 2}


def test_the_markdown_is_a_pipe_table() -> None:
    lines = table_markdown(fleet()).splitlines()
    assert lines[2] == "| Sails | Wood: Speed | Wood: Drift | Iron: Slow |"
    assert lines[3] == "| --- | --: | --: | --: |"
    assert lines[4] == f"| 1 | 3 | {MINUS}1 | 2 |"


def test_a_frame_is_the_same_table() -> None:
    frame = to_frame(fleet())
    assert frame.index.name == "Sails"
    assert list(frame.columns) == [("Wood", "Speed"), ("Wood", "Drift"), ("Iron", "Slow")]
    assert frame.loc[3].tolist() == [7, -3, 6]


def test_a_selection_has_the_named_rows_and_columns_in_the_order_asked_for() -> None:
    chosen = fleet().select(rows=[9, 1], columns=["Iron", "Drift"])
    assert chosen.cells == ((9, 18, -9), (1, 2, -1))


@pytest.mark.parametrize(
    ("rows", "columns", "message"),
    [
        ([10], None, "has no row 10"),
        (None, ["Woood"], 'no column "Woood"; did you mean Wood?'),
        (None, "Wood", "columns is 'Wood'; allowed: a list of one name or more"),
        (3, None, "rows is 3; allowed: a list of one name or more"),
        ([], None, "rows is []; allowed: a list of one name or more"),
    ],
)
def test_what_the_table_has_not_is_refused(rows: Any, columns: Any, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        fleet().select(rows, columns)


TEXTS = {
    '=HYPERLINK("http://x","y")': """'=HYPERLINK("http://x","y")""",
    "@SUM(A1)": "'@SUM(A1)",
    "+1+cmd|' /C calc'!A0": "'+1+cmd|' /C calc'!A0",
    "-2+3": "'-2+3",
    "\t=1": "'\t=1",
    "\r=1": "'\n=1",
    "\uff1d1": "'\uff1d1",
    "-": "'-",
    "-5": "-5",
    "+2.5": "+2.5",
    "a=b": "a=b",
    "\u22125": "\u22125",
    "": "",
}


@pytest.mark.parametrize("text", TEXTS)
def test_no_text_of_a_download_is_a_formula_to_a_spreadsheet(text):
    table = Table("t", "T", Column(text, lambda row: row), (), (text,))
    assert list(csv.reader(io.StringIO(table_csv(table), newline=""))) == [[TEXTS[text]]] * 2


@pytest.mark.parametrize("number", [-5, Fraction(-1, 3), Fraction(-5, 2), 7])
def test_a_number_of_a_download_is_as_it_is(number):
    table = Table("t", "T", Column("N", lambda row: row), (), (number,))
    assert table_csv(table).splitlines()[1] == answer(number)


def test_a_column_is_described_by_the_docstring_of_a_rule_and_not_by_that_of_a_type() -> None:
    layout = Layout("Boats", range(1, 3), {"Sails": int, "Speed": speed})
    table = with_texts(layout.table("boats"))
    assert [column.description for column in (table.stub, *table.leaves)] == [
        *("", "Speed in knots: sails, and one more for wood."),
    ]


def later(by: int) -> Callable[[int], int]:
    return lambda sails: speed(sails) + by


def held(rule: Callable[[int], int]) -> Callable[[int], int]:
    return lambda sails: max(rule(sails), 0)


@pytest.mark.parametrize("of", [later(4), held(later(4)), partial(max, 4), held(partial(max, 4))])
def test_what_the_function_of_a_column_holds_is_given_at_its_heading(
    of: Callable[[int], int],
) -> None:
    table = replace(fleet(), columns=(Column("Later", of, "Speed."),))
    assert 4 in contents_of(table).given("Later")
    assert 5 not in contents_of(table).given("Later")
