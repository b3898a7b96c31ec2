"""A table says what; these are the ways in which it is printed. `cases/table` has it on a page."""

from __future__ import annotations

import csv
import io
import json

import pytest
from toy_book import fleet

from sfrules.press.things.tables.html import table_html_alone
from sfrules.press.things.tables.text import table_csv, table_json, table_markdown

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
    frame = fleet().to_frame()
    assert frame.index.name == "Sails"
    assert list(frame.columns) == [("Wood", "Speed"), ("Wood", "Drift"), ("Iron", "Slow")]
    assert frame.loc[3].tolist() == [7, -3, 6]


def test_a_selection_has_the_named_rows_and_columns_in_the_order_asked_for() -> None:
    chosen = fleet().select(rows=[9, 1], columns=["Iron", "Drift"])
    assert chosen.cells == ((9, 18, -9), (1, 2, -1))


@pytest.mark.parametrize(
    ("rows", "columns", "message"),
    [([10], None, "has no row 10"), (None, ["Woood"], 'no column "Woood"; did you mean Wood?')],
)
def test_what_the_table_has_not_is_refused(
    rows: list[int] | None, columns: list[str] | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        fleet().select(rows, columns)
