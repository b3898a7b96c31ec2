"""The charts of the book are drawn from its tables, cell by cell, each once in a chapter."""

from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from sfrules.book import BOOK
from sfrules.press.things.charts import chart_html

ROOT = Path(__file__).parents[2]
EACH = pytest.mark.parametrize("id", BOOK.charts)


@EACH
def test_a_chart_is_known_by_its_id_and_builds_the_same_each_time(id):
    page = SimpleNamespace(own_id=str, number_of=lambda _: "1", address_of_whole=lambda _: "x")
    first, second = (chart_html(BOOK.charts[id](), page) for _ in range(2))
    assert first == second
    assert BOOK.charts[id]().id == id
    assert ElementTree.fromstring(first).get("id") == f"figure-{id}"


@EACH
def test_a_chart_is_drawn_from_a_table_of_the_book_cell_by_cell(id):
    chart = BOOK.charts[id]()
    table = BOOK.tables[chart.table.id]()
    assert chart.table.cells == table.cells
    for trace in chart.traces:
        columns = [
            at for at, leaf in enumerate(table.leaves, 1) if leaf.heading == trace.column.heading
        ]
        plotted = [
            tuple((row[0], row[at]) for row in table.cells if row[at] is not None) for at in columns
        ]
        assert trace.points in plotted


@EACH
def test_a_chart_stands_in_a_chapter_once(id):
    chapters = [path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "authoring"]
    calls = [
        path.read_text(encoding="utf-8").count(f'{{{{ chart("{id}") }}}}') for path in chapters
    ]
    assert sum(calls) == 1
