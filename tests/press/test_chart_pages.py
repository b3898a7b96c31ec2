"""A chart in a page: numbered as a figure, beside its table, told of when something is wrong."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from boats_site import make_site
from printing import html_of, print_page, print_pages
from toy_book import BOOK, fleet, race
from typer.testing import CliRunner

from sfrules.press.doors.cli import app
from sfrules.press.things.charts.chart import Series

CHART, FIGURE, TABLE = (
    '{{ chart("race") }}\n\n',
    '{{ figure("harbor") }}\n\n',
    '{{ table("fleet") }}\n\n',
)
SOME = '{{ table("fleet", rows=[1, 2]) }}\n\n'


def parsed(html):
    return ElementTree.fromstring(f"<body>{html}</body>")


def test_a_chart_is_numbered_with_the_figures():
    html = html_of(FIGURE + CHART)
    assert html.index("Figure 1.") < html.index('id="figure-race"') < html.index("Figure 2.")
    assert html_of(CHART + FIGURE).index("Figure 1.") < html_of(CHART + FIGURE).index(
        "figure-harbor"
    )


def test_the_index_of_figures_has_the_charts_too():
    html = html_of(FIGURE + CHART + '{{ index("figures") }}\n')
    assert '<a href="page.html#figure-race"><span class="figure-number">Figure 2.</span>' in html
    assert "Speed by sails &amp; hull, plotted." in html


def test_a_table_that_the_page_prints_is_linked():
    root = parsed(html_of(CHART + TABLE))
    (link,) = root.iterfind(".//figcaption//a")
    assert (link.text, link.get("href")) == ("Table 1", "#table-fleet")
    assert root.find("details") is None


def test_the_link_leads_to_the_whole_table_and_not_to_a_part_of_it():
    (link,) = parsed(html_of(SOME + CHART + TABLE)).iterfind(".//figcaption//a")
    assert link.get("href") == "#table-fleet--2"


@pytest.mark.parametrize(("before", "id"), [("", "table-fleet"), (SOME, "table-fleet--2")])
def test_a_table_that_the_page_does_not_print_is_folded_up_below(before, id):
    root = parsed(html_of(before + CHART))
    details = root.find("details")
    assert details.find("div").get("id") == id
    assert details.find("summary").text == "Table 1: the numbers of Figure 1"
    assert len(details.findall(".//tbody/tr")) == 9
    assert "Computed by sea.speed" in "".join(details.itertext())
    links = [link.get("href") for link in details.iter("a")]
    assert links == ["tables/fleet.csv", "tables/fleet.json"]


def test_the_table_of_another_page_is_folded_up_under_the_same_number():
    pages = {"page.md": CHART, "other.md": TABLE}
    assert "Table 1: the numbers of" in print_pages(pages).pages["page.md"].html
    assert "Table 1." in print_pages(pages).pages["other.md"].html


def test_a_folded_table_is_listed_with_the_others():
    html = html_of(CHART + '{{ index("tables") }}\n')
    assert '<a href="page.html#table-fleet"><span class="table-number">Table 1.</span>' in html


def test_a_table_that_is_only_a_charts_own_has_no_downloads():
    own = lambda: replace(race(), table=replace(fleet(), id="own"))  # noqa: E731 — a chart's maker
    html = print_page(CHART, replace(BOOK, charts={"race": own})).pages["page.md"].html
    assert "<details" in html
    assert "download" not in html


def test_a_chart_printed_again_keeps_its_number_and_gets_ids_of_its_own():
    html = html_of(CHART + CHART)
    assert html.count("Figure 1.") == 2
    ids = [part.get("id") for part in parsed(html).iter() if part.get("id")]
    assert len(ids) == len(set(ids))
    assert {"figure-race", "figure-race--2"} <= set(ids)


def test_two_charts_of_one_table_fold_it_up_once():
    root = parsed(html_of(CHART + CHART))
    assert len(root.findall("details")) == 1
    assert [link.get("href") for link in root.iterfind(".//figcaption//a")] == ["#table-fleet"]


def test_the_ledger_has_the_chart_with_the_rules_of_its_table():
    (entry,) = print_page(CHART).entries
    assert (entry.kind, entry.printed) == ("chart", "Speed by sails & hull, plotted.")
    assert {origin.name for origin in entry.origins} >= {"sea.speed", "sea.drift"}


def test_a_chart_stays_in_its_admonition():
    html = html_of('!!! note "Boats"\n    Look:\n    {{ chart("race") }}\n    Done.\n')
    assert html.index('class="admonition') < html.index("<figure") < html.index("Done.")


def test_a_chart_that_cannot_be_plotted_is_a_problem_where_it_is_called_for():
    bad = lambda: replace(race(), series=(Series("Steam"),))  # noqa: E731 — a chart's maker
    (problem,) = print_page(f"\n{CHART}", replace(BOOK, charts={"race": bad})).problems
    assert problem.place == "docs/page.md:2:4"
    assert 'table "fleet" has no column "Steam"' in problem.message


def test_a_figure_and_a_chart_of_one_id_are_refused():
    with pytest.raises(ValueError, match="share an id: harbor"):
        replace(BOOK, charts={"harbor": race})


def test_show_lists_the_charts():
    shown = CliRunner().invoke(app, ["show", "charts", "--book", "toy_book"])
    assert shown.stdout == "race  Speed by sails\n"


def test_a_site_has_its_charts_the_same_each_time_and_their_tables_to_download(tmp_path):
    built = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        site = make_site(tmp_path / folder)
        site.write("boats.md", f"# Boats\n\n{CHART}")
        result = site.mkdocs("build")
        assert result.returncode == 0, result.stderr
        built.append(site.files())
    assert built[0] == built[1]
    assert b'id="figure-race"' in built[0]["boats/index.html"]
    assert "tables/fleet.csv" in built[0]
