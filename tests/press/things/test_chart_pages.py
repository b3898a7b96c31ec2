"""A chart in a page: numbered as a figure, beside its table, told of when something is wrong."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from printing import html_of, print_page, print_pages
from toy_book import BOOK, fleet

CHART, TABLE = '{{ chart("race") }}\n\n', '{{ table("fleet") }}\n\n'
SOME = '{{ table("fleet", rows=[1, 2]) }}\n\n'


def parsed(html):
    return ElementTree.fromstring(f"<body>{html}</body>")


@pytest.mark.parametrize(("before", "id"), [("", "table-fleet"), (SOME, "table-fleet--2")])
def test_a_table_that_the_page_does_not_print_is_folded_up_below(before, id):
    root = parsed(html_of(before + CHART))
    details = root.find("details")
    assert details.find("div").get("id") == id
    assert details.find("summary").text == "The numbers of Figure 1"
    assert len(details.findall(".//tbody/tr")) == 9


@pytest.mark.parametrize(
    ("elsewhere", "told"),
    [
        (TABLE, 'The numbers are in <a href="other.html#table-fleet">Table 1</a>.'),
        (SOME + TABLE, 'The numbers are in <a href="other.html#table-fleet--2">Table 1</a>.'),
        (SOME, "<summary>The numbers of Figure 1</summary>"),
        (CHART, "<summary>The numbers of Figure 1</summary>"),
    ],
)
def test_the_numbers_are_linked_where_another_page_has_the_whole_table(elsewhere, told):
    assert told in print_pages({"page.md": CHART, "other.md": elsewhere}).pages["page.md"].html


def test_a_folded_table_takes_no_number_from_those_that_are_printed():
    book = replace(BOOK, tables={**BOOK.tables, "hulls": lambda: replace(fleet(), id="hulls")})
    html = print_page(CHART + '{{ table("hulls") }}\n', book).pages["page.md"].html
    assert (
        '<a class="table-number" href="#table-hulls">Table 1.</a>'
        in html.partition("</details>")[2]
    )
    assert "table-number" not in html.partition("</details>")[0]


def test_the_ledger_has_the_chart_with_the_rules_of_its_table():
    (entry,) = print_page(CHART).entries
    assert (entry.kind, entry.printed) == ("chart", "Speed by sails & hull, plotted.")
    assert {origin.name for origin in entry.origins} >= {"sea.speed", "sea.drift"}
