"""A table says what; these are the ways in which it is printed. `cases/table` has it on a page."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from toy_book import fleet, speed

from sfrules.ground.formats import answer
from sfrules.press.things.tables import (
    Column,
    Table,
    contents_of,
    table_csv,
    table_json,
)


def test_the_csv_reads_back_as_the_cells() -> None:
    head, *rows = csv.reader(io.StringIO(table_csv(fleet())))
    assert head == ["Sails", "Wood: Speed", "Wood: Drift", "Iron: Slow"]
    assert [[int(cell) for cell in row] for row in rows] == [list(row) for row in fleet().cells]


def test_the_json_has_a_row_for_each_row() -> None:
    document = json.loads(table_json(fleet()))
    assert document["caption"] == "Speed by sails & hull"
    assert document["rows"][0] == {"Sails": 1, "Wood: Speed": 3, "Wood: Drift": -1, "Iron: Slow": 2}


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
