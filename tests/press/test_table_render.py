"""A table says what; these are the ways in which it is printed."""

from __future__ import annotations

import csv
import io
import json
from xml.etree import ElementTree

import pytest
from printing import html_of
from toy_book import fleet

from sfrules.press.things.tables.html import table_html_alone
from sfrules.press.things.tables.text import table_csv, table_json, table_markdown

MINUS = "\N{MINUS SIGN}"


@pytest.fixture(scope="module")
def root() -> ElementTree.Element:
    return ElementTree.fromstring(html_of('{{ table("fleet") }}\n'))


def texts(root: ElementTree.Element, path: str) -> list[str]:
    return ["".join(element.itertext()) for element in root.findall(path)]


def test_the_wrapper_can_be_linked_to_and_the_scroller_focused(root: ElementTree.Element) -> None:
    scroller = root[0]
    assert root.get("id") == "table-fleet"
    assert (scroller.get("role"), scroller.get("tabindex")) == ("region", "0")
    assert scroller.get("aria-labelledby") == "table-fleet-caption"
    assert root.find(".//caption[@id='table-fleet-caption']") is not None


def test_the_caption_has_the_number_and_escaped_text(root: ElementTree.Element) -> None:
    assert texts(root, ".//caption") == ["Table 1. Speed by sails & hull"]


def test_every_header_has_a_scope(root: ElementTree.Element) -> None:
    assert all(header.get("scope") for header in root.iter("th"))
    spanners = root.findall(".//th[@scope='colgroup']")
    assert [(s.text, s.get("colspan")) for s in spanners] == [("Wood", "2"), ("Iron", "1")]
    assert len(root.findall(".//tbody/tr/th[@scope='row']")) == 9


def test_a_header_carries_its_unit_and_its_description(root: ElementTree.Element) -> None:
    header = root.find(".//thead/tr[2]/th[1]")
    assert header is not None
    assert "".join(header.itertext()) == "Speed (knots)"
    assert header.get("title") == "Speed under sail."


def test_cells_are_formatted_and_negative_ones_have_a_true_minus(
    root: ElementTree.Element,
) -> None:
    row = root.findall(".//tbody/tr")[2]
    assert [cell.text for cell in row] == ["3", "7", f"{MINUS}3", "6"]


def test_groups_are_set_apart(root: ElementTree.Element) -> None:
    starts = [row.get("class") == "group-start" for row in root.findall(".//tbody/tr")]
    assert [at for at, start in enumerate(starts) if start] == [3, 6]


def test_notes_are_escaped_and_the_origin_stands_below(root: ElementTree.Element) -> None:
    notes = texts(root, ".//div[@class='table-notes']/p")
    assert notes == ["A tow counts as <one> sail | no more."]
    assert texts(root, ".//p[@class='table-origin']") == [
        "Computed by sea.speed, sea.drift (T-01) · CSV · JSON"
    ]


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
